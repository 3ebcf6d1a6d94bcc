package main

import "strings"

const base = "github.com/openprogram/openprogram-go/"

// rule says what the packages of one room may import besides the standard
// library and their own module. Patterns are those of the go command: a path
// alone is that package, path/... is that package and everything below it.
type rule struct {
	room  string   // the packages it is for
	may   []string // what their code and their tests may import
	tests []string // what their tests alone may import besides
	never []string // what must not even be compiled on their behalf
}

var (
	authority     = base + "authority"
	mcpauth       = base + "mcpauth"
	mcpcontracts  = base + "mcpcontracts"
	mcpserver     = base + "mcpserver"
	runtimebridge = base + "runtimebridge"
	cli           = base + "openprogram-cli"

	sdk        = "github.com/modelcontextprotocol/go-sdk/..."
	jsonschema = "github.com/santhosh-tekuri/jsonschema/v6/..."
	sqlite     = "modernc.org/..."
	events     = "github.com/tmaxmax/go-sse/..."
	cobra      = "github.com/spf13/cobra/..."
	viper      = "github.com/spf13/viper/..."

	// Every module's tests may use these.
	inTests = []string{"github.com/google/go-cmp/...", "go.uber.org/goleak/...", "golang.org/x/tools/txtar"}
)

// rules are asked from the top: the first room that a package is in decides.
var rules = []rule{
	{room: authority + "/..."},
	{room: mcpauth + "/...", may: []string{"golang.org/x/sys/..."}},
	{room: mcpcontracts + "/...", may: []string{jsonschema}, never: []string{sdk, sqlite, base + "..."}},
	// The boundary itself: interfaces and values.
	{room: runtimebridge, may: []string{authority}, never: []string{sdk, sqlite, events, jsonschema}},
	// A suite that implementations are tested with is test code for others.
	{room: runtimebridge + "/store/storetest", may: append([]string{authority}, inTests...)},
	{room: runtimebridge + "/...", may: []string{
		authority, jsonschema, sqlite, events, sdk,
		"golang.org/x/sync/...", "golang.org/x/sys/...", "golang.org/x/text/...", "github.com/fsnotify/fsnotify",
		"github.com/yuin/goldmark/...", "go.yaml.in/yaml/v3", "mvdan.cc/sh/v3/...",
	}, never: []string{cobra, viper, "github.com/google/go-cmp/..."}},
	{room: mcpserver + "/...", may: []string{
		mcpcontracts, mcpauth, authority, runtimebridge, sdk, jsonschema, "golang.org/x/sync/...",
	}, never: []string{sqlite, events, cobra, viper, runtimebridge + "/engine/..."}},
	// viper stays in one package, and what the terminal shows knows no engine.
	{room: cli + "/internal/config/...", may: []string{
		authority, viper, "github.com/go-viper/mapstructure/v2", "golang.org/x/sys/...",
	}, never: []string{sqlite, sdk}},
	// Other programs' settings are edited with their comments and order kept.
	{room: cli + "/internal/clients/...", may: []string{
		"github.com/tailscale/hujson", "github.com/pelletier/go-toml/v2/...", "go.yaml.in/yaml/v3", "golang.org/x/sys/...",
	}, never: []string{sqlite, sdk}},
	// The only client of MCP servers in the program, and of its own server alone.
	{room: cli + "/internal/loopback/...", may: []string{sdk}, never: []string{sqlite}},
	// What is shown at the terminal compiles no engine.
	{room: cli + "/internal/markdown/...", may: []string{
		"github.com/yuin/goldmark/...", "github.com/mattn/go-runewidth",
	}, tests: []string{"github.com/mattn/go-runewidth"}, never: []string{sqlite, sdk}},
	{room: cli + "/internal/chat/...", may: []string{
		runtimebridge, runtimebridge + "/store", "github.com/peterh/liner",
	}, never: []string{sqlite, sdk}},
	{room: cli + "/...", may: []string{
		authority, mcpauth, mcpcontracts, mcpserver + "/...", runtimebridge + "/...", cobra, "github.com/spf13/pflag",
		"golang.org/x/sys/...", "golang.org/x/term", "github.com/rogpeppe/go-internal/diff",
	}, tests: []string{sdk, "github.com/rogpeppe/go-internal/..."}},
	{room: base + "scripts/...", may: []string{sdk, "golang.org/x/mod/...", sqlite, jsonschema}},
}

// matches reports whether an import path fits a pattern.
func matches(pattern, path string) bool {
	tree, below := strings.CutSuffix(pattern, "/...")
	return path == tree || below && strings.HasPrefix(path, tree+"/")
}

func matchesAny(patterns []string, path string) bool {
	for _, pattern := range patterns {
		if matches(pattern, path) {
			return true
		}
	}
	return false
}

// ruleFor finds the rule of a package.
func ruleFor(path string) (rule, bool) {
	for _, r := range rules {
		if matches(r.room, path) {
			return r, true
		}
	}
	return rule{}, false
}
