package gotool

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/openprogram/openprogram-go/scripts/internal/modproxy"
	"github.com/openprogram/openprogram-go/scripts/internal/workspace"
)

// direct makes the go command fetch this repository itself, with git, from a
// clone: what the first person gets who asks for a version after its tag was
// pushed, before any proxy knows it.
func direct(o Options) ([]string, error) {
	clone, err := filepath.Abs(o.Direct)
	if err != nil {
		return nil, err
	}
	published := "https://" + strings.TrimSuffix(workspace.Base, "/")
	config := fmt.Sprintf("[url %q]\n\tinsteadOf = %s\n[safe]\n\tdirectory = %q\n",
		modproxy.DirectoryURL(clone), published, filepath.ToSlash(clone)+"/.git")
	name := filepath.Clean(o.Cache) + ".gitconfig"
	if err := os.WriteFile(name, []byte(config), 0o600); err != nil {
		return nil, err
	}
	return []string{
		"GIT_CONFIG_GLOBAL=" + name,
		"GONOPROXY=" + workspace.Base + "*",
	}, nil
}
