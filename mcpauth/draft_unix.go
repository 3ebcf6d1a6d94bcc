//go:build unix && !aix

package mcpauth

import (
	"encoding/base64"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// secretBytes is the entropy of a token.
const secretBytes = 32

// draft is a new token in a file with a temporary name in the state directory.
type draft struct {
	dir    *directory
	name   string
	file   *os.File
	info   fs.FileInfo
	secret string
}

// newDraft writes a new token to the disk, durably and privately, under a name
// that nobody reads.
func (d *directory) newDraft() (*draft, error) {
	secret, err := newSecret(d.random)
	if err != nil {
		return nil, err
	}
	unique, err := randomHex(d.random, 12)
	if err != nil {
		return nil, err
	}
	name := "." + FileName + "." + unique + ".tmp"
	file, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	n := &draft{dir: d, name: name, file: file, secret: secret}
	if err := n.write(); err != nil {
		n.discard()
		return nil, err
	}
	return n, nil
}

func (n *draft) write() error {
	n.dir.at(tempMade)
	if err := n.dir.recheck(); err != nil {
		return err
	}
	if err := n.file.Chmod(0o600); err != nil { // whatever the umask left
		return err
	}
	if _, err := io.WriteString(n.file, n.secret); err != nil {
		return err
	}
	if err := n.dir.flush(n.file); err != nil {
		return err
	}
	n.dir.at(tempSynced)
	info, err := n.file.Stat()
	if err != nil {
		return err
	}
	if code := n.dir.fileFault(info); code != "" {
		return n.dir.tokenFault(code)
	}
	n.info = info
	return n.dir.recheck()
}

// discard removes what is left of the draft. It goes through the open directory,
// so it finds the file wherever that directory has moved.
func (n *draft) discard() {
	_ = n.file.Close()
	_ = n.dir.root.Remove(n.name)
}

// withdraw removes the token's name while it is still the draft's file.
func (n *draft) withdraw() {
	if named, err := n.dir.root.Lstat(FileName); err == nil && os.SameFile(named, n.info) {
		_ = n.dir.root.Remove(FileName)
	}
}

// confirm makes sure that the draft's file has the token's name now, in the
// directory that everybody sees, and that this lasts.
func (n *draft) confirm() error {
	named, err := n.dir.root.Lstat(FileName)
	if err != nil || !os.SameFile(named, n.info) || n.dir.fileFault(named) != "" {
		return n.dir.tokenFault(FindingTokenChanged)
	}
	if err := n.dir.recheck(); err != nil {
		return err
	}
	return n.dir.sync()
}

func randomHex(random io.Reader, size int) (string, error) {
	b := make([]byte, size)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", err
	}
	return hex.EncodeToString(b), nil
}

func newSecret(random io.Reader) (string, error) {
	b := make([]byte, secretBytes)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(b), nil
}
