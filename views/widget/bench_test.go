package widget

import (
	"fmt"
	"strings"
	"testing"

	"ebb/themes"
)

func BenchmarkClean(b *testing.B) {
	for name, s := range map[string]string{
		"ascii":   "Deploys go out Tuesday; freeze from 18 December. Ask Ana first.",
		"dashes":  "Deploys go out — “Tuesday” … freeze from 18 December. Ask Ana.",
		"han":     "デプロイ手順は毎週火曜日に実行する。リリース前に確認すること。",
		"emoji":   "ship it 👍🏽 with ❤️ and 👨‍👩‍👧 before Friday, please and thanks ok",
		"hostile": "\x1b[2J\x1b]0;title\x07 go\u202etxt.exe \U000e0041\U000e0042 \xff\xfe\x00 done",
		"huge":    strings.Repeat("word ", 100_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				Line(s, 60)
			}
		})
	}
}

func BenchmarkFit(b *testing.B) {
	th := themes.Must("dark")
	for name, s := range map[string]string{
		"plain": "Deploys go out Tuesday; freeze from 18 December",
		"inked": th.Paint(themes.BarFull, "███████▋") + " " + th.Paint(themes.Muted, ".96") + "  Deploy key rotates with the vault",
		"long":  th.Paint(themes.Text, strings.Repeat("Deploy key rotates with the vault ", 5)),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				Fit(s, 80)
			}
		})
	}
}

// BenchmarkRows draws the list of the Memories drawing: 26 rows of 74 cells.
func BenchmarkRows(b *testing.B) {
	th := themes.Must("dark")
	var l List
	l.SetLen(100_000)
	l.SetHeight(26)
	titles := make([]string, 26)
	for i := range titles {
		titles[i] = fmt.Sprintf("Deploy key %d rotates with the vault — ask Ana before", i)
	}
	row := func(i int, under bool) string {
		v := float64(i%100) / 100
		line := Row(74, 1,
			Cell{Text: RetentionBar(th, v, .1, 8), W: 8},
			Cell{Text: th.Paint(themes.Muted, Score(v)), W: 4},
			Cell{Text: Line(titles[i%len(titles)], 34)},
			Cell{Text: th.Paint(themes.Muted, "team/ops"), W: 9},
			Cell{Text: th.Paint(themes.Muted, "11d"), W: 4},
			Cell{Text: th.Paint(themes.Muted, "26 Jan"), W: 6})
		if under {
			return th.Ink(themes.Cursor).Lay(line)
		}
		return line
	}
	lines := make([]string, 0, 26)
	b.ReportAllocs()
	for i := range b.N {
		l.MoveTo(i)
		lines = l.Draw(lines[:0], 74, row)
	}
	_ = Beside(26, "│", Pane{lines, 74}, Pane{nil, 45}) // keeps the rows alive
}

func BenchmarkOverlay(b *testing.B) {
	th := themes.Must("dark")
	line := strings.Repeat(th.Paint(themes.BarFull, "███████▋")+" Deploy key ", 6)
	base := Block([]string{line, line, line, line, line, line}, 120, 6)
	box := Box(th, themes.Accent, "Help", []string{"one", "two"}, 40, 4)
	b.ReportAllocs()
	for range b.N {
		Overlay(append([]string(nil), base...), box, 30, 1)
	}
}
