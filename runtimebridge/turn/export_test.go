package turn

// What the tests in package turn_test look at from outside.
var (
	Conversation = conversation
	Transcript   = transcript
	Sentences    = sentences
)

const ElidedResult = elidedResult
