package opt

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// manualOf returns a manual page with every sort of block that a guide may have,
// and texts that mean something to roff.
func manualOf() string {
	var text string
	t := &Table{
		Tool: "ct-toy", Summary: "a toy - of .sorts", Usage: []string{"[OPTIONS] QUERY", ".dot"},
		Args:     []Arg{{Name: "QUERY", Help: ".hidden \\fBtext'"}},
		Options:  []Option{{Name: "base", Short: "b", Aliases: []string{"root"}, Arg: "DIR", Var: Text(&text), Group: "Where", Help: "'quoted' folder", Default: "."}},
		Examples: []Example{{Comment: "It's one", Command: `ct-toy 'a\b' -- "~x^" ` + "`y`"}},
		Definitions: []Definition{{Name: "toy_call", Own: &Table{
			Args: []Arg{{Property: "path", Help: "where"}},
		}}},
	}
	guide := "# ct-toy: a toy\n\n> What it is,\n> in words.\n\n" +
		"## How `it` goes\n\nA **strong** word, `code\nover lines` and a [link to `code`](other.md), *high*, **strong `code`**, 2*3*4, * and **, `*.go` and *.md. …\n.dot at the start of a line\n\n" +
		"- first, which\n  goes on\n- 'second'\n\n1. one\n2. two\n\n```sh\n.code -- \\n\n\nct-toy | cat\n```\n\n### Below\n\n" +
		"| Mode | Meaning |\n| --- | --- |\n| `a\\|b` | either |\n\n| | is | else |\n| --- | --- | --- |\n| `x` | | `y` |\n\n## Options\n\ngenerated\n"
	return t.Man(Manual{
		Version: "1.2", Date: "2026-01-02", Guide: guide, See: []string{"ct", "ct-other"},
		Environment: [][2]string{{"CT_X", "a variable"}}, Files: [][2]string{{"ct.toml", "a file"}},
	})
}

func TestManualReads(t *testing.T) {
	page := filepath.Join(t.TempDir(), "ct-toy.1")
	write(t, page, manualOf())
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Skip("skipped: no mandoc")
	}
	if out, err := exec.Command("mandoc", "-T", "lint", "-W", "warning", page).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("mandoc -T lint: %v\n%s", err, out)
	}
	out, err := exec.Command("mandoc", "-T", "utf8", "-O", "width=78", page).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := overstruck(string(out))
	want, err := os.ReadFile("testdata/manual.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the page reads\n%s\nwant\n%s", got, want)
	}
}

func TestManualTakesMarksOfMarkdownForFonts(t *testing.T) {
	long := strings.Repeat("word,", 10)
	for text, want := range map[string]string{
		"*high*: x":          `\fIhigh\fR: x`,
		"(*a b*, *c*)":       `(\fIa b\fR, \fIc\fR)`,
		"**a `b` *c* d** e":  `\fBa \fBb\fB \fIc\fB d\fR e`,
		"*a **b** c*":        `\fIa \fBb\fI c\fR`,
		"[see `a](b`](x.md)": `see \fBa](b\fR`,
		"2*3*4, *.go *.md":   `2*3*4, *.go *.md`,
		"* a * and ** b **":  `* a * and ** b **`,
		"a [b] `*c*` ` *":    `a [b] \fB*c*\fR \(ga *`,
		"`" + long + "`":     `\fB` + strings.Repeat(`word,\:`, 10) + `\fR`,
		"`word,word`":        `\fBword,word\fR`,
	} {
		if got := roffInline(text); got != want {
			t.Errorf("%q becomes %s, not %s", text, got, want)
		}
	}
}

// overstruck returns a formatted page as it reads: bold and underlined text is
// typed over itself.
func overstruck(page string) string {
	var lines []string
	for line := range strings.Lines(page) {
		var kept []rune
		for _, r := range strings.TrimSuffix(line, "\n") {
			if r == '\b' {
				kept = kept[:len(kept)-1]
				continue
			}
			kept = append(kept, r)
		}
		lines = append(lines, strings.TrimRight(string(kept), " "))
	}
	return strings.Join(lines, "\n") + "\n"
}

// Nothing that a guide or a help says can begin a request or an escape sequence
// of roff.
func FuzzManualMeansNothingButItself(f *testing.F) {
	for _, s := range []string{".so /etc/passwd", "'x", "`.x`", "**.x**", "a\n.b", "- .x\n  'y", "\\", "```\n.x\n```", "| a | b |\n|-|-|\n| .x | 'y |", "|", "||\n||\n||", "[a](b", "# .x", "``` \n"} {
		f.Add(s)
	}
	macros := []string{`'\" t`, ".TH ", ".nh", ".ad l", ".SH ", ".SS ", ".PP", ".TP", ".IP ", ".in", ".nf", ".fi", ".br", ".BR ", ".TS", ".TE"}
	f.Fuzz(func(t *testing.T, s string) {
		table := &Table{Tool: "ct-toy", Summary: "toy", Args: []Arg{{Name: "A", Help: s}}}
		for line := range strings.Lines(table.Man(Manual{Guide: "# x\n" + s, Version: "1", Date: "2026-01-02"})) {
			if line[0] != '.' && line[0] != '\'' {
				continue
			}
			ours := false
			for _, m := range macros {
				ours = ours || strings.HasPrefix(line, m)
			}
			if !ours {
				t.Fatalf("%q gives the request %q", s, line)
			}
		}
	})
}
