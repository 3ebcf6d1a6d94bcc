package shell_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/shell"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newBash is the tool with a directory of its own.
func newBash(t *testing.T, options shell.Options) runtimebridge.Tool {
	t.Helper()
	if options.Dir == "" {
		options.Dir = t.TempDir()
	}
	return shell.Tools(options)[0]
}

// invoke makes a call of a command, with a time limit in milliseconds.
func invoke(command string, timeout string) runtimebridge.Invocation {
	arguments := runtimebridge.Arguments{"command": command}
	if timeout != "" {
		arguments["timeout"] = json.Number(timeout)
	}
	return runtimebridge.Invocation{Arguments: arguments}
}

func run(t *testing.T, options shell.Options, command, timeout string) runtimebridge.Result {
	t.Helper()
	result, err := newBash(t, options).Run(t.Context(), invoke(command, timeout))
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return result
}

func textOf(result runtimebridge.Result) string { return result.Content[0].(runtimebridge.Text).Text }

func TestTheSchema(t *testing.T) {
	registry := tool.NewRegistry()
	if err := registry.Register(newBash(t, shell.Options{})); err != nil {
		t.Fatal(err)
	}
	timed, ok := newBash(t, shell.Options{}).(tool.TimedTool)
	if !ok || timed.Limit(nil) != 2*time.Minute || timed.Limit(invoke("id", "1500").Arguments) != 1500*time.Millisecond {
		t.Errorf("the gate is not told the limit")
	}
	spec, ok := registry.Lookup("bash")
	if !ok || spec.ReadOnly {
		t.Errorf("available %v, read-only %v", ok, spec.ReadOnly)
	}
	gate := tool.NewGate(tool.GateOptions{Registry: registry, Audit: noAudit{}, Rules: noRules})
	tests := []struct{ name, arguments, want string }{
		{"no command", `{}`, "$: required"},
		{"blank command", `{"command":"\u00a0\n"}`, "$.command: pattern"},
		{"unknown argument", `{"command":"id","cwd":"/"}`, "$: additionalProperties"},
		{"too long", `{"command":"id","timeout":600001}`, "$.timeout: maximum"},
		{"no time", `{"command":"id","timeout":0}`, "$.timeout: minimum"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			arguments, err := tool.DecodeArguments(test.arguments)
			if err != nil {
				t.Fatal(err)
			}
			_, err = gate.Call(t.Context(), tool.Request{Name: "bash", Arguments: arguments})
			var invalid *runtimebridge.ArgumentError
			if !errors.As(err, &invalid) {
				t.Fatalf("error %v, want an ArgumentError", err)
			}
			if got := invalid.Path + ": " + invalid.Keyword; got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	noDir := shell.Tools(shell.Options{})[0]
	noSuchDir := shell.Tools(shell.Options{Dir: t.TempDir() + "/none"})[0]
	tests := []struct {
		name    string
		tool    runtimebridge.Tool
		command string
		want    string
	}{
		{"no directory", noDir, "true", "there is no working directory: one has to be configured"},
		{"directory is gone", noSuchDir, "true", "bash cannot be started in the working directory"},
		{"NUL", newBash(t, shell.Options{}), "echo a\x00b", "the command holds a NUL"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, err := test.tool.Run(t.Context(), invoke(test.command, ""))
			if err != nil || !result.IsError {
				t.Fatalf("result %v, error %v", result, err)
			}
			if got := textOf(result); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
