package terminal_test

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := terminal.StartProgress(&out, "reading\x1b[2J")
		time.Sleep(1500 * time.Millisecond)
		p.Say("3 read")
		time.Sleep(time.Second)
		p.End()
		time.Sleep(time.Minute)
		if got, want := out.String(), "\r\x1b[Kreading\\x1b[2J (1 s)\r\x1b[K3 read (2 s)\r\x1b[K"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestNoProgressForWhatIsQuick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := terminal.StartProgress(&out, "reading")
		time.Sleep(900 * time.Millisecond)
		p.End()
		if out.Len() != 0 {
			t.Errorf("got %q", out.String())
		}
	})
}

func TestNoProgressAtAll(t *testing.T) {
	var p *terminal.Progress
	p.Say("x")
	p.End() // neither panics
}
