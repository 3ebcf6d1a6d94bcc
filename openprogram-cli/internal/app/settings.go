package app

import (
	"context"
	"errors"
	"strings"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
)

// SetConfig changes one setting. Changes of what clients may reach are recorded
// in the audit log, by name and size.
func SetConfig(ctx context.Context, l state.Location, f config.File, key, text string) (config.Change, error) {
	if err := l.Ensure(); err != nil {
		return config.Change{}, err
	}
	if !audited(key) {
		return f.Set(key, text)
	}
	var change config.Change
	err := recorded(ctx, l, key, func() (map[string]any, error) {
		var err error
		change, err = f.Set(key, text)
		list, _ := change.Value.([]any)
		return map[string]any{"entries": len(list)}, err
	})
	return change, err
}

// errUnchanged ends a change of which nothing was left to do: it is no record.
var errUnchanged = errors.New("app: nothing changed")

// changeList changes a list that says what clients may reach. A change is
// recorded like any other; one that changes nothing is not.
func changeList(ctx context.Context, l state.Location, key string, change func() (config.Change, error)) (config.Change, error) {
	if err := l.Ensure(); err != nil {
		return config.Change{}, err
	}
	var done config.Change
	err := recorded(ctx, l, key, func() (map[string]any, error) {
		var err error
		done, err = change()
		if err == nil && len(done.Items) == 0 {
			err = errUnchanged
		}
		list, _ := done.Value.([]any)
		return map[string]any{"entries": len(list)}, err
	})
	if errors.Is(err, errUnchanged) {
		err = nil
	}
	return done, err
}

// audited reports the settings that say what clients may reach.
func audited(key string) bool {
	return key == exposedTools || strings.HasPrefix(key, "tools.permission_rules.")
}

// UnsetConfig takes a setting out of the file, so that its default holds, and
// reports whether it was there. What SetConfig records this does too.
func UnsetConfig(ctx context.Context, l state.Location, f config.File, key string) (config.Change, bool, error) {
	setting, err := f.Setting(key)
	if err == nil && !setting.Stored || !isKey(key) || !audited(key) {
		return f.Unset(key)
	}
	var change config.Change
	var removed bool
	err = recorded(ctx, l, key, func() (map[string]any, error) {
		var err error
		if change, removed, err = f.Unset(key); err == nil && !removed {
			err = errUnchanged
		}
		return map[string]any{"entries": 0}, err
	})
	if errors.Is(err, errUnchanged) {
		err = nil
	}
	return change, removed, err
}

func isKey(name string) bool {
	_, ok := config.KeyByName(name)
	return ok
}
