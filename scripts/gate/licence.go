package main

import (
	"context"
	"regexp"
	"strings"
)

const licenceID = "MIT"

var spdx = regexp.MustCompile(`SPDX-License-Identifier:\s*(\S.*)`)

// licensed finds modules without the licence and files that claim another. The
// licence stands in each module and not in each file, because a module is what
// somebody gets: its zip holds nothing from above it.
func licensed(_ context.Context, t *tree) ([]string, error) {
	want, err := t.read("LICENSE")
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, m := range t.space.Modules {
		switch got, err := t.read(m.Name + "/LICENSE"); {
		case err != nil:
			faults = append(faults, m.Name+": has no LICENSE")
		case got != want:
			faults = append(faults, m.Name+"/LICENSE: differs from the one at the root")
		}
	}
	all, err := t.sources()
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		for _, group := range s.file.Comments {
			match := spdx.FindStringSubmatch(group.Text())
			if match != nil && strings.TrimSpace(match[1]) != licenceID {
				faults = append(faults, s.path+": claims the licence "+match[1])
			}
		}
	}
	return faults, nil
}
