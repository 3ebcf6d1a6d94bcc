package mcpserver

import "strconv"

// answer is how a request ends on the wire: the result or error member of its
// response. The zero answer is none. Answers are made in wire_error.go and
// wire_content.go alone.
type answer struct{ member string }

// response is the whole line that answers a request, in parts.
func (a answer) response(id requestID) []string {
	return []string{`{"jsonrpc":"2.0","id":`, id.json(), `,`, a.member, "}\n"}
}

func resultAnswer(result string) answer { return answer{`"result":` + result} }

func errorAnswer(code int, text string) answer {
	return answer{`"error":{"code":` + strconv.Itoa(code) + `,"message":` + jsonText(text) + `}`}
}

func errorAnswerWithData(code int, text, data string) answer {
	return answer{`"error":{"code":` + strconv.Itoa(code) + `,"message":` + jsonText(text) + `,"data":` + data + `}`}
}
