package turn

import (
	"crypto/rand"
	"encoding/hex"

	"github.com/openprogram/openprogram-go/authority"
)

// mainAgent is the agent of every new session.
const mainAgent = "main"

// newSessionID makes an id of 128 random bits, with a prefix that tells which
// door the session came in by.
func newSessionID(source authority.Source) string {
	var random [16]byte
	rand.Read(random[:]) // never fails
	prefix := "cli_"
	if source == authority.SourceMCP {
		prefix = "mcp_"
	}
	return prefix + hex.EncodeToString(random[:])
}
