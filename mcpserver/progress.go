package mcpserver

import (
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	progressBurst     = 16                     // reports that are sent as they come
	progressInterval  = 100 * time.Millisecond // after a burst, one report in each
	progressHeartbeat = 8 * time.Second        // the longest silence of a working prompt; clients are promised 10 s
	progressMaxRunes  = 200
)

// progress sends the progress notifications of one call: numbered from 1, not
// faster than a client can use, and none once the call has been answered. Of
// reports that come too fast the last one is kept. A nil progress sends nothing.
type progress struct {
	out   *outbox
	token string // as written on the wire

	mu        sync.Mutex
	closed    bool
	sent      int
	allowance int       // reports that may be sent now
	refilled  time.Time // when the allowance was last brought up to date
	held      string    // the last report that came too fast, empty for none
	release   *time.Timer
	heartbeat *time.Timer
}

func newProgress(out *outbox, token string) *progress {
	if token == "" {
		return nil
	}
	return &progress{out: out, token: token, allowance: progressBurst, refilled: time.Now()}
}

// report sends a message, now or when it is its time. It never waits.
func (p *progress) report(message string) {
	if p == nil || message == "" || !utf8.ValidString(message) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	if p.allowed() {
		p.held = ""
		p.send(message)
		return
	}
	p.hold(message)
}

// hold keeps a message until the next one may be sent.
func (p *progress) hold(message string) {
	p.held = message
	if p.release == nil {
		p.release = time.AfterFunc(time.Until(p.refilled.Add(progressInterval)), p.sendHeld)
	}
}

func (p *progress) sendHeld() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.release = nil
	switch {
	case p.closed || p.held == "":
	case p.allowed():
		p.send(p.held)
		p.held = ""
	default:
		p.hold(p.held)
	}
}

// allowed takes one report off the allowance, if there is one.
func (p *progress) allowed() bool {
	accrued := int(time.Since(p.refilled) / progressInterval)
	if p.allowance += accrued; p.allowance > progressBurst {
		p.allowance = progressBurst
	}
	p.refilled = p.refilled.Add(time.Duration(accrued) * progressInterval)
	if p.allowance == 0 {
		return false
	}
	p.allowance--
	return true
}

func (p *progress) send(message string) {
	line := []string{
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`, p.token,
		`,"progress":`, strconv.Itoa(p.sent + 1), `,"message":`, jsonText(cutRunes(message, progressMaxRunes)), "}}\n",
	}
	if p.out.sendIfQuiet(line...) {
		p.sent++
	}
}

// keepAlive makes sure that the client hears something as long as the call works.
func (p *progress) keepAlive() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.heartbeat = time.AfterFunc(progressHeartbeat, p.beat)
	}
}

func (p *progress) beat() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.send("working")
	p.heartbeat.Reset(progressHeartbeat)
}

// flush sends what is held back. It comes before the answer of a call that has
// completed: a client that has cancelled may know the token no more.
func (p *progress) flush() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed && p.held != "" {
		p.send(p.held)
		p.held = ""
	}
}

// close ends the notifications of this call.
func (p *progress) close() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	if p.release != nil {
		p.release.Stop()
	}
	if p.heartbeat != nil {
		p.heartbeat.Stop()
	}
}

// tool reports what a Runtime tool says of itself.
func (p *progress) tool(update runtimebridge.Progress) { p.report(update.Message) }

// turn reports what a turn does, in constant words and the number of its step.
func (p *progress) turn(event runtimebridge.TurnEvent) {
	switch event.Kind {
	case runtimebridge.EventModelCall:
		p.report("model call " + strconv.Itoa(event.Step))
	case runtimebridge.EventToolStart:
		p.report("tool call started")
	case runtimebridge.EventToolEnd:
		p.report("tool call finished")
	case runtimebridge.EventWaiting:
		p.report("waiting for the provider")
	}
}

func cutRunes(s string, max int) string {
	for i := range s {
		if max == 0 {
			return s[:i]
		}
		max--
	}
	return s
}
