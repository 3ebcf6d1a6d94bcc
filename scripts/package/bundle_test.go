package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tree is the root of the workspace.
const tree = "../.."

// fake is a distribution whose programs say which they are.
func fake(t *testing.T) *distribution {
	t.Helper()
	d := &distribution{dir: t.TempDir(), version: "1.2.3", programs: map[string]string{}}
	for _, system := range carried {
		d.programs[system] = filepath.Join(t.TempDir(), "openprogram")
		write(t, d.programs[system], "#!/bin/sh\necho \"$@\" on "+system+"\n")
	}
	return d
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestBundle(t *testing.T) {
	a, b := fake(t), fake(t)
	for _, d := range []*distribution{a, b} {
		if err := d.writeBundle(tree); err != nil {
			t.Fatal(err)
		}
		write(t, d.path(descriptionName), "{}")
	}
	if err := sameBytes(a, b); err != nil {
		t.Error(err)
	}
	files, err := unpack(a.path(a.bundleName()))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(files["manifest.json"].data), `"version": "1.2.3"`) {
		t.Errorf("the manifest is %s", files["manifest.json"].data)
	}
	for name, mode := range map[string]os.FileMode{
		"LICENSE": 0o644, "README.md": 0o644, "manifest.json": 0o644, "server/openprogram": 0o755, "server/openprogram-linux-arm64": 0o755,
	} {
		if files[name].mode != mode || len(files[name].data) == 0 {
			t.Errorf("%s has mode %v and %d bytes", name, files[name].mode, len(files[name].data))
		}
	}
}

func TestBundleNeedsEveryProgram(t *testing.T) {
	d := fake(t)
	delete(d.programs, "darwin/arm64")
	if err := d.writeBundle(tree); err == nil || !strings.Contains(err.Error(), "no program for darwin/arm64") {
		t.Errorf("error %v", err)
	}
}

// The script in the bundle starts the program for the machine that it is on, with
// the arguments that it was given, from wherever it is called.
func TestBundleStartsTheProgramOfTheMachine(t *testing.T) {
	d := fake(t)
	if err := d.writeBundle(tree); err != nil {
		t.Fatal(err)
	}
	files, err := unpack(d.path(d.bundleName()))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := lay(files, dir); err != nil {
		t.Fatal(err)
	}
	for machine, want := range map[string]string{
		"Darwin arm64": "darwin/arm64", "Darwin x86_64": "darwin/amd64",
		"Linux x86_64": "linux/amd64", "Linux aarch64": "linux/arm64", "Linux riscv64": "",
	} {
		system, processor, _ := strings.Cut(machine, " ")
		bin := t.TempDir()
		write(t, filepath.Join(bin, "uname"), "#!/bin/sh\n[ \"$1\" = -s ] && echo "+system+" || echo "+processor+"\n")
		command := exec.Command(filepath.Join(dir, "server", "openprogram"), "mcp", "serve")
		command.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		command.Dir = bin
		out, err := command.CombinedOutput()
		if want == "" {
			if err == nil || !strings.HasPrefix(string(out), "Error: this bundle has no program for Linux on riscv64") {
				t.Errorf("%s: %v, %s", machine, err, out)
			}
			continue
		}
		if err != nil || string(out) != "mcp serve on "+want+"\n" {
			t.Errorf("%s: %v, %s", machine, err, out)
		}
	}
}
