package memory_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/memory"
)

func TestToolFailures(t *testing.T) {
	s := newState(t)
	s.put("a.md", "# A\n")
	s.put("big.md", strings.Repeat("x", memory.MaxNote+1))
	s.put(".hidden.md", "x")
	must(t, os.Symlink("/etc/passwd", filepath.Join(s.dir, "memory", "link.md")))
	must(t, os.Symlink("a.md", filepath.Join(s.dir, "memory", "alias.md")))
	update := func(revision, path, text string) string {
		return `{"base_revision":"` + revision + `","changes":[{"path":"` + path + `","text":"` + text + `"}]}`
	}
	revision := s.revision()
	tests := []struct {
		name, tool, arguments string
		want                  runtimebridge.ReasonCode
	}{
		{"no such note", "memory_get", `{"path":"b.md"}`, runtimebridge.ReasonNotFound},
		{"no such section", "memory_get", `{"path":"a.md","heading":"B"}`, runtimebridge.ReasonNotFound},
		{"no such line", "memory_get", `{"path":"a.md","start_line":9}`, runtimebridge.ReasonNotFound},
		{"a path upwards", "memory_get", `{"path":"../memory/a.md"}`, runtimebridge.ReasonNotFound},
		{"an absolute path", "memory_get", `{"path":"/etc/passwd"}`, runtimebridge.ReasonNotFound},
		{"a hidden note", "memory_get", `{"path":".hidden.md"}`, runtimebridge.ReasonNotFound},
		{"a link out", "memory_get", `{"path":"link.md"}`, runtimebridge.ReasonNotFound},
		{"a link inside", "memory_get", `{"path":"alias.md"}`, runtimebridge.ReasonNotFound},
		{"a note beyond the limit", "memory_get", `{"path":"big.md"}`, runtimebridge.ReasonTooLarge},
		{"two lines to look for", "memory_grep", `{"query":"a\nb"}`, runtimebridge.ReasonInvalidPattern},
		{"Unicode blanks to look for", "memory_grep", `{"query":"\u00a0\u3000"}`, runtimebridge.ReasonInvalidPattern},
		{"a stale revision", "memory_update", update("r1f0", "a.md", "x"), runtimebridge.ReasonConflict},
		{"too much text", "memory_update", update(revision, "a.md", strings.Repeat("x", 512_001)), runtimebridge.ReasonTooLarge},
		{"an addition to a note beyond the limit", "memory_update", update(revision, "big.md", "x"), runtimebridge.ReasonTooLarge},
		{"a path that is not allowed", "memory_update", update(revision, "../a.md", "x"), ""},
		{"an addition through a link", "memory_update", update(revision, "alias.md", "x"), ""},
		{"no such record", "memory_promote", `{"source_id":"p0123456789abcdef"}`, runtimebridge.ReasonNotFound},
		{"an id that is a path", "memory_promote", `{"source_id":"../memory/a"}`, runtimebridge.ReasonNotFound},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := s.call(tt.tool, owner(), tt.arguments)
			if !got.IsError || got.Reason != tt.want {
				t.Errorf("got %+v, want reason %q", got, tt.want)
			}
		})
	}
	if s.revision() != revision {
		t.Error("something was written")
	}
}

func TestPromoteToolIsForTheOwner(t *testing.T) {
	s := newState(t)
	id := s.update(client(), memory.Change{Path: "a.md", Text: "crane"}).IDs[0]
	for _, grant := range []authority.Grant{client(), {}} {
		_, err := s.tool("memory_promote").Run(background, s.invocation(grant, `{"source_id":"`+id+`"}`, new([]string)))
		if err == nil {
			t.Errorf("done for tier %q", grant.Tier)
		}
	}
	if got := s.status(); got.Files != 0 || got.Pending != 1 {
		t.Errorf("got %+v", got)
	}
}

// A cancelled call writes nothing, of whatever tier.
func TestCancelledCallsWriteNothing(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	id := s.update(client(), memory.Change{Path: "a.md", Text: "winch"}).IDs[0]
	revision := s.revision()
	outcome := &runtimebridge.Outcome{}
	outcome.Cancel(runtimebridge.ReasonPromptCancel)
	for _, grant := range []authority.Grant{client(), owner()} {
		in := s.invocation(grant, `{"base_revision":"`+revision+`","changes":[{"path":"new/b.md","text":"x"}]}`, new([]string))
		in.Commit = outcome.Commit
		var cancelled *runtimebridge.Cancellation
		if _, err := s.tool("memory_update").Run(background, in); !errors.As(err, &cancelled) {
			t.Errorf("%s: %v", grant.Tier, err)
		}
	}
	in := s.invocation(owner(), `{"source_id":"`+id+`"}`, new([]string))
	in.Commit = outcome.Commit
	if _, err := s.tool("memory_promote").Run(background, in); err == nil {
		t.Error("promoted")
	}
	if s.revision() != revision {
		t.Error("something was written")
	}
	entries, err := os.ReadDir(filepath.Join(s.dir, "memory"))
	must(t, err)
	if len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestToolsEndWithTheirContext(t *testing.T) {
	s := newState(t)
	s.put("a.md", "crane")
	ctx, cancel := context.WithCancel(background)
	cancel()
	for name, arguments := range map[string]string{
		"memory_status": `{}`, "memory_browse": `{}`, "memory_get": `{"path":"a.md"}`, "memory_grep": `{"query":"x"}`,
		"memory_search": `{"query":"x"}`, "memory_promote": `{"source_id":"p0123456789abcdef"}`,
		"memory_update": `{"base_revision":"r0","changes":[{"path":"a.md","text":"x"}]}`,
	} {
		if _, err := s.tool(name).Run(ctx, s.invocation(owner(), arguments, new([]string))); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
