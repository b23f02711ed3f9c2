package config

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestMistakesInAFileNamePlaceAndHint(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"max_line = 3", "ct.toml:1:1: unknown key max_line; did you mean output.max_lines?"},
		{"[output]\n  max_lins = 3", "ct.toml:2:3: unknown key output.max_lins; did you mean output.max_lines?"},
		{"\n max_bytes = 3", "ct.toml:2:2: unknown key max_bytes; did you mean output.max_bytes?"},
		{"output.max_line = 3", "ct.toml:1:1: unknown key output.max_line; did you mean output.max_lines?"},
		{"output = { max_bites = 3 }", "ct.toml:1:12: unknown key output.max_bites; did you mean output.max_bytes?"},
		{"[otput]\nmax_lines = 3", "ct.toml:1:2: unknown table [otput]; did you mean output?"},
		{"[output.deeper]\nx = 1", "ct.toml:1:2: unknown table [output.deeper]; did you mean output?"},
		{"zzzzzzzzzzzz = 1", "ct.toml:1:1: unknown key zzzzzzzzzzzz; ct config --no-config names all"},
		{"\"output.max_lines\" = 1", `ct.toml:1:1: unknown key "output.max_lines"; did you mean output.max_lines?`},
		{"\"\\u001b[31m\" = 1", `ct.toml:1:1: unknown key "\x1b[31m"; ct config --no-config names all`},
		{"output = 3", "ct.toml:1:1: output is a table"},
		{"[[output]]\nmax_lines = 3", "ct.toml:1:3: [[output]]: output is one table, written [output]"},
		{"[output.max_lines]\nx = 3", "ct.toml:1:2: output.max_lines must be an integer of at least 1, not a table"},
		{"output.max_lines = \"3\"", "ct.toml:1:1: output.max_lines must be an integer of at least 1, not a string"},
		{"output.max_lines = 3.5", "ct.toml:1:1: output.max_lines must be an integer of at least 1, not a number with a fraction"},
		{"output.max_lines = true", "ct.toml:1:1: output.max_lines must be an integer of at least 1, not a boolean"},
		{"[spec]\ninclude = \"*.md\"", "ct.toml:2:1: spec.include must be an array of strings, not a string"},
		{"[spec]\ninclude = [\"a\", 3]", "ct.toml:2:1: spec.include must be an array of strings; one of its elements is not"},
		{"spec.include = 3", "ct.toml:1:1: spec.include must be an array of strings, not an integer"},
		{"output.max_lines = [3]", "ct.toml:1:1: output.max_lines must be an integer of at least 1, not an array"},
		{"output.max_lines = 2020-01-01", "ct.toml:1:1: output.max_lines must be an integer of at least 1, not a date or time"},
		{"output.max_lines = { a = 1 }", "ct.toml:1:1: output.max_lines must be an integer of at least 1, not a table"},
		{"output.max_lines.x = 1", "ct.toml:1:1: unknown key output.max_lines.x; did you mean output.max_lines?"},
		{"output.max_lines = 0", "ct.toml:1:1: output.max_lines must be an integer of at least 1, not 0"},
		{"output.max_lines = -5", "ct.toml:1:1: output.max_lines must be an integer of at least 1, not -5"},
		{"output.max_lines = 3000000000", "ct.toml:1:1: output.max_lines must be at most 2147483647, not 3000000000"},
		{"confine = \"off\"", "ct.toml:1:1: confine may be set in the user's configuration only: a project must not decide how it is confined"},
		{"# x\ntimeout = 5", "ct.toml:2:1: timeout may be set in the user's configuration only: a project must not decide how long a search may take"},
		{"[tools.search_files]\nmax_result = 5", "ct.toml:2:1: unknown key tools.search_files.max_result; did you mean tools.search_files.max_results?"},
		{"[tools.search_files]\nmax_output_bytes = 511", "ct.toml:2:1: tools.search_files.max_output_bytes must be an integer of at least 512, not 511"},
		{"[tools.search_files]\ninclude_hidden_default = 1", "ct.toml:2:1: tools.search_files.include_hidden_default must be true or false, not an integer"},
		{"[tools.search_files]\nfuzzy_threshold = 1.5", "ct.toml:2:1: tools.search_files.fuzzy_threshold must be a number from 0 to 1, not 1.5"},
		{"[tools.search_files]\nmode_default = \"glob\"", "ct.toml:2:1: tools.search_files.mode_default must be one of exact, regex, fuzzy, not \"glob\""},
		{"[tools.search_files]\nbackend = \"rg\"", "ct.toml:2:1: tools.search_files.backend may be set in the user's configuration only: a project must not decide which programs are run"},
		{"[tools.search]\nx = 1", "ct.toml:1:2: unknown table [tools.search]; did you mean tools.search_files?"},
		{"a = 1\nb = 2", "ct.toml:1:1: unknown key a; ct config --no-config names all\nct.toml:2:1: unknown key b; ct config --no-config names all"},
		{"[output]\nmax_lines = 1\nmax_lines = 2", "ct.toml:3:1: "},
		{"[output]\n[output]", "ct.toml:2:2: "},
		{"[output]\nmax_lines = ", "ct.toml:2:12: "},
		{"max_lines", "ct.toml:1:9: "},
		{"output.max_lines = 99999999999999999999", "ct.toml:1:1: output.max_lines must be an integer of at least 1, not 99999999999999999999"},
		{"a = \"\xff\"", "ct.toml:1:6: not UTF-8 text"},
		{"# ok\n\x00", "ct.toml:2:1: "},
	} {
		p := newPlace(t)
		p.project(tc.text)
		_, err := p.load("repo")
		switch {
		case err == nil:
			t.Errorf("%q: no error", tc.text)
		case err.Error() != tc.want && (!strings.HasSuffix(tc.want, ": ") || !strings.HasPrefix(err.Error(), tc.want)):
			t.Errorf("%q\ngot  %s\nwant %s", tc.text, err, tc.want)
		}
	}
}

