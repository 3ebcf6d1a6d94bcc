package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// stage is a throw-away directory with the program, a state directory in a home
// of its own, and a model's endpoint on loopback.
type stage struct {
	root    string // of the source
	dir     string
	program string
	token   string
	environ []string
	server  *http.Server
}

func newStage(ctx context.Context) (*stage, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "openprogram-interop-")
	if err != nil {
		return nil, err
	}
	s := &stage{root: root, dir: dir, program: filepath.Join(dir, "openprogram")}
	if err := s.prepare(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *stage) prepare(ctx context.Context) error {
	if err := s.command(ctx, "go", "-C", s.root, "build", "-o", s.program, "./openprogram-cli/cmd/openprogram"); err != nil {
		return err
	}
	notes := s.path("home", ".openprogram", "memory")
	if err := os.MkdirAll(notes, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(notes, "harbour.md"), []byte("# Decisions\n\nThe crane stays.\n"), 0o600); err != nil {
		return err
	}
	url, err := s.listen(ctx)
	if err != nil {
		return err
	}
	s.environ = []string{"HOME=" + s.path("home"), "INTEROP_KEY=k"}
	token, err := s.output(ctx, s.program, "mcp", "token", "create")
	if err != nil {
		return err
	}
	s.token, _, _ = strings.Cut(token, "\n")
	s.environ = append(s.environ, "OPENPROGRAM_MCP_TOKEN="+s.token)
	for key, value := range map[string]string{
		"mcp_server.exposed_tools": `["memory_search"]`, "provider.kind": "openai", "provider.model": "m",
		"provider.base_url": url, "provider.api_key_env": "INTEROP_KEY",
	} {
		if err := s.command(ctx, s.program, "config", "set", key, value); err != nil {
			return err
		}
	}
	return nil
}

func (s *stage) path(elements ...string) string {
	return filepath.Join(append([]string{s.dir}, elements...)...)
}

func (s *stage) close() {
	if s.server != nil {
		_ = s.server.Close()
	}
	_ = os.RemoveAll(s.dir)
}

// listen starts the endpoint. It answers at once, but to a prompt with the word
// "slowly" only when the caller has gone or half a minute has passed.
func (s *stage) listen(ctx context.Context) (string, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s.server = &http.Server{Handler: http.HandlerFunc(answer)}
	go s.server.Serve(listener) // ends with close
	return "http://" + listener.Addr().String() + "/v1", nil
}

func answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var request struct {
		Messages []struct{ Content string }
	}
	if err != nil || json.Unmarshal(body, &request) != nil || len(request.Messages) == 0 {
		http.Error(w, "{}", http.StatusBadRequest)
		return
	}
	prompt := request.Messages[len(request.Messages)-1].Content
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	w.(http.Flusher).Flush()
	if strings.Contains(prompt, "slowly") {
		select {
		case <-r.Context().Done():
			return
		case <-time.After(30 * time.Second):
		}
	}
	text, _ := json.Marshal("Understood: " + prompt) // a string
	fmt.Fprintf(w, `data: {"choices":[{"index":0,"delta":{"content":%s},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n", text)
}
