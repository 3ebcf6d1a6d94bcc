package mcpserver

import (
	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// answerNoTools is also what a client is told when the tools cannot be listed:
// nothing can be reached then.
var answerNoTools = payloadAnswer([]mcpcontracts.RuntimeTool{})

func (c *connection) toolsList(call *call, _ map[string]any) answer {
	specs, err := c.runtime.Tools(call.ctx)
	if err != nil {
		c.log.Error("runtime tools not listed")
		return answerNoTools
	}
	return c.listing.answer(specs)
}

func (c *connection) toolCall(call *call, arguments map[string]any) answer {
	given := mcpcontracts.ToolCallFrom(arguments)
	var report func(runtimebridge.Progress)
	if call.progress != nil {
		report = call.progress.tool
	}
	result, err := c.runtime.CallTool(call.ctx, runtimebridge.ToolCall{
		Name:      given.Name,
		Arguments: given.Arguments,
		RequestID: call.id.text(),
		Outcome:   &call.outcome,
		Progress:  report,
	})
	if err != nil {
		return toolFailure(err)
	}
	return toolResultAnswer(result)
}
