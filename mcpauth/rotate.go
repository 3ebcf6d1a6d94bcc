package mcpauth

// Rotate replaces the token by a new one and gives that. Whoever authenticated
// with the old one stays a client until its connection ends. The error is
// ErrNoToken, ErrRotate or ErrUnsupported.
func Rotate(loc Location) (Token, error) { return newVault().rotateToken(loc) }

func (v vault) rotateToken(loc Location) (Token, error) {
	secret, err := v.rotate(loc)
	if err != nil {
		return Token{}, publicError(err, ErrRotate)
	}
	return newToken(secret), nil
}
