package main

import (
	"encoding/json"
	"errors"
)

// answer is what a request came to.
type answer struct {
	code    int    // of an error
	message string // of an error, empty for a result
	text    string // of the first content block of a result
	isError bool
	result  json.RawMessage
}

const (
	cancelledText = "Request cancelled"
	gaveUpText    = `{"error":"prompt execution failed"}`
)

func (a answer) cancelled() bool { return a.message == cancelledText && a.code == 0 }

// payload decodes the text of a result that is no failure.
func (a answer) payload(value any) bool {
	return a.message == "" && !a.isError && json.Unmarshal([]byte(a.text), value) == nil
}

// frame is one line of a server's.
type frame struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		Token    string `json:"progressToken"`
		Progress int    `json:"progress"`
	} `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

var errNoFrame = errors.New("neither a response nor progress")

// parse reads one line, which has to be a response or progress.
func parse(line []byte) (frame, error) {
	var f frame
	if err := json.Unmarshal(line, &f); err != nil {
		return f, err
	}
	response := f.ID != nil && f.Method == "" && (f.Result != nil) != (f.Error != nil)
	progress := f.ID == nil && f.Method == "notifications/progress" && f.Result == nil && f.Error == nil
	if f.JSONRPC != "2.0" || line[len(line)-1] != '\n' || !response && !progress {
		return f, errNoFrame
	}
	return f, nil
}

func (f frame) answer() answer {
	if f.Error != nil {
		return answer{code: f.Error.Code, message: f.Error.Message}
	}
	var result struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		IsError bool `json:"isError"`
	}
	a := answer{result: f.Result}
	if json.Unmarshal(f.Result, &result) == nil && len(result.Content) > 0 {
		a.text, a.isError = result.Content[0].Text, result.IsError
	}
	return a
}
