package cli

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// Commands gives all commands, to be described and not to be run.
func Commands() *cobra.Command {
	return newRoot(&program{
		stdin: os.Stdin, stdout: terminal.NewLatch(io.Discard), stderr: io.Discard,
		getenv: func(string) string { return "" },
	})
}
