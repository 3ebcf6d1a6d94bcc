package acceptance_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

const (
	noiseRounds = 40
	noiseLines  = 250 // in each round
)

// noiseSeeds are lines from which noise is made.
var noiseSeeds = []string{
	pingWith("7", "{}"), pingWith(`"七"`, `{"x":"漢字 \ud83d\ude00 é"}`), `{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}`,
	strings.TrimSpace(initialize), `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
	strings.TrimSpace(call("8", "prompt_send", `{"prompt":"crane"}`)), strings.TrimSpace(call(`"8"`, "prompt_cancel", `{"session_id":"mcp_0"}`)),
	strings.TrimSpace(call("9", "tool_call", `{"name":"memory_search","arguments":{"query":"crane","top_k":3}}`)),
	strings.TrimSpace(call("9", "session_get", `{"session_id":"../x"}`)), strings.TrimSpace(call("10", "sessions_list", `null`)),
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}}`, `{"jsonrpc":"2.0","id":3,"result":{}}`,
	`{"jsonrpc":"2.0","id":4,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
	"{bad", "[]", "[" + pingWith("5", "{}") + "]", "42", `{"jsonrpc":"1.0","id":6,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
	"\ufeff" + pingWith("11", "{}"), "  " + pingWith("12", "{}") + " \t\r", "", nested(130), "Content-Length: 40\r", "\xff\xfe\x00",
}

// noise is one of the seeds, mostly with something wrong with it.
func noise(random *rand.Rand) string {
	line := []byte(noiseSeeds[random.IntN(len(noiseSeeds))])
	for range random.IntN(4) {
		at := random.IntN(len(line) + 1)
		switch random.IntN(5) {
		case 0: // cut short
			line = line[:at]
		case 1: // another byte put in
			line = append(line[:at:at], append([]byte{byte(random.IntN(256))}, line[at:]...)...)
		case 2: // one changed
			if at < len(line) {
				line[at] ^= 1 << random.IntN(8)
			}
		case 3: // a piece of another one put in
			other := noiseSeeds[random.IntN(len(noiseSeeds))]
			line = append(line[:at:at], append([]byte(other[random.IntN(len(other)+1):]), line[at:]...)...)
		case 4: // a piece doubled
			line = append(line[:at:at], line[at/2:]...)
		}
	}
	return string(line)
}

// dueAnswers is how many answers a line is due: one, unless it is blank, a
// notification or a response.
func dueAnswers(line string) int {
	line = strings.Trim(strings.TrimPrefix(line, "\ufeff"), " \t\r")
	if line == "" {
		return 0
	}
	value, err := mcpcontracts.DecodeString(line)
	var fault *mcpcontracts.DecodeError
	if errors.As(err, &fault) && !fault.WellFormed() {
		return 1
	}
	message, _ := value.(map[string]any)
	_, request := message["method"]
	_, result := message["result"]
	_, failure := message["error"]
	if !request && (result || failure) {
		return 0
	}
	_, identified := message["id"]
	method, named := message["method"].(string)
	if err == nil && !identified && named && method != "" && message["jsonrpc"] == "2.0" {
		return 0
	}
	return 1
}

// TestNoise writes lines with all kinds of damage, in pieces of all sizes. Each
// line that is due an answer gets one, and nothing else comes back; the server
// stays alive, and takes little memory.
func TestNoise(t *testing.T) {
	seed := raceSeedFor(t)
	random := rand.New(rand.NewPCG(seed, 3))
	m := watched(t)
	m.mu.Lock()
	due := answersOf(m.raw)
	m.mu.Unlock()
	m.holds("noise", frameMemory, func() {
		for round := range noiseRounds {
			var text strings.Builder
			for range noiseLines {
				lines := noise(random) + "\n"
				text.WriteString(lines)
				for line := range strings.SplitSeq(strings.TrimSuffix(lines, "\n"), "\n") {
					due += dueAnswers(line)
				}
			}
			for rest := text.String(); rest != ""; {
				n := min(len(rest), 1+random.IntN([]int{3, 100, 10_000}[random.IntN(3)]))
				m.write(rest[:n])
				rest = rest[n:]
			}
			last := `"round ` + strconv.Itoa(round) + `"`
			m.write(pingWith(last, "{}") + "\n")
			m.await(last)
			due++
		}
	})
	due++ // the ping of holds
	m.stdin.Close()
	within(t, 2*patience, m.ended, "the server does not end")
	if err := m.cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	for _, line := range m.wrong {
		t.Errorf("on stdout: %q", line)
	}
	if got := answersOf(m.raw); got != due {
		t.Errorf("%d answers, %d were due", got, due)
	}
}

// answersOf counts the answers so far, whatever their id.
func answersOf(r *raw) int {
	n := 0
	for _, answers := range r.answers {
		n += len(answers)
	}
	return n
}
