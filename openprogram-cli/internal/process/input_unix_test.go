//go:build unix

package process_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/process"
)

func TestHungUp(t *testing.T) {
	ends := map[string]func(*testing.T) (reader, writer *os.File){
		"a pipe": func(t *testing.T) (*os.File, *os.File) {
			reader, writer, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			return reader, writer
		},
		"a pair of sockets": func(t *testing.T) (*os.File, *os.File) {
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
			if err != nil {
				t.Fatal(err)
			}
			return os.NewFile(uintptr(pair[0]), "reader"), os.NewFile(uintptr(pair[1]), "writer")
		},
	}
	for name, open := range ends {
		t.Run(name, func(t *testing.T) {
			reader, writer := open(t)
			t.Cleanup(func() { reader.Close(); writer.Close() })
			in := process.NewInput(reader)
			if in.HungUp() {
				t.Error("hung up before anything happened")
			}
			if _, err := io.WriteString(writer, "left"); err != nil {
				t.Fatal(err)
			}
			if in.HungUp() {
				t.Error("hung up while the writer is there")
			}
			writer.Close()
			if !in.HungUp() {
				t.Error("not hung up although the writer has gone")
			}
			if rest, err := io.ReadAll(in); string(rest) != "left" || err != nil {
				t.Errorf("what was left is %q, %v", rest, err)
			}
		})
	}
}

func TestAFileNeverHangsUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frames")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if process.NewInput(f).HungUp() {
		t.Error("a file has hung up")
	}
	f.Close()
	if process.NewInput(f).HungUp() {
		t.Error("a closed file has hung up")
	}
}
