package authority

import "slices"

// Tier is the trust level of a principal's request. It names a row of the
// fixed tier table; a request carries the name only, never capabilities.
type Tier string

// The two tiers. A value that is neither allows nothing.
const (
	TierOwner  Tier = "owner"
	TierPaired Tier = "paired"
)

// tierTable is fixed. The paired row must not grow: every MCP client has it.
var tierTable = map[Tier][]Capability{
	TierOwner:  allCapabilities,
	TierPaired: {Reply, MemoryRead, MemorySourceAppend},
}

// Allows reports whether the tier holds the capability.
func (t Tier) Allows(c Capability) bool { return slices.Contains(tierTable[t], c) }

// Capabilities lists what the tier holds, as a copy.
func (t Tier) Capabilities() []Capability { return slices.Clone(tierTable[t]) }
