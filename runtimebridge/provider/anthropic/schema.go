package anthropic

import "encoding/json"

// notAtTheTop are the keywords that this format refuses at the top of a tool's
// schema, and the whole request with it.
var notAtTheTop = []string{"oneOf", "anyOf", "allOf"}

// inputSchema is a tool's schema as this format takes it. What is left out is
// only not told to the model: calls are held to the whole schema.
func inputSchema(schema json.RawMessage) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(schema, &object) != nil {
		return schema
	}
	before := len(object)
	for _, keyword := range notAtTheTop {
		delete(object, keyword)
	}
	if len(object) == before {
		return schema
	}
	rest, err := json.Marshal(object)
	if err != nil {
		return schema
	}
	return rest
}
