package file

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const patchDescription = `Changes several files at once: all of them, or none when anything does not fit. The patch is

*** Begin Patch
*** Add File: path
+every line of a new file
*** Update File: path
@@ an unchanged line before the place, optional
 a line that stays
-a line that goes
+a line that comes
*** Delete File: path
*** End Patch

The lines that stay and go must be in the file exactly once, as whole lines.`

const patchSchema = `{"type":"object","additionalProperties":false,"required":["patch"],"properties":{
"patch":{"type":"string","minLength":1,"pattern":"\\S","description":"The patch, from *** Begin Patch to *** End Patch."}}}`

func (w *workspace) patchTool() *fileTool {
	return &fileTool{spec: spec("apply_patch", patchDescription, patchSchema, false), paths: patchPaths, run: w.applyPatch}
}

// patchPaths lists the paths of a patch for the gate.
func patchPaths(args runtimebridge.Arguments) ([]string, error) {
	sections, err := parsePatch(args.String("patch"))
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, s := range sections {
		paths = append(paths, s.path)
	}
	return paths, nil
}

func (w *workspace) applyPatch(_ context.Context, in runtimebridge.Invocation) (string, error) {
	sections, err := parsePatch(in.Arguments.String("patch"))
	if err != nil {
		return "", err
	}
	var changes []*change
	defer func() {
		for _, c := range changes {
			c.at.close()
		}
	}()
	touched := map[string]bool{}
	for _, s := range sections {
		at, err := w.locate(s.path)
		if err != nil {
			return "", about(s.path, err)
		}
		c := &change{at: at}
		changes = append(changes, c)
		if touched[at.abs] {
			return "", failf("%s: the patch names this file twice", s.path)
		}
		touched[at.abs] = true
		if err := c.prepare(s); err != nil {
			return "", about(s.path, err)
		}
	}
	if err := apply(in, changes); err != nil {
		return "", err
	}
	return w.report(in, sections, changes), nil
}

// prepare computes what becomes of the section's file.
func (c *change) prepare(s section) error {
	before, err := c.at.snapshot()
	if s.kind == addFile {
		if err == nil {
			return failf("the file exists already")
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, text := range s.added {
			c.after = append(append(c.after, text...), '\n')
		}
		return nil
	}
	if err != nil {
		return err
	}
	c.before = before
	if s.kind == deleteFile {
		c.remove = true
		return nil
	}
	text, err := before.text()
	if err != nil {
		return err
	}
	after, err := patchText(text, s.hunks)
	c.after = []byte(after)
	return err
}

// report says what was done. Who knew a file still knows it.
func (w *workspace) report(in runtimebridge.Invocation, sections []section, changes []*change) string {
	var out strings.Builder
	for i, c := range changes {
		fmt.Fprintf(&out, "%s %s\n", map[sectionKind]string{addFile: "added", updateFile: "updated", deleteFile: "deleted"}[sections[i].kind], c.at.shown)
		known := c.before == nil || w.seen.check(in, c.at.abs, c.before.fingerprint()) == nil
		if known && !c.remove {
			w.seen.remember(in, c.at.abs, fingerprint{size: len(c.after), sum: sha256.Sum256(c.after)})
		}
	}
	return out.String()
}
