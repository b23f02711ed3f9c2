package outline

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// A format is one of structured data with its forms.
type format struct {
	name    string
	scan    func(*nest)
	scanner source.Scanner
	lines   Lines
}

func formats() []format {
	return []format{{"JSON", scanJSON, JSON, JSONLines}, {"YAML", scanYAML, YAML, YAMLLines}, {"TOML", scanTOML, TOML, TOMLLines}}
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"a": {"b.c": [1, "x", {"d": null}]}, // c` + "\n" + `'e': .5, f: [[]] /* g */}` + "\n" + `[{"h": "\u00e9\ud83d\ude00"}]`))
	f.Add([]byte("{\"a\" 1 \"b\": [}, ]]\n\"c\n: {{\n"))
	f.Fuzz(func(t *testing.T, src []byte) { formats()[0].hold(t, src) })
}

func FuzzYAML(f *testing.F) {
	f.Add([]byte("# d\na: &x 1\nb:\n- c: 'it''s'\n  ? d\n  : - e\n    - {f: [g: h, \"i\":j], k}\n-\n\nl: |2-\n   m: n\n\n   o\np: >\n q\n--- !t\n*x : r\n<<: *x\n...\n"))
	f.Add([]byte("a: \"b\n  c\"\nd: [e,\nf: g\n- h\n? [i]\n: j\nk: l\n  m\n# n\n\to: p\n? |\n q\n: - - r\n"))
	f.Fuzz(func(t *testing.T, src []byte) { formats()[1].hold(t, src) })
}

func FuzzTOML(f *testing.F) {
	f.Add([]byte("a.\"b.c\" = 1 # d\n[[e]]\nf = [1979-05-27 07:32:00,\n {g = \"\"\"h\n\"\"\"\"}, '''i''' ]\n# j\n\n# k\n[e.'l']\nm = 'n'\n[[e]]\n[e.o]\n"))
	f.Add([]byte("a = [1, 2\nb = 3\n[c\nd\n= e\n[[f]\ng = { h, i = }\n"))
	f.Fuzz(func(t *testing.T, src []byte) { formats()[2].hold(t, src) })
}

// FuzzMarkdown checks the scanner for what every scanner keeps, and its sections against those that lines
// are named by.
func FuzzMarkdown(f *testing.F) {
	f.Add([]byte("# A\n\nB\n c\n---\n```\n# C\n```\n- 1. x\n  <!-- \n y -->\n## D ##\n<!-- z -->\n#\n### E"))
	f.Fuzz(func(t *testing.T, src []byte) {
		sourcetest.Hold(t, Markdown, src)
		var lines []int64
		for n := range bytes.Count(src, []byte{'\n'}) + 1 {
			lines = append(lines, int64(n+1))
		}
		named, err := MarkdownLines(bytes.NewReader(src), lines)
		if err != nil {
			t.Fatal(err)
		}
		file := source.Scan(Markdown, src, source.Want{Declarations: true})
		if len(src) > maxHeading { // titles are cut in other ways
			return
		}
		for i, span := range linesOf(src) {
			text := strings.TrimLeft(span.Of(src), " \t\r\n\uFEFF")
			if len(text) == 0 { // a blank line, or nothing
				continue
			}
			if titles := titlesAround(src, file, span.End-len(text)); titles != named[i] {
				t.Fatalf("line %d stands under %q, and is named %q", i+1, titles, named[i])
			}
		}
	})
}

// titlesAround joins the titles of the sections that hold an offset, those of several lines as one.
func titlesAround(src []byte, file *source.File, at int) string {
	var titles []string
	for _, d := range file.Declarations {
		if d.Name.Len() > 0 && d.Span.Start <= at && at < d.Span.End {
			var title []string
			for line := range strings.SplitSeq(d.Name.Of(src), "\n") {
				title = append(title, strings.TrimRight(strings.TrimLeft(line, " "), " \t\r"))
			}
			titles = append(titles, strings.Join(title, " "))
		}
	}
	return strings.Join(titles, " > ")
}

// hold checks that units nest, that it does not matter in which pieces a file is read, and that both
// both forms report the same units.
func (f format) hold(t *testing.T, src []byte) {
	t.Helper()
	whole := collect(src, f.scan)
	if pieces := collectSlowly(src, f.scan); !reflect.DeepEqual(unit0(whole), unit0(pieces)) {
		t.Fatalf("read at once:\n%+v\nin pieces:\n%+v", unit0(whole), unit0(pieces))
	}
	last := 0
	for i, u := range whole.units {
		switch {
		case u.Start < last || u.End < u.Start || u.End > len(src):
			t.Fatalf("unit %d is %+v of %d bytes, behind %d", i, u, len(src), last)
		case u.parent != source.None && !whole.units[u.parent].Holds(u.Span):
			t.Fatalf("unit %+v is not in %+v", u, whole.units[u.parent])
		}
		last = u.Start
	}
	f.holdLines(t, src, whole)
	f.holdScanner(t, src, whole)
	sourcetest.Hold(t, f.scanner, src)
}

