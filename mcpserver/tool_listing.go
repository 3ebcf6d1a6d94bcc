package mcpserver

import (
	"bytes"
	"slices"
	"sync"

	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// toolListing keeps the last answer of tools_list: clients ask often, and the
// tools and their schemas hardly ever change.
type toolListing struct {
	mu    sync.Mutex
	specs []runtimebridge.ToolSpec
	last  answer
}

// answer lists the tools in their order, duplicates left out, and also those that
// have no name or no JSON for a schema.
func (l *toolListing) answer(specs []runtimebridge.ToolSpec) answer {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == (answer{}) || !slices.EqualFunc(l.specs, specs, sameSpec) {
		l.specs = detachSpecs(specs)
		l.last = payloadAnswer(toolRows(l.specs))
	}
	return l.last
}

func toolRows(specs []runtimebridge.ToolSpec) []mcpcontracts.RuntimeTool {
	seen := make(map[string]bool, len(specs))
	rows := make([]mcpcontracts.RuntimeTool, 0, len(specs))
	for _, spec := range specs {
		if _, err := mcpcontracts.Encode(spec.InputSchema); err != nil || spec.Name == "" || seen[spec.Name] {
			continue
		}
		seen[spec.Name] = true
		rows = append(rows, mcpcontracts.RuntimeTool{
			Description: spec.Description, InputSchema: spec.InputSchema, Name: spec.Name,
		})
	}
	return rows
}

// detachSpecs copies what the runtime may change later.
func detachSpecs(specs []runtimebridge.ToolSpec) []runtimebridge.ToolSpec {
	specs = slices.Clone(specs)
	for i := range specs {
		specs[i].InputSchema = bytes.Clone(specs[i].InputSchema)
	}
	return specs
}

func sameSpec(a, b runtimebridge.ToolSpec) bool {
	return a.Name == b.Name && a.Description == b.Description && bytes.Equal(a.InputSchema, b.InputSchema)
}
