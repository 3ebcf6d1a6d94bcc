package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/mcpcontracts"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/loopback"
)

const (
	// nobody is the id of a session that cannot exist.
	nobody = "doctor/none"
	// harmless is a Runtime tool that takes no arguments and changes nothing.
	harmless = "memory_status"
	// promptPatience bounds the real prompt.
	promptPatience = 2 * time.Minute
)

var errUnexpected = errors.New("the answer is not what it should be")

// answer is what a call came to.
type answer struct {
	text    string
	isError bool
	refusal string // by the protocol's own means
}

// tools calls all six. Nothing is left behind: what would change something is
// asked about a session that does not exist.
func (e *examination) tools(ctx context.Context, c *loopback.Connection) {
	checks := map[string]func(context.Context, *loopback.Connection) (string, error){
		mcpcontracts.SessionsList: sessionsList,
		mcpcontracts.SessionGet:   sessionGet,
		mcpcontracts.PromptSend:   e.promptSend,
		mcpcontracts.PromptCancel: promptCancel,
		mcpcontracts.ToolsList:    toolsList,
		mcpcontracts.ToolCall:     toolCall,
	}
	for _, name := range contractNames() {
		e.Busy("calling " + name)
		detail, err := checks[name](ctx, c)
		if err != nil {
			e.fail(name, err.Error(), e.mendCall())
			continue
		}
		e.ok(name, detail)
	}
}

// mendCall is what to do about a tool that does not do what it should.
func (e *examination) mendCall() string {
	if e.storeBroken {
		return "Mend the sessions, see above."
	}
	return "Look at what it says: openprogram mcp call sessions_list; openprogram mcp serve --log-level debug says more."
}

// ask calls a tool. The error is that there was no answer at all.
func ask(ctx context.Context, c *loopback.Connection, patience time.Duration, tool string, arguments any) (answer, error) {
	data, err := json.Marshal(arguments)
	if err != nil {
		return answer{}, err
	}
	result, err := within(ctx, patience, func(ctx context.Context) (loopback.Answer, error) {
		return c.Call(ctx, tool, data)
	})
	var refused *loopback.CallError
	switch {
	case errors.As(err, &refused):
		return answer{refusal: refused.Message}, nil
	case err != nil:
		return answer{}, err
	}
	return answer{text: result.Text, isError: result.IsError}, nil
}

func sessionsList(ctx context.Context, c *loopback.Connection) (string, error) {
	a, err := ask(ctx, c, serverPatience, mcpcontracts.SessionsList, struct{}{})
	if err != nil {
		return "", err
	}
	sessions, err := mcpcontracts.DecodeSessions(a.text)
	if err != nil || a.isError {
		return "", unexpected(a)
	}
	return fmt.Sprintf("%d sessions", len(sessions)), nil
}

func sessionGet(ctx context.Context, c *loopback.Connection) (string, error) {
	a, err := ask(ctx, c, serverPatience, mcpcontracts.SessionGet, map[string]string{"session_id": nobody})
	if err != nil {
		return "", err
	}
	if failure, ok := mcpcontracts.DecodeFailure(a.text); !ok || failure != mcpcontracts.FailureSessionNotFound {
		return "", unexpected(a)
	}
	return "says that an unknown session is not there", nil
}

// promptSend asks an unknown session, unless the owner wants a real prompt.
func (e *examination) promptSend(ctx context.Context, c *loopback.Connection) (string, error) {
	if e.Prompt {
		return e.realPrompt(ctx, c)
	}
	a, err := ask(ctx, c, serverPatience, mcpcontracts.PromptSend, map[string]string{"prompt": "none", "session_id": nobody})
	if err != nil {
		return "", err
	}
	if a.refusal != mcpcontracts.TextInvalidPromptSession {
		return "", unexpected(a)
	}
	return "refuses an unknown session; --prompt sends a real prompt", nil
}

func (e *examination) realPrompt(ctx context.Context, c *loopback.Connection) (string, error) {
	a, err := ask(ctx, c, promptPatience, mcpcontracts.PromptSend, map[string]string{"prompt": "Reply with the word ready."})
	if err != nil {
		return "", err
	}
	result, err := mcpcontracts.DecodePromptResult(a.text)
	if err != nil || a.isError {
		return "", unexpected(a)
	}
	left := e.forget(ctx, result.SessionID)
	if result.Failed {
		return "", errors.New(result.Text + left)
	}
	return "a real prompt was answered" + left, nil
}

// forget deletes the session of the prompt, and says so if it cannot.
func (e *examination) forget(ctx context.Context, session string) string {
	owner, err := app.OpenOwner(ctx, app.OwnerOptions{Location: e.Entries.Location, File: e.File, Getenv: e.Getenv})
	if err == nil {
		defer owner.Close()
		err = owner.Delete(ctx, session)
	}
	if err != nil {
		return "; its session " + session + " is left"
	}
	return ""
}

func promptCancel(ctx context.Context, c *loopback.Connection) (string, error) {
	a, err := ask(ctx, c, serverPatience, mcpcontracts.PromptCancel, map[string]string{"session_id": nobody})
	if err != nil {
		return "", err
	}
	result, err := mcpcontracts.DecodeCancelResult(a.text)
	if err != nil || a.isError || result.Cancelled {
		return "", unexpected(a)
	}
	return "has nothing to cancel in an unknown session", nil
}

func toolsList(ctx context.Context, c *loopback.Connection) (string, error) {
	tools, err := runtimeTools(ctx, c)
	if err != nil {
		return "", err
	}
	if len(tools) == 0 {
		return "no Runtime tool", nil
	}
	return strings.Join(tools, ", "), nil
}

func runtimeTools(ctx context.Context, c *loopback.Connection) ([]string, error) {
	a, err := ask(ctx, c, serverPatience, mcpcontracts.ToolsList, struct{}{})
	if err != nil {
		return nil, err
	}
	tools, err := mcpcontracts.DecodeRuntimeTools(a.text)
	if err != nil || a.isError {
		return nil, unexpected(a)
	}
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names, nil
}

// toolCall calls memory_status if it is exposed, else something that is not.
func toolCall(ctx context.Context, c *loopback.Connection) (string, error) {
	tools, err := runtimeTools(ctx, c)
	if err != nil {
		return "", err
	}
	if !slices.Contains(tools, harmless) {
		a, err := ask(ctx, c, serverPatience, mcpcontracts.ToolCall, map[string]string{"name": nobody})
		if err == nil && a.refusal != mcpcontracts.TextRuntimeToolNotFound {
			err = unexpected(a)
		}
		return "refuses a tool that is not exposed", err
	}
	a, err := ask(ctx, c, serverPatience, mcpcontracts.ToolCall, map[string]string{"name": harmless})
	switch {
	case err != nil:
		return "", err
	case strings.HasPrefix(a.text, "[denied]"):
		return harmless + " is denied, as its rules say: " + a.text, nil
	case a.isError || a.refusal != "":
		return "", unexpected(a)
	}
	return harmless + " was called", nil
}

// unexpected says what came instead.
func unexpected(a answer) error {
	if text := a.refusal + a.text; text != "" {
		return fmt.Errorf("%w: %s", errUnexpected, text)
	}
	return errUnexpected
}
