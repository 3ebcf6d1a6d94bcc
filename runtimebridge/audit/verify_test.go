//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package audit_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

// tampering changes the lines of a log of six records.
var tampering = []struct {
	name   string
	change func(lines []string) []string
	want   audit.Problem
}{
	{"not JSON", replace(2, `"ts":`, `"ts":1`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"time", replace(2, `:05.`, `:06.`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"payload", replace(2, `"n":2`, `"n":3`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"origin", replace(0, `mcp/x`, `mcp/y`), audit.Problem{Seq: 1, Kind: audit.ProblemChanged}},
	{"type", replace(5, `allowed`, `denied`), audit.Problem{Seq: 6, Kind: audit.ProblemChanged}},
	{"number", replace(2, `"seq":3`, `"seq":4`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"prev", replace(2, `"prev":"`, `"prev":"0`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"key case", replace(2, `"ts"`, `"TS"`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"key order", replace(2, `"seq":3,`, ``, `,"prev"`, `,"seq":3,"prev"`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"repeated key", replace(2, `{"seq":3`, `{"seq":9,"seq":3`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"more keys", replace(2, `{"seq"`, `{"x":1,"seq"`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"white space", replace(2, `,"ts"`, `, "ts"`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"escape", replace(2, `mcp/x`, `mcp\/x`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"null payload", replace(2, `{"n":2}`, `null`), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"carriage return", replace(2, "\n", "\r\n"), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"blank line", replace(2, "\n", "\n\n"), audit.Problem{Seq: 4, Kind: audit.ProblemChanged}},
	{"joined lines", replace(2, "\n", ""), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"two objects", replace(2, "\n", "{}\n"), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"long line", replace(2, "\n", strings.Repeat(" ", 200_000)+"\n"), audit.Problem{Seq: 3, Kind: audit.ProblemChanged}},
	{"removed", func(l []string) []string { return slices.Delete(l, 2, 3) }, audit.Problem{Seq: 3, Kind: audit.ProblemMissing}},
	{"removed first", func(l []string) []string { return l[1:] }, audit.Problem{Seq: 1, Kind: audit.ProblemMissing}},
	{"removed last", func(l []string) []string { return l[:5] }, audit.Problem{Seq: 6, Kind: audit.ProblemCut}},
	{"removed half the last", func(l []string) []string { l[5] = l[5][:50]; return l }, audit.Problem{Seq: 6, Kind: audit.ProblemCut}},
	{"removed all", func(l []string) []string { return nil }, audit.Problem{Seq: 1, Kind: audit.ProblemCut}},
	{"swapped", func(l []string) []string { l[2], l[3] = l[3], l[2]; return l }, audit.Problem{Seq: 3, Kind: audit.ProblemMissing}},
	{"repeated", func(l []string) []string { return slices.Insert(l, 3, l[2]) }, audit.Problem{Seq: 4, Kind: audit.ProblemMisplaced}},
}

// replace makes pairs of replacements in one line.
func replace(line int, pairs ...string) func([]string) []string {
	return func(lines []string) []string {
		for i := 0; i < len(pairs); i += 2 {
			lines[line] = strings.Replace(lines[line], pairs[i], pairs[i+1], 1)
		}
		return lines
	}
}

func TestVerifyFindsTampering(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 6)
	good := read(t, current(dir))
	intact(t, dir, 6)
	for _, tt := range tampering {
		rewrite(t, current(dir), strings.Join(tt.change(lines(good)), ""))
		report := verify(t, dir)
		if diff := cmp.Diff(&tt.want, report.Problem); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if report.Intact() || report.Problem == nil || report.Records != report.Problem.Seq-1 || report.Last != report.Records {
			t.Errorf("%s: report %+v", tt.name, report)
		}
		rewrite(t, current(dir), good)
	}
	intact(t, dir, 6)
}

func TestVerifyFollowsTheChain(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 2)
	good := read(t, current(dir))
	after := lastHash(t, current(dir))
	rewrite(t, current(dir), good+forge(t, 3, after))
	if report := verify(t, dir); !report.Intact() || report.Records != 3 {
		t.Fatalf("a forged line that chains: %+v", report)
	}
	for name, tail := range map[string]string{"prev": forge(t, 3, strings.Repeat("0", 64)), "number": forge(t, 2, after)} {
		rewrite(t, current(dir), good+tail)
		if got := verify(t, dir).Problem; got == nil || *got != (audit.Problem{Seq: 3, Kind: audit.ProblemMisplaced}) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Whatever byte is changed, and wherever the log is cut, it shows.
func TestVerifyFindsEveryByte(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 2)
	good := read(t, current(dir))
	for i := range good {
		for _, change := range []string{string(good[i] ^ 1), string(good[i] ^ 0x20), "", "x" + good[i:i+1]} {
			rewrite(t, current(dir), good[:i]+change+good[i+1:])
			if verify(t, dir).Intact() {
				t.Errorf("byte %d replaced by %q is not found", i, change)
			}
		}
		rewrite(t, current(dir), good[:i])
		if verify(t, dir).Intact() {
			t.Errorf("a cut to %d bytes is not found", i)
		}
	}
}

// A chain that was computed anew still has to end where head says.
func TestVerifyComparesWithHead(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 6)
	other, otherDir := newLog(t, audit.Options{})
	for range 6 {
		must(t, other.Append(t.Context(), runtimebridge.AuditToolAllowed, "mcp/y", map[string]any{"n": 0}))
	}
	good := read(t, head(dir))
	rewrite(t, current(dir), read(t, current(otherDir)))
	if got := verify(t, dir).Problem; got == nil || *got != (audit.Problem{Seq: 6, Kind: audit.ProblemHead}) {
		t.Errorf("a forged chain: %v", got)
	}
	rewrite(t, head(dir), read(t, head(otherDir)))
	intact(t, dir, 6) // with head forged as well, nothing shows: no secret is involved

	rewrite(t, current(dir), read(t, current(otherDir))[:0])
	must(t, os.Remove(current(dir)))
	if got := verify(t, dir).Problem; got == nil || *got != (audit.Problem{Seq: 1, Kind: audit.ProblemCut}) {
		t.Errorf("no log: %v", got)
	}
	rewrite(t, head(dir), good)
}

func TestVerifyFindsABadHead(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 3)
	good := read(t, head(dir))
	want := audit.Problem{Seq: 4, Kind: audit.ProblemHead}
	digit := strings.Index(good, `"hash":"`) + len(`"hash":"`)
	for name, text := range map[string]string{
		"empty": "", "short": good[:255], "long": good + "\n", "no JSON": strings.Repeat("x", 256),
		"upper case": strings.ToUpper(good), "key case": strings.Replace(good, `"seq"`, `"Seq"`, 1),
		"no hash": good[:digit] + "z" + good[digit+1:], "upper case hash": good[:digit] + "A" + good[digit+1:],
		"short hash": strings.Replace(good[:digit]+good[digit+1:], "\n", " \n", 1), "more": strings.Replace(good, `}  `, `} x`, 1),
		"impossible first": strings.Replace(good, `"first":1`, `"first":5`, 1), "no first": strings.Replace(good, `"first":1`, `"first":0`, 1),
		"zero": strings.Replace(good, `"seq":3`, `"seq":0`, 1), "negative": strings.Replace(good, `"offset":`, `"offset":-`, 1)[:254] + " \n",
	} {
		rewrite(t, head(dir), text)
		if got := verify(t, dir).Problem; got == nil || *got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for name, text := range map[string]string{
		"offset": strings.Replace(good, `"offset":`, `"offset":1`, 1)[:254] + " \n",
		"first":  strings.Replace(good, `"first":1`, `"first":2`, 1),
	} {
		text = text[:255] + "\n"
		rewrite(t, head(dir), text)
		if got := verify(t, dir).Problem; got == nil || *got != (audit.Problem{Seq: 3, Kind: audit.ProblemHead}) {
			t.Errorf("%s: %v", name, got)
		}
	}
	must(t, os.Remove(head(dir)))
	if got := verify(t, dir).Problem; got == nil || *got != want {
		t.Errorf("removed: %v", got)
	}
}

func TestVerifyAcrossFiles(t *testing.T) {
	build := func(t *testing.T) string {
		log, dir := newLog(t, audit.Options{FileSize: 900}) // three records a file
		add(t, log, 10)
		report := verify(t, dir)
		if !report.Intact() || report.Files != 4 || report.Records != 10 {
			t.Fatalf("report %+v", report)
		}
		return dir
	}
	tests := []struct {
		name   string
		tamper func(t *testing.T, dir string)
		want   audit.Problem
	}{
		{"first file removed", func(t *testing.T, dir string) { must(t, os.Remove(older(dir, 1))) }, audit.Problem{Seq: 1, Kind: audit.ProblemMissing}},
		{"middle file removed", func(t *testing.T, dir string) { must(t, os.Remove(older(dir, 4))) }, audit.Problem{Seq: 4, Kind: audit.ProblemMissing}},
		{"current file removed", func(t *testing.T, dir string) { must(t, os.Remove(current(dir))) }, audit.Problem{Seq: 10, Kind: audit.ProblemCut}},
		{"file renamed", func(t *testing.T, dir string) { must(t, os.Rename(older(dir, 4), older(dir, 5))) }, audit.Problem{Seq: 4, Kind: audit.ProblemMisplaced}},
		{"file emptied", func(t *testing.T, dir string) { rewrite(t, older(dir, 4), "") }, audit.Problem{Seq: 4, Kind: audit.ProblemMissing}},
		{"file cut", func(t *testing.T, dir string) {
			rewrite(t, older(dir, 4), strings.Join(lines(read(t, older(dir, 4)))[:2], ""))
		}, audit.Problem{Seq: 6, Kind: audit.ProblemMissing}},
		{"file cut inside a line", func(t *testing.T, dir string) { must(t, os.Truncate(older(dir, 4), 400)) }, audit.Problem{Seq: 5, Kind: audit.ProblemChanged}},
		{"empty file added", func(t *testing.T, dir string) { rewrite(t, older(dir, 99), "") }, audit.Problem{Seq: 10, Kind: audit.ProblemMissing}},
		{"files swapped", func(t *testing.T, dir string) {
			must(t, os.Rename(older(dir, 4), older(dir, 44)))
			must(t, os.Rename(older(dir, 1), older(dir, 4)))
			must(t, os.Rename(older(dir, 44), older(dir, 1)))
		}, audit.Problem{Seq: 1, Kind: audit.ProblemMissing}},
	}
	for _, tt := range tests {
		dir := build(t)
		tt.tamper(t, dir)
		if diff := cmp.Diff(&tt.want, verify(t, dir).Problem); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	dir := build(t)
	for _, name := range []string{"audit-.jsonl", "audit-01.jsonl", "audit-x.jsonl", "audit-7.json", "notes"} {
		rewrite(t, filepath.Join(dir, name), "not ours")
	}
	intact(t, dir, 10)
}

func TestVerifyChangesNothing(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 3)
	rewrite(t, current(dir), read(t, current(dir))+`{"seq":4`)
	before := read(t, current(dir)) + read(t, head(dir))
	if report := verify(t, dir); !report.Intact() || !report.Unfinished || report.Records != 3 {
		t.Errorf("report %+v", report)
	}
	if after := read(t, current(dir)) + read(t, head(dir)); after != before {
		t.Error("Verify changed the files")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%d files, %v", len(entries), err)
	}
}

func TestVerifyStopsWithTheContext(t *testing.T) {
	log, _ := newLog(t, audit.Options{})
	add(t, log, 3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := log.Verify(ctx)
	is(t, "verify", err, context.Canceled)
}

func TestProblemTexts(t *testing.T) {
	for kind, want := range map[audit.ProblemKind]string{
		audit.ProblemChanged:   "record 7 was changed",
		audit.ProblemMissing:   "record 7 is missing",
		audit.ProblemMisplaced: "another record stands in the place of record 7",
		audit.ProblemCut:       "the log ends before record 7, which was written",
		audit.ProblemHead:      "head is missing or does not fit the log at record 7",
	} {
		if got := (audit.Problem{Seq: 7, Kind: kind}).String(); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

func FuzzVerify(f *testing.F) {
	dir := filepath.Join(f.TempDir(), "audit")
	log, err := audit.Open(dir, audit.Options{})
	must(f, err)
	must(f, log.Append(context.Background(), "a.b", "o", map[string]any{"n": 1}))
	good, err := os.ReadFile(current(dir))
	must(f, err)
	f.Add(good)
	f.Add([]byte(`{"seq":1}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		must(t, os.WriteFile(current(dir), text, fs.FileMode(0o600)))
		report, err := log.Verify(t.Context())
		must(t, err)
		complete := strings.HasPrefix(string(text), string(good))
		if report.Intact() && !complete {
			t.Errorf("%q passes for %q", text, good)
		}
	})
}
