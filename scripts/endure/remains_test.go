package main

import (
	"os"
	"path/filepath"
	"testing"
)

const auditLog = `{"seq":1,"type":"mcp.server.started","payload":{}}
{"seq":2,"type":"mcp.request.cancelled","payload":{"request_id":"c0.0-1"}}
{"seq":3,"type":"mcp.request.cancelled","payload":{"request_id":"c1.0-1"}}
`

func TestCancelsAreRecordedOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "audit.jsonl")
	if err := os.WriteFile(file, []byte(auditLog), 0o600); err != nil {
		t.Fatal(err)
	}
	first, second := past{"c0.0", byEOF, []string{`"c0.0-1"`}}, past{"c1.0", bySignal, []string{`"c1.0-1"`}}
	for name, c := range map[string]struct {
		kept   []past
		files  int // how often the log is read
		faults int
	}{
		"as it is":                        {[]past{first, second}, 1, 0},
		"each twice":                      {[]past{first, second}, 2, 2},
		"none":                            {[]past{first, second}, 0, 2},
		"one that was not cancelled":      {[]past{first, {"c1.0", byEOF, nil}}, 1, 1},
		"of nobody":                       {[]past{first}, 1, 1},
		"told by a killed server, only":   {[]past{{"c0.0", byKill, []string{`"c0.0-1"`}}}, 0, 0},
		"recorded by a killed one, only":  {[]past{{"c0.0", byKill, nil}, second}, 1, 0},
		"recorded twice by a killed one":  {[]past{{"c0.0", byKill, []string{`"c0.0-1"`}}, {"c1.0", byKill, nil}}, 2, 1},
		"of a server that was not killed": {[]past{{"c0.0", byKill, nil}, {"c1.0", bySignal, nil}}, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := &soak{findings: newFindings(), kept: c.kept}
			recorded := map[string]int{}
			for range c.files {
				if err := countCancels(file, recorded); err != nil {
					t.Fatal(err)
				}
			}
			s.compareCancels(recorded)
			if got := s.findings.count[brokenAudit]; got != c.faults {
				t.Errorf("%d faults, want %d: %q", got, c.faults, s.findings.details())
			}
		})
	}
}
