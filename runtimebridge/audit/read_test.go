//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package audit_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

// ticking is a clock that goes on by a minute each time.
func ticking() func() time.Time {
	now := clock
	return func() time.Time {
		now = now.Add(time.Minute)
		return now
	}
}

func TestReadGivesRecordsBack(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	must(t, log.Append(t.Context(), runtimebridge.AuditToolDenied, "mcp/x", map[string]any{"tool": "bash", "n": 1, "l": []string{"a"}}))
	records, err := collect(t, log, audit.Filter{})
	must(t, err)
	line := strings.TrimSuffix(read(t, current(dir)), "\n")
	fields := asJSON(t, line)
	want := []audit.Record{{
		Seq: 1, Time: time.Date(2026, 1, 2, 2, 4, 5, 6000, time.UTC), Type: "mcp.tool.denied", Origin: "mcp/x",
		Payload: fields["payload"].(map[string]any), Prev: strings.Repeat("0", 64), Hash: fields["hash"].(string),
	}}
	if diff := cmp.Diff(want, records); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	if text, err := records[0].MarshalJSON(); err != nil || string(text) != line {
		t.Errorf("MarshalJSON gives %s, %v, want %s", text, err, line)
	}
	if _, err := (audit.Record{Payload: map[string]any{"a": struct{}{}}}).MarshalJSON(); !errors.Is(err, audit.ErrPayload) {
		t.Errorf("a record that is not plain: %v", err)
	}
}

