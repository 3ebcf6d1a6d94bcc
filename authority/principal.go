package authority

// Principal is the owner of this installation. ID is "owner/install/" and 16
// lower-case hex digits.
type Principal struct{ ID string }
