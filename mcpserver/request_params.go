package mcpserver

import (
	"encoding/json"
	"slices"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

// The members of _meta that are looked at.
const (
	metaProgressToken   = "progressToken"
	metaProtocolVersion = "io.modelcontextprotocol/protocolVersion"
)

// requestParams are the params of a request and what its _meta asks for.
type requestParams struct {
	members       map[string]any // nil when there are none
	progressToken string         // as written on the wire, empty for none
	version       string         // the protocol version claimed for this request
	claimsVersion bool
}

// newRequestParams reports false for params, a _meta or a member of it of the
// wrong type. Null counts as absent; members that are not known are ignored.
func newRequestParams(value any) (requestParams, bool) {
	members, ok := objectOrNull(value)
	if !ok {
		return requestParams{}, false
	}
	meta, ok := objectOrNull(members["_meta"])
	if !ok {
		return requestParams{}, false
	}
	p := requestParams{members: members}
	if claim := meta[metaProtocolVersion]; claim != nil {
		if p.version, p.claimsVersion = claim.(string); !p.claimsVersion {
			return requestParams{}, false
		}
	}
	if p.progressToken, ok = tokenJSON(meta[metaProgressToken]); !ok {
		return requestParams{}, false
	}
	return p, true
}

func objectOrNull(value any) (map[string]any, bool) {
	if value == nil {
		return nil, true
	}
	object, ok := value.(map[string]any)
	return object, ok
}

// tokenJSON is a progress token as it is echoed: with the type it came with. 0
// and "" are tokens.
func tokenJSON(token any) (string, bool) {
	switch t := token.(type) {
	case nil:
		return "", true
	case json.Number:
		return t.String(), true
	case string:
		return jsonText(t), len(t) <= maxIDBytes
	}
	return "", false
}

// foreignVersion reports a request that claims a protocol version which is not
// spoken here.
func (p requestParams) foreignVersion() bool {
	return p.claimsVersion && !slices.Contains(mcpcontracts.SupportedProtocolVersions(), p.version)
}
