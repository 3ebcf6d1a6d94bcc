package mcpauth

// Stored gives the token that is stored, for the owner's own use: to write it
// into a client's configuration. The file is checked as strictly as by
// Authenticate. The error is ErrNoToken, ErrRead or ErrUnsupported.
func Stored(loc Location) (Token, error) {
	secret, err := newVault().read(loc)
	if err != nil {
		if reasonOf(err) == ReasonNoFile {
			return Token{}, ErrNoToken
		}
		return Token{}, publicError(err, ErrRead)
	}
	if spoiled(secret) { // it would not arrive unharmed
		return Token{}, ErrRead
	}
	return newToken(string(secret)), nil
}
