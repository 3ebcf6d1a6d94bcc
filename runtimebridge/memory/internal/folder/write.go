package folder

import (
	"errors"
	"io/fs"
	"os"
	"path"
)

// Write is a file to be written: a new one, or a new content of one that was read.
type Write struct {
	Path    string
	Content []byte
	Old     *File // nil: there must be no such file
}

// Write writes all the files or none, and makes the folder and those in it that
// are missing. A file that is not as it was read, or exists although it must
// not, is ErrChanged; a link or a folder where a new one should be is ErrPath.
// Modes of files are kept; what is new is private. A crash half way may leave
// some files written, each of them whole.
func (f *Folder) Write(writes ...Write) (err error) {
	root, err := f.create()
	if err != nil {
		return err
	}
	p := pending{root: root}
	defer func() { p.end(err != nil) }()
	for _, w := range writes {
		if err := p.prepare(w); err != nil {
			return err
		}
	}
	for _, c := range p.changes {
		if err := c.check(root); err != nil {
			return err
		}
	}
	for i := range p.changes {
		if err := p.changes[i].install(root); err != nil {
			return err
		}
	}
	return nil
}

// Remove removes a file. One that is gone already is no error.
func (f *Folder) Remove(path string) error {
	root, err := f.current()
	if err == nil {
		err = root.Remove(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// create makes the folder if it is missing, and opens it.
func (f *Folder) create() (*os.Root, error) {
	if err := os.MkdirAll(f.options.Path, 0o700); err != nil {
		return nil, err
	}
	if _, err := f.open(); err != nil {
		return nil, err
	}
	return f.current()
}

// pending is a group of changes on its way.
type pending struct {
	root    *os.Root
	dirs    []string // made for it
	changes []change
}

func (p *pending) prepare(w Write) error {
	if err := p.makeDirs(path.Dir(w.Path)); err != nil {
		return err
	}
	mode := fs.FileMode(0o600)
	if w.Old != nil {
		info, err := lstat(p.root, w.Path)
		if err != nil {
			return changed(err)
		}
		mode = info.Mode().Perm()
	}
	temporary, err := writeTemporary(p.root, path.Dir(w.Path), w.Content, mode)
	if err != nil {
		return err
	}
	p.changes = append(p.changes, change{Write: w, mode: mode, temporary: temporary})
	return nil
}

// makeDirs makes the folders on the way to a file. A link among them is refused,
// even one that stays inside: the file would not be listed where it was put.
func (p *pending) makeDirs(dir string) error {
	if dir == "." {
		return nil
	}
	if err := p.makeDirs(path.Dir(dir)); err != nil {
		return err
	}
	info, err := p.root.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := p.root.Mkdir(dir, 0o700); err != nil {
			return err
		}
		p.dirs = append(p.dirs, dir)
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return ErrPath
	}
	return nil
}

// end removes the temporary files that are left. A failure is taken back: what
// was installed and the folders that were made.
func (p *pending) end(failed bool) {
	for _, c := range p.changes {
		if failed {
			c.undo(p.root)
		}
		_ = p.root.Remove(c.temporary) // mostly gone already
	}
	for i := len(p.dirs) - 1; failed && i >= 0; i-- {
		_ = p.root.Remove(p.dirs[i]) // unless somebody uses it by now
	}
}
