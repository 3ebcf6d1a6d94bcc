package cli

import (
	"context"
	"errors"
	"os"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

var errOutput = errors.New("the output could not be written")

// Main runs the program with the arguments of the process and returns its exit
// code.
func Main() int {
	p := &program{
		stdin:  os.Stdin,
		stdout: terminal.NewLatch(os.Stdout),
		stderr: os.Stderr,
		getenv: os.Getenv,
	}
	return p.run(context.Background(), os.Args[1:])
}

func (p *program) run(ctx context.Context, arguments []string) int {
	root := newRoot(p)
	root.SetArgs(arguments)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	err := root.ExecuteContext(ctx)
	if err == nil && p.stdout.Err() != nil {
		err = errOutput
	}
	code := p.report(err)
	p.advise(err)
	return code
}

// report shows an error and gives the exit code for it.
func (p *program) report(err error) int {
	if err == nil {
		return 0
	}
	var wrong *usageError
	if errors.As(err, &wrong) {
		p.notef("Error: %s\n", terminal.Line(err.Error()))
		return 2
	}
	p.notef("Error: %s\n", terminal.Line(p.here(err.Error())))
	return 1
}
