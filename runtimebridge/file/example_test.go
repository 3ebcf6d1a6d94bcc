package file_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/file"
)

func Example() {
	dir, err := os.MkdirTemp("", "file")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "harbour.md"), []byte("The crane stays.\n"), 0o600); err != nil {
		log.Fatal(err)
	}
	for _, tool := range file.Tools(file.Options{WorkingDirs: []string{dir}}) {
		if tool.Spec().Name != "read" {
			continue
		}
		for _, path := range []string{"harbour.md", "../elsewhere.md"} {
			result, err := tool.Run(context.Background(), runtimebridge.Invocation{
				Arguments: runtimebridge.Arguments{"file_path": path},
				Progress:  func(runtimebridge.Progress) {},
				Commit:    func(write func() error) error { return write() },
			})
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(path, "refused:", result.IsError)
		}
	}
	// Output:
	// harbour.md refused: false
	// ../elsewhere.md refused: true
}
