module github.com/openprogram/openprogram-go/openprogram-cli

go 1.26.0

require (
	github.com/go-viper/mapstructure/v2 v2.4.0
	github.com/google/go-cmp v0.7.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
	github.com/openprogram/openprogram-go/authority v0.1.0
	github.com/openprogram/openprogram-go/mcpauth v0.1.0
	github.com/openprogram/openprogram-go/mcpcontracts v0.1.0
	github.com/openprogram/openprogram-go/mcpserver v0.1.0
	github.com/openprogram/openprogram-go/runtimebridge v0.1.0
	github.com/rogpeppe/go-internal v1.16.0
	github.com/spf13/cobra v1.10.2
	github.com/spf13/viper v1.21.0
	golang.org/x/sys v0.50.0
	golang.org/x/term v0.48.0
)
