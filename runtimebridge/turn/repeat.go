package turn

import (
	"encoding/json"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// maxSameFailures is how often one call may fail in a turn before the same call
// is answered without being run.
const maxSameFailures = 2

// failures counts, within one turn, how often in a row each call has failed.
type failures map[string]int

// exhausted reports whether the call has failed too often to be run again.
func (f failures) exhausted(name string, args map[string]any) bool {
	return f[callKey(name, args)] >= maxSameFailures
}

// note records how a call ended.
func (f failures) note(name string, args map[string]any, failed bool) {
	if failed {
		f[callKey(name, args)]++
		return
	}
	delete(f, callKey(name, args))
}

// callKey is equal for calls that ask for the same thing, however the model
// ordered or spaced the arguments.
func callKey(name string, args map[string]any) string { return name + "\x00" + compact(args) }

// compact is the JSON of decoded arguments with sorted keys and no spaces.
func compact(args map[string]any) string {
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(args); err != nil {
		return "{}" // not reached: args came out of a JSON decoder
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// storedArguments is the form in which a call's arguments are kept and sent
// back: always the JSON of one object. What could not be read becomes the empty
// object; the call's error result says so.
func storedArguments(raw string) string {
	args, err := tool.DecodeArguments(raw)
	if err != nil {
		return "{}"
	}
	return compact(args)
}
