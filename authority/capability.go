package authority

// Capability is one kind of effect that a tier may have.
type Capability string

// The capabilities. Owner holds all of them.
const (
	Reply                Capability = "reply"
	MemoryRead           Capability = "memory.read"
	MemorySourceAppend   Capability = "memory.source.append"
	MemoryTrustedPromote Capability = "memory.trusted.promote"
	FSRead               Capability = "fs.read"
	FSWrite              Capability = "fs.write"
	ProcessExec          Capability = "process.exec"
	NetworkSend          Capability = "network.send"
	ApprovalRequest      Capability = "approval.request"
	RuntimeControl       Capability = "runtime.control"
)

var allCapabilities = []Capability{
	Reply, MemoryRead, MemorySourceAppend, MemoryTrustedPromote, FSRead, FSWrite,
	ProcessExec, NetworkSend, ApprovalRequest, RuntimeControl,
}
