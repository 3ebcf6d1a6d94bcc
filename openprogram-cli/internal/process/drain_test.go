package process_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/process"
)

// gate is a writer that lets nothing pass until it is opened.
type gate struct {
	opened chan struct{}
	passed strings.Builder
}

func (g *gate) Write(p []byte) (int, error) {
	<-g.opened
	return g.passed.Write(p)
}

func TestDrainWritesEveryLine(t *testing.T) {
	g := &gate{opened: make(chan struct{})}
	close(g.opened)
	d := process.NewDrain(g)
	line := []byte("reused\n")
	for i := range 100 {
		copy(line, fmt.Sprintf("%06d", i))
		if n, err := d.Write(line); n != len(line) || err != nil {
			t.Fatalf("Write = %d, %v", n, err)
		}
	}
	d.Close()
	if got := g.passed.String(); strings.Count(got, "\n") != 100 || !strings.HasPrefix(got, "000000\n000001\n") {
		t.Errorf("written: %s", got)
	}
}

// TestDrainNeverWaits has nobody read, and then somebody.
func TestDrainNeverWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{opened: make(chan struct{})}
		d := process.NewDrain(g)
		for i := range 1000 {
			fmt.Fprintf(d, "line %d\n", i)
			synctest.Wait()
		}
		close(g.opened)
		synctest.Wait()
		fmt.Fprintln(d, "the last one")
		d.Close()
		d.Close()
		fmt.Fprintln(d, "too late")
		got := strings.Split(g.passed.String(), "\n")
		if got[0] != "line 0" || len(got) > 300 {
			t.Errorf("%d lines, the first %q", len(got), got[0])
		}
		if told := fmt.Sprintf("%d lines were lost: nobody read them", 1000-(len(got)-3)); got[len(got)-3] != told || got[len(got)-2] != "the last one" {
			t.Errorf("the end is %q, want %q before the last line", got[len(got)-3:], told)
		}
	})
}

func TestDrainClosesAlthoughNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gate{opened: make(chan struct{})}
		d := process.NewDrain(g)
		fmt.Fprintln(d, "held up")
		begun := time.Now()
		d.Close()
		if took := time.Since(begun); took > time.Second {
			t.Errorf("Close took %s", took)
		}
		close(g.opened)
	})
}
