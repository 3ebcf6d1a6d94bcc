module github.com/openprogram/openprogram-go/mcpserver

go 1.26.0

require (
	github.com/openprogram/openprogram-go/authority v0.1.0
	github.com/openprogram/openprogram-go/mcpauth v0.1.0
	github.com/openprogram/openprogram-go/mcpcontracts v0.1.0
	github.com/openprogram/openprogram-go/runtimebridge v0.1.0
	github.com/google/go-cmp v0.7.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	go.uber.org/goleak v1.3.0
	golang.org/x/sync v0.25.0
	golang.org/x/tools v0.48.0
)
