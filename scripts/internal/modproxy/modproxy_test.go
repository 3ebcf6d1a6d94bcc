package modproxy_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/scripts/internal/modproxy"
)

const path = "github.com/openprogram/openprogram-go/one"

func source(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The checksums must be those that the go command computes, or every go.sum that
// a release writes is wrong.
func TestSumsAreThoseOfTheGoCommand(t *testing.T) {
	proxy, err := modproxy.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := source(t, map[string]string{
		"go.mod": "module " + path + "\n\ngo 1.26.0\n", "LICENSE": "free\n",
		"one.go": "package one\n", "testdata/nested.txt": "text\n",
	})
	added, err := proxy.Add(path, "v0.1.0", dir)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(context.Background(), "go", "mod", "download", "-json", path+"@v0.1.0")
	command.Dir = t.TempDir()
	command.Env = append(os.Environ(), "GOWORK=off", "GOSUMDB=off", "GOFLAGS=-modcacherw",
		"GOPROXY="+proxy.URL(), "GONOPROXY=none", "GOPRIVATE=", "GOMODCACHE="+t.TempDir())
	out, err := command.Output()
	var got struct{ Sum, GoModSum, Error string }
	if problem := json.Unmarshal(out, &got); err != nil || problem != nil {
		t.Fatalf("go mod download: %v, %v\n%s", err, problem, out)
	}
	if got.Sum != added.Zip || got.GoModSum != added.Mod {
		t.Errorf("the go command computes %+v, not %+v", got, added)
	}
}

func TestAddRefusesWhatAProxyWouldRefuse(t *testing.T) {
	proxy, err := modproxy.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := proxy.Add(path, "v0.1.0", t.TempDir()); err == nil {
		t.Error("a directory without go.mod was accepted")
	}
	cased := source(t, map[string]string{"go.mod": "module " + path + "\n", "read.go": "package one\n", "Read.go": "package one\n"})
	if entries, _ := os.ReadDir(cased); len(entries) < 3 {
		t.Logf("this file system folds case: nothing to refuse")
	} else if _, err := proxy.Add(path, "v0.1.0", cased); err == nil {
		t.Error("names that differ in case only were accepted")
	}
}

func TestUnzipGivesOnlyWhatIsServed(t *testing.T) {
	proxy, err := modproxy.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := source(t, map[string]string{
		"go.mod": "module " + path + "\n", "one.go": "package one\n",
		"testdata/inner/go.mod": "module example.org/inner\n", "testdata/inner/inner.go": "package inner\n",
	})
	if _, err := proxy.Add(path, "v0.1.0", dir); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "out")
	if err := proxy.Unzip(path, "v0.1.0", out); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(out, "one.go")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(out, "testdata", "inner", "inner.go")); err == nil {
		t.Error("a nested module is served")
	}
}

func TestLines(t *testing.T) {
	lines := modproxy.Sums{Zip: "h1:z=", Mod: "h1:m="}.Lines("example.org/a", "v1.0.0")
	if want := "example.org/a v1.0.0 h1:z=\nexample.org/a v1.0.0/go.mod h1:m=\n"; lines != want {
		t.Errorf("got %q, want %q", lines, want)
	}
	if got := modproxy.DropLines(lines+"example.org/b v1.0.0 h1:b=\n", "example.org/a"); got != "example.org/b v1.0.0 h1:b=\n" {
		t.Errorf("left: %q", got)
	}
}
