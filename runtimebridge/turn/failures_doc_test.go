package turn_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/turn"
)

var updateDocument = flag.Bool("update-document", false, "write FAILURES.md anew")

// failuresDocument is in the root of the module, where people look.
const failuresDocument = "../FAILURES.md"

// TestFailuresDocument keeps the table that people read equal to the sentences
// that are stored and sent.
func TestFailuresDocument(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Turns that fail\n\n" +
		"A turn that begins and finds no answer is no error: it ends with one of these texts in place of the answer, " +
		"which is stored too, and `failed` is true. The code is in the audit log and in what `openprogram prompt --json` prints.\n\n" +
		"| code | text |\n|---|---|\n")
	for _, code := range codes {
		fmt.Fprintf(&b, "| `%s` | %s |\n", code, turn.Sentences[code])
	}
	if *updateDocument {
		if err := os.WriteFile(failuresDocument, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(failuresDocument)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b.String(), string(got)); diff != "" {
		t.Errorf("FAILURES.md is out of date: run go test ./turn -run Document -update-document (-want +got):\n%s", diff)
	}
}
