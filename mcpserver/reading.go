package mcpserver

import (
	"errors"
	"io"
	"strconv"
	"strings"
)

// read takes frames until the stream or the connection ends, or the client must
// be taken for gone, and says which.
func (c *connection) read(in io.Reader) endReason {
	lines := newLineReader(in, c.limits.FrameBytes)
	for c.mayRead(in) {
		line, err := lines.next()
		switch {
		case c.accepting.Err() != nil:
			return endOfInput // while it waited for this line
		case errors.Is(err, errLineTooLong):
			c.refuse(refusal{answer: answerInvalidRequest})
		case err != nil:
			return endOfInput
		default:
			c.take(line)
		}
	}
	return endOfOutput
}

// take acts on one frame.
func (c *connection) take(line string) {
	m, refused := parseMessage(line)
	switch {
	case refused != nil:
		c.refuse(*refused)
	case m.isRequest():
		c.takeRequest(m, line)
	case m.method == methodCancelled:
		c.cancelRequested(m.params)
	}
	// Responses and other notifications ask for nothing, notifications/initialized
	// among them: the session is ready when initialize has been answered.
}

// refuse answers a frame that is no message. One bad line never ends a session;
// the first is worth a warning, a flood of them is not.
func (c *connection) refuse(r refusal) {
	c.refused++
	if c.refused == 1 {
		c.log.Warn("frame refused")
	}
	c.reply(r.id, r.answer)
}

func (c *connection) reply(id requestID, a answer) { c.out.send(a.response(id)...) }

// takeRequest answers a request, or hands it to what will.
func (c *connection) takeRequest(m message, line string) {
	if c.busyWith(m.id) || strings.HasPrefix(m.method, "notifications/") {
		c.refuse(refusal{id: m.id, answer: answerInvalidRequest})
		return
	}
	if m.method == methodPing {
		c.reply(m.id, answerPong)
		return
	}
	params, ok := newRequestParams(m.params)
	if m.method == methodDiscover || m.method == methodListen || params.foreignVersion() {
		c.reply(m.id, answerUnsupportedVersion)
		return
	}
	switch m.method {
	case methodInitialize, methodListTools, methodCallTool:
	default:
		c.reply(m.id, answerMethodNotFound)
		return
	}
	switch {
	case !ok:
		c.reply(m.id, answerInvalidParams)
	case m.method == methodInitialize:
		c.reply(m.id, c.initialize(params))
	case !c.initialized:
		c.reply(m.id, answerNotInitialized)
	case m.method == methodListTools:
		c.reply(m.id, c.listTools(params))
	default:
		c.callTool(m.id, params, line)
	}
}

func (c *connection) initialize(params requestParams) answer {
	switch {
	case c.initialized:
		return answerInitialized
	case params.members == nil:
		return answerInvalidParams
	}
	a := c.protocol.request(methodInitialize, params.members)
	if a == answerInvalidParams {
		return a
	}
	c.initialized = true
	c.logClient(params.members["clientInfo"])
	return a
}

// listTools gives the only page there is.
func (c *connection) listTools(params requestParams) answer {
	if cursor := params.members["cursor"]; cursor != nil && cursor != "" {
		return answerInvalidParams
	}
	return c.protocol.request(methodListTools, nil)
}

const clientInfoRunes = 64

// logClient notes what the client calls itself: for diagnostics only, and never
// as it came.
func (c *connection) logClient(info any) {
	members, _ := info.(map[string]any)
	name, _ := members["name"].(string)
	version, _ := members["version"].(string)
	c.log.Debug("client initialized",
		"claimed_name", strconv.QuoteToASCII(cutRunes(name, clientInfoRunes)),
		"claimed_version", strconv.QuoteToASCII(cutRunes(version, clientInfoRunes)))
}
