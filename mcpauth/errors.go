package mcpauth

import "errors"

// The failures of this package. None carries a token, a path or the text of the
// operating system, and none wraps an error that does.
var (
	// ErrAuthentication is every failure of Authenticate. Its reason is in the
	// *AuthenticationError.
	ErrAuthentication = errors.New("MCP server authentication failed")

	// ErrTokenExists reports that something has the token's name already.
	ErrTokenExists = errors.New("MCP server token already exists")

	// ErrNoToken reports that there is no token to rotate or to delete.
	ErrNoToken = errors.New("MCP server token does not exist")

	// ErrCreate is every other failure of Create.
	ErrCreate = errors.New("could not create MCP server token")

	// ErrRotate is every other failure of Rotate. The old token still stands,
	// unless the failure came after the replacement: then neither is usable,
	// and Rotate can be called again.
	ErrRotate = errors.New("could not rotate MCP server token")

	// ErrRead is every other failure of Stored.
	ErrRead = errors.New("could not read MCP server token")

	// ErrDelete is every other failure of Delete.
	ErrDelete = errors.New("could not delete MCP server token")

	// ErrUnsupported reports a system without POSIX owners and modes, where a
	// token cannot be kept private.
	ErrUnsupported = errors.New("MCP server tokens are not supported on this system")
)

// Reason is why an authentication failed, for audit and diagnostics: never for
// the client.
type Reason string

// The reasons.
const (
	ReasonNoVariable Reason = "no_variable" // nothing was presented
	ReasonNoFile     Reason = "no_file"     // there is no token file
	ReasonBadFile    Reason = "bad_file"    // the file, or a directory above it, is not to be trusted
	ReasonMismatch   Reason = "mismatch"    // what was presented is not what is stored
)

// AuthenticationError is the error of Authenticate. Its text is the same for
// every reason.
type AuthenticationError struct{ Reason Reason }

// Error is the text of ErrAuthentication.
func (*AuthenticationError) Error() string { return ErrAuthentication.Error() }

// Unwrap makes errors.Is(err, ErrAuthentication) true.
func (*AuthenticationError) Unwrap() error { return ErrAuthentication }

// publicError keeps what a caller may know of a failure.
func publicError(err, otherwise error) error {
	for _, known := range []error{ErrTokenExists, ErrNoToken, ErrUnsupported} {
		if errors.Is(err, known) {
			return known
		}
	}
	return otherwise
}
