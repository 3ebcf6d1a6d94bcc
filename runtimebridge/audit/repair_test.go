//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package audit_test

import (
	"os"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/audit"
)

// crashed is a log as a process leaves it that ends between two writes.
type crashed struct {
	name string
	make func(t *testing.T, dir string) // from six intact records in two files of three
	// kept is how many records the log has afterwards.
	kept uint64
}

var crashes = []crashed{
	{"before head was moved", func(t *testing.T, dir string) {
		before := read(t, head(dir))
		add(t, openLog(t, dir, audit.Options{}), 1)
		rewrite(t, head(dir), before)
	}, 7},
	{"two records before head was moved", func(t *testing.T, dir string) {
		before := read(t, head(dir))
		add(t, openLog(t, dir, audit.Options{}), 2)
		rewrite(t, head(dir), before)
	}, 8},
	{"in the middle of a line", func(t *testing.T, dir string) {
		rewrite(t, current(dir), read(t, current(dir))+`{"seq":7,"ts`)
	}, 6},
	{"zeros at the end", func(t *testing.T, dir string) {
		rewrite(t, current(dir), read(t, current(dir))+strings.Repeat("\x00", 4096))
	}, 6},
	{"a record and half a line", func(t *testing.T, dir string) {
		before := read(t, head(dir))
		add(t, openLog(t, dir, audit.Options{}), 1)
		rewrite(t, head(dir), before)
		rewrite(t, current(dir), read(t, current(dir))+`{`)
	}, 7},
	{"after the file was renamed", func(t *testing.T, dir string) {
		must(t, os.Rename(current(dir), older(dir, 4)))
	}, 6},
	{"after the next file was made", func(t *testing.T, dir string) {
		must(t, os.Rename(current(dir), older(dir, 4)))
		rewrite(t, current(dir), "")
	}, 6},
	{"after head spoke of the next file", func(t *testing.T, dir string) {
		log := openLog(t, dir, audit.Options{FileSize: 1})
		before := read(t, head(dir))
		add(t, log, 1)
		rewrite(t, current(dir), "")
		rewrite(t, head(dir), strings.Replace(before, `"first":4`, `"first":7`, 1))
		moved := strings.Split(read(t, head(dir)), `"offset":`)
		_, after, _ := strings.Cut(moved[1], ",")
		text := moved[0] + `"offset":0,` + strings.TrimRight(after, " \n")
		rewrite(t, head(dir), text+strings.Repeat(" ", 255-len(text))+"\n")
	}, 6},
	{"after the next file's first record", func(t *testing.T, dir string) {
		before := read(t, head(dir))
		add(t, openLog(t, dir, audit.Options{FileSize: 1}), 1)
		rewrite(t, head(dir), before)
	}, 7},
	{"in the middle of the next file's first line", func(t *testing.T, dir string) {
		must(t, os.Rename(current(dir), older(dir, 4)))
		rewrite(t, current(dir), `{"seq":7`)
	}, 6},
}

func TestCrashesAreRepaired(t *testing.T) {
	for _, tt := range crashes {
		log, dir := newLog(t, audit.Options{FileSize: 900})
		add(t, log, 6)
		must(t, log.Close())
		tt.make(t, dir)

		report := verify(t, dir)
		if !report.Intact() || report.Records != tt.kept {
			t.Errorf("%s: before the repair: %+v, %v", tt.name, report, report.Problem)
		}
		if records, err := collect(t, openLog(t, dir, audit.Options{}), audit.Filter{}); err != nil || uint64(len(records)) != tt.kept {
			t.Errorf("%s: before the repair: %d records, %v", tt.name, len(records), err)
		}
		if err := openLog(t, dir, audit.Options{FileSize: 900}).Ready(t.Context()); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		intact(t, dir, tt.kept)
		add(t, openLog(t, dir, audit.Options{FileSize: 900}), 4)
		intact(t, dir, tt.kept+4)
	}
}

// The same crashes of another process, while this one has the files open.
func TestCrashesOfOthersAreRepaired(t *testing.T) {
	for _, tt := range crashes {
		log, dir := newLog(t, audit.Options{FileSize: 900})
		add(t, log, 6)
		tt.make(t, dir)
		add(t, log, 1)
		intact(t, dir, tt.kept+1)
	}
}

func TestACrashBeforeTheFirstRecord(t *testing.T) {
	for name, leave := range map[string]func(dir string){
		"folder":     func(dir string) { must(t, os.Mkdir(dir, 0o700)) },
		"empty head": func(dir string) { must(t, os.Mkdir(dir, 0o700)); rewrite(t, head(dir), "") },
		"no log": func(dir string) {
			must(t, openLog(t, dir, audit.Options{}).Ready(t.Context()))
			must(t, os.Remove(current(dir)))
		},
		"empty log": func(dir string) { must(t, openLog(t, dir, audit.Options{}).Ready(t.Context())) },
		"half a record": func(dir string) {
			must(t, openLog(t, dir, audit.Options{}).Ready(t.Context()))
			rewrite(t, current(dir), `{"seq`)
		},
		"empty both": func(dir string) {
			must(t, os.Mkdir(dir, 0o700))
			rewrite(t, head(dir), "")
			rewrite(t, current(dir), "")
		},
		"log before head": func(dir string) { must(t, os.Mkdir(dir, 0o700)); rewrite(t, current(dir), "") },
	} {
		log, dir := newLog(t, audit.Options{})
		leave(dir)
		if report := verify(t, dir); !report.Intact() || report.Records != 0 {
			t.Errorf("%s: %+v", name, report)
		}
		add(t, log, 1)
		intact(t, dir, 1)
	}
}

