package mcpauth

// Client is an authenticated client. Only Authenticate makes a valid one.
type Client struct{ id string }

// ID is the first 16 lower-case hex digits of the SHA-256 of the stored token.
// It names the token, not the program that presented it, and is not secret.
func (c Client) ID() string { return c.id }

// Valid reports whether the client came out of Authenticate.
func (c Client) Valid() bool { return c.id != "" }
