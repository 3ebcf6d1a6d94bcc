package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/chat"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

var errNotDeleted = errors.New("nothing was deleted")

func newSessionsDelete(p *program) *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use:   "delete ID...",
		Short: "Delete sessions with all their messages",
		Long: `Delete sessions with all their messages. At a terminal you are asked first. A
prompt that runs in one of them fails. If one is not there, none is deleted.`,
		Example: `  openprogram sessions delete cli_1f0c...
  openprogram sessions delete --yes cli_1f0c... cli_77ab...`,
		Args: atLeast("ID"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.asOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				ids, err := sessionIDs(ctx, owner, args)
				if err != nil {
					return err
				}
				if !yes && p.interactive() && !p.confirmed(ctx, owner, ids) {
					return errNotDeleted
				}
				return p.during("deleting", func() error {
					return each(ids, func(id string) error { return owner.Delete(ctx, id) })
				})
			})
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return c
}

// confirmed shows which sessions would be deleted and asks.
func (p *program) confirmed(ctx context.Context, owner *app.Owner, ids []string) bool {
	for _, id := range ids {
		session, messages, err := owner.History(ctx, id)
		if err != nil {
			continue // said when it is deleted
		}
		p.notef("%s  %s, %d messages\n", terminal.Line(id), terminal.Line(session.Title), len(messages))
	}
	line, err := chat.PlainLines(p.stdin, p.stderr).Line(ctx, "Delete? [y]es, [n]o: ")
	line = strings.ToLower(strings.TrimSpace(line))
	return err == nil && (line == "y" || line == "yes")
}

// sessionIDs gives the whole ids of sessions. An error names the one it is about.
func sessionIDs(ctx context.Context, owner *app.Owner, given []string) (ids []string, err error) {
	err = each(given, func(begin string) error {
		id, err := owner.SessionID(ctx, begin)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
