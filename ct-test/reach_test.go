package main

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

func TestAnExpressionIsSearchedAcrossLines(t *testing.T) {
	long := strings.Repeat("-", 200)
	cut := small
	cut.keep = 32
	const needs = "it needs the whole stdout; 2 lines (373 bytes) were not kept"
	for _, c := range []struct {
		name, pattern, text string
		sizes               sizes
		line, column        int64 // 0 for no match
		undecided           string
	}{
		{"white space over a line end", `error:\s+E12`, "a\nan error:\n  E12\n", small, 2, 4, ""},
		{"a line by itself first", `error:\s+E12`, "error:\nE12\nerror: E12\n", small, 3, 1, ""},
		{"a complemented class", `y[^a]z`, "y\nz", small, 1, 1, ""},
		{"a POSIX class", `y[[:space:]]+z`, "y\nz", small, 1, 1, ""},
		{"a class that has the line end", `y[\t-\r]z`, "y\nz", small, 1, 1, ""},
		{"not white space", `y\Dz`, "y\nz", small, 1, 1, ""},
		{"a dot does not", `y.z`, "y\nz", small, 0, 0, ""},
		{"a class without it", `y[ -~]z`, "y\nz", small, 0, 0, ""},
		{"ends of lines are those of lines", `^y$\s^z$`, "x\ny\nz\n", small, 2, 1, ""},
		{"look-ahead", `y(?=\s)`, "y\nz", small, 1, 1, ""},
		{"look-behind", `(?<=[^a])z`, "y\nz", small, 2, 1, ""},
		{"a class and look-around", `y[\x00-\x1f](?=z)`, "y\nz", small, 1, 1, ""},
		{"the beginning of the text", `\Az`, "y\nz", small, 0, 0, ""},
		{"which is the first line", `\Ay`, "y\nz", small, 1, 1, ""},
		{"the end of the text", `y\z`, "y\nz", small, 0, 0, ""},
		{"which is the last line", `z\z`, "y\nz", small, 2, 1, ""},
		{"without its line end", `z\s*\z`, "y\nz\n", small, 2, 1, ""},
		{"ends of the text with look-around", `\Az(?=a)`, "y\nza", small, 0, 0, ""},
		{"the end of the text with look-around", `(?<=y)\z`, "y\nz", small, 0, 0, ""},
		{"a flag that makes ends of lines those of the text", `(?-m)^z`, "y\nz", small, 0, 0, ""},
		{"the whole answers what a long line leaves open", `x\sy`, long + "x\ny\n", small, 1, 201, ""},
		{"also where there is none", `x\sy`, long + "x\n", small, 0, 0, ""},
		{"what was cut leaves it open", `x\sy`, "a\n" + long + "\nx\n" + long, cut, 0, 0, needs},
		{"but for what a line has", `x\sy`, "a\n" + long + "\nx y\n" + long, cut, 3, 1, ""},
		{"and for what no line end is part of", `x\dy`, "a\n" + strings.Repeat("--\n", 40), cut, 0, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := found(t, compiled(t, c.pattern), c.sizes, c.text)
			h := f.first()
			if h == nil {
				h = &hit{}
			}
			if h.line != c.line || h.column != c.column || f.undecided != c.undecided {
				t.Errorf("found in line %d, column %d; undecided: %q", h.line, h.column, f.undecided)
			}
		})
	}
}

func TestTheReachOfABacktrackedExpression(t *testing.T) {
	for expr, want := range map[string]reach{
		`a(?=b)`: withinLine, `(?<=3 )errors`: withinLine, `\b(a)\1\b`: withinLine, `a(?=[a-z\]])`: withinLine, `[]s](?=b)`: withinLine, `\\s(?=b)`: withinLine, `\[^(?=a)`: withinLine, `\w\S\d(?!x)`: withinLine,
		`a(?=\s)`: overLines, `[^a](?=b)`: overLines, `\W(?=b)`: overLines, `\pZ(?=b)`: overLines, `[[:space:]](?=b)`: overLines, `[\x00-~](?=b)`: overLines, "[\t-~](?=b)": overLines, `[]\t-~](?=b)`: overLines,
		`\A(?=b)`: ofText, `a(?!b)\z`: ofText, `a(?!\s)\Z`: ofText, `[\A](?=\z)`: ofText,
	} {
		if got := reachOfBacktracked(expr); got != want {
			t.Errorf("%s: %d, expected %d", expr, got, want)
		}
	}
}

func TestAGlobOnlyMatchesWithinALine(t *testing.T) {
	p, err := pattern.Compile("a[!x]b", pattern.Options{Mode: pattern.Glob, Case: pattern.Sensitive})
	if err != nil {
		t.Fatal(err)
	}
	if f := found(t, p, small, "a\nb\n"); f.first() != nil || f.undecided != "" {
		t.Errorf("found %+v, undecided: %q", f.first(), f.undecided)
	}
}
