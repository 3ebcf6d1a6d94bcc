package gotool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Downloaded is a version of a module in the module cache.
type Downloaded struct {
	Dir      string // its files
	Sum      string // the checksum of all of them
	GoModSum string // and that of its go.mod
	Error    string
}

// Download fetches one version of a module.
func (i *Isolated) Download(ctx context.Context, path, version string) (Downloaded, error) {
	command := i.Command(ctx, "", "go", "mod", "download", "-json", path+"@"+version)
	out, failed := command.Output()
	var got Downloaded
	if err := json.Unmarshal(out, &got); err != nil {
		return Downloaded{}, fmt.Errorf("go mod download %s@%s: %w", path, version, errors.Join(failed, err))
	}
	if got.Error != "" || failed != nil {
		return Downloaded{}, fmt.Errorf("go mod download %s@%s: %s", path, version, got.Error)
	}
	return got, nil
}
