package openai

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// callDelta is a piece of a tool call. Servers disagree on what each piece
// carries: the index, the id or the name may be missing, wrong or repeated, and
// the arguments may be an object instead of its text.
type callDelta struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// call is a call as far as it has arrived.
type call struct {
	index     int // -1: none was given
	id        string
	name      string
	arguments strings.Builder
}

// calls collects the calls of a reply in the order in which they begin.
type calls struct{ open []*call }

func (c *calls) add(d callDelta) {
	target := c.find(d)
	if target == nil {
		target = &call{index: -1}
		c.open = append(c.open, target)
	}
	if target.index < 0 && d.Index != nil {
		target.index = *d.Index
	}
	if target.id == "" {
		target.id = d.ID
	}
	if target.name == "" {
		target.name = d.Function.Name
	}
	target.arguments.WriteString(argumentsText(d.Function.Arguments))
}

// find gives the call that a piece belongs to, nil when it begins a new one.
// The id decides where there is one, since indexes are often wrong; then the
// index; a piece with neither continues the last call unless that is complete
// and the piece names a function.
func (c *calls) find(d callDelta) *call {
	if len(c.open) == 0 {
		return nil
	}
	last := c.open[len(c.open)-1]
	if d.ID != "" {
		for _, k := range c.open {
			if k.id == d.ID {
				return k
			}
		}
		if at := c.at(d.Index); at != nil && at.id == "" {
			return at
		}
		return nil
	}
	if d.Index != nil {
		if at := c.at(d.Index); at != nil {
			return at
		}
		if d.Function.Name == "" {
			return last
		}
		return nil
	}
	if d.Function.Name != "" && (d.Function.Name != last.name || complete(last.arguments.String())) {
		return nil
	}
	return last
}

// at gives the newest call with that index: a server that begins every call at
// index 0 continues the newest one.
func (c *calls) at(index *int) *call {
	if index == nil {
		return nil
	}
	for i := len(c.open) - 1; i >= 0; i-- {
		if c.open[i].index == *index {
			return c.open[i]
		}
	}
	return nil
}

func complete(arguments string) bool { return arguments != "" && json.Valid([]byte(arguments)) }

// argumentsText is the text of an arguments piece, which is a JSON string of it
// or, from some servers, the object itself.
func argumentsText(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	var text string
	if raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// list gives the calls. One without an id gets one of its own; no arguments at
// all are an empty object, as servers send for tools without parameters.
func (c *calls) list() []store.Call {
	var out []store.Call
	for i, k := range c.open {
		id, arguments := k.id, k.arguments.String()
		if id == "" {
			id = "call_" + strconv.Itoa(i+1)
		}
		if strings.TrimSpace(arguments) == "" {
			arguments = "{}"
		}
		out = append(out, store.Call{ID: id, Name: k.name, Arguments: arguments})
	}
	return out
}
