//go:build unix && !aix

package mcpauth

// rotate replaces the token by a rename: there is no moment without one.
func (v vault) rotate(loc Location) (string, error) {
	d, err := v.openExisting(loc)
	if err != nil {
		return "", err
	}
	defer d.close()
	named, err := d.root.Lstat(FileName)
	if err != nil {
		return "", noToken(err)
	}
	if !named.Mode().IsRegular() {
		return "", d.tokenFault(FindingTokenType)
	}
	n, err := d.newDraft()
	if err != nil {
		return "", err
	}
	defer n.discard()
	d.at(fileNamed)
	if err := d.root.Rename(n.name, FileName); err != nil {
		return "", err
	}
	d.at(tokenNamed)
	if err := n.confirm(); err != nil {
		return "", err
	}
	return n.secret, nil
}
