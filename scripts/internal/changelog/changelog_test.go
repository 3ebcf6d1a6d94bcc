package changelog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/openprogram/openprogram-go/scripts/internal/changelog"
)

const first = "# Changelog of x\n\nWords.\n\n## Unreleased\n\n- One.\n- Two.\n\n" + changelog.Lock + "\n"

func parsed(t *testing.T, text string) changelog.Changelog {
	t.Helper()
	c, err := changelog.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReleaseTwice(t *testing.T) {
	c := parsed(t, first)
	if c.String() != first {
		t.Errorf("written again as %q", c.String())
	}
	one, err := c.Release("v0.1.0", "2026-01-02")
	if err != nil {
		t.Fatal(err)
	}
	want := "# Changelog of x\n\nWords.\n\n## Unreleased\n\n" + changelog.Lock + "\n\n## v0.1.0 - 2026-01-02\n\n- One.\n- Two.\n"
	if one.String() != want {
		t.Errorf("got %q, want %q", one.String(), want)
	}
	again := parsed(t, strings.Replace(want, "## Unreleased\n", "## Unreleased\n\n- Three.\n", 1))
	two, err := again.Release("v0.2.0-rc.1", "2026-02-03")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := two.Versions(), []string{"v0.2.0-rc.1", "v0.1.0"}; !slices.Equal(got, want) {
		t.Errorf("versions %v, want %v", got, want)
	}
	if two.Section("v0.2.0-rc.1") != "- Three." || two.Section("v0.1.0") != "- One.\n- Two." || two.Section("v9.9.9") != "" {
		t.Errorf("sections of %q", two.Released)
	}
	if !two.Keeps(one) || !two.Keeps(two) || one.Keeps(two) || !one.Keeps(c) {
		t.Error("what is kept is told wrongly")
	}
}

func TestReleaseRefuses(t *testing.T) {
	c := parsed(t, first)
	for name, try := range map[string]struct{ version, date string }{
		"no version": {"0.1.0", "2026-01-02"}, "no date": {"v0.1.0", "today"},
	} {
		if _, err := c.Release(try.version, try.date); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	c.Unreleased = ""
	if _, err := c.Release("v0.1.0", "2026-01-02"); err == nil {
		t.Error("a release of nothing was accepted")
	}
}

func TestKeepsNoticesEveryChange(t *testing.T) {
	released := parsed(t, first+"\n## v0.2.0 - 2026-01-02\n\n- B.\n\n## v0.1.0 - 2026-01-01\n\n- A.\n")
	for name, text := range map[string]string{
		"an entry changed":  "\n## v0.2.0 - 2026-01-02\n\n- B!\n\n## v0.1.0 - 2026-01-01\n\n- A.\n",
		"an entry added":    "\n## v0.2.0 - 2026-01-02\n\n- B.\n\n## v0.1.0 - 2026-01-01\n\n- A.\n- C.\n",
		"a section dropped": "\n## v0.2.0 - 2026-01-02\n\n- B.\n",
		"a date changed":    "\n## v0.2.0 - 2026-01-03\n\n- B.\n\n## v0.1.0 - 2026-01-01\n\n- A.\n",
		"everything gone":   "",
	} {
		if parsed(t, first+text).Keeps(released) {
			t.Errorf("%s: not noticed", name)
		}
	}
	if !parsed(t, first+"\n## v0.3.0 - 2026-01-04\n\n- D.\n\n"+released.Released+"\n").Keeps(released) {
		t.Error("a section on top is refused")
	}
}

func TestParseRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"no lock":              "# x\n\n## Unreleased\n",
		"two locks":            first + changelog.Lock + "\n",
		"no open part":         "# x\n\n" + changelog.Lock + "\n",
		"a release above":      "# x\n\n## Unreleased\n\n## v0.1.0 - 2026-01-02\n\n" + changelog.Lock + "\n",
		"text below the lock":  first + "\nSome words.\n",
		"a heading of no date": first + "\n## v0.1.0\n\n- A.\n",
	} {
		if _, err := changelog.Parse(text); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestBreaks(t *testing.T) {
	c := parsed(t, first)
	if c.Breaks() {
		t.Error("breaks without an entry that says so")
	}
	if !parsed(t, strings.Replace(first, "- Two.", changelog.Breaking+"two.", 1)).Breaks() ||
		!parsed(t, strings.Replace(first, "- One.", changelog.Breaking+"one.", 1)).Breaks() {
		t.Error("an entry that breaks is not seen")
	}
}
