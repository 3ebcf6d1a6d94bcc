//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package audit_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

func TestOpenTouchesNothing(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	if report, err := log.Verify(t.Context()); err != nil || !report.Intact() || report.Records != 0 {
		t.Errorf("a log that was never written to: %+v, %v", report, err)
	}
	if records, err := collect(t, log, audit.Filter{}); err != nil || records != nil {
		t.Errorf("a log that was never written to: %v, %v", records, err)
	}
	must(t, log.Close())
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
	if _, err := audit.Open("audit", audit.Options{}); err == nil {
		t.Error("a relative folder is accepted")
	}
}

func TestReadyMakesTheFiles(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	must(t, log.Ready(t.Context()))
	for path, mode := range map[string]fs.FileMode{dir: fs.ModeDir | 0o700, current(dir): 0o600, head(dir): 0o600} {
		info, err := os.Lstat(path)
		if err != nil || info.Mode() != mode {
			t.Errorf("%s: mode %v, %v", filepath.Base(path), info.Mode(), err)
		}
	}
	intact(t, dir, 0)
	add(t, log, 1)
	intact(t, dir, 1)
}

func TestAppendNeedsTheParent(t *testing.T) {
	log := openLog(t, filepath.Join(t.TempDir(), "missing", "audit"), audit.Options{})
	err := log.Append(t.Context(), runtimebridge.AuditAuthFailed, "system", nil)
	is(t, "no parent", err, fs.ErrNotExist)
}

func TestLines(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	must(t, log.Append(t.Context(), runtimebridge.AuditServerStarted, "system", nil))
	must(t, log.Append(t.Context(), "mcp.tool.denied", "mcp/<x>", map[string]any{"tool": "a\"\\\n\u2028<&>é", "b": true, "a": nil}))
	want := `{"seq":1,"ts":"2026-01-02T02:04:05.000006Z","type":"mcp.server.started","origin":"system","payload":{},` +
		`"prev":"0000000000000000000000000000000000000000000000000000000000000000",` +
		`"hash":"49247815f609dc07a101723cbefff6fae32f88160cbd039042ba77dfd478f68e"}` + "\n" +
		`{"seq":2,"ts":"2026-01-02T02:04:05.000006Z","type":"mcp.tool.denied","origin":"mcp/<x>","payload":{"a":null,"b":true,"tool":"a\"\\\n` + "\u2028" + `<&>é"},` +
		`"prev":"49247815f609dc07a101723cbefff6fae32f88160cbd039042ba77dfd478f68e",` +
		`"hash":"51d68e418df75272dcf6f882819306f3e5d0942648096e890f1dcc7f45c7ff60"}` + "\n"
	if diff := cmp.Diff(want, read(t, current(dir))); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

// Anybody can check a record with a JSON library and SHA-256.
func TestHashIsOverSortedCompactJSON(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 3)
	prev := strings.Repeat("0", 64)
	for i, line := range lines(read(t, current(dir))) {
		fields := asJSON(t, line)
		hash := fields["hash"]
		delete(fields, "hash")
		text, err := json.Marshal(fields)
		must(t, err)
		sum := sha256.Sum256(text)
		if hash != hex.EncodeToString(sum[:]) || fields["prev"] != prev || fields["seq"] != json.Number([]string{"1", "2", "3"}[i]) {
			t.Errorf("record %d does not chain: %s", i+1, line)
		}
		prev = hash.(string)
	}
}

type named string

