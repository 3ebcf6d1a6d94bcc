package mcpserver_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openprogram/openprogram-go/mcpserver/internal/fakeruntime"
)

// BenchmarkPipelinedCalls makes calls of tools_list without waiting for each
// other, on this server and on one that the SDK alone serves.
func BenchmarkPipelinedCalls(b *testing.B) {
	b.Run("mcpserver", func(b *testing.B) {
		d := dialInitialized(b)
		pipeline(b, d.out, d.lines)
		d.close()
	})
	b.Run("sdk alone", func(b *testing.B) {
		clientIn, clientOut, end := bareSDKServer(b)
		lines := bufio.NewScanner(clientIn)
		fmt.Fprintln(clientOut, initLine)
		lines.Scan()
		fmt.Fprintln(clientOut, readyLine)
		pipeline(b, clientOut, lines)
		end()
	})
}

func pipeline(b *testing.B, out io.Writer, lines *bufio.Scanner) {
	b.ReportAllocs()
	b.ResetTimer()
	go func() {
		requests := bufio.NewWriterSize(out, 32<<10)
		for i := range b.N {
			fmt.Fprintln(requests, toolCall(fmt.Sprint(i+1), "tools_list", `{}`))
		}
		_ = requests.Flush()
	}()
	for range b.N {
		if !lines.Scan() {
			b.Fatal("the server ended")
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}

// bareSDKServer serves one tool that answers with the text of a tools_list.
func bareSDKServer(b *testing.B) (in io.Reader, out io.Writer, end func()) {
	server := mcp.NewServer(&mcp.Implementation{Name: "bare", Version: "1"}, nil)
	text := `[{"description":"Say it again.","inputSchema":` + fakeruntime.Schema + `,"name":"echo"},` +
		`{"description":"Report progress.","inputSchema":` + fakeruntime.Schema + `,"name":"report"}]`
	server.AddTool(
		&mcp.Tool{Name: "tools_list", InputSchema: map[string]any{"type": "object"}},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
		})
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- server.Run(context.Background(), &mcp.IOTransport{Reader: serverIn, Writer: serverOut})
	}()
	return clientIn, clientOut, func() {
		_ = clientOut.Close()
		_ = clientIn.Close()
		<-ended
	}
}
