module github.com/openprogram/openprogram-go/mcpauth

go 1.25.0
