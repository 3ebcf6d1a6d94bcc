package app

import (
	"os"
	"path/filepath"
)

// ThisProgram is the absolute path by which a client should start this program:
// the one it was called by, when that leads here, since the place a link points
// to may move at the next upgrade.
func ThisProgram(called string, look func(string) (string, error)) (string, error) {
	real, err := os.Executable()
	if err != nil {
		return "", err
	}
	real, err = filepath.EvalSymlinks(real)
	if err != nil {
		return "", err
	}
	named, err := look(called)
	if err != nil {
		return real, nil
	}
	if named, err = filepath.Abs(named); err != nil {
		return real, nil
	}
	if target, err := filepath.EvalSymlinks(named); err != nil || target != real {
		return real, nil
	}
	return named, nil
}
