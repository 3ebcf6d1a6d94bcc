package cli

import (
	"github.com/spf13/cobra"

	"github.com/openprogram/openprogram-go/openprogram-cli/internal/config"
	"github.com/openprogram/openprogram-go/openprogram-cli/internal/terminal"
)

// settingRow is a setting as --json prints it.
type settingRow struct {
	Key     string `json:"key"`
	Value   any    `json:"value"`
	Default any    `json:"default"`
	Kind    string `json:"kind"`
	From    string `json:"from"`
	Applies string `json:"applies"`
	Doc     string `json:"doc"`
}

func newConfigList(p *program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List every setting, its value, where it comes from and when a change applies",
		Example: `  openprogram config list --json`,
		Args:    none,
		RunE: func(*cobra.Command, []string) error {
			file, err := p.configFile()
			if err != nil {
				return err
			}
			settings, err := file.Settings()
			if err != nil {
				return err
			}
			if asJSON {
				return p.printJSON(settingRows(settings))
			}
			rows := [][]string{{"KEY", "VALUE", "FROM", "APPLIES", "DEFAULT"}}
			for _, s := range settings {
				rows = append(rows, []string{s.Key.Name, shownValue(s), from(s), string(s.Key.Applies), defaultText(s.Key)})
			}
			p.table(rows)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func settingRows(settings []config.Setting) []settingRow {
	rows := make([]settingRow, 0, len(settings))
	for _, s := range settings {
		rows = append(rows, settingRow{
			Key: s.Key.Name, Value: s.Value, Default: s.Key.Default, Kind: string(s.Key.Kind),
			From: from(s), Applies: string(s.Key.Applies), Doc: s.Key.Doc,
		})
	}
	return rows
}

func from(s config.Setting) string {
	if s.Stored {
		return "file"
	}
	return "default"
}

// valueWidth keeps a long list from pushing everything else off the screen;
// config get shows it whole.
const valueWidth = 60

// shownValue leaves the words for an empty default to the column of defaults.
func shownValue(s config.Setting) string {
	if text := valueText(s.Value); text != "" {
		return terminal.Cut(text, valueWidth)
	}
	return "-"
}

func defaultText(k config.Key) string {
	if k.Implied != "" {
		return "(" + k.Implied + ")"
	}
	return valueText(k.Default)
}
