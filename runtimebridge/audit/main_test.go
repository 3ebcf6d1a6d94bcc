//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package audit_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

// childVariable names what the test binary does when a test starts it again, and
// in which folder.
const childVariable = "AUDIT_TEST_CHILD"

func TestMain(m *testing.M) {
	if role, dir, ok := strings.Cut(os.Getenv(childVariable), " "); ok {
		childRoles[role](dir)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child is this test binary in another role.
func child(t *testing.T, role, dir string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childVariable+"="+role+" "+dir, "GORACE=atexit_sleep_ms=0")
	cmd.Stderr = os.Stderr
	return cmd
}

var clock = time.Date(2026, 1, 2, 3, 4, 5, 6789, time.FixedZone("", 3600))

// newLog gives the log of a new folder with a clock that stands still.
func newLog(t *testing.T, o audit.Options) (*audit.Log, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "audit")
	return openLog(t, dir, o), dir
}

func openLog(t *testing.T, dir string, o audit.Options) *audit.Log {
	t.Helper()
	if o.Now == nil {
		o.Now = func() time.Time { return clock }
	}
	log, err := audit.Open(dir, o)
	must(t, err)
	t.Cleanup(func() { must(t, log.Close()) })
	return log
}

// add appends n records that tell each other apart.
func add(t *testing.T, log *audit.Log, n int) {
	t.Helper()
	for i := range n {
		must(t, log.Append(t.Context(), runtimebridge.AuditToolAllowed, "mcp/x", map[string]any{"n": i}))
	}
}

func verify(t *testing.T, dir string) audit.Report {
	t.Helper()
	report, err := openLog(t, dir, audit.Options{}).Verify(t.Context())
	must(t, err)
	return report
}

// intact fails unless the log holds exactly n records and nothing is wrong.
func intact(t *testing.T, dir string, n uint64) {
	t.Helper()
	report := verify(t, dir)
	if !report.Intact() || report.Records != n || report.Last != n || report.Unfinished {
		t.Fatalf("the log is not intact with %d records: %+v, %v", n, report, report.Problem)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return string(text)
}

func current(dir string) string { return filepath.Join(dir, "audit.jsonl") }
func head(dir string) string    { return filepath.Join(dir, "head") }

func older(dir string, first int) string {
	return filepath.Join(dir, "audit-"+strconv.Itoa(first)+".jsonl")
}

// rewrite replaces the content of a file in place.
func rewrite(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o600))
}

func lines(text string) []string {
	all := strings.SplitAfter(text, "\n")
	return all[:len(all)-1]
}

// collect reads the records that a filter selects.
func collect(t *testing.T, log *audit.Log, f audit.Filter) ([]audit.Record, error) {
	t.Helper()
	var records []audit.Record
	err := log.Read(t.Context(), f, func(r audit.Record) error {
		records = append(records, r)
		return nil
	})
	return records, err
}

func sequences(records []audit.Record) []uint64 {
	var seqs []uint64
	for _, r := range records {
		seqs = append(seqs, r.Seq)
	}
	return seqs
}

// childRoles are what this binary does when a test starts it.
var childRoles = map[string]func(dir string){
	"append":  func(dir string) { appendAsChild(dir, 150, audit.Options{}) },
	"rotate":  func(dir string) { appendAsChild(dir, 150, audit.Options{FileSize: 2000}) },
	"forever": func(dir string) { appendAsChild(dir, 1<<30, audit.Options{FileSize: 5000}) },
	"full":    appendUntilFull,
}

// appendAsChild appends n records and tells of each once it is acknowledged.
func appendAsChild(dir string, n int, o audit.Options) {
	log, err := audit.Open(dir, o)
	if err != nil {
		fail(err)
	}
	for i := range n {
		id := fmt.Sprintf("%d-%d", os.Getpid(), i)
		err := log.Append(context.Background(), runtimebridge.AuditToolAllowed, "mcp/child", map[string]any{"id": id})
		if err != nil {
			fail(err)
		}
		if _, err := fmt.Println(id); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// forge makes the line of a record that is right by itself.
func forge(t *testing.T, seq int, prev string) string {
	t.Helper()
	canonical := fmt.Sprintf(`{"origin":"mcp/x","payload":{"n":7},"prev":"%s","seq":%d,"ts":"2026-01-02T02:04:05.000006Z","type":"mcp.tool.allowed"}`, prev, seq)
	sum := sha256.Sum256([]byte(canonical))
	return fmt.Sprintf(`{"seq":%d,"ts":"2026-01-02T02:04:05.000006Z","type":"mcp.tool.allowed","origin":"mcp/x","payload":{"n":7},"prev":"%s","hash":"%s"}`+"\n",
		seq, prev, hex.EncodeToString(sum[:]))
}

// lastHash is the hash of the last record of a file.
func lastHash(t *testing.T, path string) string {
	t.Helper()
	all := lines(read(t, path))
	return asJSON(t, all[len(all)-1])["hash"].(string)
}

// asJSON decodes one line with the standard library alone.
func asJSON(t *testing.T, line string) map[string]any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.UseNumber()
	var fields map[string]any
	must(t, decoder.Decode(&fields))
	return fields
}

func is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}
