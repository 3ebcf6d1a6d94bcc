// Command documents checks the Markdown files of the project: every link to a
// file leads to one, every link to a heading finds it, every piece of code that
// is said to be from a file is in that file, word for word, and every command
// line of the program is one that it has.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "Error: want the root of the project")
		os.Exit(2)
	}
	faults, files, err := check(os.DirFS(os.Args[1]))
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
	for _, f := range faults {
		fmt.Println(f)
	}
	fmt.Printf("%d documents, %d faults\n", files, len(faults))
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// check gives what is wrong in all Markdown files below the root, and their
// number.
func check(root fs.FS) (faults []string, files int, err error) {
	known, referenced := readProgram(root)
	err = fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		files++
		found := slices.Concat(links(root, path, string(text)), quotations(root, string(text)), claims(root, path, string(text)))
		if referenced {
			found = append(found, known.calls(string(text))...)
		}
		for _, fault := range found {
			faults = append(faults, path+": "+fault)
		}
		return nil
	})
	return faults, files, err
}

// source is the mark above a piece of code that stands in a file.
const source = "<!-- from "

// quotations checks the pieces of code that are said to be from a file.
func quotations(root fs.FS, text string) []string {
	var faults []string
	for _, part := range strings.Split(text, source)[1:] {
		name, rest, _ := strings.Cut(part, " -->")
		_, rest, _ = strings.Cut(rest, "```")
		_, rest, opened := strings.Cut(rest, "\n")
		code, _, closed := strings.Cut(rest, "\n```")
		original, err := fs.ReadFile(root, name)
		switch {
		case err != nil:
			faults = append(faults, "there is no file "+name)
		case !opened || !closed:
			faults = append(faults, "no code follows the mark of "+name)
		case !strings.Contains(string(original), code):
			faults = append(faults, "the code differs from that in "+name)
		}
	}
	return faults
}
