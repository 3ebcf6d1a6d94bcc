package config

import (
	"errors"
	"slices"
)

// Append adds texts to a list, each unless it is in it.
func (f File) Append(name string, texts ...string) (Change, error) {
	return f.changeList(name, func(list []any) (next []any, added []string) {
		for _, text := range texts {
			if !slices.Contains(list, any(text)) {
				list, added = append(list, text), append(added, text)
			}
		}
		return list, added
	})
}

// Remove takes the texts out of a list for which out holds.
func (f File) Remove(name string, out func(text string) bool) (Change, error) {
	return f.changeList(name, func(list []any) (next []any, removed []string) {
		next = []any{}
		for _, item := range list {
			text, ok := item.(string)
			if ok && out(text) {
				removed = append(removed, text)
				continue
			}
			next = append(next, item)
		}
		return next, removed
	})
}

// errUnchanged ends a change that has nothing to do: the file is not written.
var errUnchanged = errors.New("config: nothing changed")

func (f File) changeList(name string, change func([]any) ([]any, []string)) (Change, error) {
	var items []string
	var list []any
	done, err := f.change(name, func(key Key, now any) (any, error) {
		if now == nil {
			now = []any{}
		}
		var ok bool
		if list, ok = now.([]any); !ok {
			return nil, &Error{Key: name, Problem: key.problem(now)}
		}
		var next []any
		if next, items = change(slices.Clone(list)); len(items) == 0 {
			return nil, errUnchanged
		}
		return next, nil
	})
	if errors.Is(err, errUnchanged) {
		done.Value, err = list, nil
	}
	done.Items = items
	return done, err
}
