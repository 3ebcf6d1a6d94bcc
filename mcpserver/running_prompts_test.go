package mcpserver

import "testing"

// TestRunningPromptsForget binds, rebinds and releases calls.
func TestRunningPromptsForget(t *testing.T) {
	prompts := newRunningPrompts()
	older, newer := &call{}, &call{}
	prompts.bind(older, "s")
	prompts.bind(newer, "s")
	if prompts.on("s") != newer {
		t.Error("the session is not the newer call's")
	}
	prompts.release(older) // it ends late, and takes nothing from the newer one
	if prompts.on("s") != newer {
		t.Error("the end of the older call released the newer one")
	}
	prompts.release(newer)
	prompts.release(&call{})
	if prompts.on("s") != nil || len(prompts.bySession) != 0 {
		t.Errorf("%d calls are kept that have ended", len(prompts.bySession))
	}
}