func TestPayloadValues(t *testing.T) {
	long := strings.Repeat("é", 200)
	tests := []struct {
		name  string
		value any
		want  any
	}{
		{"nil", nil, nil},
		{"bool", false, false},
		{"int", -7, json.Number("-7")},
		{"int64", int64(math.MinInt64), json.Number("-9223372036854775808")},
		{"uint64", uint64(math.MaxUint64), json.Number("18446744073709551615")},
		{"float", 1.5, json.Number("1.5")},
		{"json number", json.Number("1.50e3"), json.Number("1.50e3")},
		{"duration", 1500 * time.Millisecond, json.Number("1500")},
		{"string", "a", "a"},
		{"named string", named("b"), "b"},
		{"control characters", "\x00\x1f\b\f\n\r\t\x7f\u0085", "\x00\x1f\b\f\n\r\t\x7f\u0085"},
		{"invalid text", "a\xffb", "a\uFFFDb"},
		{"long text", "x" + long, "x" + long[:254]},
		{"text of the greatest length", long[:256], long[:256]},
		{"list", []string{"a", "x" + long}, []any{"a", "x" + long[:254]}},
		{"empty list", []string{}, []any{}},
		{"named list", []named{"a"}, []any{"a"}},
		{"any list", []any{"a"}, []any{"a"}},
	}
	for _, tt := range tests {
		log, dir := newLog(t, audit.Options{})
		if err := log.Append(t.Context(), "a.b", "o", map[string]any{"k": tt.value}); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		intact(t, dir, 1)
		records, err := collect(t, log, audit.Filter{})
		must(t, err)
		if diff := cmp.Diff(map[string]any{"k": tt.want}, records[0].Payload); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAppendRefusesWhatIsNotPlain(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 1)
	many, long := map[string]any{}, []string{}
	for i := range 65 {
		many[strings.Repeat("k", i+1)] = i
	}
	for range 257 {
		long = append(long, "x")
	}
	fat := map[string]any{}
	for _, key := range []string{"a", "b"} {
		for range 150 {
			fat[key] = append(toList(fat[key]), strings.Repeat("y", 256))
		}
	}
	text := "x"
	payloads := map[string]map[string]any{
		"object": {"a": map[string]any{}}, "struct": {"a": struct{}{}}, "pointer": {"a": &text}, "nil pointer": {"a": (*string)(nil)},
		"list of numbers": {"a": []int{1}}, "mixed list": {"a": []any{"x", 1}}, "nested list": {"a": []any{[]any{}}}, "bytes": {"a": []byte("x")},
		"function": {"a": func() {}}, "error": {"a": errors.New("x")}, "complex": {"a": 1i}, "time": {"a": time.Now()},
		"not a number": {"a": math.NaN()}, "infinity": {"a": math.Inf(1)}, "bad number": {"a": json.Number("01")}, "no number": {"a": json.Number("true")},
		"empty number": {"a": json.Number("")}, "spaced number": {"a": json.Number(" 1")},
		"empty key": {"": 1}, "long key": {strings.Repeat("k", 65): 1}, "invalid key": {"\xff": 1},
		"many keys": many, "long list": {"a": long}, "large": fat,
	}
	for name, payload := range payloads {
		is(t, name, log.Append(t.Context(), "a.b", "o", payload), audit.ErrPayload)
	}
	for _, kind := range []runtimebridge.AuditType{"", "A", "a b", "a\n", "é", runtimebridge.AuditType(strings.Repeat("a", 65))} {
		is(t, "type", log.Append(t.Context(), kind, "o", nil), audit.ErrPayload)
	}
	intact(t, dir, 1)
}

func TestAppendTakesTheLargest(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	payload := map[string]any{"list": make([]string, 256)}
	for i := range 63 {
		payload[strings.Repeat("k", i+2)] = i
	}
	must(t, log.Append(t.Context(), runtimebridge.AuditType(strings.Repeat("a", 64)), strings.Repeat("o", 300), payload))
	intact(t, dir, 1)
}

func toList(value any) []string {
	list, _ := value.([]string)
	return list
}

func TestSecretsAreNotWritten(t *testing.T) {
	secret := strings.Repeat("s", 300) + "ecret"
	log, dir := newLog(t, audit.Options{FileSize: 400, Secrets: []string{"", "request", secret, "8 bytes!"}})
	for _, payload := range []map[string]any{
		{"token": "t0ken", "Authorization": "Bearer t0ken", "provider_api_key": []string{"t0ken"}, "password": named("t0ken"), "tokens": 5},
		{"request_id": "x" + secret, "list": []string{secret}, "short": "a request", "exact": "8 bytes!"},
	} {
		must(t, log.Append(t.Context(), "a.b", secret, payload))
	}
	intact(t, dir, 2)
	all := read(t, older(dir, 1)) + read(t, current(dir))
	if strings.Contains(all, "t0ken") || strings.Contains(all, secret[:20]) {
		t.Errorf("a secret is in the log:\n%s", all)
	}
	if !strings.Contains(all, `"short":"a request"`) || strings.Contains(all, "8 bytes!") {
		t.Errorf("secrets are told apart by their length:\n%s", all)
	}
	want := `"origin":"[redacted]","payload":{"Authorization":"[redacted]","password":"[redacted]","provider_api_key":["[redacted]"],"token":"[redacted]","tokens":5}`
	if !strings.Contains(all, want) {
		t.Errorf("the log lacks %s:\n%s", want, all)
	}
}

func TestAppendDoesNotChangeThePayload(t *testing.T) {
	log, _ := newLog(t, audit.Options{})
	payload := map[string]any{"token": "x", "list": []string{strings.Repeat("y", 300)}}
	must(t, log.Append(t.Context(), "a.b", "o", payload))
	want := map[string]any{"token": "x", "list": []string{strings.Repeat("y", 300)}}
	if diff := cmp.Diff(want, payload); diff != "" {
		t.Errorf("payload (-want +got):\n%s", diff)
	}
}

func TestAppendAndContext(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 1)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	is(t, "cancelled", log.Append(cancelled, "a.b", "o", nil), context.Canceled)
	intact(t, dir, 1)
}

