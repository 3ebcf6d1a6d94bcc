// Command openprogram serves an agent runtime to MCP clients and lets its owner
// use it from the terminal.
package main

import (
	"os"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/cli"
)

func main() { os.Exit(cli.Main()) }
