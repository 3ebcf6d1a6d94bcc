package jsonl_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/openprogram/openprogram-go/runtimebridge/store"
	"github.com/openprogram/openprogram-go/runtimebridge/store/jsonl"
)

func TestDecoderReadsLines(t *testing.T) {
	long := strings.Replace(good, "Cranes", strings.Repeat("crane ", 1<<16), 1)
	text := "\n" + good + "\r\n \t\n" + long + "\n" + good // the last line has no end
	for name, reader := range map[string]io.Reader{
		"at once":      strings.NewReader(text),
		"byte by byte": iotest.OneByteReader(strings.NewReader(text)),
	} {
		t.Run(name, func(t *testing.T) {
			decoder := jsonl.NewDecoder(reader)
			for _, want := range []struct{ line, title int }{{2, 6}, {4, 6 << 16}, {5, 6}} {
				session, err := decoder.Decode()
				if err != nil {
					t.Fatal(err)
				}
				if decoder.Line() != want.line || len(session.Title) != want.title {
					t.Errorf("line %d has a title of %d bytes, want line %d, %d bytes", decoder.Line(), len(session.Title), want.line, want.title)
				}
			}
			if _, err := decoder.Decode(); !errors.Is(err, io.EOF) {
				t.Errorf("Decode after the last line = %v, want EOF", err)
			}
		})
	}
}

func TestDecoderNamesTheLine(t *testing.T) {
	decoder := jsonl.NewDecoder(strings.NewReader(good + "\n\n{}\n"))
	if _, err := decoder.Decode(); err != nil {
		t.Fatal(err)
	}
	_, err := decoder.Decode()
	var lineError *store.LineError
	if !errors.As(err, &lineError) || lineError.Line != 3 {
		t.Errorf("Decode = %v, want a LineError of line 3", err)
	}
}

func TestDecoderPassesOnAReadError(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, text := range []string{"", good + "\n" + good[:40]} {
		decoder := jsonl.NewDecoder(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		var err error
		for err == nil {
			_, err = decoder.Decode()
		}
		if !errors.Is(err, broken) {
			t.Errorf("Decode = %v, want the reader's error", err)
		}
	}
}
