//go:build unix && !aix

package mcpauth

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

// maxFileSize is the most that a token file may hold.
const maxFileSize = 4096

// read gives the stored token. It reads nothing of a file that it does not
// trust, and gives nothing of one that changed while it was read.
func (v vault) read(loc Location) ([]byte, error) {
	d, err := v.open(loc)
	if err != nil {
		return nil, err
	}
	defer d.close()
	file, info, err := d.openToken()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := d.recheck(); err != nil {
		return nil, err
	}
	v.at(fileOpened)
	secret, err := readExactly(v.source(file), info.Size())
	if err != nil {
		return nil, d.tokenFault(FindingTokenChanged)
	}
	v.at(fileRead)
	if err := d.recheckToken(info); err != nil {
		return nil, err
	}
	return secret, nil
}

// openToken opens the token file, if it is one, without following a link and
// without waiting for the other end of a pipe.
func (d *directory) openToken() (*os.File, fs.FileInfo, error) {
	named, err := d.root.Lstat(FileName)
	if err != nil {
		return nil, nil, d.tokenFault(missingOr(err, FindingTokenMissing, FindingTokenUnreadable))
	}
	if code := d.fileFault(named); code != "" {
		return nil, nil, d.tokenFault(code)
	}
	d.at(fileNamed)
	file, err := d.root.OpenFile(FileName, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, d.tokenFault(FindingTokenUnreadable)
	}
	opened, err := file.Stat()
	if err != nil || !unchanged(named, opened) {
		_ = file.Close()
		return nil, nil, d.tokenFault(FindingTokenChanged)
	}
	return file, opened, nil
}

// recheckToken makes sure that the file that was read still has the token's name
// and is as it was.
func (d *directory) recheckToken(before fs.FileInfo) error {
	named, err := d.root.Lstat(FileName)
	if err != nil || !unchanged(before, named) {
		return d.tokenFault(FindingTokenChanged)
	}
	return d.recheck()
}

// fileFault says why a file is not to be trusted as a token.
func (v vault) fileFault(info fs.FileInfo) FindingCode {
	switch {
	case !info.Mode().IsRegular():
		return FindingTokenType
	case ownerOf(info) != v.uid:
		return FindingTokenOwner
	case info.Mode() != 0o600:
		return FindingTokenMode
	case linksOf(info) != 1:
		return FindingTokenLinked
	case info.Size() > maxFileSize:
		return FindingTokenSize
	}
	return ""
}

func (d *directory) tokenFault(code FindingCode) error {
	return &fault{code: code, path: Location{Dir: d.path}.TokenPath()}
}

// readExactly reads size bytes, in however many pieces they come, and makes sure
// that no more follows.
func readExactly(r io.Reader, size int64) ([]byte, error) {
	secret := make([]byte, size)
	if _, err := io.ReadFull(r, secret); err != nil {
		return nil, err
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		return nil, io.ErrUnexpectedEOF
	}
	return secret, nil
}