func TestClose(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 1)
	must(t, log.Close())
	must(t, log.Close())
	is(t, "closed", log.Append(t.Context(), "a.b", "o", nil), audit.ErrClosed)
	if report, err := log.Verify(t.Context()); err != nil || report.Records != 1 {
		t.Errorf("verify after close: %+v, %v", report, err)
	}
	intact(t, dir, 1)
}

func TestGoroutinesAndLogsTogether(t *testing.T) {
	first, dir := newLog(t, audit.Options{FileSize: 3000})
	second := openLog(t, dir, audit.Options{FileSize: 3000})
	const writers, each = 8, 25
	var wait sync.WaitGroup
	for i := range writers {
		log := first
		if i%2 == 1 {
			log = second
		}
		wait.Go(func() {
			for range each {
				if err := log.Append(t.Context(), "a.b", "o", map[string]any{"i": i}); err != nil {
					t.Error(err)
				}
				if report, err := log.Verify(t.Context()); err != nil || !report.Intact() {
					t.Errorf("verify beside writers: %+v, %v", report.Problem, err)
				}
			}
		})
	}
	wait.Wait()
	intact(t, dir, writers*each)
}

func FuzzAppend(f *testing.F) {
	f.Add("mcp/x", "key", "value\u2028\x00")
	f.Add("\xff", "", "a\\u2028\"")
	log, err := audit.Open(filepath.Join(f.TempDir(), "audit"), audit.Options{})
	must(f, err)
	f.Cleanup(func() { log.Close() })
	seq := uint64(0)
	f.Fuzz(func(t *testing.T, origin, key, value string) {
		err := log.Append(t.Context(), "a.b", origin, map[string]any{key: value, "list": []string{value}})
		if errors.Is(err, audit.ErrPayload) {
			return
		}
		must(t, err)
		records, err := collect(t, log, audit.Filter{AfterSeq: seq})
		must(t, err)
		last := records[len(records)-1]
		seq = last.Seq
		line, err := last.MarshalJSON()
		must(t, err)
		var fields map[string]any
		must(t, json.Unmarshal(line, &fields))
		if !bytes.Contains(line, []byte(last.Hash)) || fields["origin"] != last.Origin {
			t.Errorf("%s", line)
		}
	})
}
