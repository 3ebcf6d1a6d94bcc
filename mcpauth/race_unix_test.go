//go:build unix && !aix

package mcpauth_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/openprogram/openprogram-go/mcpauth"
)

const (
	creators    = 12
	creatorRole = "MCPAUTH_TEST_CREATE_IN"
)

// TestMain turns the test binary into a program that creates one token, for the
// race between processes.
func TestMain(m *testing.M) {
	dir := os.Getenv(creatorRole)
	if dir == "" {
		os.Exit(m.Run())
	}
	token, err := mcpauth.Create(mcpauth.Location{Dir: dir})
	if err != nil {
		_, _ = os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
	_, _ = os.Stdout.WriteString(token.Reveal())
	os.Exit(0)
}

func TestOneOfManyGoroutinesCreates(t *testing.T) {
	// The state directory is missing: making it is a part of the race.
	loc := mcpauth.Location{Dir: filepath.Join(privateDir(t), "one", "two")}
	tokens, failures := make([]mcpauth.Token, creators), make([]error, creators)
	start := make(chan struct{})
	var running sync.WaitGroup
	for i := range creators {
		running.Add(1)
		go func() {
			defer running.Done()
			<-start
			tokens[i], failures[i] = mcpauth.Create(loc)
		}()
	}
	close(start)
	running.Wait()

	var winners []string
	for i := range creators {
		if failures[i] == nil {
			winners = append(winners, tokens[i].Reveal())
		} else if !errors.Is(failures[i], mcpauth.ErrTokenExists) {
			t.Errorf("a loser failed with: %v", failures[i])
		}
	}
	assertOneWinner(t, loc, winners)
}

func TestOneOfManyProcessesCreates(t *testing.T) {
	loc := mcpauth.Location{Dir: filepath.Join(privateDir(t), "one", "two")}
	self, err := os.Executable()
	must(t, err)
	type process struct {
		cmd         *exec.Cmd
		out, failed bytes.Buffer
	}
	processes := make([]process, creators)
	for i := range processes {
		p := &processes[i]
		p.cmd = exec.Command(self)
		p.cmd.Env = append(os.Environ(), creatorRole+"="+loc.Dir)
		p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.failed
		must(t, p.cmd.Start())
	}
	var winners []string
	for i := range processes {
		p := &processes[i]
		if err := p.cmd.Wait(); err == nil {
			winners = append(winners, p.out.String())
		} else if p.failed.String() != mcpauth.ErrTokenExists.Error() || p.out.Len() != 0 {
			t.Errorf("a loser printed %q and failed with %q", p.out.String(), p.failed.String())
		}
	}
	assertOneWinner(t, loc, winners)
}

func assertOneWinner(t *testing.T, loc mcpauth.Location, winners []string) {
	t.Helper()
	if len(winners) != 1 {
		t.Fatalf("%d winners, want 1", len(winners))
	}
	if readFile(t, loc.TokenPath()) != winners[0] {
		t.Error("the file holds another token than the winner got")
	}
	assertMode(t, loc.TokenPath(), 0o600)
	assertMode(t, loc.Dir, os.ModeDir|0o700)
	assertEntries(t, loc.Dir, mcpauth.FileName)
}
