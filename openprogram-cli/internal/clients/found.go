package clients

import (
	"maps"
	"regexp"
	"slices"
)

// Found is an entry as it stands in a client's file.
type Found struct {
	Entry
	// Indirect says by what the client is led to a variable that the entry does
	// not hold itself: a reference such as ${input:token}, or the key of the entry
	// that names another place.
	Indirect map[string]string
	Off      bool // switched off by its owner

	elsewhere string // a key that may bring any variable
	remote    bool   // it leads to a server elsewhere, and nothing of it is of use for this one
}

// Leads gives what leads the client to a variable, or "".
func (f Found) Leads(variable string) string {
	if f.Indirect[variable] != "" {
		return f.Indirect[variable]
	}
	if _, there := f.Env[variable]; !there {
		return f.elsewhere
	}
	return ""
}

// Read gives the entry of this name, as far as its form is known, and whether
// there is one.
func (c Client) Read(text []byte, name string) (Found, bool, error) {
	value, there, err := c.format.get(text, c.keys(name))
	if err != nil || !there {
		return Found{}, false, err
	}
	object, _ := value.(map[string]any)
	f := Found{Entry: Entry{Name: name, Env: map[string]string{}}, Indirect: map[string]string{}}
	f.Command, _ = object["command"].(string)
	f.Args = texts(object["args"])
	if words := texts(object["command"]); len(words) > 0 {
		f.Command, f.Args = words[0], words[1:]
	}
	for _, key := range []string{"url", "httpUrl", "serverUrl"} {
		_, there := object[key]
		f.remote = f.remote || there
	}
	f.Off = object["enabled"] == false || object["disabled"] == true
	for _, key := range []string{"env", "environment"} {
		env, _ := object[key].(map[string]any)
		for variable, value := range env {
			text, _ := value.(string)
			f.Env[variable] = text
			if c.looksUp(text) {
				f.Indirect[variable] = text
			}
		}
	}
	for _, key := range c.elsewhere {
		switch place := object[key].(type) {
		case string:
			f.elsewhere = key
		case []any:
			for _, variable := range texts(place) {
				if _, there := f.Env[variable]; !there {
					f.Indirect[variable] = key
				}
			}
		}
	}
	return f, true, nil
}

// looksUp reports a value in place of which the client puts another one.
func (c Client) looksUp(value string) bool {
	return c.reference != "" && regexp.MustCompile(c.reference).MatchString(value)
}

// texts gives the texts of a list.
func texts(value any) []string {
	list, _ := value.([]any)
	var out []string
	for _, item := range list {
		if text, ok := item.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// over is the entry as it should replace the one that is there: the client goes
// on looking up what it looks up, arguments that were added stay, and a limit is
// its owner's to choose.
func (e Entry) over(f Found) Entry {
	e.CallLimit = 0
	if len(f.Args) > len(e.Args) && slices.Equal(f.Args[:len(e.Args)], e.Args) {
		e.Args = f.Args
	}
	e.Env = maps.Clone(e.Env)
	for variable := range e.Env {
		switch value, there := f.Env[variable]; {
		case f.Leads(variable) == "":
		case there:
			e.Env[variable] = value
		default:
			delete(e.Env, variable)
		}
	}
	return e
}
