package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
)

var update = flag.Bool("update", false, "rewrite what the transcripts in testdata expect")

// TestTranscripts replays what a client sends and compares every line that comes
// back, and the audit records. A transcript is a txtar archive of two files:
//
//	-- wire --
//	> a line that the client sends
//	>> "quoted bytes that the client sends, as they are"
//	< a line that the server sends
//	! init | eof | signal | free | sleep 5s
//	# a remark
//	-- audit --
//	type origin payload
func TestTranscripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil || len(archive.Files) != 2 {
				t.Fatalf("%s is no transcript: %v", path, err)
			}
			var wire, audit []byte
			synctest.Test(t, func(t *testing.T) { wire, audit = replay(t, archive.Files[0].Data) })
			got := &txtar.Archive{Comment: archive.Comment, Files: []txtar.File{{Name: "wire", Data: wire}, {Name: "audit", Data: audit}}}
			if *update {
				if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(txtar.Format(archive)), string(txtar.Format(got))); diff != "" {
				t.Errorf("transcript differs (-want +got):\n%s", diff)
			}
		})
	}
}

// replay plays the client's part of a transcript and writes down both parts.
func replay(t *testing.T, script []byte) (wire, audit []byte) {
	s := start(t)
	var got bytes.Buffer
	for line := range strings.Lines(string(script)) {
		if strings.HasPrefix(line, "<") {
			continue
		}
		got.WriteString(line)
		s.act(strings.TrimSuffix(line, "\n"))
		for _, answer := range s.out.take() {
			fmt.Fprintf(&got, "< %s\n", answer)
		}
	}
	s.close()
	for _, answer := range s.out.take() {
		fmt.Fprintf(&got, "< %s\n", answer)
	}
	audit = auditText(t, s.audit.Records())
	for name, text := range map[string]string{"output": s.out.String(), "log": s.logs.String(), "audit": string(audit)} {
		if strings.Contains(text, "canary") {
			t.Errorf("the %s holds what a client or a runtime said: %s", name, text)
		}
	}
	return got.Bytes(), audit
}

// act does one line of the client's part.
func (s *session) act(line string) {
	kind, rest, _ := strings.Cut(line, " ")
	switch kind {
	case ">":
		s.send(rest)
	case ">>":
		data, err := strconv.Unquote(rest)
		if err != nil {
			s.t.Fatalf("%s: %v", line, err)
		}
		s.sendRaw(data)
	case "!":
		s.command(rest)
	case "#", "":
	default:
		s.t.Fatalf("unknown line %q", line)
	}
	synctest.Wait()
}

func (s *session) command(line string) {
	name, value, _ := strings.Cut(line, " ")
	switch name {
	case "init":
		s.send(initLine, readyLine)
		s.out.take()
	case "eof":
		_ = s.in.Close()
	case "signal":
		s.signal()
	case "free":
		s.runtime.Free()
	case "sleep":
		pause, err := time.ParseDuration(value)
		if err != nil {
			s.t.Fatal(err)
		}
		time.Sleep(pause)
	default:
		s.t.Fatalf("unknown command %q", name)
	}
}

func auditText(t *testing.T, records []fakeruntime.Record) []byte {
	var text bytes.Buffer
	for _, r := range records {
		payload, err := json.Marshal(r.Payload)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s %s %s\n", r.Kind, r.Origin, payload)
	}
	return text.Bytes()
}
