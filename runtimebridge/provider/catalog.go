package provider

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// ErrNoCatalog reports an endpoint that does not tell which models it has.
var ErrNoCatalog = errors.New("provider: the endpoint has no list of models")

// Catalog is a Provider whose endpoint may tell which models it has.
type Catalog interface {
	// Models lists the names of the models, in the endpoint's order, perhaps
	// not all of them. It asks once. The error is ErrNoCatalog, an *Error or
	// ctx's.
	Models(ctx context.Context) ([]string, error)
}

var dated = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-\d{4}-?\d{2}-?\d{2}$`)
})

// Lists reports whether a list of models covers a name. Names are completed at
// the endpoint: a tag is "latest" unless it is given, and a name without a date
// stands for the newest one.
func Lists(models []string, name string) bool {
	return slices.ContainsFunc(models, func(listed string) bool {
		rest, begins := strings.CutPrefix(listed, name)
		return begins && (rest == "" || rest == ":latest" || dated().MatchString(rest))
	})
}
