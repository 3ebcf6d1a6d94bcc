//go:build unix

package doctor_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/app"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/clients"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/doctor"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/state"
	"github.com/openprogram/openprogram-go/runtimebridge/provider/stream/streamtest"
)

// providerCheck examines a machine without a token, where the provider is
// checked all the same.
func providerCheck(t *testing.T, settings string, getenv func(string) string) doctor.Check {
	t.Helper()
	home := t.TempDir()
	file := config.File{Path: filepath.Join(home, "config.json"), Home: home}
	if err := os.WriteFile(file.Path, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	var found []doctor.Check
	doctor.Examine(t.Context(), doctor.Options{
		Entries: app.ClientEntries{
			Location: state.Location{Dir: filepath.Join(home, "state")},
			Machine:  clients.Machine{OS: "linux", Home: home, Getenv: getenv},
		},
		File: file, Getenv: getenv,
		Report: func(c doctor.Check) {
			if c.Name == "provider" {
				found = append(found, c)
			}
		},
	})
	if len(found) != 1 {
		t.Fatalf("checked %d times: %v", len(found), found)
	}
	return found[0]
}

func TestProvider(t *testing.T) {
	list := streamtest.Reply{Body: `{"data":[{"id":"large"},{"id":"small"}]}`}
	cases := map[string]struct {
		reply   streamtest.Reply
		model   string
		env     string
		verdict doctor.Verdict
		detail  string
		remedy  string
	}{
		"a known model":             {list, "small", "", doctor.OK, "openai with small", ""},
		"a model that is not there": {list, "tiny", "", doctor.Fail, "does not know the model tiny", "for example large, small"},
		"no list of models":         {streamtest.Reply{Status: http.StatusNotFound}, "small", "", doctor.Warn, "no list of models", "--prompt"},
		"a refused key":             {streamtest.Reply{Status: http.StatusUnauthorized}, "small", "k", doctor.Fail, "refuses the key", "api_key_file"},
		"a variable for the key":    {list, "small", "k", doctor.Warn, "the key is in the variable OPENAI_API_KEY", "api_key_file"},
		"no model":                  {list, "", "", doctor.Fail, "provider.model is not set", "provider.model MODEL"},
		"something else":            {streamtest.Reply{Status: http.StatusBadRequest}, "small", "", doctor.Fail, "answers with something else", "base_url"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := streamtest.New(t, c.reply)
			got := providerCheck(t, `{"provider":{"kind":"openai","model":"`+c.model+`","base_url":"`+s.URL+`"}}`, func(name string) string {
				return map[string]string{"OPENAI_API_KEY": c.env}[name]
			})
			if got.Verdict != c.verdict || !strings.Contains(got.Detail, c.detail) || !strings.Contains(got.Remedy, c.remedy) {
				t.Errorf("got %+v", got)
			}
			if (got.Remedy == "") != (got.Verdict == doctor.OK) {
				t.Errorf("remedy %q with %s", got.Remedy, got.Verdict)
			}
		})
	}
}
