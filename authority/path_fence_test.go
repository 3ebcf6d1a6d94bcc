package authority_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
)

func TestInside(t *testing.T) {
	dirs := []string{"/ws", "/other/dir"}
	tests := []struct {
		path string
		want bool
	}{
		{"/ws", true},
		{"/ws/a", true},
		{"/ws/.hidden/a..b", true},
		{"/other/dir/x", true},
		{"/ws-evil", false},
		{"/ws-evil/a", false},
		{"/wsa", false},
		{"/w", false},
		{"/", false},
		{"/other", false},
		{"/WS/a", false},
		{"/ws/../etc", false},
		{"/ws/./a", false},
		{"/ws//a", false},
		{"/ws/", false},
		{"ws/a", false},
		{"a", false},
		{"", false},
	}
	for _, tt := range tests {
		if got := authority.Inside(dirs, tt.path); got != tt.want {
			t.Errorf("Inside(%q) = %v, want %v", tt.path, got, tt.want)
		}
	}
}

func TestInsideOddDirectories(t *testing.T) {
	if !authority.Inside([]string{"/"}, "/a") {
		t.Error("nothing is inside the root")
	}
	for _, dir := range []string{"", ".", "ws", "/ws/", "/ws/../ws", "//ws"} {
		if authority.Inside([]string{dir}, "/ws/a") {
			t.Errorf("inside %q", dir)
		}
	}
	if authority.Inside(nil, "/ws/a") {
		t.Error("inside nowhere")
	}
}

func TestSafeToWrite(t *testing.T) {
	for _, path := range []string{
		"a", "src/main.go", ".github/workflows/x.yml", "a.env", "gitconfig", ".gitignore",
		"console.go", "auxiliary", "com10", "nullable", "a~b", "~", "a b", "...a", "x.bashrc.md", ".envs",
	} {
		target := authority.Target{Raw: path, Resolved: "/ws/" + path}
		if !authority.SafeToWrite([]string{"/ws"}, target) {
			t.Errorf("%q is not safe", path)
		}
	}
}

func TestSafeToWriteAcceptsDots(t *testing.T) {
	for _, raw := range []string{"./a", "b/../a", "../ws/a"} {
		if !authority.SafeToWrite([]string{"/ws"}, authority.Target{Raw: raw, Resolved: "/ws/a"}) {
			t.Errorf("%q is not safe", raw)
		}
	}
}

func TestSafeToWriteRefusesProtectedNames(t *testing.T) {
	for _, name := range []string{
		".bashrc", ".bash_profile", ".bash_login", ".profile", ".zshrc", ".zprofile", ".zshenv", ".gitconfig",
		".gitmodules", ".git-credentials", ".npmrc", ".pypirc", ".netrc", ".mcp.json", ".claude.json", ".env", ".envrc",
		".git", ".hg", ".svn", ".vscode", ".idea", ".openprogram", ".claude", ".ssh", ".gnupg", ".husky",
		// in disguise
		".GIT", ".Bashrc", ".g\u200cit", ".git\ufeff", ".\u202agit", ".ｇit",
		"GIT~1", "a~9.txt", "a~0", ".git.", ".git ", "x.", "x ", "...", "a::$DATA", ".git::$INDEX_ALLOCATION",
		"con", "CON", "Con.txt", "aux.", "nul .txt", "COM1", "com9.log", "lpt1:", "LPT9.x.y", "prn", "com¹", "CONIN$",
	} {
		for _, path := range []string{name, "a/" + name, name + "/b", "a/" + name + "/b", `a\` + name + `\b`} {
			raw := authority.Target{Raw: path, Resolved: "/ws/x"}
			resolved := authority.Target{Raw: "x", Resolved: "/ws/" + path}
			if authority.SafeToWrite([]string{"/ws"}, raw) {
				t.Errorf("%q as given is safe", path)
			}
			if authority.SafeToWrite([]string{"/ws"}, resolved) {
				t.Errorf("%q as resolved is safe", path)
			}
		}
	}
	for _, raw := range []string{`\\host\share`, `\\?\C:\x`, "a\x00b"} {
		if authority.SafeToWrite([]string{"/ws"}, authority.Target{Raw: raw, Resolved: "/ws/x"}) {
			t.Errorf("%q is safe", raw)
		}
	}
}

func TestSafeToWriteRefusesOutside(t *testing.T) {
	for _, target := range []authority.Target{
		{Raw: "/etc/x", Resolved: "/etc/x"},
		{Raw: "link/x", Resolved: "/etc/x"},
		{Raw: "../ws-evil/x", Resolved: "/ws-evil/x"},
		{Raw: "x", Resolved: ""},
		{Raw: "x", Resolved: "x"},
	} {
		if authority.SafeToWrite([]string{"/ws"}, target) {
			t.Errorf("%+v is safe", target)
		}
	}
	if authority.SafeToWrite(nil, authority.Target{Raw: "x", Resolved: "/ws/x"}) {
		t.Error("a write with no working directory is safe")
	}
}

// What is inside has a way down from the directory that never climbs.
func FuzzInside(f *testing.F) {
	for _, seed := range []string{"/ws/a", "/ws", "/ws-evil", "/ws/../x", "ws", "/", "//ws/a", "/ws/a/../../b"} {
		f.Add("/ws", seed)
	}
	f.Add("/", "/a")
	f.Fuzz(func(t *testing.T, dir, path string) {
		if !authority.Inside([]string{dir}, path) {
			return
		}
		down, err := filepath.Rel(dir, path)
		if err != nil || !filepath.IsLocal(down) || filepath.Join(dir, down) != path {
			t.Errorf("%q is inside %q by way of %q, %v", path, dir, down, err)
		}
	})
}

// A protected name stays protected in whatever it is wrapped.
func FuzzSafeToWrite(f *testing.F) {
	f.Add("a/b", ".git")
	f.Add("../x", ".SSH")
	f.Fuzz(func(t *testing.T, before, after string) {
		for _, name := range []string{".git", ".ENV", "CON"} {
			path := before + "/" + name + "/" + after
			if authority.SafeToWrite([]string{"/ws"}, authority.Target{Raw: path, Resolved: "/ws/x"}) {
				t.Errorf("%q is safe", path)
			}
		}
		if strings.Contains(before, "..") && authority.SafeToWrite([]string{"/ws"}, authority.Target{Resolved: "/ws/" + before}) &&
			!strings.HasPrefix(filepath.Clean("/ws/"+before), "/ws") {
			t.Errorf("%q leads out and is safe", before)
		}
	})
}
