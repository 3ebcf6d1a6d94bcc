package anthropic

import (
	"context"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

var _ provider.Catalog = (*Provider)(nil)

// Models lists the models of the endpoint.
func (p *Provider) Models(ctx context.Context) ([]string, error) {
	header, err := p.header()
	if err != nil {
		return nil, err
	}
	return p.client.Models(ctx, strings.TrimSuffix(p.url, "/messages")+"/models?limit=1000", header)
}
