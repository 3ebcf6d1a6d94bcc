package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"maps"
	"os"
	"strings"
	"testing"
)

func TestArchiveFaults(t *testing.T) {
	sound := map[string]content{"x/openprogram": {0o755, []byte("1")}}
	for _, name := range besides {
		sound["x/"+name] = content{0o644, []byte("1")}
	}
	if faults := archiveFaults(sound, "x", "openprogram"); len(faults) > 0 {
		t.Fatalf("a sound archive is found at fault: %q", faults)
	}
	for want, change := range map[string]func(map[string]content){
		"x has no openprogram":                 func(m map[string]content) { delete(m, "x/openprogram") },
		"x has no LICENSE":                     func(m map[string]content) { m["x/LICENSE"] = content{0o644, nil} },
		"openprogram has mode":                 func(m map[string]content) { m["x/openprogram"] = content{0o644, []byte("1")} },
		"README.md has mode":                   func(m map[string]content) { m["x/README.md"] = content{0o600, []byte("1")} },
		"y lies outside the folder":            func(m map[string]content) { m["y"] = content{0o644, []byte("1")} },
		"x has no completions/openprogram.ps1": func(m map[string]content) { delete(m, "x/completions/openprogram.ps1") },
	} {
		changed := maps.Clone(sound)
		change(changed)
		if faults := strings.Join(archiveFaults(changed, "x", "openprogram"), "\n"); !strings.Contains(faults, want) {
			t.Errorf("found %q, want %q", faults, want)
		}
	}
}

func TestUnpack(t *testing.T) {
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	w := tar.NewWriter(compressed)
	for _, header := range []*tar.Header{
		{Name: "x/", Typeflag: tar.TypeDir, Mode: 0o755}, {Name: "x/a", Typeflag: tar.TypeReg, Mode: 0o755, Size: 3},
	} {
		if err := w.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Write([]byte("abc")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := compressed.Close(); err != nil {
		t.Fatal(err)
	}
	file := t.TempDir() + "/x.tar.gz"
	write(t, file, out.String())
	files, err := unpack(file)
	if err != nil || len(files) != 1 || files["x/a"].mode != 0o755 || string(files["x/a"].data) != "abc" {
		t.Errorf("unpacked %v, %v", files, err)
	}
	write(t, file, out.String()[:out.Len()-9])
	if _, err := unpack(file); err == nil {
		t.Error("a cut archive is taken for a whole one")
	}
}

func TestLayStaysInside(t *testing.T) {
	dir := t.TempDir()
	if err := lay(map[string]content{"../out": {0o644, nil}}, dir+"/in"); err == nil {
		t.Error("a file was written outside")
	}
	if _, err := os.Stat(dir + "/out"); err == nil {
		t.Error("there is a file outside")
	}
}

func TestChecksums(t *testing.T) {
	d := &distribution{dir: t.TempDir(), version: "1.2.3"}
	write(t, d.path("b.zip"), "b")
	write(t, d.path("a.mcpb"), "a")
	write(t, d.path(checksumsName), digest([]byte("b"))+"  b.zip\n")
	if faults, err := d.checksumFaults(); err != nil || len(faults) != 1 || !strings.HasPrefix(faults[0], "a.mcpb has another digest") {
		t.Errorf("found %q, %v", faults, err)
	}
	if err := d.addChecksums("a.mcpb"); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(d.path(checksumsName)); !strings.HasSuffix(string(text), "  b.zip\n") || strings.Count(string(text), "\n") != 2 {
		t.Errorf("the checksums are %q", text)
	}
	if faults, err := d.checksumFaults(); err != nil || len(faults) > 0 {
		t.Errorf("found %q, %v", faults, err)
	}
	write(t, d.path("b.zip"), "c")
	if err := os.Remove(d.path("a.mcpb")); err != nil {
		t.Fatal(err)
	}
	if faults, err := d.checksumFaults(); err != nil || len(faults) != 2 {
		t.Errorf("found %q, %v", faults, err)
	}
}

func TestSameBytes(t *testing.T) {
	a, b := &distribution{dir: t.TempDir()}, &distribution{dir: t.TempDir()}
	write(t, a.path("x.zip"), "1")
	write(t, b.path("x.zip"), "2")
	if err := sameBytes(a, b); err == nil || !strings.Contains(err.Error(), "x.zip") {
		t.Errorf("error %v", err)
	}
	write(t, b.path("y.zip"), "2")
	if err := sameBytes(a, b); err == nil || !strings.Contains(err.Error(), "y.zip") {
		t.Errorf("error %v", err)
	}
}
