package providertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

var (
	idForm   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)
	nameForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
)

// Check holds a request to the rules that the strictest providers have: it
// begins with the user, no message is empty, each call has an id of its own, a
// plain name and one JSON object as arguments, and each call is followed by
// exactly one result, in order, before anything else. It returns what is wrong
// and where, or nil.
func Check(req provider.Request) error {
	if len(req.Messages) == 0 || req.Messages[0].Role != provider.RoleUser {
		return errors.New("the conversation does not begin with its user")
	}
	c := checker{ids: map[string]bool{}}
	for i, m := range req.Messages {
		if err := c.message(m); err != nil {
			return fmt.Errorf("message %d: %w", i, err)
		}
	}
	if len(c.open) > 0 {
		return fmt.Errorf("call %s has no result", c.open[0])
	}
	names := map[string]bool{}
	for _, t := range req.Tools {
		if !nameForm.MatchString(t.Name) || names[t.Name] {
			return fmt.Errorf("tool name %q is odd or given twice", t.Name)
		}
		names[t.Name] = true
	}
	return nil
}

type checker struct {
	ids  map[string]bool
	open []string // calls that wait for their results
}

func (c *checker) message(m provider.Message) error {
	if m.Role != provider.RoleTool && len(c.open) > 0 {
		return fmt.Errorf("call %s has no result", c.open[0])
	}
	switch m.Role {
	case provider.RoleTool:
		return c.result(m)
	case provider.RoleAssistant:
		return c.assistant(m)
	case provider.RoleUser:
		return notBlank(m.Text)
	}
	return fmt.Errorf("role %q", m.Role)
}

func (c *checker) result(m provider.Message) error {
	if len(c.open) == 0 || c.open[0] != m.CallID {
		return fmt.Errorf("result of %s is out of place", m.CallID)
	}
	c.open = c.open[1:]
	if len(m.Images) > 0 {
		return nil
	}
	return notBlank(m.Text)
}

func (c *checker) assistant(m provider.Message) error {
	if len(m.Calls) == 0 {
		return notBlank(m.Text)
	}
	if m.Reasoning != "" && m.Provider != Name {
		return fmt.Errorf("reasoning of provider %q", m.Provider)
	}
	for _, call := range m.Calls {
		var object map[string]any
		switch {
		case !idForm.MatchString(call.ID) || c.ids[call.ID]:
			return fmt.Errorf("call id %q is odd or given twice", call.ID)
		case !nameForm.MatchString(call.Name):
			return fmt.Errorf("call name %q is odd", call.Name)
		case json.Unmarshal([]byte(call.Arguments), &object) != nil || object == nil:
			return fmt.Errorf("arguments of %s are no JSON object", call.ID)
		}
		c.ids[call.ID] = true
		c.open = append(c.open, call.ID)
	}
	return nil
}

func notBlank(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("empty")
	}
	return nil
}
