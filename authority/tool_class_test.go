package authority_test

import (
	"testing"

	"github.com/openprogram/openprogram-go/authority"
)

func TestToolCapability(t *testing.T) {
	tests := map[authority.Capability][]string{
		authority.MemoryRead: {
			"memory_search", "memory_grep", "memory_get", "memory_browse", "memory_status",
		},
		authority.MemorySourceAppend:   {"memory_update"},
		authority.MemoryTrustedPromote: {"memory_promote"},
		authority.FSRead:               {"read", "list", "glob", "grep"},
		authority.FSWrite: {
			"write", "edit", "apply_patch",
			"worktree_create", "worktree_merge", "worktree_discard", "worktree_keep",
		},
		authority.NetworkSend: {"web_search", "web_fetch", "send_message", "send_file"},
		authority.ProcessExec: {
			"bash", "exec", "shell", "execute_code", "process",
			// names that are not ours
			"", "memory_searcher", "Memory_Search", "memory_search ", "mcp__notes__memory_search", "clarify", "reply",
		},
	}
	for want, tools := range tests {
		for _, tool := range tools {
			if got := authority.ToolCapability(tool); got != want {
				t.Errorf("ToolCapability(%q) = %s, want %s", tool, got, want)
			}
		}
	}
}
