package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
)

// TestToolsDocument keeps the list of Runtime tools that people read equal to
// the tools there are.
func TestToolsDocument(t *testing.T) {
	specs, err := app.BuiltInTools(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("# Runtime tools\n\nA client reaches the tools that its owner exposes and the capabilities `" +
		string(authority.MemoryRead) + "` and\n`" + string(authority.MemorySourceAppend) + "` allow; the rest is the owner's alone. An asterisk marks an argument that is\nrequired.\n")
	for _, spec := range specs {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n- capability: `%s`\n", spec.Name, spec.Description, authority.ToolCapability(spec.Name))
		if spec.ReadOnly {
			b.WriteString("- changes nothing\n")
		}
		var schema struct {
			Properties map[string]struct{ Type string }
			Required   []string
		}
		if err := json.Unmarshal(spec.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		var arguments []string
		for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
			mark := ""
			if slices.Contains(schema.Required, name) {
				mark = "*"
			}
			arguments = append(arguments, "`"+name+"`"+mark+" "+schema.Properties[name].Type)
		}
		if len(arguments) == 0 {
			arguments = []string{"none"}
		}
		fmt.Fprintf(&b, "- arguments: %s\n", strings.Join(arguments, ", "))
	}
	checkDocument(t, "TOOLS.md", b.String())
}
