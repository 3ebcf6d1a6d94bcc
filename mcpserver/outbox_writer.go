package mcpserver

// write writes what is queued until the outbox is closed and empty, or a write
// fails. It is run by one goroutine.
func (o *outbox) write() error {
	defer close(o.stopped)
	var spare []byte
	for range o.wake {
		for {
			batch, more := o.take(spare)
			if !more {
				return nil
			}
			if len(batch) == 0 {
				break
			}
			if err := o.writeBatch(batch); err != nil {
				close(o.failed)
				return err
			}
			spare = reusable(batch)
		}
	}
	return nil
}

// take hands everything queued to the writer, and spare to the queue in its
// place. It reports false when nothing is left and nothing will come.
func (o *outbox) take(spare []byte) ([]byte, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.pending) == 0 {
		return nil, !o.closed
	}
	batch := o.pending
	o.pending, o.writing = spare[:0], len(batch)
	return batch, true
}

// writeBatch writes in pieces, so that a slow client is seen to make progress.
func (o *outbox) writeBatch(batch []byte) error {
	for len(batch) > 0 {
		piece := batch[:min(len(batch), writeBytes)]
		if _, err := o.out.Write(piece); err != nil {
			return err
		}
		batch = batch[len(piece):]
		o.written(len(piece))
	}
	return nil
}

func (o *outbox) written(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.writing -= n
	o.moved()
}

// keptBufferBytes is the largest buffer that is kept for the next batch.
const keptBufferBytes = 1 << 20

// reusable keeps a buffer for the next batch unless it is unusually large.
func reusable(buffer []byte) []byte {
	if cap(buffer) > keptBufferBytes {
		return nil
	}
	return buffer[:0]
}
