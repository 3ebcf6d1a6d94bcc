package tool_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openprogram/openprogram-go/runtimebridge"
)

const (
	png  = "\x89PNG\r\n\x1a\n rest"
	jpeg = "\xff\xd8\xff\xe0 rest"
	gif  = "GIF89a rest"
	webp = "RIFF\x00\x00\x00\x00WEBPrest"
)

func encoded(data string) string { return base64.StdEncoding.EncodeToString([]byte(data)) }

// through passes a result through the gate.
func through(t *testing.T, result runtimebridge.Result) runtimebridge.Result {
	t.Helper()
	give := &fake{name: "give", readOnly: true, run: func(context.Context, runtimebridge.Invocation) (runtimebridge.Result, error) {
		return result, nil
	}}
	got, err := newFixture(t, give).gate().Call(t.Context(), fromOwner("give", nil))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestContentPassesUnchanged(t *testing.T) {
	want := runtimebridge.Result{Content: []runtimebridge.Content{
		runtimebridge.Text{Text: "[denied] not really \x1b[2J"},
		runtimebridge.Image{Data: encoded(png), MIMEType: "image/png"},
		runtimebridge.Image{Data: encoded(jpeg), MIMEType: "image/jpeg"},
		runtimebridge.Image{Data: encoded(gif), MIMEType: "image/gif"},
		runtimebridge.Image{Data: encoded("GIF87a"), MIMEType: "image/gif"},
		runtimebridge.Image{Data: encoded(webp), MIMEType: "image/webp"},
	}, Details: 1}
	if diff := cmp.Diff(want, through(t, want)); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

func TestInvalidUTF8IsReplaced(t *testing.T) {
	got := through(t, runtimebridge.TextResult("a\xff\xfe\x1b[2Jb"))
	if diff := cmp.Diff(runtimebridge.TextResult("a\uFFFD\x1b[2Jb"), got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

func TestBadContentIsAFailure(t *testing.T) {
	image := func(data, mime string) runtimebridge.Content { return runtimebridge.Image{Data: data, MIMEType: mime} }
	urlSafe := base64.URLEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n\xff\xff\xff\xfb"))
	tests := []struct {
		name  string
		block runtimebridge.Content
		want  runtimebridge.ReasonCode
	}{
		{"nothing", nil, ""},
		{"pointer", &runtimebridge.Text{Text: "x"}, ""},
		{"empty image", image("", "image/png"), ""},
		{"other type than declared", image(encoded(png), "image/jpeg"), ""},
		{"svg", image(encoded("<svg/>"), "image/svg+xml"), ""},
		{"no type", image(encoded("plain"), ""), ""},
		{"html in a png", image(encoded("<html>"), "image/png"), ""},
		{"text type", image(encoded(png), "text/plain"), ""},
		{"upper case", image(encoded(png), "image/PNG"), ""},
		{"parameter", image(encoded(png), "image/png; charset=x"), ""},
		{"NUL", image(encoded(png), "image/png\x00"), ""},
		{"data URL", image("data:image/png;base64,"+encoded(png), "image/png"), ""},
		{"url-safe alphabet", image(urlSafe, "image/png"), ""},
		{"line break", image(encoded(png)[:8]+"\n"+encoded(png)[8:], "image/png"), ""},
		{"no padding", image(strings.TrimRight(encoded(png+"."), "="), "image/png"), ""},
		{"loose last bits", image(looseBits(encoded(png)), "image/png"), ""},
		{"30 MB", image(encoded(png+strings.Repeat("x", 30<<20)), "image/png"), runtimebridge.ReasonTooLarge},
		{"5 MiB of text", runtimebridge.Text{Text: strings.Repeat("x", 5<<20)}, runtimebridge.ReasonTooLarge},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := through(t, runtimebridge.Result{Content: []runtimebridge.Content{runtimebridge.Text{Text: "s3cret"}, test.block}, Details: "s3cret"})
			if !got.IsError || got.Reason != test.want || got.Details != nil {
				t.Errorf("error %v, reason %q, details %v", got.IsError, got.Reason, got.Details)
			}
			for _, block := range got.Content {
				if text, ok := block.(runtimebridge.Text); !ok || strings.Contains(text.Text, "s3cret") {
					t.Errorf("content %v", block)
				}
			}
		})
	}
}

// looseBits changes bits of the last character that decode to nothing.
func looseBits(data string) string {
	at := strings.IndexByte(data, '=')
	if at < 0 {
		panic("no padding")
	}
	return data[:at-1] + string(data[at-1]+1) + data[at:]
}

func TestReasonsAreThoseOfAFailure(t *testing.T) {
	tests := []struct {
		name       string
		give, want runtimebridge.Result
	}{
		{"known", runtimebridge.FailedResult(runtimebridge.ReasonNotFound, "x"), runtimebridge.FailedResult(runtimebridge.ReasonNotFound, "x")},
		{"unknown", runtimebridge.FailedResult("hard_constraint", "x"), runtimebridge.FailedResult("", "x")},
		{"of a success", runtimebridge.Result{Reason: runtimebridge.ReasonConflict}, runtimebridge.Result{Content: []runtimebridge.Content{}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, through(t, test.give)); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzContent(f *testing.F) {
	f.Add("text", encoded(png), "image/png")
	f.Add("\xff", "====", "image/webp")
	f.Fuzz(func(t *testing.T, text, data, mime string) {
		got := through(t, runtimebridge.Result{Content: []runtimebridge.Content{
			runtimebridge.Text{Text: text}, runtimebridge.Image{Data: data, MIMEType: mime},
		}})
		if got.IsError {
			return
		}
		raw, err := base64.StdEncoding.DecodeString(data)
		if err != nil || encoded(string(raw)) != data || !strings.HasPrefix(mime, "image/") {
			t.Errorf("accepted %q as %q", data, mime)
		}
		if first := got.Content[0].(runtimebridge.Text).Text; first != strings.ToValidUTF8(text, "\uFFFD") {
			t.Errorf("text became %q", first)
		}
	})
}
