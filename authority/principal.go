package authority

import "errors"

// Principal is the owner of this installation. ID is "owner/install/" and 16
// lower-case hex digits.
type Principal struct{ ID string }

// ErrOwnerIdentity reports an owner.json that is damaged, badly protected or
// cannot be made. It is never replaced.
var ErrOwnerIdentity = errors.New("authority: owner identity is unusable")

// ErrUnsupportedPlatform reports a system without the file modes and links that
// the owner's identity relies on.
var ErrUnsupportedPlatform = errors.New("authority: this platform cannot protect the owner identity")

// LoadOwner reads the owner's identity from owner.json in the state directory,
// which must exist and be absolute, or creates it there.
func LoadOwner(stateDir string) (Principal, error) { return Principal{}, ErrOwnerIdentity }