func TestFilter(t *testing.T) {
	log, _ := newLog(t, audit.Options{Now: ticking(), FileSize: 600})
	for i, kind := range []runtimebridge.AuditType{"a", "b", "c", "a", "b", "c"} {
		session := []string{"s1", "s2"}[i%2]
		must(t, log.Append(t.Context(), kind, "mcp/"+session[1:], map[string]any{"session_id": session}))
	}
	minute := func(n int) time.Time { return clock.Truncate(time.Microsecond).Add(time.Duration(n) * time.Minute) }
	tests := []struct {
		name   string
		filter audit.Filter
		want   []uint64
	}{
		{"all", audit.Filter{}, []uint64{1, 2, 3, 4, 5, 6}},
		{"types", audit.Filter{Types: []runtimebridge.AuditType{"a", "c"}}, []uint64{1, 3, 4, 6}},
		{"unknown type", audit.Filter{Types: []runtimebridge.AuditType{"x"}}, nil},
		{"origin", audit.Filter{Origin: "mcp/2"}, []uint64{2, 4, 6}},
		{"session", audit.Filter{Session: "s1"}, []uint64{1, 3, 5}},
		{"after", audit.Filter{After: minute(4)}, []uint64{5, 6}},
		{"before", audit.Filter{Before: minute(3)}, []uint64{1, 2}},
		{"between", audit.Filter{After: minute(1), Before: minute(4)}, []uint64{2, 3}},
		{"after a number", audit.Filter{AfterSeq: 4}, []uint64{5, 6}},
		{"limit", audit.Filter{Limit: 2}, []uint64{5, 6}},
		{"limit of one", audit.Filter{Limit: 1}, []uint64{6}},
		{"limit of more", audit.Filter{Limit: 100}, []uint64{1, 2, 3, 4, 5, 6}},
		{"negative limit", audit.Filter{Limit: -1}, []uint64{1, 2, 3, 4, 5, 6}},
		{"limit of a type", audit.Filter{Limit: 1, Types: []runtimebridge.AuditType{"a"}}, []uint64{4}},
	}
	for _, tt := range tests {
		records, err := collect(t, log, tt.filter)
		must(t, err)
		if diff := cmp.Diff(tt.want, sequences(records)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestReadStops(t *testing.T) {
	log, _ := newLog(t, audit.Options{})
	add(t, log, 3)
	stop := errors.New("stop")
	for _, limit := range []int{0, 3} {
		calls := 0
		err := log.Read(t.Context(), audit.Filter{Limit: limit}, func(audit.Record) error { calls++; return stop })
		is(t, "read", err, stop)
		if calls != 1 {
			t.Errorf("%d calls after an error", calls)
		}
	}
}

// A damaged log can still be looked at.
func TestReadADamagedLog(t *testing.T) {
	for name, tail := range map[string]string{"bad line": "x\n", "long line": strings.Repeat("x", 200_000) + "\n", "half a line": ""} {
		log, dir := newLog(t, audit.Options{FileSize: 900})
		add(t, log, 6)
		rewrite(t, older(dir, 1), strings.Join(lines(read(t, older(dir, 1)))[:2], "")+tail)
		records, err := collect(t, log, audit.Filter{})
		if want := (error)(nil); tail != "" {
			want = audit.ErrDamaged
			is(t, name, err, want)
		} else {
			is(t, name, err, want)
		}
		if diff := cmp.Diff([]uint64{1, 2, 4, 5, 6}, sequences(records)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// following follows a log until the test ends; the channel gives the numbers.
func following(t *testing.T, log *audit.Log, f audit.Filter) (<-chan uint64, <-chan error, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	seqs, done := make(chan uint64), make(chan error, 1)
	go func() {
		done <- log.Follow(ctx, f, func(r audit.Record) error {
			select {
			case seqs <- r.Seq:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	t.Cleanup(cancel)
	return seqs, done, cancel
}

func TestFollow(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "audit")
	seqs, done, cancel := following(t, openLog(t, dir, audit.Options{Poll: time.Millisecond}), audit.Filter{})
	writer := openLog(t, dir, audit.Options{FileSize: 900})
	next := uint64(1)
	expect := func(n int) {
		t.Helper()
		for range n {
			if got := <-seqs; got != next {
				t.Fatalf("record %d, want %d", got, next)
			}
			next++
		}
	}
	add(t, writer, 2)
	expect(2)
	add(t, writer, 1)
	expect(1)
	add(t, writer, 20) // several files further
	expect(20)
	before := read(t, head(dir))
	add(t, writer, 1)
	expect(1)
	f, err := os.OpenFile(head(dir), os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteAt([]byte(before), 0) // as after a crash
	must(t, errors.Join(err, f.Close()))
	add(t, writer, 1)
	expect(1)
	cancel()
	is(t, "follow", <-done, context.Canceled)
}

func TestFollowBeginsWithTheNewest(t *testing.T) {
	log, _ := newLog(t, audit.Options{Poll: time.Millisecond})
	add(t, log, 5)
	seqs, _, _ := following(t, log, audit.Filter{Limit: 2})
	var got []uint64
	for range 2 {
		got = append(got, <-seqs)
	}
	add(t, log, 3)
	for range 3 {
		got = append(got, <-seqs)
	}
	if diff := cmp.Diff([]uint64{4, 5, 6, 7, 8}, got); diff != "" {
		t.Errorf("followed (-want +got):\n%s", diff)
	}
}

func TestFollowEndsWithoutHead(t *testing.T) {
	log, dir := newLog(t, audit.Options{Poll: time.Millisecond})
	add(t, log, 1)
	seqs, done, _ := following(t, log, audit.Filter{})
	<-seqs
	must(t, os.Rename(head(dir), head(dir)+".old"))
	for {
		select {
		case <-seqs: // the records of a file that no head names may come again
		case err := <-done:
			is(t, "follow", err, audit.ErrDamaged)
			return
		}
	}
}

func TestFollowEndsWithACut(t *testing.T) {
	log, dir := newLog(t, audit.Options{Poll: time.Millisecond})
	add(t, log, 2)
	seqs, done, _ := following(t, log, audit.Filter{})
	<-seqs
	<-seqs
	must(t, os.Truncate(current(dir), 10))
	is(t, "follow", <-done, audit.ErrCut)
}
