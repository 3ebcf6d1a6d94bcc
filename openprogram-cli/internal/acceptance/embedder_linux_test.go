package acceptance_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/openprogram/openprogram-go/authority"
	"github.com/openprogram/openprogram-go/mcpauth"
	"github.com/openprogram/openprogram-go/mcpserver"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/process"
	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/audit"
	"github.com/openprogram/openprogram-go/runtimebridge/engine"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
)

// The tests run their own binary again in one of these roles.
const (
	roleVariable = "ACCEPTANCE_ROLE"
	roleEmbedder = "embedder" // a program that serves a runtime with broken parts
	roleClient   = "client"   // a client that starts a server and hangs
)

// play plays a role and gives the exit code.
func play(role string) int {
	switch role {
	case roleEmbedder:
		return playEmbedder()
	case roleClient:
		return playClient()
	}
	return 70
}

// again is this test binary in a role.
func (h *home) again(role string, more ...string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = h.environment(append(more, roleVariable+"="+role, h.withToken())...)
	c.Dir = h.dir
	return c
}

// crashCanary is in everything that a broken part could give away.
const crashCanary = "crash-canary"

// brokenTool takes the place of a tool that clients may call, and does what it
// must not.
type brokenTool struct {
	name string
	run  func()
}

func (b brokenTool) Spec() runtimebridge.ToolSpec {
	return runtimebridge.ToolSpec{Name: b.name, InputSchema: []byte(`{"type":"object"}`), ReadOnly: true}
}

func (b brokenTool) Run(context.Context, runtimebridge.Invocation) (runtimebridge.Result, error) {
	b.run()
	return runtimebridge.TextResult("late"), nil
}

// brokenTools are the tools of the embedder by what is wrong with them.
var brokenTools = map[string]brokenTool{
	"panics":           {"memory_status", func() { panic(crashCanary) }},
	"panics elsewhere": {"memory_get", func() { go panic(crashCanary); select {} }},
	"deaf":             {"memory_browse", func() { select {} }},
}

// brokenModel is a provider that does what the last thing said tells it to.
type brokenModel struct{}

func (brokenModel) Name() string { return "broken" }

func (brokenModel) Stream(ctx context.Context, req provider.Request, _ func(provider.Event)) (provider.Reply, error) {
	switch req.Messages[len(req.Messages)-1].Text {
	case "panic":
		panic(crashCanary)
	case "panic elsewhere":
		go panic(fmt.Errorf("%s", crashCanary))
		select {}
	case "be deaf":
		select {}
	case "hang":
		<-ctx.Done()
		return provider.Reply{}, ctx.Err()
	}
	return provider.Reply{Text: "well", Stop: provider.StopEnd}, nil
}

// playEmbedder puts a server together as the program does.
func playEmbedder() int {
	frames, err := process.TakeStdout()
	if err != nil {
		return 71
	}
	_, restore := process.HideCrashes()
	defer restore()
	dir := os.Getenv("OPENPROGRAM_STATE_DIR")
	client, err := mcpauth.Authenticate(mcpauth.Location{Dir: dir}, os.Getenv(mcpauth.EnvVariable))
	if err != nil {
		return 72
	}
	owner, err := authority.LoadOwner(dir)
	if err != nil {
		return 73
	}
	log, err := audit.Open(dir+"/audit", audit.Options{})
	if err != nil {
		return 74
	}
	defer log.Close()
	runtime, err := brokenRuntime(dir, owner, log)
	if err != nil {
		return 75
	}
	server, err := mcpserver.New(mcpserver.Options{
		Client: client, Owner: owner, Runtime: runtime, Audit: log, ShutdownGrace: 500 * time.Millisecond,
	})
	if err != nil {
		return 76
	}
	ctx, stop := process.UntilSignal(context.Background(), os.Exit)
	defer stop()
	if server.Serve(ctx, os.Stdin, frames) != nil {
		return 77
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = runtime.Close(ctx) // fails when something is deaf
	return 0
}

func brokenRuntime(dir string, owner authority.Principal, log runtimebridge.Audit) (*engine.Engine, error) {
	var names []string
	for _, tool := range brokenTools {
		names = append(names, tool.name)
	}
	e, err := engine.New(engine.Options{
		StateDir: dir, Owner: owner, Audit: log,
		Exposed:  func() ([]string, error) { return names, nil },
		Rules:    func() (authority.Rules, error) { return authority.Rules{}, nil },
		Provider: func() (provider.Provider, error) { return brokenModel{}, nil },
	})
	if err != nil {
		return nil, err
	}
	for _, tool := range brokenTools {
		e.Registry().Remove(tool.name)
		if err := e.Registry().Register(tool); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// playClient starts a server whose prompt waits for its model, and hangs.
func playClient() int {
	c := exec.Command(os.Getenv("SERVER"), "mcp", "serve")
	stdin, err := c.StdinPipe()
	if err != nil {
		return 71
	}
	if _, err := c.StdoutPipe(); err != nil {
		return 72
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		return 73
	}
	fmt.Fprint(stdin, initialize+call("2", "prompt_send", `{"prompt":"hold"}`))
	fmt.Println(c.Process.Pid)
	for { // with nothing else to do, a program without cgo would be ended as deadlocked
		time.Sleep(time.Hour)
	}
}
