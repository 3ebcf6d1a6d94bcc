// Command reference writes the manual pages and the completions of the program
// into a directory, for packages of it.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/cli"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "Error: want one directory")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	pages, completions := filepath.Join(dir, "man", "man1"), filepath.Join(dir, "completions")
	if err := errors.Join(os.MkdirAll(pages, 0o755), os.MkdirAll(completions, 0o755)); err != nil {
		return err
	}
	root := cli.Commands()
	root.DisableAutoGenTag = true
	header := &doc.GenManHeader{Title: "OPENPROGRAM", Section: "1", Source: "openprogram", Manual: "OpenProgram"}
	return errors.Join(doc.GenManTree(root, header, pages), complete(root, completions))
}

func complete(root *cobra.Command, dir string) error {
	return errors.Join(
		root.GenBashCompletionFileV2(filepath.Join(dir, "openprogram.bash"), true),
		root.GenZshCompletionFile(filepath.Join(dir, "_openprogram")),
		root.GenFishCompletionFile(filepath.Join(dir, "openprogram.fish"), true),
		root.GenPowerShellCompletionFileWithDesc(filepath.Join(dir, "openprogram.ps1")),
	)
}