// What is no trace of a crash is not built upon and not changed.
func TestAppendRefusesADamagedLog(t *testing.T) {
	tests := []struct {
		name   string
		damage func(t *testing.T, dir string)
		want   error
	}{
		{"last record removed", func(t *testing.T, dir string) {
			rewrite(t, current(dir), strings.Join(lines(read(t, current(dir)))[:2], ""))
		}, audit.ErrCut},
		{"last byte removed", func(t *testing.T, dir string) {
			text := read(t, current(dir))
			rewrite(t, current(dir), text[:len(text)-1])
		}, audit.ErrCut},
		{"emptied", func(t *testing.T, dir string) { rewrite(t, current(dir), "") }, audit.ErrCut},
		{"removed", func(t *testing.T, dir string) { must(t, os.Remove(current(dir))) }, audit.ErrCut},
		{"head removed", func(t *testing.T, dir string) { must(t, os.Remove(head(dir))) }, audit.ErrDamaged},
		{"head emptied", func(t *testing.T, dir string) { rewrite(t, head(dir), "") }, audit.ErrDamaged},
		{"head changed", func(t *testing.T, dir string) { rewrite(t, head(dir), strings.Repeat("x", 256)) }, audit.ErrDamaged},
		{"head and current removed", func(t *testing.T, dir string) {
			must(t, os.Remove(head(dir)))
			must(t, os.Remove(current(dir)))
		}, audit.ErrDamaged},
		{"a line of something else", func(t *testing.T, dir string) {
			rewrite(t, current(dir), read(t, current(dir))+"x\n")
		}, audit.ErrDamaged},
		{"a record with another prev", func(t *testing.T, dir string) {
			rewrite(t, current(dir), read(t, current(dir))+forge(t, 7, strings.Repeat("0", 64)))
		}, audit.ErrDamaged},
		{"a record with another number", func(t *testing.T, dir string) {
			rewrite(t, current(dir), read(t, current(dir))+forge(t, 8, lastHash(t, current(dir))))
		}, audit.ErrDamaged},
		{"an earlier record again", func(t *testing.T, dir string) {
			text := read(t, current(dir))
			rewrite(t, current(dir), text+lines(text)[0])
		}, audit.ErrDamaged},
		{"renamed and cut", func(t *testing.T, dir string) {
			must(t, os.Rename(current(dir), older(dir, 4)))
			must(t, os.Truncate(older(dir, 4), 500))
		}, audit.ErrDamaged},
	}
	for _, tt := range tests {
		for _, open := range []bool{true, false} {
			log, dir := newLog(t, audit.Options{FileSize: 900})
			add(t, log, 6)
			if !open {
				must(t, log.Close())
				log = openLog(t, dir, audit.Options{FileSize: 900})
			}
			tt.damage(t, dir)
			problem, files := verify(t, dir).Problem, names(t, dir)
			for range 2 {
				is(t, tt.name, log.Append(t.Context(), "a.b", "o", nil), tt.want)
			}
			after := verify(t, dir).Problem
			if problem == nil || after == nil || *problem != *after {
				t.Errorf("%s: problem %v, after an Append %v", tt.name, problem, after)
			}
			if got := names(t, dir); strings.TrimPrefix(got, "head ") != strings.TrimPrefix(files, "head ") {
				t.Errorf("%s: files %s, after an Append %s", tt.name, files, got)
			}
		}
	}
}

func TestAppendRefusesAFirstFileWithoutHead(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 1)
	must(t, os.Remove(head(dir)))
	for range 2 {
		is(t, "append", log.Append(t.Context(), "a.b", "o", nil), audit.ErrDamaged)
	}
}

// Moved aside, the old log stays as it is and a new one begins at once.
func TestFolderMovedAside(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 3)
	must(t, os.Rename(dir, dir+".old"))
	add(t, log, 2)
	intact(t, dir, 2)
	intact(t, dir+".old", 3)
}

// names lists the files of a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var all string
	for _, entry := range entries {
		all = entry.Name() + " " + all // head, the last by name, is first
	}
	return all
}

// The same bytes under another inode, as a copy or an editor leaves them.
func TestLogReplacedByACopy(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 3)
	rewrite(t, current(dir)+".copy", read(t, current(dir)))
	must(t, os.Rename(current(dir)+".copy", current(dir)))
	add(t, log, 1)
	intact(t, dir, 4)
}

func TestHeadReplaced(t *testing.T) {
	log, dir := newLog(t, audit.Options{})
	add(t, log, 3)
	text := read(t, head(dir))
	must(t, os.Remove(head(dir)))
	rewrite(t, head(dir), text)
	add(t, log, 1)
	intact(t, dir, 4)
}

// A record that is too large for the rest of a file begins the next; a file
// whose later name is taken is not renamed over it.
func TestRotation(t *testing.T) {
	log, dir := newLog(t, audit.Options{FileSize: 1})
	add(t, log, 3)
	intact(t, dir, 3)
	for i := range 2 {
		if got := len(lines(read(t, older(dir, i+1)))); got != 1 {
			t.Errorf("file %d has %d records", i+1, got)
		}
		info, err := os.Lstat(older(dir, i+1))
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("file %d: mode %v, %v", i+1, info.Mode(), err)
		}
	}
	rewrite(t, older(dir, 3), "")
	is(t, "name taken", log.Append(t.Context(), "a.b", "o", nil), audit.ErrDamaged)
	must(t, os.Remove(older(dir, 3)))
	add(t, log, 1)
	intact(t, dir, 4)
}