// unit0 returns what has to be the same in whichever pieces a file is read.
func unit0(c *collector) []any {
	keys := slices.Clone(c.keys)
	for i := range keys {
		keys[i].doc = source.Span{}
	}
	return []any{keys, c.units, c.contents, c.comments}
}

func linesOf(src []byte) []source.Span {
	var lines []source.Span
	at := 0
	for _, line := range bytes.SplitAfter(src, []byte{'\n'}) {
		lines = append(lines, source.Span{Start: at, End: at + len(line)})
		at += len(line)
	}
	return lines
}

// holdLines compares the names of lines with what the units say, for all lines and for some.
func (f format) holdLines(t *testing.T, src []byte, whole *collector) {
	t.Helper()
	var all, some []int64
	var want, wantSome []string
	for i, line := range linesOf(src) {
		all = append(all, int64(i+1))
		want = append(want, whole.around(line))
		if i%3 == 1 {
			some, wantSome = append(some, int64(i+1), int64(i+1)), append(wantSome, want[i], want[i])
		}
	}
	got, err := f.lines(bytes.NewReader(src), all)
	if err != nil {
		t.Fatal(err)
	}
	f.compare(t, all, got, want)
	got, err = f.lines(iotest.HalfReader(bytes.NewReader(src)), some)
	if err != nil {
		t.Fatal(err)
	}
	f.compare(t, some, got, wantSome)
}

func (f format) compare(t *testing.T, lines []int64, got, want []string) {
	t.Helper()
	if len(got) != len(lines) {
		t.Fatalf("%s: %d of %d lines have a name", f.name, len(got), len(lines))
	}
	for i, line := range lines {
		if got[i] != want[i] {
			t.Fatalf("%s: line %d of %d stands in %q, want %q", f.name, line, len(lines), got[i], want[i])
		}
	}
}

// around returns the innermost unit that holds what is on a line or, if that is nothing, the line.
func (c *collector) around(line source.Span) string {
	all := source.Span{Start: line.End, End: line.Start}
	for _, s := range c.contents {
		if s.Start < line.End && s.End > line.Start {
			all.Start, all.End = min(all.Start, max(s.Start, line.Start)), max(all.End, min(s.End, line.End))
		}
	}
	path := ""
	for _, u := range c.units {
		if all.Start < all.End && u.Holds(all) || all.Start >= all.End && u.Start < line.End && u.End > line.End {
			path = u.path
		}
	}
	return path
}

// holdScanner compares the declarations of the scanner with the units.
func (f format) holdScanner(t *testing.T, src []byte, whole *collector) {
	t.Helper()
	file := source.Scan(f.scanner, src, source.Want{Declarations: true})
	if len(file.Declarations) != len(whole.keys) {
		t.Fatalf("%d declarations of %d keys", len(file.Declarations), len(whole.keys))
	}
	named := slices.DeleteFunc(slices.Clone(whole.units), func(u seenUnit) bool { return !u.named })
	for i, d := range file.Declarations {
		k := whole.keys[i]
		if d.Name != k.name || d.Signature != k.token || d.Span != named[i].Span {
			t.Fatalf("%+v of key %+v in %+v", d, k, named[i])
		}
	}
}

// A long file with tokens that stand across every border of what is held of it.
func TestBlocksMakeNoDifference(t *testing.T) {
	seeds := map[string][]string{
		"JSON": {`{"key": `, `[`, `]`, `}`, `"s` + strings.Repeat("é", 700) + `"`, `"a\"b": `, "12", ", ", "\n", " ", "// c\n", "/* " + strings.Repeat("*", 3000) + "/", strings.Repeat(" ", 5000)},
		"YAML": {"key: ", "\n", "\n", "\n  ", "\n    ", "\n- ", "? ", "&a ", "*a", "{", "}", "[", "]", ", ", ": ", "'x" + strings.Repeat("''", 900) + "'", `"` + strings.Repeat("\\\\\n", 700) + `"`, "|\n", "     text\n", "# c\n", "plain " + strings.Repeat("é ", 2000), "---\n", strings.Repeat(" ", 5000)},
		"TOML": {"key = ", "\n", "\n[t]\n", "\n[[a.b]]\n", "'''" + strings.Repeat("''\n", 1000) + "'''", `"""` + strings.Repeat(`\"`, 2000) + `"""`, "[", "]", "{", "}", ", ", "1", "# c\n", "\n\n", strings.Repeat(" ", 5000)},
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range formats() {
		for range 60 {
			var src []byte
			for len(src) < 40<<10 {
				all := seeds[f.name]
				src = append(src, all[random.IntN(len(all))]...)
			}
			whole, pieces := collect(src, f.scan), collectSlowly(src, f.scan)
			if !reflect.DeepEqual(unit0(whole), unit0(pieces)) {
				t.Fatalf("%s: %d units and %d contents at once, %d and %d in pieces, of\n%.2000s", f.name, len(whole.units), len(whole.contents), len(pieces.units), len(pieces.contents), src)
			}
			f.holdLines(t, src, whole)
		}
	}
}
