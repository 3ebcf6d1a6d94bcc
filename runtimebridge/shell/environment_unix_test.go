//go:build unix

package shell_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/shell"
)

// clearEnv leaves the test with an empty environment.
func clearEnv(t *testing.T) {
	t.Helper()
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value) // restores it afterwards
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
}

// environmentOf lists what a command finds, without what bash itself adds.
func environmentOf(t *testing.T, options shell.Options) []string {
	t.Helper()
	text := textOf(run(t, options, "/usr/bin/env", ""))
	variables := strings.Split(strings.TrimSpace(strings.TrimPrefix(text, "exit_code=0\nstdout:\n")), "\n")
	variables = slices.DeleteFunc(variables, func(v string) bool {
		return strings.HasPrefix(v, "SHLVL=") || strings.HasPrefix(v, "_=") || strings.HasPrefix(v, "OLDPWD=")
	})
	slices.Sort(variables)
	return variables
}

func TestTheEnvironmentIsAllowListed(t *testing.T) {
	clearEnv(t)
	for name, value := range map[string]string{
		"PATH": "/usr/bin:.::relative:/bin", "HOME": "/home/me", "LANG": "de_DE.UTF-8", "TERM": "xterm", "PAGER": "less",
		"OPENPROGRAM_MCP_TOKEN": "s3cret", "OPENPROGRAM_STATE_DIR": "/s3cret", "OPENAI_API_KEY": "s3cret", "GITHUB_TOKEN": "s3cret",
		"BASH_ENV": "/s3cret", "LD_PRELOAD": "/s3cret", "GOFLAGS": "-v", "aws_secret": "s3cret", "MY_VAR": "mine",
	} {
		t.Setenv(name, value)
	}
	dir := t.TempDir()
	want := []string{
		"DEBIAN_FRONTEND=noninteractive", "EDITOR=false", "GIT_ASKPASS=false", "GIT_EDITOR=false", "GIT_PAGER=cat",
		"GIT_SEQUENCE_EDITOR=false", "GIT_TERMINAL_PROMPT=0", "HOME=/home/me", "LANG=de_DE.UTF-8", "MANPAGER=cat",
		"MY_VAR=mine", "PAGER=cat", "PATH=/usr/bin:/bin", "PWD=" + dir, "SSH_ASKPASS=false", "TERM=dumb", "VISUAL=false",
	}
	got := environmentOf(t, shell.Options{Dir: dir, Pass: []string{
		"MY_VAR", "UNSET", "TERM", "OPENPROGRAM_MCP_TOKEN", "OPENPROGRAM_STATE_DIR", "OPENAI_API_KEY", "GITHUB_TOKEN", "aws_secret",
	}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
}

func TestTheEnvironmentWithoutAny(t *testing.T) {
	clearEnv(t)
	dir := t.TempDir()
	got := environmentOf(t, shell.Options{Dir: dir})
	for _, want := range []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s in %v", want, got)
		}
	}
	if slices.ContainsFunc(got, func(v string) bool { return strings.HasPrefix(v, "HOME=") }) {
		t.Errorf("a HOME was made up: %v", got)
	}
}
