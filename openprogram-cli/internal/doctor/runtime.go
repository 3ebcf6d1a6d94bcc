package doctor

import (
	"context"
	"os"
	"slices"
	"strconv"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// runtime opens what stands behind a server.
func (e *examination) runtime(ctx context.Context) {
	var owner *app.Owner
	if e.broken == "" {
		var err error
		owner, err = app.OpenOwner(ctx, app.OwnerOptions{Location: e.Entries.Location, File: e.File, Getenv: e.Getenv})
		if err != nil {
			e.breaks(err.Error())
			e.fail("runtime", err.Error(), "Mend the first thing above that is not ok.")
		}
	}
	if e.broken != "" {
		e.skip(e.broken, "sessions", "memory", "exposed tools")
		return
	}
	defer owner.Close()
	e.sessions(ctx, owner)
	e.memory(ctx)
	e.exposed(ctx, owner)
}

func (e *examination) sessions(ctx context.Context, owner *app.Owner) {
	rows, err := owner.AllSessions(ctx, 0, true)
	if err != nil {
		e.storeBroken = true
		e.fail("sessions", err.Error(), "It is about "+e.Entries.Location.Path("sessions.db")+". Without it no prompt can be run.")
		return
	}
	e.ok("sessions", strconv.Itoa(len(rows))+" stored")
}

func (e *examination) memory(ctx context.Context) {
	dir := e.config.Memory.Dir
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		e.fail("memory", dir+" is not a folder", "openprogram config set memory.dir FOLDER")
		return
	case err != nil && dir != e.Entries.Location.Path("memory"):
		e.warn("memory", dir+" does not exist: there are no notes", "Make it, or name another folder: openprogram config set memory.dir FOLDER")
		return
	}
	memory, err := app.OpenMemory(e.Entries.Location, e.File)
	if err == nil {
		defer memory.Close()
		e.Busy("indexing the notes")
		err = memory.Refresh(ctx, e.Indexing)
	}
	if err != nil {
		e.fail("memory", "the notes in "+dir+" cannot be indexed", "Make the folder readable for you; the index itself is made anew when "+
			e.Entries.Location.Path("memory_index.db")+" is deleted.")
		return
	}
	status, err := memory.Status(ctx)
	if err != nil {
		e.fail("memory", err.Error(), "Try again.")
		return
	}
	detail := terminal.Counted(status.Files, "note") + " in " + dir
	if status.Skipped > 0 {
		e.warn("memory", detail+", and "+strconv.Itoa(status.Skipped)+" files that cannot be used",
			"Notes are UTF-8 text of 4 MiB at most that you can read.")
		return
	}
	e.ok("memory", detail)
}

// exposed says of every name in the allowlist whether a client can make use of it.
func (e *examination) exposed(ctx context.Context, owner *app.Owner) {
	names := e.config.MCPServer.ExposedTools
	if len(names) == 0 {
		e.warn("exposed tools", "none: clients can send prompts but call no Runtime tool",
			"openprogram mcp expose memory_status memory_browse memory_get memory_grep memory_search")
		return
	}
	tools, err := owner.RuntimeTools(ctx)
	if err != nil {
		e.fail("exposed tools", err.Error(), "Try again.")
		return
	}
	for _, tool := range tools {
		switch {
		case !slices.Contains(names, tool.Name):
		case tool.Callable && tool.Reason == "":
			e.ok("tool "+tool.Name, "clients can call it")
		case tool.Callable:
			e.ok("tool "+tool.Name, "clients can call it, but "+tool.Reason)
		default:
			e.warn("tool "+tool.Name, tool.Reason, tool.Remedy)
		}
	}
}
