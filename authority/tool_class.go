package authority

// toolClass is everything the policy knows of a tool by its name.
type toolClass struct {
	capability Capability
	subject    subject
	outside    outsideRule
}

// subject says what a rule's pattern is matched against.
type subject int

const (
	overArguments subject = iota // the compact JSON of the arguments
	overPaths                    // the paths that the call would touch
	overCommand                  // the shell command line
)

// outsideRule is the hard constraint on calls that do not come from the
// owner's terminal.
type outsideRule int

const (
	unconstrained outsideRule = iota
	fenced                    // only on safe paths inside the working directories
	forbidden                 // never
)

// toolClasses is the one table of tools. A name that is not here is treated as
// a way to run a process, so that an unknown tool is the owner's alone.
var toolClasses = map[string]toolClass{
	"memory_search":  {capability: MemoryRead},
	"memory_grep":    {capability: MemoryRead},
	"memory_get":     {capability: MemoryRead},
	"memory_browse":  {capability: MemoryRead},
	"memory_status":  {capability: MemoryRead},
	memoryUpdate:     {capability: MemorySourceAppend},
	"memory_promote": {capability: MemoryTrustedPromote},

	"read": {capability: FSRead, subject: overPaths},
	"list": {capability: FSRead, subject: overPaths},
	"glob": {capability: FSRead, subject: overPaths},
	"grep": {capability: FSRead, subject: overPaths},

	"write":       {capability: FSWrite, subject: overPaths, outside: fenced},
	"edit":        {capability: FSWrite, subject: overPaths, outside: fenced},
	"apply_patch": {capability: FSWrite, subject: overPaths, outside: fenced},

	"worktree_create":  {capability: FSWrite, outside: forbidden},
	"worktree_merge":   {capability: FSWrite, outside: forbidden},
	"worktree_discard": {capability: FSWrite, outside: forbidden},
	"worktree_keep":    {capability: FSWrite, outside: forbidden},

	"bash":         {capability: ProcessExec, subject: overCommand, outside: forbidden},
	"exec":         {capability: ProcessExec, subject: overCommand, outside: forbidden},
	"shell":        {capability: ProcessExec, subject: overCommand, outside: forbidden},
	"execute_code": {capability: ProcessExec, outside: forbidden},
	"process":      {capability: ProcessExec, outside: forbidden},

	"web_search":   {capability: NetworkSend},
	"web_fetch":    {capability: NetworkSend},
	"send_message": {capability: NetworkSend},
	"send_file":    {capability: NetworkSend},
}

// memoryUpdate only ever appends, and for a paired caller only to the pending
// records: it is safe to run without a rule although it is no reader.
const memoryUpdate = "memory_update"

func classOf(tool string) toolClass {
	if class, ok := toolClasses[tool]; ok {
		return class
	}
	return toolClass{capability: ProcessExec}
}

// ToolCapability is the capability that a tool needs. Every name that is not in
// the fixed table, a remote tool's included, needs ProcessExec.
func ToolCapability(tool string) Capability { return classOf(tool).capability }
