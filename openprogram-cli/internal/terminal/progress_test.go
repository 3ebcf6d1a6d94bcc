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
		if got, want := out.String(), "\r\x1b[Kreading\\x1b[2J (1 s)\r\x1b[K3 read (1 s)\r\x1b[K3 read (2 s)\r\x1b[K"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestProgressBar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := terminal.StartProgress(&out, "looking")
		p.Count("indexing", 0, 0)
		time.Sleep(900 * time.Millisecond)
		if out.Len() != 0 {
			t.Errorf("too early: %q", out.String())
		}
		p.Count("indexing", 5, 10)
		time.Sleep(200 * time.Millisecond)
		p.Count("indexing", 12, 10)
		time.Sleep(200 * time.Millisecond)
		p.Say("searching")
		time.Sleep(200 * time.Millisecond)
		p.End()
		const clear = "\r\x1b[K"
		want := clear + "indexing [############............] 5 of 10" + clear + "indexing [########################] 12 of 10" +
			clear + "searching (1 s)" + clear
		if got := out.String(); got != want {
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
	p.Count("x", 1, 2)
	p.End() // neither panics
}
