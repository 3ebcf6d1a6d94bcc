package authority

import "errors"

// SpeakerKind says what kind of party speaks under a grant.
type SpeakerKind string

// The kinds of speaker.
const (
	SpeakerOwner  SpeakerKind = "owner"
	SpeakerClient SpeakerKind = "client"
)

// Interaction says whether somebody is there to answer a question.
type Interaction string

// The interactions.
const (
	Interactive    Interaction = "interactive"
	NonInteractive Interaction = "non-interactive"
)

// Source names the door a request came in by. It is fixed by that door and
// survives every continuation of the request.
type Source string

// The sources.
const (
	SourceMCP      Source = "mcp"
	SourceTerminal Source = "terminal"
)

// ErrInvalidClientID reports a client id that is not 16 lower-case hex digits.
var ErrInvalidClientID = errors.New("authority: client id is invalid")

// Grant is who asks and with which rights. It is a value: copying detaches it.
// The zero Grant has no tier and is allowed nothing.
type Grant struct {
	SpeakerKind    SpeakerKind
	SpeakerID      string
	SpeakerDisplay string
	PrincipalID    string
	Tier           Tier
	Interaction    Interaction
}

// ClientGrant is the one grant that an MCP client can have: paired and
// non-interactive. clientID is 16 lower-case hex digits.
func ClientGrant(owner Principal, clientID string) (Grant, error) {
	if !isLowerHex(clientID, 16) {
		return Grant{}, ErrInvalidClientID
	}
	return Grant{
		SpeakerKind:    SpeakerClient,
		SpeakerID:      "mcp/" + clientID,
		SpeakerDisplay: "MCP client",
		PrincipalID:    owner.ID,
		Tier:           TierPaired,
		Interaction:    NonInteractive,
	}, nil
}

// OwnerGrant is the owner's own grant at this installation's terminal.
func OwnerGrant(owner Principal, interaction Interaction) Grant {
	return Grant{
		SpeakerKind:    SpeakerOwner,
		SpeakerID:      "owner/local",
		SpeakerDisplay: "Owner",
		PrincipalID:    owner.ID,
		Tier:           TierOwner,
		Interaction:    interaction,
	}
}

func isLowerHex(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
