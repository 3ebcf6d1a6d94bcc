package doctor

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// providerPatience is how long the endpoint may take to say what models it has.
const providerPatience = 5 * time.Second

// offered is how many models are named to somebody whose own is not there.
const offered = 5

const setModel = "openprogram config set provider.model MODEL"

// providerFaults says in words what can be wrong, and what to do.
var providerFaults = map[provider.Code]struct{ detail, remedy string }{
	provider.CodeAuth:          {"the endpoint refuses the key", "Put a valid key into the file of provider.api_key_file or into the variable of provider.api_key_env."},
	provider.CodeQuota:         {"there is no credit left", "Pay the provider, or choose another one."},
	provider.CodeRateLimited:   {"the endpoint limits the rate", "Wait a moment and try again."},
	provider.CodeUnavailable:   {"the endpoint cannot be reached", "Start it, or correct it: openprogram config set provider.base_url URL"},
	provider.CodeMisconfigured: {"provider.base_url does not lead to an endpoint", "openprogram config set provider.base_url URL"},
}

// provider checks who answers prompts.
func (e *examination) provider(ctx context.Context) {
	if !e.configured {
		e.skip("the configuration cannot be used", "provider")
		return
	}
	c := e.config.Provider
	answers, err := app.NewProvider(c, e.Getenv)
	catalog, asks := answers.(provider.Catalog)
	switch {
	case err == nil && !asks:
		e.ok("provider", c.Kind+": answers from your notes, without network, key or model")
		return
	case c.Model == "":
		e.fail("provider", "provider.model is not set", setModel)
		return
	case err != nil:
		e.fail("provider", "the provider cannot be made of the configuration", "openprogram config list")
		return
	}
	source, err := app.KeySource(c, e.Getenv)
	if err != nil {
		e.fail("provider", "there is no key: "+source, "openprogram config set provider.api_key_file FILE, with the key in FILE and mode 0600")
		return
	}
	e.endpoint(ctx, catalog, source)
}

// endpoint asks the provider's endpoint which models it has.
func (e *examination) endpoint(ctx context.Context, catalog provider.Catalog, source string) {
	c := e.config.Provider
	e.Busy("asking the model endpoint")
	ctx, cancel := context.WithTimeout(ctx, providerPatience)
	defer cancel()
	models, err := catalog.Models(ctx)
	switch {
	case errors.Is(err, provider.ErrNoCatalog):
		e.warn("provider", c.Kind+" is reached, but has no list of models: whether it knows "+c.Model+" is not known", "openprogram mcp doctor --prompt")
	case err != nil:
		e.providerFault(err)
	case !provider.Lists(models, c.Model):
		e.fail("provider", "the endpoint does not know the model "+c.Model, setModel+some(models))
	case source != "" && c.APIKeyFile == "":
		e.warn("provider", c.Kind+" with "+c.Model+"; "+source,
			"Few clients pass such variables on. A file works with all: openprogram config set provider.api_key_file FILE")
	default:
		e.ok("provider", c.Kind+" with "+c.Model)
	}
}

func (e *examination) providerFault(err error) {
	fault, known := providerFaults[provider.CodeOf(err)]
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		fault = providerFaults[provider.CodeUnavailable]
		fault.detail = "the endpoint does not answer within " + providerPatience.String()
	case !known:
		fault.detail, fault.remedy = "the endpoint answers with something else", "openprogram config set provider.base_url URL"
	}
	e.fail("provider", fault.detail, fault.remedy)
}

// some names a few models.
func some(models []string) string {
	if len(models) == 0 {
		return ""
	}
	more := ""
	if len(models) > offered {
		models, more = models[:offered], ", ..."
	}
	return ", for example " + strings.Join(models, ", ") + more
}
