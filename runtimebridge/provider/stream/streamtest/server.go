package streamtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Reply is one scripted answer.
type Reply struct {
	Status int // 0 means 200
	Header http.Header
	Body   string
	// Cut closes the connection behind the body without ending the response.
	Cut bool
	// Hang keeps the response open behind the body until the client goes away.
	Hang bool
	// Chunk flushes the body in pieces of so many bytes; 0 writes it at once.
	Chunk int
}

// Request is what the endpoint was sent.
type Request struct {
	Path   string
	Header http.Header
	Body   string
}

// Server is a scripted endpoint. The last reply is repeated.
type Server struct {
	URL string

	mu       sync.Mutex
	script   []Reply
	requests []Request
	gone     chan struct{}
}

// New starts an endpoint that ends with the test.
func New(t testing.TB, script ...Reply) *Server {
	s := &Server{script: script, gone: make(chan struct{}, 64)}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Requests are the requests so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Gone is sent to each time a client left a hanging reply.
func (s *Server) Gone() <-chan struct{} { return s.gone }

// ServeHTTP answers with the next reply of the script.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	reply := s.script[min(len(s.requests), len(s.script)-1)]
	s.requests = append(s.requests, Request{Path: r.URL.Path, Header: r.Header.Clone(), Body: string(body)})
	s.mu.Unlock()

	for name, values := range reply.Header {
		w.Header()[name] = values
	}
	if reply.Header.Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "text/event-stream")
	}
	status := reply.Status
	if status == 0 {
		status = http.StatusOK
	}
	w.WriteHeader(status)
	write(w, reply)
	if reply.Hang {
		<-r.Context().Done()
		s.gone <- struct{}{}
	}
	if reply.Cut {
		panic(http.ErrAbortHandler)
	}
}

func write(w http.ResponseWriter, reply Reply) {
	flusher := w.(http.Flusher)
	body := reply.Body
	for reply.Chunk > 0 && len(body) > reply.Chunk {
		_, _ = io.WriteString(w, body[:reply.Chunk])
		flusher.Flush()
		body = body[reply.Chunk:]
	}
	_, _ = io.WriteString(w, body)
	flusher.Flush()
}
