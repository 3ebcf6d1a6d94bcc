package app

import (
	"context"
	"errors"
	"unicode/utf8"
)

// sessionBeginning is how many characters of a session's id stand for the whole:
// all ids share the first four.
const sessionBeginning = 6

// ErrManySessions reports the beginning of more than one session's id.
var ErrManySessions = errors.New("several sessions begin like this: give more of the id")

// SessionID gives the id of the session that is meant by an id or by the
// beginning of one. It is for the owner; clients give whole ids.
func (o *Owner) SessionID(ctx context.Context, begin string) (string, error) {
	sessions, err := o.store(ctx)
	if err != nil {
		return "", err
	}
	found, err := sessions.SessionIDs(ctx, begin, 2)
	switch {
	case err != nil:
		return "", inWords(err)
	case len(found) > 0 && found[0] == begin: // the shortest is the first
		return begin, nil
	case len(found) == 0 || utf8.RuneCountInString(begin) < sessionBeginning:
		return "", ErrNoSession
	case len(found) > 1:
		return "", ErrManySessions
	}
	return found[0], nil
}
