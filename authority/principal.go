package authority

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// Principal is the owner of this installation. ID is "owner/install/" and 16
// lower-case hex digits.
type Principal struct{ ID string }

// ErrOwnerIdentity reports an owner.json that is damaged or badly protected, or
// that could not be made. What is there is never replaced.
var ErrOwnerIdentity = errors.New("authority: owner identity is unusable")

// ErrUnsupportedPlatform reports a system without the file modes and links that
// protect the owner's identity.
var ErrUnsupportedPlatform = errors.New("authority: this platform cannot protect the owner identity")

const (
	ownerFile      = "owner.json"
	ownerIDPrefix  = "owner/install/"
	ownerIDDigits  = 16
	ownerSizeLimit = 4096 // bytes
)

// formatOwner is the text of owner.json. It ends with its brace, so that a text
// that lost its end is always damaged.
func formatOwner(p Principal) []byte {
	return []byte(`{"version":1,"principal_id":"` + p.ID + `"}`)
}

// parseOwner reads the text of owner.json: one object with exactly the two
// keys, each once and in this case.
func parseOwner(text []byte) (Principal, bool) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var tokens []json.Token
	for len(tokens) <= 6 {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Principal{}, false
		}
		tokens = append(tokens, token)
	}
	if len(tokens) != 6 || tokens[0] != json.Delim('{') {
		return Principal{}, false
	}
	fields := map[json.Token]json.Token{tokens[1]: tokens[2], tokens[3]: tokens[4]}
	id, _ := fields["principal_id"].(string)
	digits, named := strings.CutPrefix(id, ownerIDPrefix)
	valid := fields["version"] == json.Number("1") && named && isLowerHex(digits, ownerIDDigits)
	return Principal{ID: id}, valid
}
