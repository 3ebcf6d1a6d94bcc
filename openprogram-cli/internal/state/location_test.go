package state_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

func environment(variables map[string]string) func(string) string {
	return func(name string) string { return variables[name] }
}

func TestLocate(t *testing.T) {
	home := realDir(t)
	cases := map[string]struct {
		env     map[string]string
		profile string
		want    state.Location
	}{
		"home":                  {env: map[string]string{"HOME": home}, want: state.Location{Dir: filepath.Join(home, ".openprogram"), Home: home}},
		"profile by variable":   {env: map[string]string{"HOME": home, "OPENPROGRAM_PROFILE": "work"}, want: state.Location{Dir: filepath.Join(home, ".openprogram-work"), Home: home}},
		"the flag goes first":   {env: map[string]string{"HOME": home, "OPENPROGRAM_PROFILE": "work"}, profile: "play", want: state.Location{Dir: filepath.Join(home, ".openprogram-play"), Home: home}},
		"explicit":              {env: map[string]string{"HOME": home, "OPENPROGRAM_STATE_DIR": "/var/x/../op/"}, want: state.Location{Dir: "/var/op"}},
		"explicit without home": {env: map[string]string{"OPENPROGRAM_STATE_DIR": "/var/op"}, want: state.Location{Dir: "/var/op"}},
		"explicit over the profile variable": {
			env:  map[string]string{"HOME": home, "OPENPROGRAM_STATE_DIR": "/var/op", "OPENPROGRAM_PROFILE": "work"},
			want: state.Location{Dir: "/var/op"},
		},
		"empty variables are unset": {env: map[string]string{"HOME": home, "OPENPROGRAM_STATE_DIR": "", "OPENPROGRAM_PROFILE": ""}, want: state.Location{Dir: filepath.Join(home, ".openprogram"), Home: home}},
		"a home that is not there":  {env: map[string]string{"HOME": "/nowhere/at/all"}, want: state.Location{Dir: "/nowhere/at/all/.openprogram", Home: "/nowhere/at/all"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := state.Locate(environment(c.env), c.profile)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("location (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLocateRefuses(t *testing.T) {
	home := realDir(t)
	cases := map[string]struct {
		env     map[string]string
		profile string
		want    error
	}{
		"no home":                     {want: state.ErrNoHome},
		"empty home":                  {env: map[string]string{"HOME": ""}, want: state.ErrNoHome},
		"relative home":               {env: map[string]string{"HOME": "me"}, want: state.ErrNoHome},
		"relative directory":          {env: map[string]string{"HOME": home, "OPENPROGRAM_STATE_DIR": "./state"}, want: state.ErrDirNotAbsolute},
		"unexpanded tilde":            {env: map[string]string{"HOME": home, "OPENPROGRAM_STATE_DIR": "~/state"}, want: state.ErrDirNotAbsolute},
		"directory and flag":          {env: map[string]string{"HOME": home, "OPENPROGRAM_STATE_DIR": "/var/op"}, profile: "work", want: state.ErrBothGiven},
		"profile that leaves home":    {env: map[string]string{"HOME": home}, profile: "x/../../etc", want: state.ErrInvalidProfile},
		"profile with a dot":          {env: map[string]string{"HOME": home}, profile: "..", want: state.ErrInvalidProfile},
		"profile of 65 characters":    {env: map[string]string{"HOME": home}, profile: strings.Repeat("a", 65), want: state.ErrInvalidProfile},
		"profile with a newline":      {env: map[string]string{"HOME": home, "OPENPROGRAM_PROFILE": "work\n"}, want: state.ErrInvalidProfile},
		"profile that is not ASCII":   {env: map[string]string{"HOME": home}, profile: "für", want: state.ErrInvalidProfile},
		"profile variable with blank": {env: map[string]string{"HOME": home, "OPENPROGRAM_PROFILE": "a b"}, want: state.ErrInvalidProfile},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := state.Locate(environment(c.env), c.profile)
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, %v, want %v", got, err, c.want)
			}
		})
	}
}

func TestLocateResolvesALinkedHome(t *testing.T) {
	home := realDir(t)
	link := filepath.Join(realDir(t), "link")
	if err := os.Symlink(home, link); err != nil {
		t.Fatal(err)
	}
	got, err := state.Locate(environment(map[string]string{"HOME": link}), "")
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(home, ".openprogram"); got.Dir != want || got.Home != home {
		t.Errorf("got %+v, want it in %s", got, home)
	}
}

func TestLocateIgnoresTheWorkingDirectory(t *testing.T) {
	home := realDir(t)
	env := environment(map[string]string{"HOME": home})
	before, err := state.Locate(env, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	after, err := state.Locate(env, "")
	if err != nil || after != before {
		t.Errorf("after a change of directory: %+v, %v, want %+v", after, err, before)
	}
}

// realDir is a temporary directory whose path holds no link.
func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
