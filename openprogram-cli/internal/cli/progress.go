package cli

import "github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"

// slow tells a person that something takes its time, if it does. It tells
// nothing where nobody looks: the result is nil then, which is of use all the
// same. The caller ends it before anything else is written.
func (p *program) slow(what string) *terminal.Progress {
	if !p.live() {
		return nil
	}
	return terminal.StartProgress(p.stderr, what)
}

// during does something that prints nothing and may take its time.
func (p *program) during(what string, do func() error) error {
	progress := p.slow(what)
	defer progress.End()
	return do()
}
