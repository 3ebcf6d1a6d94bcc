package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// carried are the programs in the bundle, by the system that each is for. A
// server for Windows is not among them: serving needs POSIX owners and modes.
var carried = []string{"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64"}

// templates is where the texts of the bundle and of the description are kept.
const templates = "scripts/package/mcpb"

func (d *distribution) bundleName() string { return "openprogram_" + d.version + ".mcpb" }

// writeBundle makes the bundle for desktop clients: a manifest, the programs and a
// script that starts the right one. The bundle asks its user for the token; the
// server never makes one by itself.
func (d *distribution) writeBundle(root string) error {
	manifest, err := d.manifest(root)
	if err != nil {
		return err
	}
	files := []packed{{"manifest.json", 0o644, manifest}}
	for _, name := range []string{"LICENSE", "README.md"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		files = append(files, packed{name, 0o644, data})
	}
	starter, err := os.ReadFile(filepath.Join(root, templates, "openprogram"))
	if err != nil {
		return err
	}
	files = append(files, packed{"server/openprogram", 0o755, starter})
	for _, system := range carried {
		if d.programs[system] == "" {
			return fmt.Errorf("goreleaser has made no program for %s", system)
		}
		data, err := os.ReadFile(d.programs[system])
		if err != nil {
			return err
		}
		files = append(files, packed{"server/openprogram-" + strings.ReplaceAll(system, "/", "-"), 0o755, data})
	}
	data, err := pack(files)
	if err != nil {
		return err
	}
	return os.WriteFile(d.path(d.bundleName()), data, 0o644)
}

// manifest is what the bundle says about itself.
func (d *distribution) manifest(root string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, templates, "manifest.json"))
	return bytes.ReplaceAll(text, []byte("@VERSION@"), []byte(d.version)), err
}

// packed is a file of a bundle.
type packed struct {
	name string
	mode os.FileMode
	data []byte
}

// epoch is the time of every file: the first that a zip can hold, so that the same
// files give the same bundle.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func pack(files []packed) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: epoch}
		header.SetMode(f.mode)
		file, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
