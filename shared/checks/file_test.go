package checks

import (
	"errors"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// parseText parses a file of checks without following links.
func parseText(text string) (*File, error) {
	f := &File{Name: "f.toml", Base: "f.toml"}
	return f, errors.Join(f.parse([]byte(text), reading{aliases: plain})...)
}

const good = "[[check]]\nname = 'a b'\nwhy = \"\"\"\nOne.\nTwo.\"\"\"\nrun = ['search', 'x'] # words\nexpect = 'none'\n"

func TestChecksAreRead(t *testing.T) {
	f, err := parseText(good + "\n[[check]]\nname=\"b\"\nrun = \"\"\"search -e 'a b' \\\n  --expect any\"\"\"\n")
	if err != nil || len(f.Checks) != 2 {
		t.Fatalf("%v, %v", f.Checks, err)
	}
	a, b := f.Checks[0], f.Checks[1]
	if a.Name != "a b" || a.Why != "One. Two." || !slices.Equal(a.Words, []string{"search", "x"}) || a.Expect != "none" || a.Line != 1 {
		t.Errorf("%+v", a)
	}
	if b.Name != "b" || b.Why != "" || !slices.Equal(b.Words, []string{"search", "-e", "a b", "--expect", "any"}) || b.Expect != "any" || b.Line != 9 {
		t.Errorf("%+v", b)
	}
	if list, unknown := f.Only([]string{"b"}); unknown != "" || len(list) != 1 || list[0] != b {
		t.Errorf("%v, %q", list, unknown)
	}
	if _, unknown := f.Only([]string{"b", "c"}); unknown != "c" {
		t.Errorf("%q", unknown)
	}
}

func TestWhatIsWrongHasAPosition(t *testing.T) {
	head := "[[check]]\nname = 'a'\nexpect = 'any'\n"
	for text, want := range map[string]string{
		head + "run = 'search x'\nexpct = 'any'":      `f.toml:5:1: unknown key "expct"; did you mean "expect"?`,
		head + "run = 'search x'\nzzz = 1":            `f.toml:5:1: unknown key "zzz"; a check has name, why, run, expect`,
		head + "run = 5":                              `f.toml:4:1: run must be the words of a call, as an array of strings or one string`,
		head + "run = ['search', 5]":                  `f.toml:4:1: run must be an array of strings, one for each word of the call`,
		head + "run = ['search', '--matcher=a', 'x']": `f.toml:4:1: "a": --matcher may not stand in a check: it runs another program`,
		head: `f.toml:1:3: "a" has no run; give it the words of a call: run = ["search", "TODO", "src"]`,
		"[[check]]\nrun = 'search x'\nexpect='any'":                    `f.toml:1:3: the check has no name; give it one: name = "no new TODO"`,
		"[[check]]\nname = 'a'\nrun = 'search x'":                      `f.toml:3:1: "a": expect is missing; say what the call has to find: none, any, N (at least), =N, -N (fewer than)`,
		"[[check]]\nname = ['a']":                                      `f.toml:2:1: name must be a string in quotes`,
		head + "run = 'search x'\n[[check]]\nname = 'a'":               `f.toml:6:1: name "a" is that of the check in line 1; give each check a name of its own`,
		head + "run = 'search x'\n" + "name = 'b'":                     `f.toml:5:1: name is given twice; give it once`,
		"[[check]]\nname = \"a\\u001b[31m\"\n":                         `f.toml:2:1: name "a\x1b[31m" must be one line of printable characters`,
		"[[check]]\nname = \"a\\nb\"\n":                                `f.toml:2:1: name "a\nb" must be one line of printable characters`,
		"[[check]]\nname = \"a\\u202eb\"\n":                            `f.toml:2:1: name "a\u202eb" must be one line of printable characters`,
		"[[check]]\nname = '" + strings.Repeat("é", 81) + "'":          `characters; at most 80 are taken`,
		"[check]\nname = 'a'":                                          `f.toml:1:2: [check]: write [[check]] before every check`,
		"[[chek]]\nname = 'a'":                                         `f.toml:1:3: unknown table "chek"; the file has only [[check]]`,
		"[[check.sub]]":                                                `f.toml:1:3: unknown table "check.sub"; the file has only [[check]]`,
		"name = 'a'":                                                   `f.toml:1:1: "name" stands before [[check]]; write [[check]] before every check`,
		"check = [{name = 'a'}]":                                       `f.toml:1:1: "check" stands before [[check]]; write [[check]] before every check`,
		"[[check]":                                                     `f.toml:1:8: `,
		"\xff":                                                         `f.toml:1:1: not UTF-8 text`,
		head + "run = \"search 'x\"":                                   `f.toml:4:1: "a": run has a ' without its end`,
		head + "run = \"search x > y\"":                                `f.toml:4:1: "a": run has a > outside of quotes; a check is one call, and no shell runs it`,
		head + "run = []":                                              `f.toml:4:1: "a": run is empty; give it the words of a call: search, survey, show, spec, …`,
		head + "run = \"search a\\u0000b\"":                            `f.toml:4:1: "a": run has a NUL, which no argument can have`,
		head + "run = 'search " + strings.Repeat("x ", 300) + "'":      `f.toml:4:1: "a": run has 301 words of 306 bytes; at most 200 words of 8192 bytes are taken`,
		"[[check]]\nname='a'\nrun='search x'\nexpect=\"a\\u0000\"":     `f.toml:3:1: "a": expect has a NUL, which no argument can have`,
		head + "run = 'search x --expect none'":                        `f.toml:4:1: "a": expect and --expect are both given; give one`,
		head + "run = 'search x'\nwhy = '" + strings.Repeat("x", 1001): `f.toml:5:`,
	} {
		if _, err := parseText(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q:\ngot  %v\nwant %s", text, err, want)
		}
	}
}

func TestAFileHasAThousandChecksAtMost(t *testing.T) {
	var text strings.Builder
	for i := range maxChecks + 20 {
		text.WriteString("[[check]]\nname = 'c" + strings.Repeat("x", i%60) + string(rune('A'+i/60)) + "'\nrun = 'search x'\nexpect = 'any'\n")
	}
	_, err := parseText(text.String())
	if err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.Contains(err.Error(), "f.toml:4001:3: more than 1000 checks") {
		t.Errorf("%v", err)
	}
}

// A shell divides a text as split does, if nothing in it is expanded.
func TestSplitDividesAsAShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("skipped: no sh")
	}
	pieces := []string{"a", "b ", " ", "'", `"`, `\`, "é", "-", "'x y'", `"x y"`, `\ `, "\t", "=", ".", "{}", `\\`, `\"`, `"\""`, `""`, "''"}
	agreed := 0
	for range 300 {
		var text strings.Builder
		for range 1 + rand.IntN(8) {
			text.WriteString(pieces[rand.IntN(len(pieces))])
		}
		words, err := split(text.String())
		out, failed := exec.Command(sh, "-c", `printf '<%s>' `+text.String()).Output()
		if failed != nil || strings.HasSuffix(strings.TrimRight(text.String(), " "), `\`) {
			continue // it is no command; a shell waits for more after a \ at the end
		}
		if err != nil {
			t.Errorf("%q: %v", text.String(), err)
			continue
		}
		want := "<" + strings.Join(words, "><") + ">"
		if string(out) != want {
			t.Errorf("%q: got %s, want %s", text.String(), want, out)
		}
		agreed++
	}
	if agreed < 50 {
		t.Errorf("only %d texts were compared", agreed)
	}
}

// Whatever the text, a file that is accepted has checks that a report can show.
func FuzzFilesAreReadOrRefused(f *testing.F) {
	f.Add(good)
	f.Add("[[check]]\nname=\"\\u202e\"\nrun=\"search x\"\nexpect=\"any\"")
	f.Add("[[check]]\nname='a'\nrun=\"search 'x\\\" --expect none\"\n[[check]]\nname='a'")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := parseText(text)
		if err != nil {
			if n := strings.Count(err.Error(), "\n"); n >= 20 || len(err.Error()) > 40_000 {
				t.Errorf("%d lines, %d bytes", n, len(err.Error()))
			}
			return
		}
		seen := map[string]bool{}
		for _, c := range file.Checks {
			if seen[c.Name] || c.Name == "" || strings.ContainsFunc(c.Name, func(r rune) bool { return !unicode.IsPrint(r) }) || c.Expect == "" || c.Line < 1 || !slices.Contains(tools(), c.Tool()) {
				t.Errorf("%+v", c)
			}
			seen[c.Name] = true
		}
	})
}
