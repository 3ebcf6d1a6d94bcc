package remote_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge/remote"
)

const configured = `{
  "zebra": [
    1.50,
    {
      "a<b": "&"
    }
  ],
  "servers": {
    "web": {
      "url": "https://h/mcp?a=1&b=2",
      "type": "http",
      "catalog": {
        "from": "here"
      }
    },
    "files": {
      "type": "local",
      "command": [
        "srv"
      ],
      "enabled": true,
      "always_load": true
    }
  },
  "roots": []
}
`

func TestChangesKeepTheRest(t *testing.T) {
	server := remote.Server{Kind: remote.KindLocal, Command: []string{"x", "<y>"}}
	tests := []struct {
		name   string
		change func(*remote.Document) error
		diff   func(string) string
		err    error
	}{
		{"nothing", func(*remote.Document) error { return nil }, keep, nil},
		{"add", func(d *remote.Document) error { return d.Add("new", server) }, replace(
			"\"always_load\": true\n    }\n",
			"\"always_load\": true\n    },\n    \"new\": {\n      \"type\": \"local\",\n      \"command\": [\n        \"x\",\n        \"<y>\"\n      ]\n    }\n"), nil},
		{"add what is there", func(d *remote.Document) error { return d.Add("web", server) }, keep, remote.ErrServerExists},
		{"disable", func(d *remote.Document) error { return d.SetEnabled("files", false) }, replace(`"enabled": true`, `"enabled": false`), nil},
		{"disable for the first time", func(d *remote.Document) error { return d.SetEnabled("web", false) },
			replace("\"from\": \"here\"\n      }\n", "\"from\": \"here\"\n      },\n      \"enabled\": false\n"), nil},
		{"disable what is not there", func(d *remote.Document) error { return d.SetEnabled("nope", false) }, keep, remote.ErrServerMissing},
		{"remove", func(d *remote.Document) error { return d.Remove("files") }, replace(
			"    },\n    \"files\": {\n      \"type\": \"local\",\n      \"command\": [\n        \"srv\"\n      ],\n      \"enabled\": true,\n      \"always_load\": true\n    }\n", "    }\n"), nil},
		{"remove what is not there", func(d *remote.Document) error { return d.Remove("nope") }, keep, remote.ErrServerMissing},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, err := remote.OpenDocument([]byte(configured))
			if err != nil {
				t.Fatal(err)
			}
			if err := test.change(d); !errors.Is(err, test.err) {
				t.Errorf("error %v, want %v", err, test.err)
			}
			got, err := d.Bytes()
			if diff := cmp.Diff(test.diff(configured), string(got)); diff != "" || err != nil {
				t.Errorf("error %v, (-want +got):\n%s", err, diff)
			}
		})
	}
}

func keep(text string) string { return text }

func TestANewFile(t *testing.T) {
	d, err := remote.OpenDocument(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Add("bad", remote.Server{Kind: "odd"}); err == nil {
		t.Error("a server of no kind was added")
	}
	if err := d.Add("srv", remote.Server{Kind: remote.KindLocal, Command: []string{"x"}}); err != nil {
		t.Fatal(err)
	}
	data, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if config, err := remote.Parse(data); err != nil || len(config.Servers) != 1 || len(config.Problems) != 0 {
		t.Errorf("%s: %v, %+v", data, err, config)
	}
}

func TestWhatCannotBeChanged(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON": "{", "a list": "[]", "servers a list": `{"servers":[]}`,
		"a name twice": `{"servers":{"a":{"type":"local"},"a":{}}}`, "servers twice": `{"servers":{},"servers":{}}`,
	} {
		if _, err := remote.OpenDocument([]byte(text)); err != remote.ErrConfig {
			t.Errorf("%s: error %v", name, err)
		}
	}
	d, err := remote.OpenDocument([]byte(`{"servers":{"odd":5}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.SetEnabled("odd", true); err != remote.ErrConfig {
		t.Errorf("an entry that is no object: %v", err)
	}
	if err := d.Remove("odd"); err != nil {
		t.Errorf("an entry that is no object can be removed: %v", err)
	}
}

func replace(old, new string) func(string) string {
	return func(text string) string { return strings.Replace(text, old, new, 1) }
}
