package tool

import (
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

// TimedTool is a Tool that ends its calls itself, at a time that they name in
// their arguments. The gate lets such a call of a model run that long, so that
// it is the tool that says how far it got. A client's call has no more time than
// any other.
type TimedTool interface {
	runtimebridge.Tool

	// Limit is when the tool would end the call.
	Limit(args runtimebridge.Arguments) time.Duration
}

// limit is how long a call may take. A timed tool has the grace on top, to end
// by itself.
func (g *Gate) limit(c *call) time.Duration {
	timed, ok := c.entry.tool.(TimedTool)
	if !ok || c.request.Scope != ScopeTurn {
		return g.options.Timeout
	}
	return max(g.options.Timeout, timed.Limit(c.arguments)+g.options.Grace)
}
