package mcpauth

// Delete removes the token: nobody can authenticate until one is created. The
// error is ErrNoToken, ErrDelete or ErrUnsupported.
func Delete(loc Location) error { return newVault().deleteToken(loc) }

func (v vault) deleteToken(loc Location) error {
	if err := v.remove(loc); err != nil {
		return publicError(err, ErrDelete)
	}
	return nil
}
