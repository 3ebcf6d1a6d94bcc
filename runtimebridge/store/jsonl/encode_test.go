package jsonl_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/store/jsonl"
)

func write(t *testing.T, s jsonl.Session) string {
	t.Helper()
	var out strings.Builder
	if err := jsonl.NewEncoder(&out).Encode(s); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestEncode(t *testing.T) {
	session, err := read(good)
	if err != nil {
		t.Fatal(err)
	}
	// The order of a step's keys is the encoder's own.
	want := strings.Replace(good, `"call_id":"c1","tool":"search","text":"red",`, `"text":"red","call_id":"c1","tool":"search",`, 1)
	if diff := cmp.Diff(want+"\n", write(t, session)); diff != "" {
		t.Errorf("line (-want +got):\n%s", diff)
	}
}

func TestEncodeLeavesOutWhatGoesWithoutSaying(t *testing.T) {
	got := write(t, jsonl.Session{})
	for _, key := range []string{"archived", "head"} {
		if strings.Contains(got, key) {
			t.Errorf("%s is in %s", key, got)
		}
	}
	if !strings.Contains(got, `"messages":[]`) {
		t.Errorf("no empty array of messages in %s", got)
	}
}

func TestEncodeTimes(t *testing.T) {
	for micros, want := range map[int64]string{
		0: "0", 1: "0.000001", 100_000: "0.1", 1_000_000: "1", 1_700_000_000_123_456: "1700000000.123456",
		1_700_000_000_120_000: "1700000000.12", -500_000: "-0.5",
	} {
		session := jsonl.Session{}
		session.CreatedAt = time.UnixMicro(micros)
		if got := write(t, session); !strings.Contains(got, `"created_at":`+want+`,`) {
			t.Errorf("%d is written as %s, want %s", micros, got, want)
		}
	}
}
