package mcpcontracts

import (
	"bytes"
	"errors"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas holds the six schemas, each compiled when it is first asked for.
var schemas = map[string]func() *jsonschema.Schema{
	SessionsList: compileOnce(SessionsList),
	SessionGet:   compileOnce(SessionGet),
	PromptSend:   compileOnce(PromptSend),
	PromptCancel: compileOnce(PromptCancel),
	ToolsList:    compileOnce(ToolsList),
	ToolCall:     compileOnce(ToolCall),
}

func compileOnce(name string) func() *jsonschema.Schema {
	return sync.OnceValue(func() *jsonschema.Schema {
		schema, err := compileSchema(inputSchema(name))
		if err != nil {
			panic("mcpcontracts: the schema of " + name + " does not compile")
		}
		return schema
	})
}

func compileSchema(text []byte) (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(noLoader{})
	compiler.UseRegexpEngine(compilePattern)
	const location = "wrapper:///input.json"
	if err := compiler.AddResource(location, document); err != nil {
		return nil, err
	}
	return compiler.Compile(location)
}

// noLoader keeps the compiler from opening files that a schema names.
type noLoader struct{}

func (noLoader) Load(string) (any, error) {
	return nil, errors.New("mcpcontracts: no schema is loaded")
}

// notBlank is the pattern \S with the Unicode meaning that the regexp package
// does not give it.
type notBlank struct{}

func (notBlank) MatchString(s string) bool { return !Blank(s) }
func (notBlank) String() string            { return `\S` }

// compilePattern knows the one pattern that the schemas use.
func compilePattern(pattern string) (jsonschema.Regexp, error) {
	if pattern != `\S` {
		return nil, errors.New("mcpcontracts: unexpected pattern")
	}
	return notBlank{}, nil
}
