package folder

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"
)

// watch is an inotify queue over the folders of a listing. The kernel puts an
// event into the queue before the call that caused it returns, so that emptying
// the queue shows every change made before: no goroutine reads it meanwhile. A
// nil watch watches nothing.
type watch struct {
	queue  int // the file descriptor
	path   string
	device uint64
	dirs   map[int32]string // by watch descriptor
	buffer []byte
}

// interest is every event that can mean a changed, added or removed file.
const interest = unix.IN_MODIFY | unix.IN_CLOSE_WRITE | unix.IN_ATTRIB | unix.IN_CREATE | unix.IN_DELETE |
	unix.IN_MOVED_FROM | unix.IN_MOVED_TO | unix.IN_DELETE_SELF | unix.IN_MOVE_SELF |
	unix.IN_ONLYDIR | unix.IN_DONT_FOLLOW

// upheaval is every event after which only a new listing helps.
const upheaval = unix.IN_Q_OVERFLOW | unix.IN_IGNORED | unix.IN_UNMOUNT | unix.IN_DELETE_SELF | unix.IN_MOVE_SELF

// local are the file systems whose every change goes through this kernel.
var local = map[int64]bool{
	unix.EXT4_SUPER_MAGIC: true, unix.XFS_SUPER_MAGIC: true, unix.BTRFS_SUPER_MAGIC: true,
	unix.TMPFS_MAGIC: true, unix.F2FS_SUPER_MAGIC: true, unix.OVERLAYFS_SUPER_MAGIC: true,
	zfsMagic: true, bcachefsMagic: true,
}

const (
	zfsMagic      = 0x2FC12FC1
	bcachefsMagic = 0xCA451A4E
)

// newWatch begins to watch a folder, or gives nil where that cannot be relied on.
func newWatch(dir string, root *os.Root) *watch {
	file, err := root.Open(".")
	if err != nil {
		return nil
	}
	defer file.Close()
	var system unix.Statfs_t
	if err := unix.Fstatfs(int(file.Fd()), &system); err != nil || !local[int64(system.Type)] {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return nil
	}
	queue, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil
	}
	return &watch{queue: queue, path: dir, device: device(info), dirs: map[int32]string{}}
}

// add watches one folder. It reports false when not every change in it would be
// told of: the system refuses beyond a number of folders, and one folder with
// two names has its events under one of them.
func (w *watch) add(dir string) bool {
	// The slash makes a link in place of the whole folder be followed.
	id, err := unix.InotifyAddWatch(w.queue, w.path+"/"+dir, interest)
	if err != nil {
		// What cannot be found or entered any more is not listed either, and
		// the folder above tells when that changes.
		gone := errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.EACCES)
		return gone && dir != "."
	}
	if _, known := w.dirs[int32(id)]; known {
		return false
	}
	w.dirs[int32(id)] = dir
	return true
}

// covers reports whether a folder lies on the watched file system.
func (w *watch) covers(dir fs.FileInfo) bool { return device(dir) == w.device }

// seesFile reports whether a file cannot be changed under a name elsewhere.
func (w *watch) seesFile(file fs.FileInfo) bool { return names(file) == 1 }

// changes empties the queue and gives the paths of the files it tells of. It
// reports false when only a new listing can tell.
func (w *watch) changes(counts func(name string) bool) (paths []string, ok bool) {
	if w.buffer == nil {
		w.buffer = make([]byte, 64<<10)
	}
	seen := map[string]bool{}
	for {
		n, err := unix.Read(w.queue, w.buffer)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if errors.Is(err, unix.EAGAIN) {
			return paths, true
		}
		if err != nil || n < unix.SizeofInotifyEvent {
			return nil, false
		}
		for rest := w.buffer[:n]; len(rest) >= unix.SizeofInotifyEvent; {
			var e event
			e, rest = nextEvent(rest)
			dir, known := w.dirs[e.watch]
			if e.mask&upheaval != 0 || !known || e.mask&unix.IN_ISDIR != 0 && !isHidden(e.name) {
				return nil, false
			}
			if file := path.Join(dir, e.name); !seen[file] && !isHidden(e.name) && isPlain(e.name) && counts(e.name) {
				seen[file] = true
				paths = append(paths, file)
			}
		}
	}
}

// event is one entry of the queue.
type event struct {
	watch int32
	mask  uint32
	name  string // of the file or folder in the watched one, empty for that itself
}

func nextEvent(b []byte) (event, []byte) {
	size := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(b[12:]))
	name, _, _ := bytes.Cut(b[unix.SizeofInotifyEvent:size], []byte{0})
	return event{
		watch: int32(binary.NativeEndian.Uint32(b)),
		mask:  binary.NativeEndian.Uint32(b[4:]),
		name:  string(name),
	}, b[size:]
}

func (w *watch) close() {
	if w != nil {
		_ = unix.Close(w.queue)
	}
}
