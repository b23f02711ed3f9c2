package render_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/render"
)

func TestJSONIsOneReadableLineOfValidUTF8(t *testing.T) {
	type value struct {
		Text string          `json:"text"`
		Raw  json.RawMessage `json:"raw,omitempty"`
	}
	for _, c := range []struct {
		in   any
		want string
	}{
		{value{Text: "a < b && c > d"}, `{"text":"a < b && c > d"}`},
		{value{Text: "x\xffy"}, `{"text":"x\ufffdy"}`},
		{value{Text: "l\u2028s\u2029e"}, `{"text":"l\u2028s\u2029e"}`},
		{value{Text: "tab\tline\nesc\x1b"}, `{"text":"tab\tline\nesc\u001b"}`},
		{value{Text: "ä☃😀"}, `{"text":"ä☃😀"}`},
		{value{Text: "\u0085 \u202e \u200b \ufeff \U000e0041 \x7f"}, `{"text":"\u0085 \u202e \u200b \ufeff \udb40\udc41 \u007f"}`},
		{value{Raw: json.RawMessage("[\"<\xff>\"]")}, "{\"text\":\"\",\"raw\":[\"<\uFFFD>\"]}"},
		{map[string]int{"b\n": 1, "a\xfe": 2}, `{"a\ufffd":2,"b\n":1}`},
		{nil, "null"},
		{[]string{}, "[]"},
		{1e21, "1e+21"},
		{math.MaxInt64, "9223372036854775807"},
	} {
		got, err := render.JSON(c.in, false)
		if err != nil || string(got) != c.want {
			t.Errorf("%#v: %s %v, want %s", c.in, got, err, c.want)
		}
		if !json.Valid(got) || !utf8.Valid(got) || bytes.ContainsAny(got, "\n\u2028\u2029") {
			t.Errorf("%#v: %q is not one line of JSON", c.in, got)
		}
	}
}

func TestJSONIndentsByTwo(t *testing.T) {
	got, err := render.JSON(map[string]any{"a": []int{1}, "b": map[string]int{}}, true)
	want := "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}"
	if err != nil || string(got) != want {
		t.Errorf("%s %v, want %s", got, err, want)
	}
}

func TestJSONRefusesWhatItCannotSay(t *testing.T) {
	for _, v := range []any{math.NaN(), math.Inf(1), make(chan int), func() {}} {
		if got, err := render.JSON(v, false); err == nil {
			t.Errorf("%T: %s", v, got)
		}
	}
}

func TestShellQuotesOnlyWhereNeeded(t *testing.T) {
	for want, args := range map[string][]string{
		"":                                  nil,
		"ct-search --name=a.go -e x ./a":    {"ct-search", "--name=a.go", "-e", "x", "./a"},
		`ct-search 'main()'`:                {"ct-search", "main()"},
		`x ''`:                              {"x", ""},
		`x 'it'\''s'`:                       {"x", "it's"},
		`x '~' '=ls' -3 -- 50% a,b @x`:      {"x", "~", "=ls", "-3", "--", "50%", "a,b", "@x"},
		`'A=b' A=b`:                         {"A=b", "A=b"},
		`'if' if`:                           {"if", "if"},
		`'%1' %1`:                           {"%1", "%1"},
		`x "$(printf 'a\012b')"`:            {"x", "a\nb"},
		`x "$(printf '\033[1m50%%\\'\''')"`: {"x", "\x1b[1m50%\\'"},
		`x "$(printf '\342\200\256ä')"`:     {"x", "\u202eä"},
		"x 'ab\n\n'":                        {"x", "ab\n\n"},
		"x 'ä'":                             {"x", "ä"},
		`x '$HOME' '!!' 'a\b' '#' '{a}'`:    {"x", "$HOME", "!!", `a\b`, "#", "{a}"},
	} {
		if got := render.Shell(args...); got != want {
			t.Errorf("%q: %s, want %s", args, got, want)
		}
	}
}

// words returns the arguments that sh splits a line into.
func words(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "sh", "-c", `printf '%s\0' `+line).Output()
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

func needSh(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("skipped: no POSIX shell")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("skipped: no sh")
	}
}

func TestShellLinesRunAsPrinted(t *testing.T) {
	needSh(t)
	args := []string{"-", "--", "-n", "a b", "", "'", "''", "a'b'c", `"`, `\`, `\\`, `\n`, "\n", "\n\n", "a\n", "\r\n", "\t", "\x1b[2J", "\x7f", "\x01",
		"$(echo pwned)", "`echo pwned`", "${HOME}", "$x", "~", "~root", "*", "?", "[a]", "{a,b}", "a;b", "a&b", "a|b", "a>b", "<a", "(a)", "!", "!!", "#x", "x#", "=x", "a=b", "%s",
		"é", "日本", "\u202e", "\u2028", "\xff", "\xc3", "a\xffb", "\u200b", "if", "^x", "a,b", "@(x)", "+x", "x:y", "$'a\\x1b'"}
	for b := 1; b < 256; b++ {
		args = append(args, string([]byte{byte(b)}), "x"+string([]byte{byte(b)})+"y")
	}
	if got := words(t, render.Shell(args...)); !slices.Equal(got, args) {
		for i := range min(len(got), len(args)) {
			if got[i] != args[i] {
				t.Fatalf("argument %d is %q, want %q", i, got[i], args[i])
			}
		}
		t.Fatalf("%d arguments, want %d", len(got), len(args))
	}
}

func TestShellsFirstWordIsACommand(t *testing.T) {
	needSh(t)
	for _, name := range []string{"A=b", "if", "then", "while", "!", "{", "}", "case", "%1", "no such", "'", "#"} {
		line := render.Shell(name, "x")
		out, err := exec.CommandContext(t.Context(), "sh", "-c", line).CombinedOutput()
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok || exit.ExitCode() != 127 { // 127: a command was looked for and not found
			t.Errorf("%s: %v %s", line, err, out)
		}
	}
}

func FuzzShellLinesRunAsPrinted(f *testing.F) {
	f.Add("a b", "'")
	f.Add("$(x)\n", "\\'\xff")
	f.Fuzz(func(t *testing.T, a, b string) {
		needSh(t)
		if strings.Contains(a+b, "\x00") {
			t.Skip("skipped: this input says nothing here")
		}
		if got := words(t, render.Shell(a, b)); !slices.Equal(got, []string{a, b}) {
			t.Fatalf("%q %q: %q", a, b, got)
		}
	})
}

func FuzzJSONStringsComeBack(f *testing.F) {
	f.Add("a<b>\u2028\xff\x00\x7f")
	f.Fuzz(func(t *testing.T, s string) {
		got, err := render.JSON(s, false)
		if err != nil || !utf8.Valid(got) {
			t.Fatalf("%q: %q %v", s, got, err)
		}
		var back string
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatal(err)
		}
		var lossy strings.Builder
		for _, r := range s {
			lossy.WriteRune(r)
		}
		if back != lossy.String() {
			t.Fatalf("%q comes back as %q", s, back)
		}
	})
}
