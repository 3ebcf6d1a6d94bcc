package tool

import (
	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// subject puts the call before the policy, with every path resolved. The
// complaint is not empty when the paths cannot be told; the call is then refused
// whatever the policy says, but the policy is asked first, because what it
// refuses is refused in its words.
func (g *Gate) subject(c *call) (authority.Call, string) {
	subject := authority.Call{
		Tool:      c.entry.spec.Name,
		Source:    c.request.Source,
		Arguments: c.arguments,
		ReadOnly:  c.entry.spec.ReadOnly,

		WorkingDirs: g.workingDirs(),
	}
	tool, ok := c.entry.tool.(runtimebridge.PathTool)
	if !ok {
		return subject, ""
	}
	paths, err := tool.Paths(c.arguments)
	if err != nil {
		return subject, err.Error()
	}
	complaint := ""
	for _, raw := range paths {
		resolved, err := ResolvePath(g.firstDir(), raw)
		if err != nil {
			complaint = "a path cannot be resolved"
		}
		subject.Targets = append(subject.Targets, authority.Target{Raw: raw, Resolved: resolved})
	}
	return subject, complaint
}

// workingDirs are resolved for each call: a link may have been moved.
func (g *Gate) workingDirs() []string {
	var dirs []string
	for _, dir := range g.options.WorkingDirs {
		if resolved, err := ResolvePath("", dir); err == nil {
			dirs = append(dirs, resolved)
		}
	}
	return dirs
}

func (g *Gate) firstDir() string {
	if len(g.options.WorkingDirs) == 0 {
		return ""
	}
	return g.options.WorkingDirs[0]
}

// protected reports whether a target is one that no file tool may touch. When
// that cannot be told, it is.
func (g *Gate) protected(targets []authority.Target) bool {
	if len(targets) == 0 || len(g.options.Protected) == 0 {
		return false
	}
	protection, err := NewProtection(g.options.Protected, g.options.Unprotected)
	if err != nil {
		return true
	}
	for _, target := range targets {
		if protection.Covers(target.Resolved) {
			return true
		}
	}
	return false
}
