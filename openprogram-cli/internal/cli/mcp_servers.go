package cli

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// maskedText stands for every secret, whatever its length.
const maskedText = "********"

// masked is a value that is not shown, as --json prints it.
type masked struct {
	HasValue bool   `json:"has_value"`
	Masked   string `json:"masked"`
}

// serverRow is a server as --json prints it.
type serverRow struct {
	Name    string            `json:"name"`
	Type    string            `json:"type"`
	State   string            `json:"state"` // ready, disabled, error; empty when nobody has looked
	Problem string            `json:"problem,omitempty"`
	Command []string          `json:"command,omitempty"`
	URL     string            `json:"url,omitempty"`
	Env     map[string]masked `json:"env,omitempty"`
	Headers map[string]masked `json:"headers,omitempty"`
	Token   *masked           `json:"bearer_token,omitempty"`
	Timeout float64           `json:"timeout_seconds"`
	Tools   []string          `json:"tools"`
}

func (p *program) servers() (app.Servers, error) {
	l, err := p.location()
	return app.Servers{Location: l}, err
}

// askServers starts servers and says how they stand.
func (p *program) askServers(ctx context.Context, s app.Servers, c remote.Config) []serverRow {
	ctx, stop := untilStopped(ctx)
	defer stop()
	progress := p.slow("starting the servers")
	status := s.Status(ctx, c, nil)
	progress.End()
	rows := []serverRow{}
	for _, one := range status {
		rows = append(rows, rowOf(one, c.Servers[one.Name]))
	}
	return rows
}

func rowOf(s remote.Status, server remote.Server) serverRow {
	row := serverRow{
		Name: s.Name, Type: string(server.Kind), State: string(s.State), Problem: string(s.Fault),
		Command: server.Command, URL: withoutQuery(server.URL),
		Env: maskedValues(server.Env), Headers: maskedValues(server.Headers),
		Timeout: server.Timeout().Seconds(), Tools: append([]string{}, s.Tools...),
	}
	if server.Auth != nil && server.Auth.Token != "" {
		row.Token = &masked{HasValue: true, Masked: maskedText}
	}
	return row
}

func maskedValues(values map[string]string) map[string]masked {
	out := map[string]masked{}
	for name, value := range values {
		out[name] = masked{HasValue: value != "", Masked: maskedText}
	}
	return out
}

// withoutQuery leaves out the part of an address in which secrets travel.
func withoutQuery(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.RawQuery == "" {
		return address
	}
	u.RawQuery = maskedText
	return u.String()
}

// reached is how a server is reached, on one line.
func (r serverRow) reached() string {
	if r.URL != "" {
		return r.URL
	}
	return strings.Join(r.Command, " ")
}

// showServer prints what is known of a server, without its secrets.
func (p *program) showServer(r serverRow) {
	rows := [][]string{{"name", r.Name}, {"type", r.Type}, {"state", r.State}}
	if r.Problem != "" {
		rows = append(rows, []string{"problem", r.Problem})
	}
	reach := "command"
	if r.URL != "" {
		reach = "url"
	}
	rows = append(rows, []string{reach, r.reached()}, []string{"timeout", strconv.FormatFloat(r.Timeout, 'f', -1, 64) + " s"})
	for _, name := range slices.Sorted(maps.Keys(r.Env)) {
		rows = append(rows, []string{"env", name + "=" + maskedText})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Headers)) {
		rows = append(rows, []string{"header", name + ": " + maskedText})
	}
	if r.Token != nil {
		rows = append(rows, []string{"bearer token", maskedText})
	}
	p.table(rows)
	for _, tool := range r.Tools {
		p.printf("  %s\n", terminal.Line(tool))
	}
}

// serverNames offers the configured names. It starts nothing.
func (p *program) serverNames(_ *cobra.Command, args []string, start string) ([]string, cobra.ShellCompDirective) {
	s, err := p.servers()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	c, err := s.Load()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	matching := slices.DeleteFunc(c.Names(), func(name string) bool { return !strings.HasPrefix(name, start) })
	return matching, cobra.ShellCompDirectiveNoFileComp
}
