package cli

import "fmt"

// each does something to each of the things that a command was given. The first
// failure names its thing and ends it; what was done before stays done.
func each(names []string, do func(name string) error) error {
	for _, name := range names {
		if err := do(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
