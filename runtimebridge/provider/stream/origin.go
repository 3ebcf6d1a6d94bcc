package stream

import (
	"net/url"
	"slices"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// Origin marks the reasoning of one endpoint: of one kind and at one host. Some
// endpoints refuse a whole request for a field of another one, or for a signature
// that is not theirs, so a session that has changed its endpoint leaves it out.
type Origin struct{ kind, host string }

// NewOrigin gives the origin of what comes from an address.
func NewOrigin(kind, address string) Origin {
	u, err := url.Parse(address)
	if err != nil {
		return Origin{kind: kind}
	}
	return Origin{kind: kind, host: u.Host}
}

// Mark gives reasoning as it is stored: behind a line with the host.
func (o Origin) Mark(reasoning string) string {
	if reasoning == "" {
		return ""
	}
	return o.host + "\n" + reasoning
}

// Own copies messages and leaves each its reasoning, without the mark, only if it
// came from here. What bears no mark is taken for the kind's.
func (o Origin) Own(messages []provider.Message) []provider.Message {
	messages = slices.Clone(messages)
	for i, m := range messages {
		host, reasoning, marked := strings.Cut(m.Reasoning, "\n")
		switch {
		case m.Provider != o.kind || marked && host != o.host:
			messages[i].Reasoning = ""
		case marked:
			messages[i].Reasoning = reasoning
		}
	}
	return messages
}
