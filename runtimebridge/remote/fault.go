package remote

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
)

// Fault says why a server cannot be used, in words that hold nothing of what it
// sent or of its entry. It is an error.
type Fault string

// The faults.
const (
	FaultNoProgram   Fault = "the program was not found"
	FaultForbidden   Fault = "the program may not be run"
	FaultTimeout     Fault = "it did not answer in time"
	FaultStart       Fault = "it ended, or did not speak MCP"
	FaultAddress     Fault = "the address did not answer as an MCP server, or refused the token"
	FaultUnavailable Fault = "it failed before and is not tried again yet"
)

// Error is the text itself.
func (f Fault) Error() string { return string(f) }

// faultOf is the fault that the error of a start or a listing of a kind of server
// comes to.
func faultOf(kind Kind, err error) Fault {
	var fault Fault
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return FaultNoProgram
	case errors.Is(err, fs.ErrPermission):
		return FaultForbidden
	case errors.Is(err, context.DeadlineExceeded):
		return FaultTimeout
	}
	if kind == KindHTTP {
		return FaultAddress
	}
	return FaultStart
}
