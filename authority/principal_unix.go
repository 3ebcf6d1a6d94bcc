//go:build unix

package authority

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// LoadOwner reads the owner's identity from owner.json in the state directory,
// or creates it there. The directory must exist, be absolute, be no link, belong
// to this user and be writable by nobody else. Of several processes that create
// it at once one wins, and all get the winner's identity.
//
// The error is ErrOwnerIdentity with a constant reason, and also fs.ErrNotExist
// when the directory is missing.
func LoadOwner(stateDir string) (Principal, error) {
	if err := checkStateDir(stateDir); err != nil {
		return Principal{}, err
	}
	owner, err := readOwner(stateDir)
	if !errors.Is(err, errNoOwner) {
		return owner, err
	}
	if err := createOwner(stateDir); err != nil {
		return Principal{}, err
	}
	return readOwner(stateDir)
}

// errNoOwner: there is no file yet, or no more.
var errNoOwner = fmt.Errorf("%w: no file", ErrOwnerIdentity)

func checkStateDir(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: state directory: %w", ErrOwnerIdentity, fs.ErrNotExist)
	case err != nil || !filepath.IsAbs(dir) || !info.IsDir() || !isOwn(info) || info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("%w: state directory is not private", ErrOwnerIdentity)
	}
	return nil
}

// readOwner reads the file. The error is errNoOwner when there is none.
func readOwner(dir string) (Principal, error) {
	f, err := os.OpenFile(filepath.Join(dir, ownerFile), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return Principal{}, errNoOwner
	}
	if err != nil {
		return Principal{}, fmt.Errorf("%w: cannot be opened", ErrOwnerIdentity)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Mode() != 0o600 || !isOwn(info) { // the whole mode: a regular file, no special bits
		return Principal{}, fmt.Errorf("%w: not a private file", ErrOwnerIdentity)
	}
	text, err := io.ReadAll(io.LimitReader(f, ownerSizeLimit+1))
	if err != nil || len(text) > ownerSizeLimit {
		return Principal{}, fmt.Errorf("%w: cannot be read", ErrOwnerIdentity)
	}
	owner, ok := parseOwner(text)
	if !ok {
		return Principal{}, fmt.Errorf("%w: damaged", ErrOwnerIdentity)
	}
	return owner, nil
}

// createOwner publishes a complete file under its name, unless one is there
// already. A crash leaves the old state or the new one, never half a file.
func createOwner(dir string) error {
	var random [ownerIDDigits]byte // half for the id, half for the temporary name
	rand.Read(random[:])
	digits := hex.EncodeToString(random[:])
	temp := filepath.Join(dir, "."+ownerFile+"."+digits[ownerIDDigits:])
	defer os.Remove(temp)
	if err := writeSynced(temp, formatOwner(Principal{ID: ownerIDPrefix + digits[:ownerIDDigits]})); err != nil {
		return fmt.Errorf("%w: cannot be written", ErrOwnerIdentity)
	}
	if err := os.Link(temp, filepath.Join(dir, ownerFile)); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: cannot be published", ErrOwnerIdentity)
	}
	if err := syncDir(dir); err != nil {
		return fmt.Errorf("%w: cannot be made durable", ErrOwnerIdentity)
	}
	return nil
}

func writeSynced(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Chmod(0o600), f.Sync(), f.Close())
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// isOwn reports whether the file belongs to the user this process acts for.
func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Uid == uint32(os.Geteuid())
}
