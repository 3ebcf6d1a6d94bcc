package runtimebridge

import "time"

// Role says who a message of the active branch is from.
type Role string

// The roles of a branch.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// Message is one message of a session's active branch.
type Message struct {
	ID        string
	Role      Role
	Content   string
	Timestamp time.Time // when it was created
}
