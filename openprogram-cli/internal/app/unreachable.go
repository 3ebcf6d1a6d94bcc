package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// reachable refuses names of tools that no client can reach whatever its owner
// sets, and says why. They would only stand in the list and mislead.
func reachable(l state.Location, names []string) error {
	var never []string
	for _, name := range names {
		if !slices.Contains(ClientTools(), name) {
			never = append(never, name)
		}
	}
	if len(never) == 0 {
		return nil
	}
	specs, err := BuiltInTools(l.Dir)
	if err != nil {
		return errRuntime
	}
	for i, name := range never {
		problem := unknownTool(specs, name)
		if problem == "" {
			problem = "clients have no " + string(authority.ToolCapability(name))
		}
		never[i] = name + " (" + problem + ")"
	}
	return fmt.Errorf("no client can reach %s: nothing was exposed", strings.Join(never, ", "))
}

// unknownTool says that there is no tool of this name, and which one may be
// meant; "" when there is one.
func unknownTool(specs []runtimebridge.ToolSpec, name string) string {
	for _, spec := range specs {
		switch {
		case spec.Name == name:
			return ""
		case strings.EqualFold(spec.Name, name):
			return "there is no such tool: did you mean " + spec.Name + "?"
		}
	}
	return "there is no such tool"
}
