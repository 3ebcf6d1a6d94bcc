package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestShownAnswer(t *testing.T) {
	for name, value := range map[string]string{
		"plain":     "harbour, Hafen, 港",
		"C1":        "a\u009b2Jb",
		"delete":    "a\x7fb",
		"direction": "a\u202eb",
		"bell":      "a\ab",
	} {
		t.Run(name, func(t *testing.T) {
			data, err := json.Marshal(map[string]string{"text": value})
			if err != nil {
				t.Fatal(err)
			}
			shown := shownAnswer(string(data))
			if name != "plain" && strings.Contains(shown, value) {
				t.Errorf("shown as it is: %q", shown)
			}
			var back map[string]string
			if err := json.Unmarshal([]byte(shown), &back); err != nil || back["text"] != value {
				t.Errorf("%q became %q, %v", value, back["text"], err)
			}
		})
	}
	if got := shownAnswer("no JSON \x1b[2J"); strings.ContainsRune(got, '\x1b') {
		t.Errorf("shown as it is: %q", got)
	}
}
