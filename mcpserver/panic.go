package mcpserver

import (
	"fmt"
	"log/slog"
	"runtime"
)

const panicFrames = 12

// logPanic notes where a runtime panicked: the type of the value and the names
// of the functions. The value itself may hold anything, so it is left out.
func logPanic(log *slog.Logger, value any) {
	var pcs [panicFrames]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs[:])])
	var functions []string
	for {
		frame, more := frames.Next()
		functions = append(functions, frame.Function)
		if !more {
			break
		}
	}
	log.Error("runtime call panicked", "type", fmt.Sprintf("%T", value), "functions", functions)
}
