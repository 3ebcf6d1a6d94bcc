//go:build unix

package config_test

import (
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
)

func exposed(t *testing.T, v *config.View) []string {
	t.Helper()
	c, err := v.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c.MCPServer.ExposedTools
}

func TestViewFollowsTheFile(t *testing.T) {
	f := fileWith(t, `{"mcp_server": {"exposed_tools": ["aaaa"]}}`)
	v := config.NewView(f)
	if diff := cmp.Diff([]string{"aaaa"}, exposed(t, v)); diff != "" {
		t.Errorf("first (-want +got):\n%s", diff)
	}
	// The same size, in place, perhaps within one tick of the clock.
	write(t, f, `{"mcp_server": {"exposed_tools": ["bbbb"]}}`)
	if diff := cmp.Diff([]string{"bbbb"}, exposed(t, v)); diff != "" {
		t.Errorf("after a change in place (-want +got):\n%s", diff)
	}
	if _, err := f.Set("mcp_server.exposed_tools", `["cccc"]`); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"cccc"}, exposed(t, v)); diff != "" {
		t.Errorf("after a change by command (-want +got):\n%s", diff)
	}
	if err := os.Remove(f.Path); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{}, exposed(t, v)); diff != "" {
		t.Errorf("without a file (-want +got):\n%s", diff)
	}
}

func TestViewReportsABrokenFileUntilItIsMended(t *testing.T) {
	f := fileWith(t, `{"mcp_server": {"exposed_tools": ["read"]}}`)
	v := config.NewView(f)
	exposed(t, v)
	write(t, f, `{"mcp_server": {"exposed_tools": "read"}}`)
	for range 2 {
		if c, err := v.Load(); err == nil || len(c.MCPServer.ExposedTools) != 0 {
			t.Fatalf("got %+v, %v", c, err)
		}
	}
	write(t, f, `{"mcp_server": {"exposed_tools": ["read"]}}`)
	exposed(t, v)
}

// Two writes within one tick of the clock look the same from outside.
func TestViewReadsAYoungFileAgain(t *testing.T) {
	f := fileWith(t, `{"mcp_server": {"exposed_tools": ["aaaa"]}}`)
	now := time.Now()
	tick := func() {
		if err := os.Chtimes(f.Path, now, now); err != nil {
			t.Fatal(err)
		}
	}
	tick()
	v := config.NewView(f)
	exposed(t, v)
	write(t, f, `{"mcp_server": {"exposed_tools": ["bbbb"]}}`)
	tick()
	if diff := cmp.Diff([]string{"bbbb"}, exposed(t, v)); diff != "" {
		t.Errorf("after a change in the same tick (-want +got):\n%s", diff)
	}
}

func TestViewReadsASettledFileOnce(t *testing.T) {
	f := fileWith(t, `{"mcp_server": {"exposed_tools": ["aaaa"]}}`)
	old := time.Now().Add(-time.Hour)
	age := func() {
		if err := os.Chtimes(f.Path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	age()
	v := config.NewView(f)
	first := exposed(t, v)
	// A change that forges time and size is the one thing that goes unseen:
	// it shows that the file is not read again.
	write(t, f, `{"mcp_server": {"exposed_tools": ["bbbb"]}}`)
	age()
	if diff := cmp.Diff(first, exposed(t, v)); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}
	write(t, f, `{"mcp_server": {"exposed_tools": ["bb"]}}`)
	age()
	if diff := cmp.Diff([]string{"bb"}, exposed(t, v)); diff != "" {
		t.Errorf("another size (-want +got):\n%s", diff)
	}
}
