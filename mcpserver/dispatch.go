package mcpserver

import (
	"context"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// wrapper is how one of the six tools is served.
type wrapper struct {
	// serve does the work with arguments that have passed the tool's schema.
	serve func(c *connection, call *call, arguments map[string]any) answer
	// broken is the answer when serve does not give one: the runtime panicked.
	broken answer
	// lane says with which others it shares its places.
	lane lane
	// namesSession says that session_id among the arguments is a session's id.
	namesSession bool
}

// lane is a set of tools that share their places, so that calls of one lane are
// never held up by those of another.
type lane int

const (
	laneLight   lane = iota // reads of the runtime: all are served in the end
	laneHeavy               // prompts and Runtime tools, which may take long: limited
	laneHistory             // whole sessions, which can be large: one at a time
	laneOwn                 // what needs no runtime, so that a stuck one cannot stop it
	lanes
)

// wrappers is the one table from names to what serves them.
var wrappers = map[string]*wrapper{
	mcpcontracts.SessionsList: {serve: (*connection).sessionsList, broken: answerSessionData},
	mcpcontracts.SessionGet:   {serve: (*connection).sessionGet, broken: answerSessionData, namesSession: true, lane: laneHistory},
	mcpcontracts.PromptSend:   {serve: (*connection).promptSend, broken: answerPromptFailed, namesSession: true, lane: laneHeavy},
	mcpcontracts.PromptCancel: {serve: (*connection).promptCancel, broken: answerPromptFailed, namesSession: true, lane: laneOwn},
	mcpcontracts.ToolsList:    {serve: (*connection).toolsList, broken: answerNoTools},
	mcpcontracts.ToolCall:     {serve: (*connection).toolCall, broken: answerToolFailed, lane: laneHeavy},
}

// The weight that a call of an unlimited lane counts as unsent output until it is
// answered: its frame, which may grow when decoded, and a short reply.
const (
	callWeight      = 1 << 10
	frameByteWeight = 20
)

// callTool takes a tools/call request.
func (c *connection) callTool(id requestID, params requestParams, line string) {
	name, ok := params.members["name"].(string)
	if !ok {
		c.reply(id, answerInvalidParams)
		return
	}
	wrapper, known := wrappers[name]
	if !known {
		c.reply(id, answerUnknownWrapper)
		return
	}
	call := c.newCall(id, name, wrapper, params, len(line))
	if !c.accept(call) {
		return
	}
	c.out.owe(call.weight)
	switch call.queue.admit(call, line) {
	case admitStart:
		if !c.spawn(func() { c.run(call) }) {
			close(call.done)
		}
	case admitBusy:
		close(call.done)
		c.complete(call, answerServerBusy)
	}
}

func (c *connection) newCall(id requestID, name string, w *wrapper, params requestParams, frameBytes int) *call {
	call := &call{
		id: id, tool: name, wrapper: w, queue: c.lanes[w.lane],
		arguments: params.members["arguments"],
		progress:  newProgress(c.out, params.progressToken),
		session:   givenSession(w, params.members["arguments"]),
		bytes:     frameBytes,
		done:      make(chan struct{}),
	}
	if w.lane == laneHeavy {
		call.size = frameBytes + argumentBytes(call.arguments)
	} else {
		call.weight = callWeight + frameByteWeight*frameBytes
	}
	call.ctx, call.stop = context.WithCancelCause(c.root)
	return call
}

// run does a call's work and answers it. What the runtime does to this goroutine
// (a panic, even runtime.Goexit) costs this call alone.
func (c *connection) run(call *call) {
	growStack(0)
	reply := call.wrapper.broken
	defer func() {
		if value := recover(); value != nil {
			logPanic(c.log, value)
		}
		c.finish(call, reply)
	}()
	// For a client that does not read its answers no further ones are made.
	if !c.out.awaitRoom(call.ctx.Done()) {
		<-call.ctx.Done()
	}
	if call.outcome.Err() != nil {
		return
	}
	arguments, err := mcpcontracts.Validate(call.tool, call.takeArguments())
	if err != nil {
		reply = argumentsAnswer(err)
		return
	}
	reply = call.wrapper.serve(c, call, arguments)
}

// complete answers a call unless it was cancelled.
func (c *connection) complete(call *call, reply answer) {
	if call.outcome.Complete() {
		call.progress.flush()
		c.answer(call, reply)
	}
	call.stop(nil)
}

// finish ends a call's work, answers it unless it was cancelled, and starts the
// calls that waited for its place.
func (c *connection) finish(call *call, reply answer) {
	c.prompts.release(call)
	close(call.done)
	c.complete(call, reply)
	for _, next := range call.queue.release(call) {
		c.work.Go(func() { c.run(next) })
	}
}
