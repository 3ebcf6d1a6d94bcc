package tool

import "github.com/openprogram/openprogram-go/runtimebridge"

// Registry holds the Runtime tools by name. It may be used from many goroutines.
type Registry struct{ entries map[string]runtimebridge.Tool }
