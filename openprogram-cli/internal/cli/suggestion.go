package cli

import (
	"regexp"
	"sync"
)

// suggested finds the commands that messages tell people to run.
var suggested = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bopenprogram (mcp|memory|sessions|tools|rules|audit|config|prompt|chat)\b`)
})

// here makes the commands in a message of this program ones for the state
// directory of --profile. Without it whoever copies one would change another.
func (p *program) here(text string) string {
	if p.profile == "" {
		return text
	}
	return suggested().ReplaceAllString(text, "openprogram --profile "+p.profile+" $1")
}
