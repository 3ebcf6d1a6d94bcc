package stream

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// Models asks for a list of models, {"data":[{"id":...},...]} as all endpoints
// have it. What answers with something else has no list.
func (c *Client) Models(ctx context.Context, url string, header http.Header) ([]string, error) {
	data, err := c.Get(ctx, url, header)
	if err != nil {
		return nil, err
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if json.Unmarshal(data, &list) != nil || list.Data == nil {
		return nil, provider.ErrNoCatalog
	}
	names := make([]string, 0, len(list.Data))
	for _, model := range list.Data {
		names = append(names, model.ID)
	}
	return names, nil
}
