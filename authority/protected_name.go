package authority

import (
	"slices"
	"strings"
)

// protectedNames are files and folders whose content is run, trusted or secret.
var protectedNames = foldAll(
	// read by shells and git when they start
	".bash_aliases", ".bash_login", ".bash_logout", ".bash_profile", ".bashrc", ".profile",
	".zlogin", ".zlogout", ".zprofile", ".zshenv", ".zshrc", ".envrc",
	".gitconfig", ".gitmodules", ".git-credentials",
	// read by package managers, editors and agents; credentials
	".npmrc", ".pypirc", ".netrc", ".mcp.json", ".claude.json", ".env",
	// folders
	".git", ".hg", ".svn", ".husky", ".vscode", ".idea", ".devcontainer",
	".openprogram", ".claude", ".codex", ".cursor", ".ssh", ".gnupg",
)

// deviceNames are what Windows takes for a device in any folder, whatever
// extension follows.
var deviceNames = foldAll(
	"con", "prn", "aux", "nul", "conin$", "conout$",
	"com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "com¹", "com²", "com³",
	"lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "lpt¹", "lpt²", "lpt³",
)

func foldAll(names ...string) []string {
	for i, name := range names {
		names[i] = fold(name)
	}
	return names
}

// isProtected reports whether any segment of a path is a protected name, or one
// in disguise. Both slashes separate, whatever the system.
func isProtected(path string) bool {
	if strings.HasPrefix(path, `\\`) || strings.Contains(path, "\x00") {
		return true
	}
	segments := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' })
	return slices.ContainsFunc(segments, isProtectedSegment)
}

func isProtectedSegment(segment string) bool {
	folded := fold(segment)
	switch folded {
	case ".", "..":
		return false
	}
	return strings.TrimRight(folded, ". ") != folded || // dropped by Windows
		strings.Contains(folded, "::$") || // an NTFS stream of the same file
		hasShortName(folded) ||
		slices.Contains(protectedNames, folded) ||
		slices.Contains(deviceNames, strings.TrimRight(upTo(folded, ".:"), " "))
}

// hasShortName reports a tilde and a digit, as in GIT~1 for .git.
func hasShortName(segment string) bool {
	for i := 0; i+1 < len(segment); i++ {
		if segment[i] == '~' && segment[i+1] >= '0' && segment[i+1] <= '9' {
			return true
		}
	}
	return false
}
