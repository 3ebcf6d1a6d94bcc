package stream

import (
	"context"
	"io"
	"net/http"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// maxModels bounds the list of models of an endpoint, in bytes. Routers list
// some hundred kilobytes.
const maxModels = 8 << 20

// Get asks for a document once. The error is provider.ErrNoCatalog where there
// is none, a *provider.Error, or ctx's.
func (c *Client) Get(ctx context.Context, url string, header http.Header) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, &provider.Error{Code: provider.CodeMisconfigured, Detail: "url"}
	}
	for name, values := range header {
		request.Header[name] = values
	}
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, unreachable(ctx, err)
	}
	defer drain(response.Body)
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return nil, provider.ErrNoCatalog
	default:
		return nil, statusError(response, nil)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, maxModels+1))
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, &provider.Error{Code: provider.CodeBroken, Detail: "read"}
	case len(data) > maxModels:
		return nil, &provider.Error{Code: provider.CodeBadReply, Detail: "size"}
	}
	return data, nil
}
