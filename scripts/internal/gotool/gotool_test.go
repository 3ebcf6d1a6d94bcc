package gotool

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever is set around it, an isolated go command sees no workspace, changes no
// go.mod, and keeps to its own cache.
func TestIsolate(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GONOPROXY", "github.com/*")
	cache := filepath.Join(t.TempDir(), "modules")
	isolated, err := Isolate(t.Context(), Options{Cache: cache, Proxies: []string{"file:///first"}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.work": "go 1.26.0\n", "go.mod": "module example.org/x\n\ngo 1.26.0\n", "x.go": "package x\n\nimport _ \"example.org/y\"\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := isolated.Output(t.Context(), dir, "env", "GOWORK", "GOMODCACHE", "GONOPROXY", "GOPROXY")
	if err != nil {
		t.Fatal(err)
	}
	if want := "off\n" + cache + "\nnone\nfile:///first,file:///"; !strings.HasPrefix(out, want) {
		t.Errorf("the environment is %q, want it to start with %q", out, want)
	}
	if _, err := isolated.Run(t.Context(), dir, "build", "./..."); err == nil || !strings.Contains(err.Error(), "-mod=readonly") {
		t.Errorf("error %v, want a refusal to change go.mod", err)
	}
}

func TestFailureIsShort(t *testing.T) {
	var out strings.Builder
	for n := range 100 {
		fmt.Fprintf(&out, "go: downloading example.org/x v1.0.%d\nline %d\n", n, n)
	}
	err := failure([]string{"vet"}, []byte(out.String()), errors.New("exit status 1"))
	text := err.Error()
	if strings.Contains(text, "downloading") || !strings.Contains(text, "line 39\n(60 more lines)") || strings.Contains(text, "line 40") {
		t.Errorf("it says %q", text)
	}
}
