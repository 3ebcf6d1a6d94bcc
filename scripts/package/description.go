package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
)

// descriptionName is the name under which the MCP registry wants its description.
const descriptionName = "server.json"

// writeDescription makes the description of the server for the MCP registry, which
// names the bundle by where it will be and by its digest.
func (d *distribution) writeDescription(root string) error {
	bundle, err := os.ReadFile(d.path(d.bundleName()))
	if err != nil {
		return err
	}
	text, err := d.description(root, digest(bundle))
	if err != nil {
		return err
	}
	return os.WriteFile(d.path(descriptionName), []byte(text), 0o644)
}

func (d *distribution) description(root, digest string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "scripts", "package", descriptionName))
	return strings.NewReplacer("@VERSION@", d.version, "@SHA256@", digest).Replace(string(text)), err
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
