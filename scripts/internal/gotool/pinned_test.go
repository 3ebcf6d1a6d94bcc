package gotool

import "testing"

func TestPinnedName(t *testing.T) {
	for want, program := range map[string]Pinned{
		"staticcheck": Staticcheck, "goreleaser": Goreleaser,
		"x": {"example.org/x/v3@v3.0.1", "."}, "y": {"example.org/x@v1.0.0", "cmd/y"},
	} {
		if got := program.Name(); got != want {
			t.Errorf("%v is named %q, want %q", program, got, want)
		}
	}
}
