package cli

import (
	"context"
	"errors"
	"fmt"
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
prompt that runs in one of them fails.`,
		Example: `  openprogram sessions delete cli_1f0c...
  openprogram sessions delete --yes cli_1f0c... cli_77ab...`,
		Args: atLeast("ID"),
		RunE: func(c *cobra.Command, args []string) error {
			return p.asOwner(c.Context(), func(ctx context.Context, owner *app.Owner) error {
				if !yes && p.interactive() && !p.confirmed(ctx, owner, args) {
					return errNotDeleted
				}
				return eachSession(args, func(id string) error { return owner.Delete(ctx, id) })
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
	line, err := chat.PlainLines(p.stdin, p.stderr).Line("Delete? [y]es, [n]o: ")
	line = strings.ToLower(strings.TrimSpace(line))
	return err == nil && (line == "y" || line == "yes")
}

// eachSession does something to each session. The first failure names its
// session and ends it; what was done before stays done.
func eachSession(ids []string, do func(id string) error) error {
	for _, id := range ids {
		if err := do(id); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
	}
	return nil
}
