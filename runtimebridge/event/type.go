package event

// The types of event that the embedded runtime publishes.
const (
	TurnStarted      = "turn.start"
	TurnEnded        = "turn.end"
	ToolStarted      = "tool.before"
	ToolEnded        = "tool.after"
	QuestionAsked    = "question.asked"
	RequestCancelled = "mcp.request.cancelled"
)
