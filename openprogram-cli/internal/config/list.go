package config

import "slices"

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

func (f File) changeList(name string, change func([]any) ([]any, []string)) (Change, error) {
	var items []string
	done, err := f.change(name, func(key Key, now any) (any, error) {
		if now == nil {
			now = []any{}
		}
		list, ok := now.([]any)
		if !ok {
			return nil, &Error{Key: name, Problem: key.problem(now)}
		}
		next, changed := change(slices.Clone(list))
		items = changed
		return next, nil
	})
	done.Items = items
	return done, err
}
