//go:build !unix || aix

package mcpauth

// vault refuses everything: here a file cannot be kept private by its mode.
type vault struct{}

func newVault() vault { return vault{} }

func (vault) read(Location) ([]byte, error) { return nil, &fault{code: FindingUnsupported} }

func (vault) create(Location) (string, error) { return "", ErrUnsupported }

func (vault) rotate(Location) (string, error) { return "", ErrUnsupported }

func (vault) remove(Location) error { return ErrUnsupported }
