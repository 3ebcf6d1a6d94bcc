package authority_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/authority"
)

// The paired row is what every MCP client on this machine may do. This golden
// is not to be updated together with the table.
func TestPairedTierMustNotGrow(t *testing.T) {
	want := []authority.Capability{"reply", "memory.read", "memory.source.append"}
	if diff := cmp.Diff(want, authority.TierPaired.Capabilities()); diff != "" {
		t.Errorf("paired capabilities (-want +got):\n%s", diff)
	}
}

func TestOwnerTierHoldsAll(t *testing.T) {
	want := []authority.Capability{
		"reply", "memory.read", "memory.source.append", "memory.trusted.promote", "fs.read", "fs.write",
		"process.exec", "network.send", "approval.request", "runtime.control",
	}
	if diff := cmp.Diff(want, authority.TierOwner.Capabilities()); diff != "" {
		t.Errorf("owner capabilities (-want +got):\n%s", diff)
	}
}

func TestTierAllows(t *testing.T) {
	granted := []authority.Capability{authority.Reply, authority.MemoryRead, authority.MemorySourceAppend}
	for _, c := range authority.TierOwner.Capabilities() {
		if !authority.TierOwner.Allows(c) {
			t.Errorf("owner lacks %s", c)
		}
		if got, want := authority.TierPaired.Allows(c), slices.Contains(granted, c); got != want {
			t.Errorf("paired allows %s: %v, want %v", c, got, want)
		}
		for _, unknown := range []authority.Tier{"", "Owner", "owner ", "admin"} {
			if unknown.Allows(c) {
				t.Errorf("tier %q allows %s", unknown, c)
			}
		}
	}
	if authority.TierOwner.Allows("browser.control") {
		t.Error("owner allows a capability that does not exist")
	}
}

func TestCapabilitiesIsACopy(t *testing.T) {
	authority.TierPaired.Capabilities()[0] = authority.ProcessExec
	if authority.TierPaired.Allows(authority.ProcessExec) {
		t.Error("a caller changed the tier table")
	}
	_ = append(authority.TierPaired.Capabilities()[:1:1], authority.ProcessExec)
	if got := authority.TierPaired.Capabilities(); got[1] != authority.MemoryRead {
		t.Errorf("a caller changed the tier table: %v", got)
	}
}
