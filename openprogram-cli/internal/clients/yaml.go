package clients

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// yamlText writes an entry for people to copy. It edits no file.
type yamlText struct{}

func (yamlText) put(text []byte, path []string, value any) ([]byte, error) {
	if len(text) > 0 {
		return nil, ErrUnreadable
	}
	node := yamlNode(value)
	for i := len(path) - 1; i >= 0; i-- {
		node = &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{yamlNode(path[i]), node}}
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(node); err != nil {
		return nil, ErrUnreadable
	}
	return out.Bytes(), nil
}

func (yamlText) get(text []byte, _ []string) (any, bool, error) {
	if len(text) > 0 {
		return nil, false, ErrUnreadable
	}
	return nil, false, nil
}

func (yamlText) cut([]byte, []string) ([]byte, bool, error) { return nil, false, ErrUnreadable }

func yamlNode(value any) *yaml.Node {
	node := &yaml.Node{}
	switch v := value.(type) {
	case members:
		node.Kind = yaml.MappingNode
		for _, m := range v {
			node.Content = append(node.Content, yamlNode(m.name), yamlNode(m.value))
		}
	case []any:
		node.Kind = yaml.SequenceNode
		for _, item := range v {
			node.Content = append(node.Content, yamlNode(item))
		}
	default:
		if err := node.Encode(v); err != nil {
			panic("clients: no plain value")
		}
	}
	return node
}
