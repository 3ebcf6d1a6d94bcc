package mcpauth

// Status says whether authentication would succeed.
type Status struct {
	// ClientID is the id of a client that presents the stored token. Empty when
	// no token can be read.
	ClientID string

	// Findings are the reasons why authentication would fail, none when it
	// would succeed.
	Findings []Finding
}

// Finding is one reason why authentication would fail, in words for the owner.
type Finding struct {
	Code    FindingCode
	Path    string // the file or directory concerned, empty if none; for the owner's eyes, not for logs
	Problem string // a sentence, the same for every finding of this code
	Remedy  string // a sentence that says what to do
}

// FindingCode names a kind of finding.
type FindingCode string
