package turn

import (
	"context"

	"golang.org/x/sync/semaphore"
)

// A turn keeps its conversation in memory, and writes it into requests. Turns of
// usual size all run at once; large ones share what is set aside for them.
const (
	largeConversation = 256 << 10 // bytes
	conversationRoom  = 24 << 20  // bytes of large conversations at once
)

// room is the memory that large conversations share.
type room struct{ free *semaphore.Weighted }

func newRoom() *room { return &room{free: semaphore.NewWeighted(conversationRoom)} }

// enter waits until there is room for a conversation, in the order of asking.
// The caller must call leave. It fails with the cause of ctx.
func (r *room) enter(ctx context.Context, bytes int) (leave func(), err error) {
	if bytes <= largeConversation {
		return func() {}, nil
	}
	share := int64(min(bytes, conversationRoom))
	if r.free.Acquire(ctx, share) != nil {
		return nil, context.Cause(ctx)
	}
	return func() { r.free.Release(share) }, nil
}
