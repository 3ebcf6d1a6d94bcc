package sqlitestore_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/sqlitestore"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// newer is what a later version of the program would leave in the header.
var newer = fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = 999", sqlitestore.ApplicationID)

// contents gives every file of a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range names(t, dir) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		check(t, err)
		files[name] = string(data)
	}
	return files
}

func TestFilesThatAreNotOursAreLeftAsTheyAre(t *testing.T) {
	tests := map[string]struct {
		prepare func(t *testing.T, path string)
		want    error
	}{
		"text":           {writeFile("Dear diary,\n"), store.ErrForeignFile},
		"long text":      {writeFile(string(bytes.Repeat([]byte("Dear diary,\n"), 1000))), store.ErrForeignFile},
		"a magic alone":  {writeFile("SQLite format 3\x00"), store.ErrForeignFile},
		"no content":     {script("VACUUM"), store.ErrForeignFile},
		"another schema": {script("CREATE TABLE sessions (id TEXT)"), store.ErrForeignFile},
		"another mark":   {script("PRAGMA application_id = 7; PRAGMA user_version = 1"), store.ErrForeignFile},
		"another's log":  {leaveLog("CREATE TABLE notes (id TEXT)"), store.ErrForeignFile},
		"another's journal": {
			leaveJournal("CREATE TABLE notes (id TEXT)", "INSERT INTO notes VALUES ('changed')"), store.ErrForeignFile,
		},
		"a newer version":      {script(newer), store.ErrNewerSchema},
		"a damaged first page": {damagedPage, store.ErrDamaged},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			test.prepare(t, path)
			before := contents(t, filepath.Dir(path))
			refuse(t, path, test.want)
			if !maps.Equal(before, contents(t, filepath.Dir(path))) {
				t.Error("a file was changed")
			}
		})
	}
}

// The header in the file is that of an old version, or none; what counts is in
// the log.
func TestNewerVersionInTheLogIsRefused(t *testing.T) {
	path := newPath(t)
	leaveLog(fmt.Sprintf("PRAGMA application_id = %d", sqlitestore.ApplicationID), newer)(t, path)
	refuse(t, path, store.ErrNewerSchema)
	refuse(t, path, store.ErrNewerSchema)

	path = newPath(t)
	leaveLog(fmt.Sprintf("PRAGMA application_id = %d", sqlitestore.ApplicationID), "PRAGMA user_version = -1")(t, path)
	refuse(t, path, store.ErrNewerSchema)
}

func TestForeignMarkInTheLogIsRefused(t *testing.T) {
	for _, mark := range []string{"PRAGMA application_id = 7", "PRAGMA application_id = 0; PRAGMA user_version = 1"} {
		path := newPath(t)
		leaveLog(fmt.Sprintf("PRAGMA application_id = %d", sqlitestore.ApplicationID), mark)(t, path)
		refuse(t, path, store.ErrForeignFile)
	}
}

func writeFile(text string) func(*testing.T, string) {
	return func(t *testing.T, path string) { check(t, os.WriteFile(path, []byte(text), 0o600)) }
}

// script makes a database with the driver alone.
func script(statements ...string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		db := openRaw(t, path)
		execute(t, db, statements...)
		check(t, db.Close())
	}
}

// leaveLog makes a database whose last statement is in the write-ahead log only,
// as after a crash.
func leaveLog(statements ...string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		db := openRaw(t, path+".made")
		last := len(statements) - 1
		execute(t, db, statements[:last]...)
		execute(t, db, "PRAGMA journal_mode = WAL", "PRAGMA wal_autocheckpoint = 0", "PRAGMA wal_checkpoint(TRUNCATE)", statements[last])
		copyFiles(t, path, "", "-wal")
		check(t, db.Close())
		check(t, os.Remove(path+".made"))
	}
}

// leaveJournal makes a database with a transaction that was cut off, after its
// pages had reached the file.
func leaveJournal(statements ...string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		db := openRaw(t, path+".made")
		last := len(statements) - 1
		execute(t, db, statements[:last]...)
		execute(t, db, "PRAGMA cache_size = 1", "PRAGMA cache_spill = 1", "BEGIN", statements[last],
			"CREATE TABLE filler (text TEXT)",
			"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO filler SELECT hex(randomblob(500)) FROM n")
		copyFiles(t, path, "", "-journal")
		execute(t, db, "ROLLBACK")
		check(t, db.Close())
		check(t, os.Remove(path+".made"))
	}
}

func copyFiles(t *testing.T, path string, suffixes ...string) {
	t.Helper()
	for _, suffix := range suffixes {
		data, err := os.ReadFile(path + ".made" + suffix)
		check(t, err)
		check(t, os.WriteFile(path+suffix, data, 0o600))
	}
}

// damagedPage makes a database of ours whose schema cannot be read.
func damagedPage(t *testing.T, path string) {
	check(t, openStore(t, path).Close())
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	check(t, err)
	_, err = file.WriteAt(bytes.Repeat([]byte{0xee}, 3000), 100)
	check(t, err)
	check(t, file.Close())
}

// A database whose making was cut off is made anew.
func TestInterruptedCreationIsUndone(t *testing.T) {
	path := newPath(t)
	leaveJournal(fmt.Sprintf("PRAGMA application_id = %d", sqlitestore.ApplicationID))(t, path)
	if len(contents(t, filepath.Dir(path))[filepath.Base(path)]) == 0 {
		t.Fatal("nothing of the transaction is in the file")
	}
	s := openStore(t, path)
	talk(t, s, "s")
	check(t, s.Close())
}
