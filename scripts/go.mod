module github.com/openprogram/openprogram-go/scripts

go 1.26.0

require (
	github.com/modelcontextprotocol/go-sdk v1.8.0
	golang.org/x/mod v0.43.0
)
