package mcpcontracts_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

var update = flag.Bool("update", false, "write the golden files")

func TestToolsGolden(t *testing.T) {
	got, err := json.MarshalIndent(mcpcontracts.Tools(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile("testdata/tools.golden.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/tools.golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the tools differ from the golden file:\n%s", cmp.Diff(string(want), string(got)))
	}
}

var names = []string{
	mcpcontracts.SessionsList, mcpcontracts.SessionGet, mcpcontracts.PromptSend,
	mcpcontracts.PromptCancel, mcpcontracts.ToolsList, mcpcontracts.ToolCall,
}

func TestToolsAreTheSixInOrder(t *testing.T) {
	want := []string{"sessions_list", "session_get", "prompt_send", "prompt_cancel", "tools_list", "tool_call"}
	var got []string
	for _, tool := range mcpcontracts.Tools() {
		got = append(got, tool.Name)
	}
	if !slices.Equal(got, want) || !slices.Equal(names, want) {
		t.Errorf("listed %q, constants %q, want %q", got, names, want)
	}
}

func TestInputSchemas(t *testing.T) {
	type object = map[string]any
	nonblank := object{"type": "string", "minLength": 1.0, "pattern": `\S`}
	closed := func(properties object, required ...any) object {
		schema := object{"type": "object", "properties": properties, "additionalProperties": false}
		if len(required) > 0 {
			schema["required"] = required
		}
		return schema
	}
	want := map[string]object{
		"sessions_list": closed(object{}),
		"session_get":   closed(object{"session_id": nonblank}, "session_id"),
		"prompt_send":   closed(object{"prompt": nonblank, "session_id": nonblank}, "prompt"),
		"prompt_cancel": closed(object{"session_id": nonblank}, "session_id"),
		"tools_list":    closed(object{}),
		"tool_call":     closed(object{"name": nonblank, "arguments": object{"type": "object", "default": object{}}}, "name"),
	}
	for _, tool := range mcpcontracts.Tools() {
		var got object
		if err := json.Unmarshal(tool.InputSchema, &got); err != nil {
			t.Fatal(err)
		}
		if bytes.ContainsAny(tool.InputSchema, " \n") {
			t.Errorf("%s: the schema is not compact", tool.Name)
		}
		if diff := cmp.Diff(want[tool.Name], got); diff != "" {
			t.Errorf("%s:\n%s", tool.Name, diff)
		}
	}
}

func TestAnnotationsAreHonest(t *testing.T) {
	want := map[string]mcpcontracts.Annotations{
		"sessions_list": {ReadOnlyHint: true, IdempotentHint: true},
		"session_get":   {ReadOnlyHint: true, IdempotentHint: true},
		"prompt_send":   {OpenWorldHint: true},
		"prompt_cancel": {DestructiveHint: true, IdempotentHint: true},
		"tools_list":    {ReadOnlyHint: true, IdempotentHint: true},
		"tool_call":     {DestructiveHint: true, OpenWorldHint: true},
	}
	for _, tool := range mcpcontracts.Tools() {
		if tool.Annotations != want[tool.Name] {
			t.Errorf("%s: %+v, want %+v", tool.Name, tool.Annotations, want[tool.Name])
		}
	}
}

// TestToolsSuitModelProviders keeps to what every provider of models accepts: a
// single tool that one of them refuses fails every request of a client.
func TestToolsSuitModelProviders(t *testing.T) {
	keywords := []string{
		"type", "properties", "required", "additionalProperties", "minLength", "pattern", "default",
	}
	for _, tool := range mcpcontracts.Tools() {
		if !regexp.MustCompile(`^[a-z_]{1,40}$`).MatchString(tool.Name) || tool.Title == "" || tool.Description == "" {
			t.Errorf("tool %q, title %q, description %q", tool.Name, tool.Title, tool.Description)
		}
		for _, match := range regexp.MustCompile(`"([^"]+)":`).FindAllSubmatch(tool.InputSchema, -1) {
			word := string(match[1])
			if !slices.Contains(keywords, word) && !slices.Contains([]string{"session_id", "prompt", "name", "arguments"}, word) {
				t.Errorf("%s: unexpected keyword %q", tool.Name, word)
			}
		}
	}
}

func TestToolsAreDetached(t *testing.T) {
	first := mcpcontracts.Tools()
	for i := range first {
		for j := range first[i].InputSchema {
			first[i].InputSchema[j] = ' '
		}
		first[i] = mcpcontracts.Tool{}
	}
	if mcpcontracts.Tools()[1].Name != mcpcontracts.SessionGet || !json.Valid(mcpcontracts.Tools()[1].InputSchema) {
		t.Error("changing the tools changes what later calls give")
	}
	if _, err := mcpcontracts.Validate(mcpcontracts.SessionGet, map[string]any{}); err == nil {
		t.Error("changing the tools changes what is accepted")
	}
}
