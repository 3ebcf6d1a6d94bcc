package openai

import "encoding/json"

// parameters is a tool's schema as this format takes it: an object schema has
// "properties", be they none. Nothing else of the schema is touched.
func parameters(schema json.RawMessage) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(schema, &object) != nil || object == nil {
		return schema
	}
	if _, has := object["properties"]; has {
		return schema
	}
	object["properties"] = json.RawMessage("{}")
	whole, err := json.Marshal(object)
	if err != nil {
		return schema
	}
	return whole
}
