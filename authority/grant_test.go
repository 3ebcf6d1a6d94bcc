package authority_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
)

var owner = authority.Principal{ID: "owner/install/0123456789abcdef"}

func clientGrant(t *testing.T) authority.Grant {
	t.Helper()
	grant, err := authority.ClientGrant(owner, "6f69975abe580db3")
	if err != nil {
		t.Fatal(err)
	}
	return grant
}

func TestClientGrant(t *testing.T) {
	want := authority.Grant{
		SpeakerKind:    "client",
		SpeakerID:      "mcp/6f69975abe580db3",
		SpeakerDisplay: "MCP client",
		PrincipalID:    "owner/install/0123456789abcdef",
		Tier:           "paired",
		Interaction:    "non-interactive",
	}
	if diff := cmp.Diff(want, clientGrant(t)); diff != "" {
		t.Errorf("client grant (-want +got):\n%s", diff)
	}
}

func TestClientGrantRefusesBadIDs(t *testing.T) {
	for _, id := range []string{
		"", "                ", "6f69975abe580db", "6f69975abe580db30", "6F69975ABE580DB3",
		"6f69975abe580db3\n", "6f69975abe580dbg", "６f69975abe580d", "mcp/69975abe580d", "6f69975abe580d/3",
	} {
		grant, err := authority.ClientGrant(owner, id)
		if !errors.Is(err, authority.ErrInvalidClientID) || grant != (authority.Grant{}) {
			t.Errorf("ClientGrant(%q) = %+v, %v", id, grant, err)
		}
	}
}

func TestOwnerGrant(t *testing.T) {
	want := authority.Grant{
		SpeakerKind:    "owner",
		SpeakerID:      "owner/local",
		SpeakerDisplay: "Owner",
		PrincipalID:    "owner/install/0123456789abcdef",
		Tier:           "owner",
		Interaction:    "interactive",
	}
	if diff := cmp.Diff(want, authority.OwnerGrant(owner, authority.Interactive)); diff != "" {
		t.Errorf("owner grant (-want +got):\n%s", diff)
	}
}
