package mcpcontracts_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

const frame = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tool_call","arguments":{"name":"memory_search","arguments":{"query":"crane","top_k":8}},"_meta":{"progressToken":7}}}`

func BenchmarkDecode(b *testing.B) {
	prompt := strings.Repeat("All work and no play.\\n", 1<<16)
	for name, text := range map[string]string{
		"frame":  frame,
		"prompt": `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"prompt_send","arguments":{"prompt":"` + prompt + `"}}}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := mcpcontracts.Decode([]byte(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("frame by encoding/json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			decoder := json.NewDecoder(strings.NewReader(frame))
			decoder.UseNumber()
			var value any
			if err := decoder.Decode(&value); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkValidate(b *testing.B) {
	arguments := object{"name": "memory_search", "arguments": object{"query": "crane", "top_k": json.Number("8")}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := mcpcontracts.Validate(mcpcontracts.ToolCall, arguments); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodeMessages(b *testing.B) {
	messages := make([]mcpcontracts.Message, 10_000)
	rows := make([]any, len(messages))
	for i := range messages {
		m := mcpcontracts.Message{
			Content: strings.Repeat("The crane stays.\n", 20), ID: fmt.Sprintf("m%d", i), Role: "assistant", Timestamp: 1764547200.25 + float64(i),
		}
		messages[i] = m
		rows[i] = object{"content": m.Content, "id": m.ID, "role": m.Role, "timestamp": m.Timestamp}
	}
	for name, payload := range map[string]any{"direct": messages, "as JSON values": rows} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := mcpcontracts.Encode(payload); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
