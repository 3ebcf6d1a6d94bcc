package cli

import (
	"context"
	"os"
	"syscall"

	"golang.org/x/term"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/chat"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// screen is where answers and what happens meanwhile are shown.
func (p *program) screen() chat.Screen {
	return chat.Screen{Answers: p.stdout, Notes: p.stderr, Size: p.answerSize(), Live: p.live()}
}

// live reports whether standard error is a terminal, on which somebody may see
// time pass.
func (p *program) live() bool {
	f, ok := p.stderr.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// answerSize is how large the terminal is that standard output is, or nil when it
// is none or wants no styles.
func (p *program) answerSize() func() (columns, rows int) {
	plain := p.getenv("NO_COLOR") != "" || p.getenv("TERM") == "dumb" || p.getenv("TERM") == ""
	if plain || !term.IsTerminal(int(syscall.Stdout)) {
		return nil
	}
	return func() (int, int) {
		columns, rows, err := term.GetSize(int(syscall.Stdout))
		if err != nil || columns < 1 || rows < 1 {
			return 80, 24
		}
		return columns, rows
	}
}

// answers is who answers the questions of a turn: nobody when nobody is there.
func (p *program) answers(yes bool) func(context.Context, runtimebridge.Question) runtimebridge.Answer {
	switch {
	case yes:
		return chat.Yes
	case p.interactive():
		return (&chat.Asker{Lines: chat.PlainLines(p.stdin, p.stderr), Notes: p.stderr}).Ask
	}
	return nil
}
