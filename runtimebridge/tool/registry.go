package tool

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// The reasons why Register refuses a tool.
var (
	ErrInvalidName = errors.New("tool: name is not 1 to 64 of A-Z a-z 0-9 _ -")
	ErrDuplicate   = errors.New("tool: name is taken")
)

// Registry holds the Runtime tools by name. It may be used from many goroutines.
type Registry struct {
	mu      sync.RWMutex
	entries map[string]*entry
}

// entry is one registered tool. Its schema is compiled at the first question
// about it, once: most processes never call most tools.
type entry struct {
	tool   runtimebridge.Tool
	spec   runtimebridge.ToolSpec
	schema func() (*schema, error)
}

// NewRegistry returns an empty Registry.
func NewRegistry() *Registry { return &Registry{entries: map[string]*entry{}} }

// Register adds a tool under the name of its Spec, which is read here and never
// again. A name is given once: a second tool of that name would inherit the
// capability of the first. ErrInvalidName or ErrDuplicate otherwise.
//
// A tool whose schema does not compile is kept but not available: Lookup,
// Names and the Gate treat it as absent.
func (r *Registry) Register(t runtimebridge.Tool) error {
	spec := detached(t.Spec())
	if !validName(spec.Name) {
		return ErrInvalidName
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, taken := r.entries[spec.Name]; taken {
		return fmt.Errorf("%w: %s", ErrDuplicate, spec.Name)
	}
	r.entries[spec.Name] = &entry{
		tool:   t,
		spec:   spec,
		schema: sync.OnceValues(func() (*schema, error) { return compileSchema(spec.InputSchema) }),
	}
	return nil
}

// Remove takes a tool out, as when the server behind it has gone. Calls that
// run go on. It reports whether the tool was there.
func (r *Registry) Remove(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, found := r.entries[name]
	delete(r.entries, name)
	return found
}

// Lookup describes an available tool. The description is the caller's own.
func (r *Registry) Lookup(name string) (runtimebridge.ToolSpec, bool) {
	e := r.available(name)
	if e == nil {
		return runtimebridge.ToolSpec{}, false
	}
	return detached(e.spec), true
}

// Names lists the available tools, sorted.
func (r *Registry) Names() []string {
	r.mu.RLock()
	names := make([]string, 0, len(r.entries))
	for name := range r.entries {
		names = append(names, name)
	}
	r.mu.RUnlock()
	names = slices.DeleteFunc(names, func(name string) bool { return r.available(name) == nil })
	slices.Sort(names)
	return names
}

// available is the entry of a tool that can be called, or nil.
func (r *Registry) available(name string) *entry {
	r.mu.RLock()
	e := r.entries[name]
	r.mu.RUnlock()
	if e == nil {
		return nil
	}
	if _, err := e.schema(); err != nil {
		return nil
	}
	return e
}

func detached(spec runtimebridge.ToolSpec) runtimebridge.ToolSpec {
	spec.InputSchema = slices.Clone(spec.InputSchema)
	return spec
}

func validName(name string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	foreign := strings.IndexFunc(name, func(c rune) bool { return !strings.ContainsRune(allowed, c) })
	return name != "" && len(name) <= 64 && foreign < 0
}
