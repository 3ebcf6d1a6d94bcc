package mcpauth

// Create makes the token, with the state directory if that is missing, and gives
// it: the only time it can be seen. What has the token's name already is never
// replaced. Of several creators at once exactly one succeeds.
//
// The error is ErrTokenExists, ErrCreate or ErrUnsupported.
func Create(loc Location) (Token, error) { return newVault().createToken(loc) }

func (v vault) createToken(loc Location) (Token, error) {
	secret, err := v.create(loc)
	if err != nil {
		return Token{}, publicError(err, ErrCreate)
	}
	return newToken(secret), nil
}
