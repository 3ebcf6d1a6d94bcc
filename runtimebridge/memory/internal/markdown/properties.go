package markdown

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

const (
	maxFrontMatter = 16 << 10 // bytes of it that are looked at
	maxProperties  = 64       // values of one property that count
)

// Properties are what the front matter of a note says of it that people look
// for.
type Properties struct {
	Names []string // its title and aliases
	Tags  []string // without the #
}

// PropertiesOf reads the front matter of a note, as Text gives it. What is no
// YAML, or none of these properties, says nothing.
func PropertiesOf(text string) Properties {
	end := frontMatter([]byte(text))
	if end == 0 || end > maxFrontMatter {
		return Properties{}
	}
	lines := strings.Split(strings.TrimSuffix(text[:end], "\n"), "\n")
	var document yaml.Node
	block := strings.Join(lines[1:len(lines)-1], "\n")
	if yaml.Unmarshal([]byte(block), &document) != nil || len(document.Content) == 0 {
		return Properties{}
	}
	mapping := document.Content[0]
	if mapping.Kind != yaml.MappingNode {
		return Properties{}
	}
	var p Properties
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		value := mapping.Content[i+1]
		switch strings.ToLower(mapping.Content[i].Value) {
		case "title":
			p.Names = append(p.Names, values(value, false)...)
		case "alias", "aliases":
			p.Names = append(p.Names, values(value, true)...)
		case "tag", "tags", "keywords":
			for _, tag := range values(value, true) {
				p.Tags = append(p.Tags, strings.TrimLeft(tag, "#"))
			}
		}
	}
	return p
}

// values gives the text of a property, or the texts in its list. A text may be a
// list with commas.
func values(node *yaml.Node, list bool) []string {
	var found []string
	switch {
	case node.Kind == yaml.SequenceNode:
		for _, item := range node.Content {
			found = append(found, values(item, false)...)
			if len(found) >= maxProperties {
				break
			}
		}
	case node.Kind != yaml.ScalarNode || node.Tag == "!!null":
	case list:
		found = strings.Split(node.Value, ",")
	default:
		found = []string{node.Value}
	}
	var plain []string
	for _, text := range found {
		if text = strings.Join(strings.Fields(text), " "); text != "" && len(plain) < maxProperties {
			plain = append(plain, text)
		}
	}
	return plain
}
