package cli

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

func newConfig(p *program) *cobra.Command {
	return group("config", "Read and change settings",
		newConfigGet(p), newConfigSet(p), newConfigUnset(p), newConfigList(p), newConfigPath(p))
}

// completeKey offers the names of the settings. It reads no file.
func completeKey(_ *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
	var out []string
	if len(args) == 0 {
		for _, key := range config.Keys() {
			if strings.HasPrefix(key.Name, start) {
				out = append(out, key.Name+"\t"+key.Doc)
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// valueText shows a setting's value: a string as it is, anything else as JSON.
func valueText(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	return valueJSON(value)
}

func valueJSON(value any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(value) != nil {
		return "?" // values come from JSON
	}
	return strings.TrimSpace(b.String())
}
