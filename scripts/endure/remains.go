package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// checkRemains looks at what all the connections have left behind: no process, an
// audit log and sessions in order, and one record for each cancelled request.
func (s *soak) checkRemains(ctx context.Context) {
	for range 100 { // what was killed takes a moment to go
		if len(having(s.stage.home)) == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	for _, pid := range having(s.stage.home) {
		s.findings.add(leftBehind, "after all connections have ended", "process %s", pid)
	}
	if out, err := s.stage.run(ctx, "audit", "verify"); err != nil {
		s.findings.add(brokenAudit, "openprogram audit verify", "%s%v", out, err)
	}
	if out, err := s.stage.run(ctx, "sessions", "verify"); err != nil {
		s.findings.add(brokenStore, "openprogram sessions verify", "%s%v", out, err)
	}
	files, _ := filepath.Glob(s.stage.state("audit", "audit*.jsonl"))
	recorded := map[string]int{}
	for _, file := range files {
		if err := countCancels(file, recorded); err != nil {
			s.findings.add(brokenAudit, filepath.Base(file), "%v", err)
		}
	}
	s.compareCancels(recorded)
}

// countCancels counts the records of cancelled requests, by request.
func countCancels(path string, recorded map[string]int) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !bytes.Contains(lines.Bytes(), []byte(`"mcp.request.cancelled"`)) {
			continue
		}
		var record struct {
			Payload struct {
				RequestID string `json:"request_id"`
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			return err
		}
		recorded[`"`+record.Payload.RequestID+`"`]++
	}
	return lines.Err()
}

// compareCancels holds the records to what the clients were told. A server that
// was killed may have told and not recorded, or the other way round.
func (s *soak) compareCancels(recorded map[string]int) {
	killed := map[string]bool{}
	for _, p := range s.kept {
		killed[p.name] = p.how == byKill
		for _, id := range p.cancelled {
			if n := recorded[id]; n > 1 || n == 0 && p.how != byKill {
				s.findings.add(brokenAudit, p.name, "%d records of the cancelled request %s", n, id)
			}
			delete(recorded, id)
		}
	}
	for id := range recorded {
		name, _, _ := strings.Cut(strings.Trim(id, `"`), "-")
		if !killed[name] {
			s.findings.add(brokenAudit, name, "request %s is recorded as cancelled and was not", id)
		}
	}
}
