package app

import "context"

// Rename gives a session another title.
func (o *Owner) Rename(ctx context.Context, id, title string) error {
	sessions, err := o.store(ctx)
	if err != nil {
		return err
	}
	return inWords(sessions.Rename(ctx, id, title))
}

// SetArchived takes a session out of the list or puts it back.
func (o *Owner) SetArchived(ctx context.Context, id string, archived bool) error {
	sessions, err := o.store(ctx)
	if err != nil {
		return err
	}
	return inWords(sessions.SetArchived(ctx, id, archived))
}

// Delete removes a session. A turn that runs in it fails.
func (o *Owner) Delete(ctx context.Context, id string) error {
	sessions, err := o.store(ctx)
	if err != nil {
		return err
	}
	return inWords(sessions.Delete(ctx, id))
}
