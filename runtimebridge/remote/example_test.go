package remote_test

import (
	"fmt"
	"log"

	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

// An entry that cannot be used is told, and keeps no other from being used.
func ExampleParse() {
	config, err := remote.Parse([]byte(`{"servers":{
		"weather":{"type":"local","command":["weather-mcp","--stdio"]},
		"tides":{"type":"carrier pigeon"}}}`))
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range config.Names() {
		fmt.Println(name, config.Servers[name].Command, remote.ToolName(name, "forecast"))
	}
	for _, problem := range config.Problems {
		fmt.Println(problem.Name, "cannot be used")
	}
	// Output:
	// weather [weather-mcp --stdio] weather__forecast
	// tides cannot be used
}
