// A client of the six tools that knows nothing of the server: it checks a call
// before it would send it, and reads what would come back.
package main

import (
	"fmt"
	"os"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

func main() {
	for _, tool := range mcpcontracts.Tools() {
		fmt.Println(tool.Name)
	}
	if _, err := (mcpcontracts.SessionGetArguments{}).Call(); err == nil {
		fmt.Println("an empty session_id was accepted")
		os.Exit(1)
	}
	result, err := mcpcontracts.DecodePromptResult(`{"assistant_msg_id":"m1","failed":false,"session_id":"s1","text":"hello"}`)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(result.Text)
}
