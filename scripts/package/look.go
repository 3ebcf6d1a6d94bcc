package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// systems are what the program is made for.
var systems = []string{
	"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64",
}

// lookAtArchives finds systems without their archive, and archives with anything
// wrong. The program for this machine must start and say its version.
func (d *distribution) lookAtArchives(ctx context.Context, scratch string) error {
	var faults []string
	for _, system := range systems {
		folder := "openprogram_" + d.version + "_" + strings.ReplaceAll(system, "/", "_")
		name, program := folder+".tar.gz", "openprogram"
		if strings.HasPrefix(system, "windows/") {
			name, program = folder+".zip", "openprogram.exe"
		}
		files, err := unpack(d.path(name))
		if err != nil {
			return err
		}
		faults = append(faults, archiveFaults(files, folder, program)...)
		if system == runtime.GOOS+"/"+runtime.GOARCH && len(faults) == 0 {
			if err := lay(files, scratch); err != nil {
				return err
			}
			faults = append(faults, d.startFaults(ctx, filepath.Join(scratch, folder, program))...)
		}
	}
	more, err := d.checksumFaults()
	return joined(append(faults, more...), err)
}

// lookAtBundle starts the bundle as a desktop client would on this machine.
func (d *distribution) lookAtBundle(ctx context.Context, scratch string) error {
	files, err := unpack(d.path(d.bundleName()))
	if err != nil {
		return err
	}
	var faults []string
	for _, system := range carried {
		if name := "server/openprogram-" + strings.ReplaceAll(system, "/", "-"); files[name].mode != 0o755 {
			faults = append(faults, name+" cannot be run")
		}
	}
	if err := lay(files, scratch); err != nil {
		return err
	}
	if slices.Contains(carried, runtime.GOOS+"/"+runtime.GOARCH) && len(faults) == 0 {
		faults = d.startFaults(ctx, filepath.Join(scratch, "server", "openprogram"))
	}
	return joined(faults, nil)
}

func (d *distribution) startFaults(ctx context.Context, program string) []string {
	out, err := exec.CommandContext(ctx, program, "version").CombinedOutput()
	if want := "openprogram v" + d.version + "\n"; err != nil || !strings.HasPrefix(string(out), want) {
		return []string{fmt.Sprintf("%s version says %q (%v), not %q", filepath.Base(program), out, err, want)}
	}
	return nil
}

func joined(faults []string, err error) error {
	if err != nil || len(faults) == 0 {
		return err
	}
	return fmt.Errorf("%s", strings.Join(faults, "\n"))
}
