package runtimebridge

// Result is what a Runtime tool gives back.
type Result struct {
	Content []Content
	Details any // for the runtime's own use: never shown to a client, never read for failure
	// IsError is the only sign of failure. Nothing is inferred from a text or
	// from Details.
	IsError bool
	// Reason names why a failed call failed, for the few failures that a
	// client may be told of. Empty for everything else.
	Reason ReasonCode
}

// ReasonCode is a tool's typed reason for its failure.
type ReasonCode string

// The reasons that a client may be told of, each as a fixed text.
const (
	ReasonNotFound       ReasonCode = "not_found"
	ReasonTooLarge       ReasonCode = "too_large"
	ReasonInvalidPattern ReasonCode = "invalid_pattern"
	ReasonConflict       ReasonCode = "conflict"
)

// Content is one block of a result: Text or Image. There are no other kinds.
type Content interface{ isContent() }

// Text is a block of UTF-8 text.
type Text struct{ Text string }

// Image is a picture.
type Image struct {
	Data     string // canonical base64 (RFC 4648 section 4, padded, no white space)
	MIMEType string // image/png, image/jpeg, image/gif or image/webp, matching the bytes
}

func (Text) isContent()  {}
func (Image) isContent() {}

// TextResult is a successful result of one text block.
func TextResult(text string) Result { return Result{Content: []Content{Text{Text: text}}} }

// FailedResult is a failed result with a reason and a text for whoever may read
// it: the owner's model, never a paired client.
func FailedResult(reason ReasonCode, text string) Result {
	return Result{Content: []Content{Text{Text: text}}, IsError: true, Reason: reason}
}
