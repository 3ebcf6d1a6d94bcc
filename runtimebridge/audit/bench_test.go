//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package audit_test

import (
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

var benchPayload = map[string]any{
	"tool": "memory_search", "call_id": "call_0123456789abcdef", "request_id": "17", "session_id": "", "client_id": "6f69975abe580db3",
	"argument_hash": "6f69975abe580db36f69975abe580db3", "reason": "safe_tool", "argument_bytes": 120,
}

func benchLog(b *testing.B, dir string) *audit.Log {
	log, err := audit.Open(dir, audit.Options{})
	must(b, err)
	b.Cleanup(func() { log.Close() })
	return log
}

func BenchmarkAppend(b *testing.B) {
	log := benchLog(b, filepath.Join(b.TempDir(), "audit"))
	b.ReportAllocs()
	for b.Loop() {
		must(b, log.Append(b.Context(), runtimebridge.AuditToolAllowed, "mcp/6f69975abe580db3", benchPayload))
	}
}

// Two writers that take turns: each finds that the other has written.
func BenchmarkAppendInTurns(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "audit")
	first, second := benchLog(b, dir), benchLog(b, dir)
	for b.Loop() {
		must(b, first.Append(b.Context(), runtimebridge.AuditToolAllowed, "mcp/6f69975abe580db3", benchPayload))
		first, second = second, first
	}
}

func BenchmarkVerify(b *testing.B) {
	log := benchLog(b, filepath.Join(b.TempDir(), "audit"))
	for range 1000 {
		must(b, log.Append(b.Context(), runtimebridge.AuditToolAllowed, "mcp/6f69975abe580db3", benchPayload))
	}
	for b.Loop() {
		if report, err := log.Verify(b.Context()); err != nil || report.Records != 1000 {
			b.Fatal(report, err)
		}
	}
}
