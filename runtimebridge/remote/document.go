package remote

import (
	"bytes"
	"encoding/json"
	"errors"
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
