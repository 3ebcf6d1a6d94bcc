package tool

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrUnresolvable reports a path that names no place: it is empty, holds a NUL,
// runs through a loop of links, or is relative where there is no directory to
// start from.
var ErrUnresolvable = errors.New("tool: path cannot be resolved")

// maxLinks is how many symbolic links one path may run through.
const maxLinks = 40

// ResolvePath makes a path absolute and follows its links as far as it exists,
// also those that point at nothing: what is written through such a link is
// created where the link points. What does not exist is kept as it is written,
// with . and .. taken out. A relative path starts at dir, which is absolute.
func ResolvePath(dir, path string) (string, error) {
	if path == "" {
		return "", ErrUnresolvable
	}
	if !filepath.IsAbs(path) {
		if !filepath.IsAbs(dir) {
			return "", ErrUnresolvable
		}
		// Not Join: it would take out .. before the links are followed.
		path = dir + string(filepath.Separator) + path
	}
	volume := filepath.VolumeName(path)
	root := volume + string(filepath.Separator)
	links := maxLinks
	return follow(root, root, path[len(volume):], &links)
}

// follow resolves the elements of rest, one by one, from the resolved directory
// at. links counts down over the whole path.
func follow(root, at, rest string, links *int) (string, error) {
	for _, element := range split(rest) {
		switch element {
		case ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, element)
		info, err := os.Lstat(next)
		if err != nil && !missing(err) {
			return "", ErrUnresolvable
		}
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			at = next
			continue
		}
		if *links--; *links < 0 {
			return "", ErrUnresolvable
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", ErrUnresolvable
		}
		if filepath.IsAbs(target) {
			at = root
			target = target[len(filepath.VolumeName(target)):]
		}
		if at, err = follow(root, at, target, links); err != nil {
			return "", err
		}
	}
	return at, nil
}

// missing reports an error that means that there is nothing at the path. A file
// where a directory should be is one: nothing can be below it.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || isNotDirectory(err)
}

func split(path string) []string {
	return strings.FieldsFunc(path, func(c rune) bool { return c < 0x80 && os.IsPathSeparator(uint8(c)) })
}
