package mcpserver

import (
	"errors"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// message is one decoded frame: a request or, without an id, a notification. A
// response is the zero message: this server asks its client nothing.
type message struct {
	id     requestID
	method string
	params any // decoded; nil when absent or null
}

func (m message) isRequest() bool { return m.id != requestID{} }

// refusal is a frame that is no message, and what its sender is told.
type refusal struct {
	id     requestID // what could be read of it
	answer answer
}

// parseMessage decodes a frame and checks its envelope. Nothing in a refused
// frame is ever acted on.
func parseMessage(line string) (message, *refusal) {
	value, err := mcpcontracts.DecodeString(line)
	var fault *mcpcontracts.DecodeError
	if errors.As(err, &fault) && !fault.WellFormed() {
		return message{}, &refusal{answer: answerParseError}
	}
	envelope, _ := value.(map[string]any)
	if isResponse(envelope) {
		return message{}, nil // whatever its id: an answer to it could be answered again
	}
	id, idOK := envelopeID(envelope)
	method, hasMethod := envelope["method"].(string)
	if err != nil || !idOK || !hasMethod || envelope["jsonrpc"] != "2.0" {
		return message{}, &refusal{id: id, answer: answerInvalidRequest}
	}
	return message{id: id, method: method, params: envelope["params"]}, nil
}

// envelopeID is the id of an envelope. It reports false for one that is there
// and is neither a string nor a number.
func envelopeID(envelope map[string]any) (requestID, bool) {
	value, present := envelope["id"]
	if !present {
		return requestID{}, true
	}
	return newRequestID(value)
}

func isResponse(envelope map[string]any) bool {
	if _, called := envelope["method"]; called {
		return false
	}
	_, succeeded := envelope["result"]
	_, failed := envelope["error"]
	return succeeded || failed
}
