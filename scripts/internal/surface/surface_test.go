package surface_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/scripts/internal/surface"
)

const code = `package one

import "io"

const Limit = 1 << 4
const hidden = 1

var Err error

type Shape struct {
	Name string ` + "`json:\"name\"`" + `
	io.Reader
	secret int
}

func (s *Shape) Grow(by int) (ok bool) { return s.secret+by > hidden }
func (s Shape) Area() float64  { return 0 }
func (s Shape) shrink()        {}

type Kind string

type Alias = Shape

type Doer interface {
	Do(kinds ...Kind) error
	do()
}

type Set[T comparable] map[T]struct{}

func New[T any](value T, more ...io.Writer) *Shape { return nil }
func internal()                                  {}
`

const want = `package example.org/one

type Alias = Shape
type Doer interface
	Do(kinds ...Kind) error
	(hidden methods: nobody else can implement it)
var Err error
type Kind string
const Limit untyped int = 16
func New[T any](value T, more ...io.Writer) *Shape
type Set[T comparable] map[T]struct{}
type Shape struct
	Name string ` + "`json:\"name\"`" + `
	io.Reader
	(hidden fields)
	func (*Shape).Grow(by int) (ok bool)
	func (Shape).Area() float64

package example.org/one/two

func Two() example.org/one.Kind
`

func TestOf(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.work":               "go 1.26.0\n\nuse ./one\n",
		"one/go.mod":            "module example.org/one\n\ngo 1.26.0\n",
		"one/one.go":            code,
		"one/one_windows.go":    "package one\n\nconst Elsewhere = 1\n",
		"one/two/two.go":        "package two\n\nimport \"example.org/one\"\n\nfunc Two() one.Kind { return \"\" }\n",
		"one/test/a_test.go":    "package test\n",
		"one/internal/three.go": "package internal\n\nconst Three = 3\n",
		"one/cmd/main.go":       "package main\n\nconst Four = 4\n\nfunc main() {}\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := surface.Of(t.Context(), root, "one")
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got, err := surface.Of(t.Context(), root, "one/cmd"); err != nil || got != "nothing to import\n" {
		t.Errorf("of a program: %q, %v", got, err)
	}
	if _, err := surface.Of(t.Context(), root, "nothing"); err == nil {
		t.Error("a module that is not there has an API")
	}
}
