package memory

import "context"

// Browse gives the sorted paths of the notes that begin with a prefix.
func (w *Workspace) Browse(ctx context.Context, prefix string) ([]string, error) {
	return w.browse(ctx, prefix, nil)
}

func (w *Workspace) browse(ctx context.Context, prefix string, report Progress) ([]string, error) {
	var paths []string
	err := w.fresh(ctx, report, func() error {
		paths = w.notes.paths(cleanPrefix(prefix))
		return nil
	})
	return paths, err
}
