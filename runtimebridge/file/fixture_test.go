package file_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/file"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a working directory with the tools in it.
type fixture struct {
	t       *testing.T
	dir     string
	tools   map[string]runtimebridge.PathTool
	session string
	// commit stands for the gate's; nil runs the write.
	commit   func(write func() error) error
	progress []string
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	dir := realTempDir(t)
	return withOptions(t, dir, file.Options{WorkingDirs: []string{dir}})
}

func withOptions(t *testing.T, dir string, options file.Options) *fixture {
	t.Helper()
	f := &fixture{t: t, dir: dir, tools: map[string]runtimebridge.PathTool{}, session: "s1"}
	for _, one := range file.Tools(options) {
		f.tools[one.Spec().Name] = one.(runtimebridge.PathTool)
	}
	return f
}

func realTempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// args are the arguments of a call as JSON has them.
type args = map[string]any

// run runs a tool outside the gate.
func (f *fixture) run(ctx context.Context, name string, arguments args) (runtimebridge.Result, error) {
	f.t.Helper()
	for key, value := range arguments {
		if n, ok := value.(int); ok {
			number, err := json.Marshal(n)
			if err != nil {
				f.t.Fatal(err)
			}
			arguments[key] = json.Number(number)
		}
	}
	commit := f.commit
	if commit == nil {
		commit = func(write func() error) error { return write() }
	}
	return f.tools[name].Run(ctx, runtimebridge.Invocation{
		Arguments: arguments, SessionID: f.session, Commit: commit,
		Progress: func(p runtimebridge.Progress) { f.progress = append(f.progress, p.Message) },
	})
}

// call wants the tool to succeed and gives its text.
func (f *fixture) call(name string, arguments args) string {
	f.t.Helper()
	result, err := f.run(f.t.Context(), name, arguments)
	if err != nil {
		f.t.Fatalf("%s: %v", name, err)
	}
	if result.IsError {
		f.t.Fatalf("%s failed: %s", name, textOf(result))
	}
	return textOf(result)
}

// fail wants the tool to fail and gives the reason and the text.
func (f *fixture) fail(name string, arguments args) (runtimebridge.ReasonCode, string) {
	f.t.Helper()
	result, err := f.run(f.t.Context(), name, arguments)
	if err != nil {
		f.t.Fatalf("%s: %v", name, err)
	}
	if !result.IsError {
		f.t.Fatalf("%s succeeded: %s", name, textOf(result))
	}
	return result.Reason, textOf(result)
}

// failWith wants a failure that says something.
func (f *fixture) failWith(reason runtimebridge.ReasonCode, words, name string, arguments args) {
	f.t.Helper()
	got, text := f.fail(name, arguments)
	if got != reason || !strings.Contains(text, words) {
		f.t.Errorf("%s failed with %q, %q; want %q and %q", name, got, text, reason, words)
	}
}

func textOf(result runtimebridge.Result) string {
	var out strings.Builder
	for _, block := range result.Content {
		out.WriteString(block.(runtimebridge.Text).Text)
	}
	return out.String()
}

func (f *fixture) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// put writes a file behind the tools' back.
func (f *fixture) put(name, content string) {
	f.t.Helper()
	path := f.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) link(target, name string) {
	f.t.Helper()
	if err := os.Symlink(target, f.path(name)); err != nil {
		f.t.Fatal(err)
	}
}

// has wants a file to hold exactly this.
func (f *fixture) has(name, want string) {
	f.t.Helper()
	got, err := os.ReadFile(f.path(name))
	if err != nil {
		f.t.Errorf("%v", err)
		return
	}
	if string(got) != want {
		f.t.Errorf("%s holds %q, want %q", name, got, want)
	}
}

// hasOnly wants the working directory to hold exactly these files and
// directories, temporary ones included.
func (f *fixture) hasOnly(want ...string) {
	f.t.Helper()
	wanted := map[string]bool{}
	for _, name := range want {
		wanted[name] = true
	}
	err := filepath.WalkDir(f.dir, func(path string, _ os.DirEntry, err error) error {
		name, _ := filepath.Rel(f.dir, path)
		name = filepath.ToSlash(name)
		if err == nil && name != "." && !wanted[name] {
			f.t.Errorf("left over: %s", name)
		}
		delete(wanted, name)
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	for name := range wanted {
		f.t.Errorf("missing: %s", name)
	}
}
