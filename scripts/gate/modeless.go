package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
)

// vault is the module that refuses to keep a token where its file cannot be private.
const vault = "mcpauth"

// refused runs the tests of the module that keeps the token as they are on a system
// without POSIX owners and modes. Windows is the one that people have; the one that
// can be had everywhere is WebAssembly, whose programs run with node.
func refused(ctx context.Context, t *tree) ([]string, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return nil, skipped{"node, which would run the tests of a system without POSIX modes, is not here"}
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	variables := []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-mod=readonly"}
	return t.command(ctx, variables, "go", "-C", vault, "test", "-exec="+runner, "./...")
}
