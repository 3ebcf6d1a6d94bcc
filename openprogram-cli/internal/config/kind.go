package config

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/authority"
)

// Kind says which JSON values a key takes.
type Kind string

// The kinds of value. String, URL, Variable and Path accept "" for none.
const (
	String   Kind = "string"
	URL      Kind = "URL"                  // http or https, no user, query or fragment
	Variable Kind = "environment variable" // its name
	Path     Kind = "path"                 // absolute, or in the home directory with ~/
	Choice   Kind = "choice"               // one of Key.Choices
	Duration Kind = "duration"             // a string with a unit, never a bare number
	Timeout  Kind = "positive duration"    // a Duration that is not 0s
	Count    Kind = "positive integer"
	Strings  Kind = "list of strings"
	Rules    Kind = "list of rules"
)

// Text reports whether values of the kind are JSON strings.
func (k Kind) Text() bool { return !slices.Contains([]Kind{Count, Strings, Rules}, k) }

// maxDuration keeps every sum of durations far from overflow.
const maxDuration = 24 * time.Hour

const maxCount = 1_000_000

const maxVariable = 128 // bytes of a variable's name

func number(text string) json.Number { return json.Number(text) }

// problem says what is wrong with a decoded value for the key, in words that
// hold nothing of the value; "" when nothing is.
func (k Key) problem(value any) string {
	switch k.Kind {
	case Count:
		return countProblem(value)
	case Strings:
		return stringsProblem(value)
	case Rules:
		return rulesProblem(value)
	}
	text, ok := value.(string)
	switch {
	case !ok && (k.Kind == Duration || k.Kind == Timeout):
		return `want a duration in quotes, such as "5s"`
	case !ok:
		return "want a string"
	case strings.ContainsRune(text, 0):
		return "holds a NUL character"
	}
	return k.textProblem(text)
}

func (k Key) textProblem(text string) string {
	switch k.Kind {
	case Choice:
		if !slices.Contains(k.Choices, text) {
			return "want one of " + strings.Join(k.Choices, ", ")
		}
	case Duration:
		return durationProblem(text, 0)
	case Timeout:
		return durationProblem(text, time.Millisecond)
	}
	if text == "" {
		return ""
	}
	switch k.Kind {
	case URL:
		return urlProblem(text)
	case Variable:
		return variableProblem(text)
	case Path:
		return pathProblem(text)
	}
	return ""
}

func countProblem(value any) string {
	n, _ := value.(json.Number)
	if i, err := strconv.Atoi(n.String()); err != nil || i < 1 || i > maxCount {
		return "want an integer from 1 to " + strconv.Itoa(maxCount)
	}
	return ""
}

func stringsProblem(value any) string {
	const want = "want a list of strings"
	list, ok := value.([]any)
	if !ok {
		return want
	}
	for _, item := range list {
		if _, ok := item.(string); !ok {
			return want
		}
	}
	return ""
}

func rulesProblem(value any) string {
	if problem := stringsProblem(value); problem != "" {
		return problem
	}
	for i, text := range value.([]any) {
		if _, err := authority.ParseRule(text.(string)); err != nil {
			return "entry " + strconv.Itoa(i+1) + ": want Tool or Tool(pattern)"
		}
	}
	return ""
}

func durationProblem(text string, least time.Duration) string {
	switch d, err := time.ParseDuration(text); {
	case err != nil:
		return `want a duration with a unit, such as "5s" or "10m"`
	case d < least || d > maxDuration:
		return "want a duration from " + least.String() + " to 24h"
	}
	return ""
}

func urlProblem(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return "want an http or https URL"
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "want a URL without user, query and fragment"
	}
	return ""
}

func isVariable(name string) bool {
	const first = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
	return name != "" && len(name) <= maxVariable && strings.Contains(first, name[:1]) && strings.Trim(name, first+"0123456789") == ""
}

// variableProblem keeps our own variables, the token among them, from being sent
// to a provider as its key.
func variableProblem(text string) string {
	switch {
	case !isVariable(text):
		return "want the name of an environment variable"
	case strings.HasPrefix(strings.ToUpper(text), "OPENPROGRAM_"):
		return "OPENPROGRAM_ variables are not for provider keys"
	}
	return ""
}

func pathProblem(text string) string {
	if text == "~" || strings.HasPrefix(text, "~/") || filepath.IsAbs(text) {
		return ""
	}
	return "want an absolute path, or one that begins with ~/"
}
