package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/chat"
)

func newChat(p *program) *cobra.Command {
	var session string
	var yes bool
	c := &cobra.Command{
		Use:   "chat",
		Short: "Talk with the agent, with the owner's rights",
		Long: `Talk with the agent, with the owner's rights. Ctrl-C stops the answer that is
coming, Ctrl-D leaves, /help tells what else there is. Tool calls that no rule
allows are asked about. Without a terminal each line of standard input is a prompt
and nothing is asked.`,
		Example: `  openprogram chat
  openprogram chat --session cli_1f0c...`,
		Args: none,
		RunE: func(c *cobra.Command, _ []string) error {
			// Ctrl-C is for the turn; the other ways to end a program end this one.
			ctx, stop := signal.NotifyContext(c.Context(), syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			return p.openOwner(ctx, app.OwnerOptions{Interactive: yes}, func(ctx context.Context, owner *app.Owner) error {
				return p.chat(ctx, owner, session, yes)
			})
		},
	}
	c.Flags().StringVar(&session, "session", "", "go on in the session with this `ID` instead of a new one")
	c.Flags().BoolVar(&yes, "yes", false, "approve the tool calls that would be asked about")
	_ = c.RegisterFlagCompletionFunc("session", p.completeSession)
	return c
}

func (p *program) chat(ctx context.Context, owner *app.Owner, session string, yes bool) error {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	o := chat.Options{
		Agent: owner, Lines: chat.PlainLines(p.stdin, p.stderr), Screen: p.screen(), Session: session,
		Interrupts: interrupts, Advice: app.FailureAdvice, Here: p.here, Person: p.interactive() && term.IsTerminal(int(syscall.Stdout)),
	}
	if yes {
		o.Ask = chat.Yes
	}
	if o.Person {
		l, err := p.location()
		if err != nil {
			return err
		}
		editor, err := chat.NewEditor(&chat.History{Path: l.Path("chat_history")})
		if err != nil {
			return err
		}
		defer editor.Close()
		o.Lines = editor
	}
	return chat.Run(ctx, o)
}
