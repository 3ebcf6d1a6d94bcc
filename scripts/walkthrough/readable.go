package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// readable shows the JSON of a list as one line for each thing in it, the way a
// client would show it to a person. Any other text it leaves as it is.
func readable(text string) string {
	var list []map[string]any
	if json.Unmarshal([]byte(text), &list) != nil || len(list) == 0 {
		return text
	}
	var lines []string
	for _, item := range list {
		switch {
		case item["role"] != nil:
			content, _, more := strings.Cut(fmt.Sprint(item["content"]), "\n")
			if more {
				content += " ..."
			}
			lines = append(lines, fmt.Sprintf("%v: %s", item["role"], content))
		case item["inputSchema"] != nil:
			lines = append(lines, fmt.Sprintf("%v: %v", item["name"], item["description"]))
		default:
			lines = append(lines, fmt.Sprintf("%v  %v", item["id"], item["title"]))
		}
	}
	return strings.Join(lines, "\n")
}
