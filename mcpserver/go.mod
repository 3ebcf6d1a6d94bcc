module github.com/openprogram/openprogram-go/mcpserver

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
	github.com/openprogram/openprogram-go/authority v0.1.0
	github.com/openprogram/openprogram-go/mcpauth v0.1.0
	github.com/openprogram/openprogram-go/mcpcontracts v0.1.0
	github.com/openprogram/openprogram-go/runtimebridge v0.1.0
	go.uber.org/goleak v1.3.0
	golang.org/x/tools v0.51.0
)

require (
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/time v0.15.0 // indirect
)
