package tool_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// sum is the hash of canonical arguments.
func sum(canonical string) string {
	digest := sha256.Sum256([]byte(canonical))
	return hex.EncodeToString(digest[:])
}

func TestRecordsOfAClientsCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		search := &fake{name: "memory_search", readOnly: true, run: func(context.Context, runtimebridge.Invocation) (runtimebridge.Result, error) {
			if got := f.audit.kinds(); len(got) != 1 || got[0] != runtimebridge.AuditToolAllowed {
				t.Errorf("records when the tool starts: %v", got)
			}
			time.Sleep(20 * time.Millisecond)
			return runtimebridge.TextResult("secret result"), nil
		}}
		if err := f.options.Registry.Register(search); err != nil {
			t.Fatal(err)
		}
		req := fromClient(t, "memory_search", map[string]any{"query": "s3cret <b>", "top_k": json.Number("3"), "a": nil})
		req.CallID = "call_1"
		if _, err := f.gate().Call(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		const canonical = `{"a":null,"query":"s3cret <b>","top_k":3}`
		want := []record{
			{runtimebridge.AuditToolAllowed, "mcp/" + clientID, map[string]any{
				"tool": "memory_search", "call_id": "call_1", "request_id": "7", "session_id": "", "client_id": clientID,
				"argument_hash": sum(canonical), "argument_bytes": len(canonical), "reason": "safe_tool", "capability": "memory.read",
			}},
			{runtimebridge.AuditToolFinished, "mcp/" + clientID, map[string]any{
				"tool": "memory_search", "call_id": "call_1", "request_id": "7", "session_id": "", "client_id": clientID,
				"argument_hash": sum(canonical), "reason": "ok", "is_error": false, "result_bytes": 13, "duration_ms": int64(20),
			}},
		}
		if diff := cmp.Diff(want, f.audit.records, cmp.AllowUnexported(record{})); diff != "" {
			t.Errorf("records (-want +got):\n%s", diff)
		}
	})
}

// A log that other processes keep busy, as long as it would itself wait for them,
// is no reason to refuse a call.
func TestABusyLogIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, &fake{name: "memory_get", readOnly: true})
		f.audit.busy = 6 * time.Second
		if _, err := f.gate().Call(t.Context(), fromOwner("memory_get", nil)); err != nil {
			t.Errorf("Call = %v", err)
		}
		if got := f.audit.kinds(); len(got) != 2 {
			t.Errorf("records %v", got)
		}
	})
}

func TestRecordTypesFollowTheScope(t *testing.T) {
	f := newFixture(t, &fake{name: "note"}, &fake{name: "memory_get", readOnly: true})
	gate := f.gate()
	_, err := gate.Call(t.Context(), fromOwner("note", nil))
	wantDenial(t, err, runtimebridge.DeniedApprovalUnavailable)
	if _, err := gate.Call(t.Context(), fromOwner("memory_get", nil)); err != nil {
		t.Fatal(err)
	}
	_, err = gate.Call(t.Context(), fromClient(t, "note", nil))
	wantDenial(t, err, runtimebridge.DeniedCapability)
	want := []runtimebridge.AuditType{
		runtimebridge.AuditTurnToolDenied, runtimebridge.AuditTurnToolAllowed,
		runtimebridge.AuditTurnToolFinished, runtimebridge.AuditToolDenied,
	}
	if diff := cmp.Diff(want, f.audit.kinds()); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

func TestRecordsHoldNoValues(t *testing.T) {
	f := newFixture(t, &pathFake{fake: fake{name: "read"}}).allowing(t, "read(/s3cret/**)")
	f.options.WorkingDirs = []string{t.TempDir()}
	req := fromOwner("read", map[string]any{"paths": []any{"/s3cret/x"}})
	if _, err := f.gate().Call(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(f.audit.records[0].payload)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "s3cret") {
		t.Errorf("the record says %s", text)
	}
}

func TestWithoutAnAuditRecordNothingRuns(t *testing.T) {
	search := &fake{name: "memory_search", readOnly: true}
	f := newFixture(t, search, &fake{name: "bash"})
	f.audit.broken[runtimebridge.AuditToolAllowed] = true
	f.audit.broken[runtimebridge.AuditToolDenied] = true
	for _, name := range []string{"memory_search", "bash"} {
		_, err := f.gate().Call(t.Context(), fromClient(t, name, nil))
		wantDenial(t, err, runtimebridge.DeniedAuditUnavailable)
	}
	if search.runs() != 0 {
		t.Error("the tool was entered")
	}
}

func TestALastRecordThatFailsDoesNotUndoTheCall(t *testing.T) {
	f := newFixture(t, &fake{name: "memory_search", readOnly: true})
	f.audit.broken[runtimebridge.AuditToolFinished] = true
	got, err := f.gate().Call(t.Context(), fromClient(t, "memory_search", nil))
	if err != nil || got.IsError {
		t.Errorf("result %v, error %v", got, err)
	}
}
