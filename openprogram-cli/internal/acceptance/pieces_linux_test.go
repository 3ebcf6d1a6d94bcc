package acceptance_test

import (
	"strings"
	"testing"
)

// TestFramesInPieces writes two frames at once, byte by byte, and parted at every
// byte of what is not ASCII. What is answered and stored is the same.
func TestFramesInPieces(t *testing.T) {
	const text = `é 漢字 😀 \ud83d\ude00 \"quoted\"`
	const stored = `é 漢字 😀 😀 "quoted"`
	frames := call(`"七"`, "prompt_send", `{"prompt":"`+text+`"}`) + pingWith(`"八"`, "{}") + "\r\n"
	ways := [][]string{{frames}, bytewise(frames)}
	for at := strings.Index(frames, "七"); at < strings.Index(frames, "quoted"); at++ {
		ways = append(ways, []string{frames[:at], frames[at:]})
	}
	h := ready(t)
	r := h.talk()
	for n, way := range ways {
		for _, piece := range way {
			r.write(piece)
		}
		r.awaitNth(`"八"`, n+1)
		session := decodeFrame[turn](t, r.awaitNth(`"七"`, n+1)).SessionID
		branch := decodeFrame[[]message](t, r.call(100+n, "session_get", `{"session_id":"`+session+`"}`))
		if len(branch) != 2 || branch[0].Content != stored {
			t.Fatalf("way %d: stored is %+v", n, branch)
		}
	}
	r.stdin.Close()
	within(t, patience, r.ended, "the server does not end")
	for id, answers := range r.answers {
		if want := map[string]int{`"七"`: len(ways), `"八"`: len(ways)}[id]; want > 0 && len(answers) != want {
			t.Errorf("%d answers to %s, want %d", len(answers), id, want)
		}
	}
	if len(r.wrong) > 0 || len(r.answers["null"]) > 0 {
		t.Errorf("odd lines %q, refused %v", r.wrong, r.answers["null"])
	}
}

func bytewise(text string) []string {
	var pieces []string
	for at := range len(text) {
		pieces = append(pieces, text[at:at+1])
	}
	return pieces
}
