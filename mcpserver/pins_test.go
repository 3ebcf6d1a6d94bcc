package mcpserver_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// TestPins holds the SDK at the version whose behaviour this package has been
// fitted to, and the protocol at its baseline.
func TestPins(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(mod), "github.com/modelcontextprotocol/go-sdk v1.8.0\n") {
		t.Error("the SDK is not at v1.8.0: measure its behaviour again before this test is changed")
	}
	for asked, want := range map[string]string{
		"2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2025-03-26": "2025-03-26", "2024-11-05": "2024-11-05",
		"2026-07-28": "2025-11-25", "1999-01-01": "2025-11-25", "": "2025-11-25",
	} {
		t.Run("asked for "+asked, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := start(t)
				got := s.exchange(strings.Replace(initLine, "2025-06-18", asked, 1))
				wantLines(t, got, `{"jsonrpc":"2.0","id":0,"result":{"capabilities":{"tools":{}},"protocolVersion":"`+want+`","serverInfo":{"name":"openprogram","version":"1.2.3"}}}`)
				s.close()
			})
		})
	}
	t.Run("no version", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := start(t)
			got := s.exchange(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`)
			if len(got) != 1 || !strings.Contains(got[0], `"protocolVersion":"2025-11-25"`) {
				t.Errorf("got %s", got)
			}
			s.close()
		})
	})
}

// TestWrapperToolsGolden compares the whole answer to tools/list, in every
// version, with testdata/tools_list.json.
func TestWrapperToolsGolden(t *testing.T) {
	want, err := os.ReadFile("testdata/tools_list.json")
	if err != nil && !*update {
		t.Fatal(err)
	}
	for _, version := range []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := start(t)
				s.send(strings.Replace(initLine, "2025-06-18", version, 1))
				s.out.take()
				got := strings.Join(s.exchange(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}`), "\n")
				s.close()
				var response struct {
					Result json.RawMessage `json:"result"`
				}
				if err := json.Unmarshal([]byte(got), &response); err != nil {
					t.Fatal(err)
				}
				if *update {
					want = append(response.Result, '\n')
					if err := os.WriteFile("testdata/tools_list.json", want, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if diff := cmp.Diff(string(want), string(response.Result)+"\n"); diff != "" {
					t.Errorf("tools/list (-want +got):\n%s", diff)
				}
			})
		})
	}
}
