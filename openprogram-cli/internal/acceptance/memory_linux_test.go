package acceptance_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The memory that a server may take over what it takes when it is idle, whatever
// its client does: for frames that ask for no work, and for all work together.
const (
	frameMemory = 64 << 20
	workMemory  = 160 << 20
)

const mib = 1 << 20

// memory is a server whose memory is watched.
type memory struct {
	*raw
	idle   int
	lastID int
}

// watched is a server that has done a little of everything.
func watched(t *testing.T) *memory {
	h := ready(t, "memory_search", "memory_grep", "memory_get", "memory_update")
	h.note("a.md", "The crane stays.\n")
	m := &memory{raw: h.talk(), lastID: 1}
	m.ask("prompt_send", `{"prompt":"crane"}`)
	m.ask("tool_call", `{"name":"memory_search","arguments":{"query":"crane"}}`)
	m.ask("sessions_list", `{}`)
	m.ask("tools_list", `{}`)
	m.idle = m.status("VmRSS")
	return m
}

// ask calls a tool and waits for its answer.
func (m *memory) ask(tool, arguments string) frame {
	m.t.Helper()
	m.lastID++
	return m.call(m.lastID, tool, arguments)
}

// ping sends a ping with params and waits for its answer.
func (m *memory) ping(params string) {
	m.t.Helper()
	m.lastID++
	id := fmt.Sprint(m.lastID)
	m.write(`{"jsonrpc":"2.0","id":` + id + `,"method":"ping","params":` + params + "}\n")
	m.await(id)
}

// status reads a size from the process's status, in bytes.
func (m *memory) status(name string) int {
	m.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", m.cmd.Process.Pid))
	if err != nil {
		m.t.Fatal(err)
	}
	var kib int
	_, rest, found := strings.Cut(string(data), name+":")
	if _, err := fmt.Sscan(rest, &kib); !found || err != nil {
		m.t.Fatalf("%s: %v", name, err)
	}
	return kib << 10
}

// holds runs a part of a test and looks at the most that the server took for it.
func (m *memory) holds(what string, most int, part func()) {
	m.t.Helper()
	// 5 sets the high-water mark to the present size.
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", m.cmd.Process.Pid), []byte("5"), 0); err != nil {
		m.t.Logf("the high-water mark cannot be reset here, so it covers everything so far: %v", err)
	}
	part()
	m.ping("{}")
	over := m.status("VmHWM") - m.idle
	m.t.Logf("%-24s %4d MiB over idle", what, over/mib)
	if over > most {
		m.t.Errorf("%s: %d MiB over idle, want at most %d", what, over/mib, most/mib)
	}
}

// TestFramesTakeLittleMemory sends what asks for no work, in every size.
func TestFramesTakeLittleMemory(t *testing.T) {
	m := watched(t)
	pings := map[string]string{
		"a long string":       `{"x":"` + strings.Repeat("a", 15*mib) + `"}`,
		"a long escaped one":  `{"x":"` + strings.Repeat(`\n`, 15*mib/2) + `"}`,
		"a long wide one":     `{"x":"` + strings.Repeat("漢", 5*mib) + `"}`,
		"a long key":          `{"` + strings.Repeat("a", 15*mib) + `":1}`,
		"many numbers":        `{"x":[` + strings.Repeat("1,", 60_000) + `1]}`,
		"many objects":        `{"x":[` + strings.Repeat(`{"a":1},`, 32_000) + `1]}`,
		"towers":              `{"x":[` + strings.Repeat(strings.Repeat(`{"a":`, 100)+"1"+strings.Repeat("}", 100)+",", 640) + `1]}`,
		"too many values":     `{"x":[` + strings.Repeat(`{},`, 1<<20) + `1]}`,
		"too many keys":       `{` + strings.Repeat(`"a":{"b":1},`, 1<<20) + `"c":1}`,
		"too deep a tower":    `{"x":` + strings.Repeat("[", 4*mib) + strings.Repeat("]", 4*mib) + `}`,
		"too long for a line": `{"x":"` + strings.Repeat("a", 17*mib) + `"}`,
	}
	for name, params := range pings {
		m.holds(name, frameMemory, func() {
			if len(params) > 16*mib {
				m.write(`{"jsonrpc":"2.0","id":1,"method":"ping","params":` + params + "}\n")
				return
			}
			m.ping(params)
		})
	}
	m.holds("a line without end", frameMemory, func() {
		piece := strings.Repeat("a", mib)
		for range 320 {
			m.write(piece)
		}
		m.write("\n")
	})
	m.holds("no JSON", frameMemory, func() { m.write(`{"x":"` + strings.Repeat("a", 15*mib) + "\n") })
	m.holds("a long blank line", frameMemory, func() { m.write(strings.Repeat(" ", 15*mib) + "\n") })
	m.holds("a flood of bad lines", frameMemory, func() { m.write(strings.Repeat("{bad\n", 300_000)) })
	m.holds("a flood of pings", frameMemory, func() {
		m.write(strings.Repeat(`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`+"\n", 100_000))
	})
	m.stdin.Close()
	<-m.ended
}

// TestWorkTakesBoundedMemory makes the server do as much as it takes at once.
func TestWorkTakesBoundedMemory(t *testing.T) {
	m := watched(t)
	quoted := func(piece string, size int) string { return `"` + strings.Repeat(piece, size/len(piece)) + `"` }
	m.holds("a long query", workMemory, func() {
		m.ask("tool_call", `{"name":"memory_search","arguments":{"query":`+quoted("漢字", 15*mib)+`}}`)
		m.ask("tool_call", `{"name":"memory_grep","arguments":{"query":`+quoted("crane ", 15*mib)+`}}`)
	})
	m.holds("a long addition", workMemory, func() {
		m.ask("tool_call", `{"name":"memory_update","arguments":{"base_revision":"x","changes":[{"path":"a.md","text":`+quoted("a", 15*mib)+`}]}}`)
	})
	m.holds("long names", workMemory, func() {
		m.ask("session_get", `{"session_id":`+quoted("a", 15*mib)+`}`)
		m.ask("prompt_cancel", `{"session_id":`+quoted("a", 15*mib)+`}`)
		m.ask("tool_call", `{"name":`+quoted("a", 15*mib)+`}`)
	})
	m.holds("bulky arguments", workMemory, func() {
		m.flood(40, "tool_call", `{"name":"memory_search","arguments":{"x":[`+strings.Repeat(`{"a":1},`, 32_000)+`1]}}`)
	})
	m.holds("long prompts", workMemory, func() { m.flood(20, "prompt_send", `{"prompt":`+quoted("crane ", 15*mib)+`}`) })

	var session turn
	m.holds("a session that fills up", workMemory, func() {
		session = decodeFrame[turn](t, m.ask("prompt_send", `{"prompt":`+quoted("crane ", 3*mib)+`}`))
		more := `{"session_id":"` + session.SessionID + `","prompt":` + quoted(`\n`, 7*mib) + `}`
		for range 5 {
			m.ask("prompt_send", more)
		}
	})
	m.holds("reading it", workMemory, func() { m.flood(20, "session_get", `{"session_id":"`+session.SessionID+`"}`) })
	m.close()
}

// flood makes many calls at once and waits for all answers.
func (m *memory) flood(calls int, tool, arguments string) {
	m.t.Helper()
	first := m.lastID + 1
	for range calls {
		m.lastID++
		m.write(call(fmt.Sprint(m.lastID), tool, arguments))
	}
	for id := first; id <= m.lastID; id++ {
		m.await(fmt.Sprint(id))
	}
}
