package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

var update = flag.Bool("update", false, "write the generated documents anew")

// TestConfigurationDocument keeps the table that people read equal to the list
// of keys that the program uses.
func TestConfigurationDocument(t *testing.T) {
	checkDocument(t, "CONFIGURATION.md", configurationDocument())
}

// checkDocument compares a document of this module with what the program says of
// itself.
func checkDocument(t *testing.T, name, want string) {
	t.Helper()
	file := "../../" + name
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s is out of date: run go test ./internal/cli -update (-want +got):\n%s", name, diff)
	}
}

func configurationDocument() string {
	var b strings.Builder
	b.WriteString(`# Settings

They stand in ` + "`config.json`" + ` in the state directory and nowhere else. Change them
with ` + "`openprogram config set KEY VALUE`" + ` or with an editor; ` + "`openprogram config list`" + ` shows
what is in force. A dot in a key is a nested object in the file:

` + "```json" + `
{"mcp_server": {"exposed_tools": ["memory_search", "memory_get"], "turn_timeout": "20m"}}
` + "```" + `

The file is read strictly: an unknown key, a wrong type or a duration without a unit is
an error, and then a server does not start, or, if it runs, exposes nothing.

`)
	for _, k := range config.Keys() {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", k.Name, k.Doc)
		fmt.Fprintf(&b, "- value: %s\n- default: %s\n- a change applies at the %s\n\n", kindText(k), documentedDefault(k), k.Applies)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func kindText(k config.Key) string {
	if len(k.Choices) > 0 {
		return "`" + strings.Join(k.Choices, "`, `") + "`"
	}
	return string(k.Kind)
}

func documentedDefault(k config.Key) string {
	if k.Implied != "" {
		return k.Implied
	}
	return "`" + valueText(k.Default) + "`"
}
