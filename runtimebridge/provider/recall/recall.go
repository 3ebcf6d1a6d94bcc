package recall

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/openprogram/openprogram-go/runtimebridge"
	"github.com/openprogram/openprogram-go/runtimebridge/provider"
	"github.com/openprogram/openprogram-go/runtimebridge/store"
)

// Name is the provider's kind.
const Name = "recall"

const (
	searchTool = "memory_search"
	// topK is how many passages are asked for.
	topK = 5
	// maxQuery bounds the query, in bytes: the beginning of a long request says
	// what it is about.
	maxQuery = 2_000
)

// Provider answers from the memory. Its zero value is ready for use, from many
// goroutines.
type Provider struct{}

var _ provider.Provider = Provider{}

// Name is the constant Name.
func (Provider) Name() string { return Name }

// Stream asks for one search on the first request of a turn and answers on the
// next. It fails only when ctx has ended.
func (Provider) Stream(ctx context.Context, req provider.Request, emit func(provider.Event)) (provider.Reply, error) {
	if err := ctx.Err(); err != nil {
		return provider.Reply{}, err
	}
	question, result := latest(req.Messages)
	if result == nil && offers(req, searchTool) {
		return search(question, len(req.Messages)), nil
	}
	text := noSearch
	if result != nil {
		text = answer(*result)
	}
	emit(provider.Event{Text: text})
	return provider.Reply{Text: text, Stop: provider.StopEnd}, nil
}

// latest is the result of the search made for the last thing the user said, or
// that question while there is none yet.
func latest(messages []provider.Message) (question string, result *provider.Message) {
	for _, m := range slices.Backward(messages) {
		switch {
		case m.Role == provider.RoleUser:
			return m.Text, nil
		case m.Role == provider.RoleTool && m.Tool == searchTool:
			return "", &m
		}
	}
	return "", nil
}

func offers(req provider.Request, name string) bool {
	return slices.ContainsFunc(req.Tools, func(t runtimebridge.ToolSpec) bool { return t.Name == name })
}

// search is a reply that calls the search. position makes the call's id one of
// its own within the conversation.
func search(question string, position int) provider.Reply {
	if len(question) > maxQuery {
		question = strings.ToValidUTF8(question[:maxQuery], "")
	}
	args, err := json.Marshal(map[string]any{"query": question, "top_k": topK})
	if err != nil {
		args = []byte("{}") // not reached: strings and numbers can be encoded
	}
	return provider.Reply{Stop: provider.StopCalls, Calls: []store.Call{{
		ID: "recall_" + strconv.Itoa(position), Name: searchTool, Arguments: string(args),
	}}}
}
