package remote

import (
	"strings"
	"unicode"
)

// maxName is the longest tool name that every provider takes, in bytes.
const maxName = 64

// separator stands between server and tool, and in no name of a built-in tool.
const separator = "__"

// ToolName is the Runtime tool's name of a server's tool: characters other than
// ASCII letters, digits, _ and - become _, and a long name keeps the tool's part
// as far as eight characters are left for the server's.
func ToolName(server, tool string) string {
	server, tool = plain(server), plain(tool)
	if over := len(server) + len(separator) + len(tool) - maxName; over > 0 {
		keep := max(len(server)-over, min(len(server), 8))
		server = server[:keep]
	}
	if room := maxName - len(server) - len(separator); len(tool) > room {
		tool = tool[:room]
	}
	return server + separator + tool
}

func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, s)
}
