package config

import "slices"

// Applies says when a change of a key takes effect.
type Applies string

// When a change takes effect.
const (
	// NextStart means that a running server keeps what it started with.
	NextStart Applies = "next start"
	// NextCall means that a running server sees the change at its next call.
	NextCall Applies = "next call"
	// NextStartRemovalsNow means that additions wait for the next start and
	// that what was removed is gone at the next call.
	NextStartRemovalsNow Applies = "next start, removals at once"
)

// Key describes one setting.
type Key struct {
	Name    string // dotted, as in mcp_server.exposed_tools
	Kind    Kind
	Default any    // string, json.Number or []any, as in a decoded file
	Implied string // says in words what an empty default stands for
	Choices []string
	Applies Applies
	Doc     string // one sentence
}

// Keys lists every setting, in the order in which people read them.
func Keys() []Key { return slices.Clone(keys) }

// KeyByName finds a setting by its dotted name.
func KeyByName(name string) (Key, bool) {
	i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })
	if i < 0 {
		return Key{}, false
	}
	return keys[i], true
}

var none = []any{}

var keys = []Key{
	{
		Name: "mcp_server.exposed_tools", Kind: Strings, Default: none, Applies: NextStartRemovalsNow,
		Doc: "Runtime tools that an MCP client may list and call.",
	},
	{
		Name: "mcp_server.shutdown_grace", Kind: Duration, Default: "5s", Applies: NextStart,
		Doc: "How long accepted calls may go on after the client has closed the connection.",
	},
	{
		Name: "mcp_server.tool_timeout", Kind: Timeout, Default: "60s", Applies: NextStart,
		Doc: "How long one Runtime tool call may take.",
	},
	{
		Name: "mcp_server.turn_timeout", Kind: Timeout, Default: "10m", Applies: NextStart,
		Doc: "How long one prompt may take.",
	},
	{
		Name: "tools.permission_rules.allow", Kind: Rules, Default: none, Applies: NextCall,
		Doc: "Calls that run without a question: Tool or Tool(pattern).",
	},
	{
		Name: "tools.permission_rules.ask", Kind: Rules, Default: none, Applies: NextCall,
		Doc: "Calls that need the owner's yes; wins over allow.",
	},
	{
		Name: "tools.permission_rules.deny", Kind: Rules, Default: none, Applies: NextCall,
		Doc: "Calls that never run; wins over ask and allow.",
	},
	{
		Name: "provider.kind", Kind: Choice, Default: "recall", Choices: []string{"recall", "openai", "anthropic"}, Applies: NextStart,
		Doc: "Who answers prompts: recall works offline on your notes, openai is any OpenAI-compatible endpoint.",
	},
	{
		Name: "provider.model", Kind: String, Default: "", Implied: "none", Applies: NextStart,
		Doc: "The model's name at the provider.",
	},
	{
		Name: "provider.base_url", Kind: URL, Default: "", Implied: "the provider's own", Applies: NextStart,
		Doc: "The endpoint, for example http://127.0.0.1:11434/v1.",
	},
	{
		Name: "provider.api_key_env", Kind: Variable, Default: "", Implied: "OPENAI_API_KEY or ANTHROPIC_API_KEY", Applies: NextStart,
		Doc: "The environment variable that holds the provider's key.",
	},
	{
		Name: "provider.api_key_file", Kind: Path, Default: "", Implied: "none", Applies: NextStart,
		Doc: "A file with mode 0600 that holds the provider's key; used before the variable.",
	},
	{
		Name: "agent.max_steps", Kind: Count, Default: number("50"), Applies: NextStart,
		Doc: "How many times one prompt may ask the model.",
	},
	{
		Name: "agent.workdir", Kind: Path, Default: "", Implied: "where the program is started, unless that is / or the home directory", Applies: NextStart,
		Doc: "The directory that file tools and commands work in.",
	},
	{
		Name: "memory.dir", Kind: Path, Default: "", Implied: "memory in the state directory", Applies: NextStart,
		Doc: "A folder of Markdown files; an existing notes folder works.",
	},
}
