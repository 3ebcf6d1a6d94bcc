package remote

import (
	"context"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// endGrace is how long a local server has to end after its input was closed,
// and again after it was told to end.
const endGrace = 2 * time.Second

// localTransport starts a program and speaks to it over its standard input and
// output.
type localTransport struct {
	entry  Server
	stderr io.Writer // nil discards
}

// Connect starts the program, in a process group of its own.
func (t localTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	command := exec.Command(t.entry.Command[0], t.entry.Command[1:]...)
	command.Env = environment(t.entry.Env)
	command.Stderr = t.stderr
	command.WaitDelay = endGrace // a grandchild may hold standard error open
	ownGroup(command)
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Not StdoutPipe, which Wait would close while an answer is being read.
	output, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	command.Stdout = theirs
	err = command.Start()
	theirs.Close()
	if err != nil {
		output.Close()
		return nil, err
	}
	p := &process{command: command, output: output, ended: make(chan struct{})}
	go p.wait()
	messages := &messageReader{lines: newLineReader(output), close: output.Close}
	connection, err := (&mcp.IOTransport{Reader: messages, Writer: input}).Connect(ctx)
	if err != nil {
		input.Close()
		p.end()
		return nil, err
	}
	return &localConnection{Connection: connection, process: p, input: input}, nil
}

// localConnection ends the program with the connection.
type localConnection struct {
	mcp.Connection
	process *process
	input   io.Closer
}

// Close closes the program's input, which asks it to end, and sees to it that it
// does.
func (c *localConnection) Close() error {
	_ = c.input.Close()
	c.process.end()
	return c.Connection.Close()
}

// process is a program that runs.
type process struct {
	command *exec.Cmd
	output  io.Closer
	ended   chan struct{}
}

// wait notices the end, and ends what the program has left behind.
func (p *process) wait() {
	_ = p.command.Wait()
	killGroup(p.command)
	close(p.ended)
}

// end waits for the program, then tells it to end, then kills it.
func (p *process) end() {
	for _, press := range []func(*exec.Cmd){terminateGroup, killGroup} {
		if p.endsWithin(endGrace) {
			break
		}
		press(p.command)
	}
	<-p.ended
	_ = p.output.Close()
}

func (p *process) endsWithin(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.ended:
		return true
	case <-timer.C:
		return false
	}
}
