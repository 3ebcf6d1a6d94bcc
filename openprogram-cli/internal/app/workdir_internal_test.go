package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWorkingDirs(t *testing.T) {
	home := realDir(t)
	project := filepath.Join(home, "project")
	if err := os.Mkdir(project, 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(realDir(t), "link")
	if err := os.Symlink(home, link); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		configured, started, home string
		want                      []string
	}{
		"where it was started":      {"", project, home, []string{project}},
		"the root directory":        {"", "/", home, nil},
		"the home directory":        {"", home, home, nil},
		"a linked home directory":   {"", home, link, nil},
		"started by way of a link":  {"", link, home, nil},
		"no home":                   {"", project, "", []string{project}},
		"configured":                {"/srv/files", "/", home, []string{"/srv/files"}},
		"home when it is asked for": {home, "/", home, []string{home}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Chdir(c.started)
			if diff := cmp.Diff(c.want, workingDirs(c.configured, c.home)); diff != "" {
				t.Errorf("working directories (-want +got):\n%s", diff)
			}
		})
	}
}

func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
