package tool_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/tool"
)

// timedFake names its own limit.
type timedFake struct {
	fake
	limit time.Duration
}

func (f *timedFake) Limit(runtimebridge.Arguments) time.Duration { return f.limit }

var _ tool.TimedTool = (*timedFake)(nil)

func TestATimedToolMayHaveLonger(t *testing.T) {
	tests := []struct {
		name  string
		scope tool.Scope
		limit time.Duration
		want  time.Duration
	}{
		{"a model's call", tool.ScopeTurn, 5 * time.Minute, 5*time.Minute + 2*time.Second},
		{"a shorter limit than the gate's", tool.ScopeTurn, time.Second, time.Minute},
		{"a client's call", tool.ScopeClient, 5 * time.Minute, time.Minute},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFixture(t, &timedFake{fake: fake{name: "slow", readOnly: true, run: obedient}, limit: test.limit})
				req := fromOwner("slow", nil)
				req.Scope = test.scope
				start := time.Now()
				result, err := f.gate().Call(t.Context(), req)
				wantFailed(t, result, err)
				if took := time.Since(start); took != test.want {
					t.Errorf("ended after %v, want %v", took, test.want)
				}
			})
		})
	}
}
