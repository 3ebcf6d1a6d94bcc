package mcpserver

import (
	"strings"
	"unicode/utf8"

	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/runtimebridge"
)

// maxToolResultBytes bounds the content of one tool_call: a client that reads
// lines as this server does could not take more.
const maxToolResultBytes = mcpcontracts.MaxFrameBytes

const (
	contentOpen   = `{"content":[`
	contentOK     = `],"isError":false}`
	contentFailed = `],"isError":true}`
	textOpen      = `{"type":"text","text":`
	textClose     = `}`
)

var answerPong = resultAnswer("{}")

// payloadAnswer is the result of a wrapper tool: its payload as one text block.
func payloadAnswer(payload any) answer {
	text, err := mcpcontracts.Encode(payload)
	if err != nil {
		return answerSerialization
	}
	return textAnswer(text, contentOK)
}

// failedResult is a result that a client's model can read, marked as an error.
func failedResult(text string) answer { return textAnswer(text, contentFailed) }

// textAnswer is a result of one text block. The text may be large: it is put
// together once.
func textAnswer(text, end string) answer {
	return answer{`"result":` + contentOpen + textOpen + jsonText(text) + textClose + end}
}

func textBlock(text string) string { return textOpen + jsonText(text) + textClose }

// toolResultAnswer is the outcome of a Runtime tool that ran.
func toolResultAnswer(result runtimebridge.Result) answer {
	if result.IsError {
		return toolReasonAnswer(result.Reason)
	}
	size := 0
	blocks := make([]string, 0, len(result.Content))
	for _, content := range result.Content {
		block, refused := contentBlock(content)
		if refused != (answer{}) {
			return refused
		}
		if size += len(block); size > maxToolResultBytes {
			return answerToolFailed
		}
		blocks = append(blocks, block)
	}
	return resultAnswer(contentOpen + strings.Join(blocks, ",") + contentOK)
}

// contentBlock writes one block, or says how the whole result is refused. What
// cannot be shown as it is is never turned into a text.
func contentBlock(content runtimebridge.Content) (string, answer) {
	switch c := content.(type) {
	case runtimebridge.Text:
		if !utf8.ValidString(c.Text) {
			return "", answerSerialization
		}
		return textBlock(c.Text), answer{}
	case runtimebridge.Image:
		if !validImage(c) {
			return "", answerToolFailed
		}
		return `{"type":"image","data":"` + c.Data + `","mimeType":"` + c.MIMEType + `"}`, answer{}
	}
	return "", answerToolFailed
}

var reasonTexts = map[runtimebridge.ReasonCode]string{
	runtimebridge.ReasonNotFound:       mcpcontracts.TextFailedNotFound,
	runtimebridge.ReasonTooLarge:       mcpcontracts.TextFailedTooLarge,
	runtimebridge.ReasonInvalidPattern: mcpcontracts.TextFailedInvalidPattern,
	runtimebridge.ReasonConflict:       mcpcontracts.TextConflict,
}

// toolReasonAnswer answers a tool that ran and failed: by its typed reason, never
// by what it wrote.
func toolReasonAnswer(reason runtimebridge.ReasonCode) answer {
	if text, known := reasonTexts[reason]; known {
		return failedResult(text)
	}
	return answerToolFailed
}
