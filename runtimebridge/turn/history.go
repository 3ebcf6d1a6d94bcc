package turn

import (
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// The fixed texts that stand where a provider accepts no empty message.
const (
	emptyResult  = "(no output)"
	opensHistory = "(The start of this conversation is missing.)"
)

// conversation rebuilds what the model is shown from what is stored. It mends
// whatever is wrong on the way, so that one odd message cannot make every later
// request of a session fail: each call gets exactly one result, right behind
// it, nothing is empty, ids and names are ones that any provider takes, and
// reasoning goes back only to the provider it came from.
func conversation(history []store.Message, steps []store.Step, providerName string) []provider.Message {
	b := builder{provider: providerName}
	for _, m := range history {
		if m.Role == runtimebridge.RoleUser {
			b.user(m.Content)
			continue
		}
		b.steps(m.Steps)
		b.assistant(provider.Message{Text: m.Content})
	}
	b.steps(steps)
	return b.messages
}

// builder collects the messages of one request.
type builder struct {
	provider string
	ids      callIDs
	messages []provider.Message
}

func (b *builder) user(text string) {
	if text = clean(text); text != "" {
		b.add(provider.Message{Role: provider.RoleUser, Text: text})
	}
}

func (b *builder) assistant(m provider.Message) {
	m.Role = provider.RoleAssistant
	if m.Text = clean(m.Text); m.Text != "" || len(m.Calls) > 0 {
		b.add(m)
	}
}

// add appends a message. A conversation begins with its user.
func (b *builder) add(m provider.Message) {
	if len(b.messages) == 0 && m.Role != provider.RoleUser {
		b.messages = append(b.messages, provider.Message{Role: provider.RoleUser, Text: opensHistory})
	}
	b.messages = append(b.messages, m)
}

func (b *builder) steps(steps []store.Step) {
	for i, s := range steps {
		switch s.Kind {
		case store.StepReply:
			b.reply(s, resultsAfter(steps[i+1:]))
		case store.StepSummary:
			b.messages = nil // the summary stands for all of it
			b.user(s.Text)
		case store.StepResult, store.StepPartial:
			// A result is placed with its reply; what broke off is not sent again.
		}
	}
}

// reply adds a reply that calls tools, and the result of each call behind it.
func (b *builder) reply(s store.Step, results []store.Step) {
	m := provider.Message{Text: s.Text}
	if s.Provider == b.provider {
		m.Provider, m.Reasoning = s.Provider, s.Reasoning
	}
	answers := make([]provider.Message, len(s.Calls))
	for i, call := range s.Calls {
		answers[i] = resultMessage(takeResult(results, call))
		call.ID = b.ids.assign(call.ID)
		call.Name = plainToolName(call.Name)
		call.Arguments = storedArguments(call.Arguments)
		m.Calls = append(m.Calls, call)
		answers[i].CallID, answers[i].Tool = call.ID, call.Name
	}
	b.assistant(m)
	for _, answer := range answers {
		b.add(answer)
	}
}

// resultsAfter copies the results that belong to the reply before steps.
func resultsAfter(steps []store.Step) []store.Step {
	var results []store.Step
	for _, s := range steps {
		if s.Kind == store.StepReply || s.Kind == store.StepSummary {
			break
		}
		if s.Kind == store.StepResult {
			results = append(results, s)
		}
	}
	return results
}

// takeResult finds the first unused result of a call and marks it as used. A
// call without one was interrupted.
func takeResult(results []store.Step, call store.Call) store.Step {
	for i, r := range results {
		if r.Kind == store.StepResult && r.CallID == call.ID {
			results[i].Kind = ""
			return r
		}
	}
	return store.Step{Text: store.InterruptedResult, IsError: true}
}

func resultMessage(s store.Step) provider.Message {
	m := provider.Message{Role: provider.RoleTool, Text: clean(s.Text), IsError: s.IsError, Images: s.Images}
	if m.Text == "" && len(m.Images) == 0 {
		m.Text = emptyResult
	}
	return m
}

// clean makes a text one that can be stored and sent: valid UTF-8, and empty
// when it is only white space.
func clean(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return text
}
