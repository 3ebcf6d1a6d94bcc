package engine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/providertest"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

const (
	anything = `{"type":"object"}`
	nothing  = `{"type":"object","additionalProperties":false}`
)

// foreign is a tool of another server, which nobody believes to read only.
type foreign echo

func (f foreign) Spec() runtimebridge.ToolSpec {
	return runtimebridge.ToolSpec{Name: f.name, InputSchema: []byte(f.schema)}
}

func (f foreign) Run(ctx context.Context, in runtimebridge.Invocation) (runtimebridge.Result, error) {
	return echo(f).Run(ctx, in)
}

// elsewhere is what other servers offer now.
type elsewhere struct {
	tools atomic.Pointer[[]runtimebridge.Tool]
	asked atomic.Int32
}

func (r *elsewhere) offer(tools ...runtimebridge.Tool) { r.tools.Store(&tools) }

func (r *elsewhere) give(context.Context) []runtimebridge.Tool {
	r.asked.Add(1)
	if tools := r.tools.Load(); tools != nil {
		return *tools
	}
	return nil
}

func newRemoteFixture(t *testing.T, change ...func(*engine.Options)) (*fixture, *elsewhere) {
	t.Helper()
	r := &elsewhere{}
	return newFixture(t, append(change, func(o *engine.Options) { o.Remote = r.give })...), r
}

// foreignNames are the tools of the owner that come from elsewhere.
func foreignNames(t *testing.T, c runtimebridge.Connection) string {
	t.Helper()
	specs, err := c.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range specs {
		if strings.Contains(s.Name, "__") {
			out = append(out, s.Name+" "+string(s.InputSchema))
		}
	}
	return strings.Join(out, ", ")
}

func TestRemoteToolsComeAndGo(t *testing.T) {
	f, r := newRemoteFixture(t)
	c := f.terminal(t)
	for _, step := range []struct {
		offer []runtimebridge.Tool
		want  string
	}{
		{nil, ""},
		{[]runtimebridge.Tool{foreign{"srv__a", anything}, foreign{"srv__b", anything}}, "srv__a " + anything + ", srv__b " + anything},
		{[]runtimebridge.Tool{foreign{"srv__b", nothing}}, "srv__b " + nothing},
		{[]runtimebridge.Tool{foreign{"srv__c", anything}, foreign{"read", nothing}, foreign{"srv__odd", `{"type":5}`}}, "srv__c " + anything},
	} {
		r.offer(step.offer...)
		if got := foreignNames(t, c); got != step.want {
			t.Errorf("got %s, want %s", got, step.want)
		}
	}
	specs, _ := c.Tools(t.Context())
	i := slices.IndexFunc(specs, func(s runtimebridge.ToolSpec) bool { return s.Name == "read" })
	if i < 0 || string(specs[i].InputSchema) == nothing {
		t.Error("another server has taken the name of a built-in tool")
	}
}

func TestTheOwnersModelUsesRemoteTools(t *testing.T) {
	f, r := newRemoteFixture(t)
	r.offer(foreign{"srv__a", anything})
	script := f.script(providertest.Call(store.Call{ID: "1", Name: "srv__a", Arguments: "{}"}), providertest.Say("done"))
	var asked []string
	got := prompt(t, f.terminal(t), runtimebridge.Prompt{Text: "go", Ask: func(_ context.Context, q runtimebridge.Question) runtimebridge.Answer {
		asked = append(asked, q.Tool)
		return runtimebridge.Answer{Verdict: runtimebridge.AllowedOnce}
	}})
	if got.Text != "done" || !slices.Equal(asked, []string{"srv__a"}) {
		t.Errorf("got %+v, asked %q", got, asked)
	}
	offered := func(s runtimebridge.ToolSpec) bool { return s.Name == "srv__a" }
	if requests := script.Requests(); len(requests) != 2 || !slices.ContainsFunc(requests[0].Tools, offered) {
		t.Error("the model was not offered the tool")
	}
}

// A client's calls, lists and turns start nothing and reach nothing of it, also
// when the owner has started it in the same process and exposed its name.
func TestRemoteToolsAreNotForClients(t *testing.T) {
	f, r := newRemoteFixture(t)
	r.offer(foreign{"srv__a", anything})
	use := func(c runtimebridge.Connection) error {
		t.Helper()
		if got := foreignNames(t, c); got != "" {
			t.Errorf("a client sees %s", got)
		}
		script := f.script(providertest.Say("done"))
		prompt(t, c, runtimebridge.Prompt{Text: "go"})
		for _, s := range script.Requests()[0].Tools {
			if s.Name == "srv__a" {
				t.Error("the model of a client was offered the tool")
			}
		}
		_, err := c.CallTool(t.Context(), runtimebridge.ToolCall{Name: "srv__a", Arguments: map[string]any{}})
		return err
	}
	c := f.client(t, "srv__a")
	if err := use(c); !errors.Is(err, runtimebridge.ErrToolNotFound) || r.asked.Load() != 0 {
		t.Errorf("asked %d times, error %v", r.asked.Load(), err)
	}
	foreignNames(t, f.terminal(t))
	var denial *runtimebridge.Denial
	if err := use(c); !errors.As(err, &denial) || denial.Capability != authority.ProcessExec || r.asked.Load() != 1 {
		t.Errorf("asked %d times, error %v", r.asked.Load(), err)
	}
}

func TestACancelledTurnDoesNotWaitForServers(t *testing.T) {
	started := make(chan struct{})
	f := newFixture(t, func(o *engine.Options) {
		o.Remote = func(ctx context.Context) []runtimebridge.Tool {
			close(started)
			<-ctx.Done()
			return []runtimebridge.Tool{foreign{"srv__late", anything}}
		}
	})
	f.script(providertest.Say("never"))
	outcome := &runtimebridge.Outcome{}
	go func() {
		<-started
		outcome.Cancel(runtimebridge.ReasonPromptCancel)
	}()
	_, err := f.terminal(t).Prompt(t.Context(), runtimebridge.Prompt{Text: "go", Outcome: outcome})
	if !isCancellation(err, runtimebridge.ReasonPromptCancel) {
		t.Errorf("error %v", err)
	}
	if slices.Contains(f.engine.Registry().Names(), "srv__late") {
		t.Error("a late answer was registered")
	}
}
