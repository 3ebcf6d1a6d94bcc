package mcpcontracts_test

import (
	"fmt"
	"testing"

	"github.com/openprogram/openprogram-go/mcpcontracts"
)

func TestBlank(t *testing.T) {
	blank := []string{
		"", " ", " \t\n\r\v\f", "\u00a0", "\u0085", "\u1680", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000",
		"\x1c", "\x1d", "\x1e", "\x1f", "\u200b", "\ufeff", "\x00", "\ufeff\u200b\x00 \x1c",
	}
	for r := rune(0x2000); r <= 0x200a; r++ {
		blank = append(blank, string(r))
	}
	for _, s := range blank {
		t.Run(fmt.Sprintf("%+q", s), func(t *testing.T) {
			if !mcpcontracts.Blank(s) {
				t.Error("not blank")
			}
			if mcpcontracts.Blank(s+"x") || mcpcontracts.Blank("\u00e9"+s) {
				t.Error("blank with a letter")
			}
		})
	}
	for _, s := range []string{"x", ".", "0", "\x01", "\x1b", "\x7f", "\u00ad", "\u4e16", "\U0001f600", "\ufffd", "\xff"} {
		if mcpcontracts.Blank(s) {
			t.Errorf("%+q is blank", s)
		}
	}
}
