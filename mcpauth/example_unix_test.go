//go:build unix && !aix

package mcpauth_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/openprogram/openprogram-go/mcpauth"
)

func Example() {
	home, err := os.MkdirTemp("", "home")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home)
	loc := mcpauth.Location{Home: home, Dir: filepath.Join(home, ".openprogram")}

	token, err := mcpauth.Create(loc)
	if err != nil {
		panic(err)
	}
	fmt.Println("logged by accident:", token)

	client, err := mcpauth.Authenticate(loc, token.Reveal())
	fmt.Println(client.Valid(), len(client.ID()), err)

	_, err = mcpauth.Authenticate(loc, "something else")
	var failed *mcpauth.AuthenticationError
	if errors.As(err, &failed) {
		fmt.Println(err, "for the audit log:", failed.Reason)
	}
	// Output:
	// logged by accident: [redacted]
	// true 16 <nil>
	// MCP server authentication failed for the audit log: mismatch
}

func ExampleCheckPresented() {
	home, err := os.MkdirTemp("", "home")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home)
	loc := mcpauth.Location{Home: home, Dir: filepath.Join(home, ".openprogram")}
	if _, err := mcpauth.Create(loc); err != nil {
		panic(err)
	}

	for _, finding := range mcpauth.CheckPresented(loc, "${OPENPROGRAM_MCP_TOKEN}").Findings {
		fmt.Println(finding.Problem)
	}
	// Output: OPENPROGRAM_MCP_TOKEN holds a placeholder that the client did not replace.
}
