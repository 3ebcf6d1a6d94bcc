package provider_test

import (
	"testing"

	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

func TestLists(t *testing.T) {
	models := []string{"small", "llama:latest", "claude-4-5-20250929", "gpt-2024-08-06", "big-mini", "tagged:7b"}
	for name, want := range map[string]bool{
		"small": true, "llama": true, "llama:latest": true, "claude-4-5": true, "gpt": true,
		"big": false, "tagged": false, "smal": false, "Small": false, "claude-4": false, "other": false,
	} {
		if got := provider.Lists(models, name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
