package authority

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// coversPaths reports whether an allow pattern covers every path of a call,
// compared as resolved.
func coversPaths(pattern string, c Call) bool {
	targets := pathTargets(c)
	globs := pathGlobs(pattern, c.WorkingDirs)
	for _, t := range targets {
		resolved := filepath.ToSlash(t.Resolved)
		fits := func(glob string) bool { return matches(glob, resolved) }
		if !isAbsolute(resolved) || !utf8.ValidString(resolved) || !slices.ContainsFunc(globs, fits) {
			return false
		}
	}
	return len(targets) > 0
}

// catchesPaths reports whether a deny or ask pattern hits any path of a call,
// as given or as resolved.
func catchesPaths(pattern string, c Call) bool {
	globs := waryGlobs(pattern, c.WorkingDirs)
	targets := pathTargets(c)
	for _, t := range targets {
		if !isAbsolute(filepath.ToSlash(t.Resolved)) {
			return true
		}
		for _, text := range append(anchored(t.Raw, c.WorkingDirs), filepath.ToSlash(t.Resolved)) {
			if slices.ContainsFunc(globs, func(glob string) bool { return catchesText(glob, text) }) {
				return true
			}
		}
	}
	return len(targets) == 0
}

// pathTargets are the paths of a call. A file tool that is given none works in
// the working directories.
func pathTargets(c Call) []Target {
	if len(c.Targets) > 0 {
		return c.Targets
	}
	targets := make([]Target, len(c.WorkingDirs))
	for i, dir := range c.WorkingDirs {
		targets[i] = Target{Raw: dir, Resolved: dir}
	}
	return targets
}

// pathGlobs turns a path pattern into absolute globs. A relative pattern
// starts at the working directories, as relative arguments do.
func pathGlobs(pattern string, dirs []string) []string {
	pattern = filepath.ToSlash(pattern)
	var endings []string
	if dir, ok := strings.CutSuffix(pattern, prefixSign); ok {
		endings = []string{dir, dir + "/**"}
	} else if strings.HasSuffix(pattern, "/") {
		endings = []string{pattern + "**"}
	} else {
		endings = []string{pattern}
	}
	var globs []string
	for _, ending := range endings {
		for _, glob := range anchoredGlobs(ending, dirs) {
			globs = append(globs, glob)
			if short := strings.ReplaceAll(glob, "/**/", "/"); short != glob {
				globs = append(globs, short) // no folder in between
			}
		}
	}
	return globs
}

// waryGlobs adds to pathGlobs what a protective rule has to mean as well: the
// folder whose content it names, ~ as any home, and, with no working directory
// to start at, a relative pattern anywhere.
func waryGlobs(pattern string, dirs []string) []string {
	if rest, home := strings.CutPrefix(pattern, "~"); home {
		pattern = "/**" + rest
	} else if len(dirs) == 0 && !isAbsolute(filepath.ToSlash(pattern)) {
		pattern = "/**/" + pattern
	}
	globs := pathGlobs(pattern, dirs)
	if strings.HasPrefix(pattern, "*") {
		globs = append(globs, pattern) // a leading star is any folder at all
	}
	for _, glob := range slices.Clone(globs) {
		globs = append(globs, strings.TrimSuffix(strings.TrimRight(glob, "*"), "/"))
	}
	return globs
}

func anchoredGlobs(pattern string, dirs []string) []string {
	if isAbsolute(pattern) {
		return []string{path.Clean(pattern)}
	}
	globs := make([]string, len(dirs))
	for i, dir := range dirs {
		globs[i] = path.Clean(quoteGlob(filepath.ToSlash(dir)) + "/" + pattern)
	}
	return globs
}

// anchored gives a path as written, made absolute at each working directory.
func anchored(raw string, dirs []string) []string {
	raw = filepath.ToSlash(raw)
	if isAbsolute(raw) {
		return []string{path.Clean(raw)}
	}
	texts := []string{path.Clean(raw)}
	for _, dir := range dirs {
		texts = append(texts, path.Join(filepath.ToSlash(dir), raw))
	}
	return texts
}

func isAbsolute(slashed string) bool {
	return strings.HasPrefix(slashed, "/") || filepath.IsAbs(filepath.FromSlash(slashed))
}
