package mcpserver_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/openprogram/openprogram-go/mcpauth"
)

// client is authenticated once: the tests of this package begin where that ends.
var client mcpauth.Client

func TestMain(m *testing.M) {
	var err error
	if client, err = authenticatedClient(); err != nil {
		fmt.Fprintln(os.Stderr, "no client for the tests:", err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// authenticatedClient stores the token "stored-token" and presents it.
func authenticatedClient() (mcpauth.Client, error) {
	dir, err := os.MkdirTemp("", "mcpserver-test-")
	if err != nil {
		return mcpauth.Client{}, err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return mcpauth.Client{}, err
	}
	if err := os.WriteFile(filepath.Join(dir, mcpauth.FileName), []byte("stored-token"), 0o600); err != nil {
		return mcpauth.Client{}, err
	}
	return mcpauth.Authenticate(mcpauth.Location{Dir: dir}, "stored-token")
}
