package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
)

// The reasons why a change of a Document is refused.
var (
	ErrServerExists  = errors.New("remote: a server of this name exists")
	ErrServerMissing = errors.New("remote: there is no server of this name")
)

// Document is the text of a configuration file that is being changed. What a
// change is not about stays as it is, in its order, known or not.
type Document struct{ whole, servers object }

const serversKey = "servers"

// maxFile bounds the file, in bytes.
const maxFile = 1 << 20

// LoadDocument reads a configuration file; one that is missing has nothing in it.
// ErrConfig if it is no configuration, no regular file or larger than 1 MiB.
func LoadDocument(path string) (*Document, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return OpenDocument(nil)
	}
	if err != nil || !info.Mode().IsRegular() { // opening a FIFO would wait for a writer
		return nil, ErrConfig
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, ErrConfig
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil || len(data) > maxFile {
		return nil, ErrConfig
	}
	return OpenDocument(data)
}

// OpenDocument reads the text of a configuration file; nil stands for a file
// that is not there yet. ErrConfig if it is no configuration.
func OpenDocument(data []byte) (*Document, error) {
	d := &Document{}
	if data == nil {
		return d, nil
	}
	if json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &d.whole) != nil {
		return nil, ErrConfig
	}
	if raw, there := d.whole.member(serversKey); there && json.Unmarshal(raw, &d.servers) != nil {
		return nil, ErrConfig
	}
	return d, nil
}

// Add adds a server at the end. ErrServerExists when there is one of this name,
// usable or not; otherwise the *EntryError of Server.Check.
func (d *Document) Add(name string, s Server) error {
	if err := s.Check(name); err != nil {
		return err
	}
	if _, taken := d.servers.member(name); taken {
		return ErrServerExists
	}
	return d.put(name, s)
}

// Remove takes a server out, or gives ErrServerMissing.
func (d *Document) Remove(name string) error {
	if !d.servers.remove(name) {
		return ErrServerMissing
	}
	return d.keep()
}

// SetEnabled turns a server on or off. ErrServerMissing when there is none, and
// ErrConfig when its entry is no object.
func (d *Document) SetEnabled(name string, enabled bool) error {
	raw, there := d.servers.member(name)
	if !there {
		return ErrServerMissing
	}
	var entry object
	if json.Unmarshal(raw, &entry) != nil {
		return ErrConfig
	}
	if err := entry.set("enabled", enabled); err != nil {
		return err
	}
	return d.put(name, entry)
}

// Bytes is the text of the file as it is now.
func (d *Document) Bytes() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(d.whole)
	return out.Bytes(), err
}

func (d *Document) put(name string, entry any) error {
	if err := d.servers.set(name, entry); err != nil {
		return err
	}
	return d.keep()
}

func (d *Document) keep() error { return d.whole.set(serversKey, d.servers) }
