package question_test

import (
	"context"
	"fmt"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/question"
)

func Example() {
	pending := question.NewRegistry(question.Options{})
	q := runtimebridge.Question{SessionID: "s1", Prompt: "Which harbour?"}

	// Whoever is asked answers, or somebody else who knows the id does.
	answer := pending.Ask(context.Background(), q, func(ctx context.Context, q runtimebridge.Question) runtimebridge.Answer {
		pending.Resolve(q.ID, runtimebridge.Answer{Verdict: runtimebridge.Answered, Text: "The northern one."})
		<-ctx.Done() // it has been settled elsewhere
		return runtimebridge.Answer{}
	})
	fmt.Println(answer.Text, len(pending.Pending()))

	// Where nobody can be asked, a question is declined at once.
	answer = pending.Ask(context.Background(), q, nil)
	fmt.Println(answer.Verdict == runtimebridge.Declined)
	// Output:
	// The northern one. 0
	// true
}