func TestUsersMistakesNameTheUsersFile(t *testing.T) {
	p := newPlace(t)
	p.user("confine = \"never\"\ntimeout = inf\n")
	file := p.path("home/ct/config.toml")
	want := file + ":1:1: confine must be one of auto, require, off, not \"never\"\n" +
		file + ":2:1: timeout must be at most 1000000000, not +Inf"
	if _, err := p.load("repo"); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestEmptyFilesSetNothing(t *testing.T) {
	for _, text := range []string{"", "\n\n", "# only words", "[output]", "\xef\xbb\xbf"} {
		p := newPlace(t)
		p.project(text)
		if got := origin(p.must("repo"), "output.max_lines"); got != BuiltIn {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// A hostile file must neither take long nor produce long messages.
func TestHugeFilesAreAnsweredSoon(t *testing.T) {
	for name, text := range map[string]string{
		"unknown keys":   strings.Repeat("x", 20) + " = 1\n" + many(func(i string) string { return "k" + i + " = 1\n" }),
		"unknown tables": many(func(i string) string { return "[t" + i + "]\n" }),
		"array tables":   strings.Repeat("[[a]]\n", maxFile/6-1),
		"nested arrays":  "a = " + strings.Repeat("[", maxFile-8),
		"nested tables":  "a = " + strings.Repeat("{a=", maxFile/3-8),
		"dotted key":     strings.Repeat("a.", maxFile/2-8) + "a = 1",
		"dotted table":   "[" + strings.Repeat("a.", maxFile/2-8) + "a]",
		"long key":       strings.Repeat("a", maxFile-8) + " = 1",
		"long string":    "confine = \"" + strings.Repeat("é", maxFile/2-16) + "\"",
		"inline table":   "output = { " + strings.TrimSuffix(many(func(i string) string { return "k" + i + " = 1," }), ",") + " }",
	} {
		p := newPlace(t)
		p.project(text)
		begun := time.Now()
		_, err := p.load("repo")
		if took := time.Since(begun); took > time.Minute {
			t.Errorf("%s: took %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
		if err == nil || len(err.Error()) > 4000 || strings.Count(err.Error(), "\n") >= maxProblems {
			t.Errorf("%s: %.300v", name, err)
		}
	}
}

// many joins lines made of different words up to the maximum size of a file.
func many(line func(word string) string) string {
	var b strings.Builder
	for i := 0; ; i++ {
		word := ""
		for n := i; n > 0; n /= 26 {
			word += string(rune('a' + n%26))
		}
		next := line("_" + word + "_")
		if b.Len()+len(next) > maxFile-100 {
			return b.String()
		}
		b.WriteString(next)
	}
}

func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"[output]\nmax_lines = 3\nmax_bytes = 4000", "output = { max_lines = 1 }", "confine = \"off\"\ntimeout = 1.5", "\"a.b\".c = [1, {x = 2}]",
		"[[output]]", "[output.max_lines]", "a = '''\nb'''", "\xff", "\xef\xbb\xbf", "x = 2020-01-01T00:00:00Z", "output.max_lines = 0x1f # c",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, project := range []bool{false, true} {
			c := &Config{}
			problems := c.decode(source{shown: "f", project: project}, []byte(text))
			for _, p := range problems {
				m := p.Error()
				if !strings.HasPrefix(m, "f:") || strings.ContainsAny(m, "\n\x1b\x00") || !utf8.ValidString(m) || len(m) > 500 {
					t.Fatalf("%q: message %q", text, m)
				}
			}
			for i, v := range c.Values() {
				if v.Origin == BuiltIn {
					continue
				}
				if project && !keys[i].Project {
					t.Fatalf("%q set %s", text, v.Key)
				}
				if _, err := keys[i].parse(v.Value); err != nil {
					t.Fatalf("%q: the value shown is refused: %v", text, err)
				}
			}
		}
	})
}
