package pattern

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"
)

func mustCompile(t *testing.T, text string, o Options) *Pattern {
	t.Helper()
	p, err := Compile(text, o)
	if err != nil {
		t.Fatalf("Compile(%q, %+v): %v", text, o, err)
	}
	return p
}

// finds returns the first match of a Glob or Regex in text, "<none>" without one.
func finds(t *testing.T, p *Pattern, text string) string {
	t.Helper()
	if p.Engine == Backtrack {
		re, err := p.Regexp2()
		if err != nil {
			t.Fatalf("%q: %v", p.Source, err)
		}
		m, err := re.FindStringMatch(text)
		if err != nil {
			t.Fatalf("%q in %q: %v", p.Source, text, err)
		}
		if m == nil {
			return "<none>"
		}
		return m.String()
	}
	re, err := regexp.Compile(p.Expr)
	if err != nil {
		t.Fatalf("%q: %v", p.Source, err)
	}
	if at := re.FindStringIndex(text); at != nil {
		return text[at[0]:at[1]]
	}
	return "<none>"
}

func TestPromotion(t *testing.T) {
	for _, test := range []struct {
		text   string
		mode   Mode
		engine Engine
		in     string // a text, and what the pattern finds in it
		found  string
	}{
		{"ERROR:", Literal, EngineAuto, "", ""},
		{"WARN*", Glob, RE2, "a WARNING: b/c", "WARNING: b"},
		{"*.java", Glob, RE2, "src/Main.java:", "Main.java"},
		{"^FATAL", Regex, RE2, "x\nFATAL", "FATAL"},
		{"foo(", Literal, EngineAuto, "", ""},
		{"arr[0]", Glob, RE2, "arr[0] arr0", "arr0"},
		{"a.c", Regex, RE2, "abc", "abc"},
		{"ok|done", Regex, RE2, "all done", "done"},
		{`\d+ errors`, Regex, RE2, "12 errors", "12 errors"},
		{"price: $5", Regex, RE2, "price: $5", "<none>"},
		{"main()", Regex, RE2, "main()", "main"},
		{`(?<=a)b`, Regex, Backtrack, "b ab", "b"},
		{`(\w)\1`, Regex, Backtrack, "abccd", "cc"},
		{"Cargo.toml", Regex, RE2, "Cargo.toml", "Cargo.toml"},
		{"what?", Glob, RE2, "whats", "whats"},
		{"foo(*)", Glob, RE2, "foo(bar)", "foo(bar)"},
		{"test_*.py", Regex, RE2, "test_a.py", "<none>"}, // a glob only for a name
		{"a[", Glob, RE2, "a[", "a["},
		{"[z-a]", Literal, EngineAuto, "", ""},
		{"x{", Regex, RE2, "x{", "x{"},
		{`C:\q`, Literal, EngineAuto, "", ""},
		{`\`, Literal, EngineAuto, "", ""},
		{"a\nb", Block, EngineAuto, "", ""},
		{"f(\nb", Block, EngineAuto, "", ""},
		{"caf\xe9.*", Literal, EngineAuto, "", ""},
	} {
		p := mustCompile(t, test.text, Options{Promote: true, Case: Sensitive})
		if p.Mode != test.mode || p.Engine != test.engine {
			t.Errorf("%q: %v by engine %v, want %v by %v", test.text, p.Mode, p.Engine, test.mode, test.engine)
			continue
		}
		literal := test.mode == Literal || test.mode == Block
		if p.Promoted == literal {
			t.Errorf("%q: Promoted = %v", test.text, p.Promoted)
		}
		if literal != (p.LiteralText() == "") || !literal && p.LiteralText() != test.text {
			t.Errorf("%q: LiteralText = %q", test.text, p.LiteralText())
		}
		if !literal {
			if got := finds(t, p, test.in); got != test.found {
				t.Errorf("%q finds %q in %q, want %q", test.text, got, test.in, test.found)
			}
		}
	}
}

func TestPromotionIsOnlyDoneWhereAskedFor(t *testing.T) {
	if p := mustCompile(t, "a.*", Options{}); p.Mode != Literal || p.Promoted {
		t.Errorf("without Promote: %v, promoted %v", p.Mode, p.Promoted)
	}
	if p := mustCompile(t, "a.*", Options{Mode: Regex, Promote: true}); p.Promoted || p.LiteralText() != "" {
		t.Error("a regex that was asked for counts as promoted")
	}
}

func TestPromotionKeepsToTheEngineAskedFor(t *testing.T) {
	for text, o := range map[string]Options{
		`(?<=a)b`: {Promote: true, Engine: RE2},
		`\Qa.b\E`: {Promote: true, Engine: Backtrack},
	} {
		if p, err := Compile(text, o); err == nil {
			t.Errorf("%q was read as %v", text, p.Mode)
		}
		if n, err := CompileName(text, o); err == nil {
			t.Errorf("the name %q was read as %v", text, n.Mode)
		}
	}
}

func TestRefusals(t *testing.T) {
	long := strings.Repeat("a", maxText+1)
	for _, test := range []struct {
		text string
		o    Options
		want string
	}{
		{"", Options{}, `pattern "": it is empty: give a text to look for`},
		{" \t\n", Options{Promote: true}, `pattern " \t\n": it is blank: give a text to look for`},
		{"a(b", Options{Mode: Regex}, `pattern "a(b": missing closing ): use --mode literal for literal text`},
		{"a)b", Options{Mode: Regex}, `pattern "a)b": unexpected ): use --mode literal for literal text`},
		{"[a", Options{Mode: Regex}, `pattern "[a": missing closing ]: use --mode literal for literal text`},
		{"*a", Options{Mode: Regex}, `pattern "*a": there is nothing before * to be repeated: use --mode literal for literal text`},
		{"a**", Options{Mode: Regex}, `pattern "a**": invalid nested repetition operator **: use --mode literal for literal text`},
		{"[z-a]", Options{Mode: Regex}, `pattern "[z-a]": invalid character class range z-a: use --mode literal for literal text`},
		{`\h`, Options{Mode: Regex}, `pattern "\h": unknown escape \h: use --mode literal for literal text`},
		{`a\`, Options{Mode: Regex}, `pattern "a\": a \ ends it: use --mode literal for literal text`},
		{`(a)\2`, Options{Mode: Regex}, `pattern "(a)\2": reference to undefined group number 2: use --mode literal for literal text`},
		{`(?<=a`, Options{Mode: Regex}, `pattern "(?<=a": missing closing ): use --mode literal for literal text`},
		{`(?<=a)b`, Options{Mode: Regex, Engine: RE2}, `pattern "(?<=a)b": unknown group (?<= in RE2 syntax: leave out --engine re2`},
		{`(?<=a`, Options{Mode: Regex, Engine: RE2}, `pattern "(?<=a": unknown group (?<=: use --mode literal for literal text`},
		{`(\w)\1`, Options{Mode: Regex, Engine: RE2}, `pattern "(\w)\1": unknown escape \1 in RE2 syntax: leave out --engine re2`},
		{`\Qa`, Options{Mode: Regex, Engine: Backtrack}, `pattern "\Qa": \Q is unknown to the backtracking engine: leave out --engine backtrack`},
		{"\xff.", Options{Mode: Regex}, `pattern "\xff.": a regular expression must be valid UTF-8: use --mode literal for literal text`},
		{"a\nb", Options{Mode: Word}, `pattern "a\nb": mode word cannot contain a line break: use --mode literal for a text of several lines`},
		{"a\nb*", Options{Mode: Glob}, `pattern "a\nb*": a glob cannot contain a line break: use --mode literal for a text of several lines`},
		{"[z-a]", Options{Mode: Glob}, `pattern "[z-a]": the range z-a is in reverse order: use --mode literal for literal text`},
		{"[0-\x00]", Options{Mode: Glob}, `pattern "[0-\x00]": the range 0-\x00 is in reverse order: use --mode literal for literal text`},
		{"[[:foo:]]", Options{Mode: Glob}, `pattern "[[:foo:]]": there is no class [:foo:]: use --mode literal for literal text`},
		{"\x1b[31m(", Options{Mode: Regex}, `pattern "\x1b[31m(": missing closing ]: use --mode literal for literal text`},
		{long, Options{Promote: true}, `pattern "` + long[:60] + `…": it is 1048577 bytes long, more than 1048576`},
		{long[:maxExpr+1], Options{Mode: Regex}, `pattern "` + long[:60] + `…": it is 32769 bytes long, more than 32768`},
		{long[:maxExpr+1], Options{Mode: Glob}, `pattern "` + long[:60] + `…": it is 32769 bytes long, more than 32768`},
	} {
		_, err := Compile(test.text, test.o)
		var e *Error
		if !errors.As(err, &e) || err.Error() != test.want {
			t.Errorf("%+v:\n got %v\nwant %s", test.o, err, test.want)
		}
	}
}

// A bomb is a short expression that would take unlimited memory, or overflow the stack.
func TestBombsAreRefused(t *testing.T) {
	for name, test := range map[string]struct {
		text  string
		steps bool // regexp2 counts repetitions and keeps classes, so it may accept the expression
	}{
		"nesting":            {strings.Repeat("(", 5000) + "a" + strings.Repeat(")", 5000), false},
		"nested look-ahead":  {strings.Repeat("(?=", 5000) + "a" + strings.Repeat(")", 5000), false},
		"repetition":         {"((a{100}){100}){100}", true},
		"long repetition":    {strings.Repeat("[ab]{1000}", 1000), true},
		"classes":            {strings.Repeat(`\pL`, maxExpr/3), true},
		"repetition, folded": {"(?i)" + strings.Repeat("x{999}", 1000), true},
	} {
		start := time.Now()
		for _, engine := range []Engine{EngineAuto, RE2, Backtrack} {
			p, err := Compile(test.text, Options{Mode: Regex, Engine: engine})
			if err == nil && (p.Engine == RE2 || !test.steps || engine == EngineAuto && name != "repetition") {
				t.Errorf("%s: accepted by %v for %v", name, p.Engine, engine)
			}
		}
		if took := time.Since(start); took > 2*time.Minute {
			t.Errorf("%s: took %v", name, took)
		}
		if p, err := Compile(test.text, Options{Promote: true}); err == nil && p.Mode == Literal {
			t.Errorf("%s: promotion takes it for literal text, which it is not", name)
		}
	}
	long := "main|" + strings.Repeat("other|", maxExpr/6)
	if p, err := Compile(long, Options{Promote: true}); err == nil {
		t.Errorf("an expression that is too long is taken for %v", p.Mode)
	}
	if p, err := Compile("*"+strings.Repeat("other", maxExpr/5+2), Options{Promote: true}); err == nil {
		t.Errorf("a glob that is too long is taken for %v", p.Mode)
	}
}

func TestCase(t *testing.T) {
	for _, test := range []struct {
		text string
		o    Options
		fold bool
	}{
		{"abc", Options{}, true},
		{"aBc", Options{}, false},
		{"äÖ", Options{}, false},
		{"日本", Options{}, true},
		{"abc", Options{Mode: Identifier}, false},
		{"abc", Options{Mode: Identifier, Case: Smart}, true},
		{"Abc", Options{Mode: Identifier, Case: Smart}, false},
		{"abc", Options{Mode: Word}, true},
		{"abc", Options{Case: Sensitive}, false},
		{"ABC", Options{Case: Insensitive}, true},
		{"a*", Options{Mode: Glob}, true},
		{"[A-Z]*", Options{Mode: Glob}, false},
		{"a\nb", Options{}, true},
		{"a\nB", Options{}, false},
		{"caf\xe9", Options{Case: Insensitive}, false},

		{`\W\S\D\B\A`, Options{Mode: Regex}, true},
		{`\pL+\p{Lu}\PN\P{Greek}x`, Options{Mode: Regex}, true},
		{`[\W\S]x`, Options{Mode: Regex}, true},
		{`\Wx\A`, Options{Mode: Regex}, true},
		{`(?P<Name>x)`, Options{Mode: Regex}, true},
		{`(?U)x`, Options{Mode: Regex}, true},
		{`[[:upper:]]`, Options{Mode: Regex}, true},
		{`\x4a`, Options{Mode: Regex}, false}, // a J, as in ripgrep
		{`\x{4A}`, Options{Mode: Regex}, false},
		{`\x6A`, Options{Mode: Regex}, true},
		{`[A-Z]`, Options{Mode: Regex}, false},
		{`\QA\E`, Options{Mode: Regex}, false},
		{`\Qa\E`, Options{Mode: Regex}, true},
		{`x(?<Name>y)\k<Name>`, Options{Mode: Regex}, true},
		{`x(?=Y)`, Options{Mode: Regex}, false},
		{`X`, Options{Mode: Regex, Case: Insensitive}, true},
	} {
		if p := mustCompile(t, test.text, test.o); p.Fold != test.fold {
			t.Errorf("%q %+v: Fold = %v", test.text, test.o, p.Fold)
		}
	}
}

func TestFoldingIsUnicode(t *testing.T) {
	for text, in := range map[string]string{"straße.": "STRAßE!", "σ.": "ς.", "k.": "\u212a.", "é.": "É."} {
		p := mustCompile(t, text, Options{Mode: Regex})
		if got := finds(t, p, in); got != in {
			t.Errorf("%q finds %q in %q", text, got, in)
		}
	}
}

func TestGlobs(t *testing.T) {
	for _, test := range []struct{ glob, in, found string }{
		{"a*c", "xabbcx", "abbc"},
		{"a*c", "ab/c", "<none>"},
		{"a*c", "ab\nc", "<none>"},
		{"a?c", "a/c", "<none>"},
		{"a?c", "a\nc", "<none>"},
		{"a?c", "aéc", "aéc"},
		{"a**c", "a/c", "<none>"},
		{"[abc]x", "cx", "cx"},
		{"[!abc]x", "cx", "<none>"},
		{"[^abc]x", "dx", "dx"},
		{"[!abc]x", "/x", "<none>"},
		{"[!abc]x", "\nx", "<none>"},
		{"[]x]y", "]y", "]y"},
		{"[!]x]y", "]y", "<none>"},
		{"[a-]y", "-y", "-y"},
		{`[\]]y`, "]y", "]y"},
		{`[\!a]y`, "!y", "!y"},
		{"[[:digit:]a]y", "7y", "7y"},
		{"[[:alpha:]]y", "7y", "<none>"},
		{`a\*b`, "a*b", "a*b"},
		{`a\*b`, "axb", "<none>"},
		{`\[x]`, "[x]", "[x]"},
		{"a[b", "a[b", "a[b"},
		{"[", "[", "["},
		{"[!]", "[!]", "[!]"},
		{`a\`, `a\`, `a\`},
		{"a.c", "abc", "<none>"},
		{"{a,b}", "{a,b}", "{a,b}"},
		{"(a|b)+$^", "(a|b)+$^", "(a|b)+$^"},
		{"[a-c]", "-", "<none>"},
		{"a-b[-]", "a-b-", "a-b-"},
	} {
		p := mustCompile(t, test.glob, Options{Mode: Glob})
		if got := finds(t, p, test.in); got != test.found {
			t.Errorf("%q finds %q in %q, want %q (%s)", test.glob, got, test.in, test.found, p.Expr)
		}
		if p.Multiline() {
			t.Errorf("%q: Multiline", test.glob)
		}
	}
}

func TestMultiline(t *testing.T) {
	for text, want := range map[string]bool{
		`a\nb`: true, "a\nb": true, `a\x0ab`: true, `a\x{a}b`: true, `a\012b`: true, `[\r\n]`: true, `(.|\n)`: true,
		`(?s)a.b`: true, `(?s:.)`: true, `a(?is).`: true, `[\s\S]*`: true, `[\d\D]`: true, `a\Q` + "\n" + `\E`: true,
		`[^\n]`: false, `[^]\n]`: false, `[^a]`: false, `\s`: false, `(?s)a`: false, `a.b`: false, `\W`: false, `[[:space:]]`: false,
		`a$`: false, `\Aa\z`: false, `(?-m)^a$`: false, `[\x00-\x{10fffe}]`: false, `\\n`: false, `(?-s).`: false,
		`(?=a\n)`: true, `(?s)(?=a.)`: true, `(?=[\s\S])`: true, `(?=a)[^\n]`: false, `(?=a)(?-s).`: false,
		`(?<s>.)(?=a)`: false, `(?=\cJ)`: true, `(?=\u000a)`: true,
	} {
		if p := mustCompile(t, text, Options{Mode: Regex}); p.Multiline() != want {
			t.Errorf("%q: Multiline = %v", text, p.Multiline())
		}
	}
	if p := mustCompile(t, "a\r\nb", Options{}); p.Mode != Block || !p.Multiline() || p.Source != "a\nb" {
		t.Errorf("a literal of two lines: %+v", p)
	}
}

func TestLinesAreNotLeft(t *testing.T) {
	for _, test := range []struct{ text, in, found string }{
		{`a[^b]c`, "a\nc", "<none>"},
		{`a\sc`, "a\nc a c", "a c"},
		{`a\s*c`, "a\nc", "<none>"},
		{`a[\x00-\x{10fffe}]c`, "a\nc", "<none>"},
		{`[^\x00-\x09\x0b-\x{10FFFF}]`, "\n", "<none>"},
		{`(?i)k[^z]C`, "K\nc kxc", "kxc"},
		{`\Ab\z`, "a\nb\nc", "b"},
		{`(?-m)^b$`, "a\nb\nc", "b"},
		{`^b$`, "a\nb\nc", "b"},
		{`a[^b]c\n`, "a\nc\n", "a\nc\n"},
		{`\Ab\n`, "a\nb\n", "<none>"},
	} {
		p := mustCompile(t, test.text, Options{Mode: Regex, Case: Sensitive})
		if got := finds(t, p, test.in); got != test.found {
			t.Errorf("%q finds %q in %q, want %q (%s)", test.text, got, test.in, test.found, p.Expr)
		}
	}
}

func TestExprMeansWhatWasWritten(t *testing.T) {
	for _, text := range []string{
		`(a|b)*?c{2,}`, `(?:ab){3}`, `(?i)a[x-z](?-i)b`, `x|y|zz`, `(?U)a+b`, `a{0}`, `(|a)+`, `()`, `[\]\-\\^]`, `[^\]]`, `\x{1F600}`,
		`\Qa.b`, `(?P<n>a)b`, `\bfoo\B`, `[[:^alpha:]]`, `\d\D\w\W\s\S`, `a(?s:.)b`, `é|[é-ü]`, `((((a))))`, `\t\r\f\v\x00`, `(?:a|b)(?:c|d)`,
		`(?:)`, `(a*)+`, `(?i:k|ſ)`, `[a-z&&b]`, `a{2,3}?`, `\pN\p{Greek}\PL`, `^*`, `x{`, `(?i)İ`, `(?:ab|cd)e`,
	} {
		original := regexp.MustCompile(`(?m)` + text)
		p := mustCompile(t, text, Options{Mode: Regex, Case: Sensitive})
		for _, in := range []string{"", "a", "ab", "abc", "aab", "acc", "bcccc", "zz", "ababab", "AxB", "axb", "a.b", "foo fo", "kKſ", "é", "]", `\`, "^-", "😀", "α1", "x{", "\t\r\f\v\x00", "İi", "a b", "\xff", "abe", "cde", "cd"} {
			if want, got := original.FindAllStringIndex(in, -1), regexp.MustCompile(p.Expr).FindAllStringIndex(in, -1); len(want)+len(got) > 0 && !equal(want, got) {
				t.Errorf("%q in %q: %v, want %v (%s)", text, in, got, want, p.Expr)
			}
		}
		if regexp.MustCompile("(?:"+p.Expr+")|(?:"+p.Expr+")").NumSubexp() != 0 {
			t.Errorf("%q captures: %s", text, p.Expr)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, text := range []string{"struct", `[A-Z]+_RESUME`, `"[^"]*"\s+\S+`, `\p{Greek}`, `(?<=a)b`, "WARN*"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				if _, err := Compile(text, Options{Promote: true}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func equal(a, b [][]int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i][0] != b[i][0] || a[i][1] != b[i][1] {
			return false
		}
	}
	return true
}

func TestBacktrackIsASCIIAndBounded(t *testing.T) {
	for _, test := range []struct{ text, in, found string }{
		{`(?=.)\bé`, "aé", "é"}, // not a word character: a boundary before it
		{`(?=.)\Bx`, "éx yx", "x"},
		{`(?=.)\w+`, "éa", "a"},
		{`(?=.)^b`, "a\nb", "b"},
		{`(?=a)a$`, "a\nb", "a"},
		{`(?=.)[\b]`, "\b", "\b"},
		{`(?#\b)(?=x)x`, "ax", "x"},
		{`(?i)(?=k)K`, "k", "k"},
	} {
		p := mustCompile(t, test.text, Options{Mode: Regex, Case: Sensitive})
		if p.Engine != Backtrack {
			t.Errorf("%q runs on %v", test.text, p.Engine)
		}
		if got := finds(t, p, test.in); got != test.found {
			t.Errorf("%q finds %q in %q, want %q", test.text, got, test.in, test.found)
		}
	}
	p := mustCompile(t, `(?=(a+)+$)\w*\1b`, Options{Mode: Regex})
	if p.Timeout != defaultTimeout {
		t.Errorf("Timeout = %v", p.Timeout)
	}
	p = mustCompile(t, `^(?=(a+)+\1b)`, Options{Mode: Regex, Timeout: 20 * time.Millisecond})
	re, err := p.Regexp2()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := re.MatchString(strings.Repeat("a", 100)); err == nil {
		t.Error("a match that never ends has no time limit")
	}
}

func TestNamesOfModesCasesAndEngines(t *testing.T) {
	for _, name := range ModeNames() {
		m, err := ParseMode(name)
		if err != nil || m.String() != name && name != "exact" || name == "exact" && m != Literal {
			t.Errorf("ParseMode(%q) = %v, %v", name, m, err)
		}
	}
	for _, name := range []string{"", "auto", "block", "Literal", "fuzz"} {
		if m, err := ParseMode(name); err == nil {
			t.Errorf("ParseMode(%q) = %v", name, m)
		}
	}
	for i, name := range CaseNames() {
		if c, err := ParseCase(name); err != nil || c.String() != name || c != Case(i+1) {
			t.Errorf("ParseCase(%q) = %v, %v", name, c, err)
		}
	}
	for _, name := range EngineNames() {
		if e, err := ParseEngine(name); err != nil || e.String() != name {
			t.Errorf("ParseEngine(%q) = %v, %v", name, e, err)
		}
	}
	if _, err := ParseCase("default"); err == nil {
		t.Error("default is a case that can be asked for")
	}
	if _, err := ParseEngine("pcre"); err == nil {
		t.Error("there is an engine pcre")
	}
}

func TestPayloads(t *testing.T) {
	for arg, want := range map[string]struct {
		kind  PayloadKind
		value string
	}{
		"abc": {Plain, "abc"}, "file:a b": {File, "a b"}, "text:file:x": {Text, "file:x"}, "text:a\nb": {Text, "a\nb"},
		"File:x": {Plain, "File:x"}, "file:": {File, ""},
	} {
		if kind, value := Payload(arg); kind != want.kind || value != want.value {
			t.Errorf("Payload(%q) = %v, %q", arg, kind, value)
		}
	}
	for content, want := range map[string]struct {
		mode   Mode
		source string
	}{
		"a.*": {Literal, "a.*"}, "a\n": {Literal, "a"}, "a\r\n": {Literal, "a"}, "a\nb\n": {Block, "a\nb"}, "a\r\nb\r\n": {Block, "a\nb"},
		"a\n\n": {Block, "a\n"}, "\na": {Block, "\na"},
	} {
		p, err := CompilePayload(content, Options{Promote: true})
		if err != nil || p.Mode != want.mode || p.Source != want.source {
			t.Errorf("CompilePayload(%q) = %+v, %v", content, p, err)
		}
	}
	if _, err := CompilePayload("\n\n", Options{}); err == nil {
		t.Error("a blank payload was accepted")
	}
	if p, err := CompilePayload("a+\n", Options{Mode: Regex}); err != nil || p.Mode != Regex || p.Source != "a+" {
		t.Errorf("a regex from a file: %+v, %v", p, err)
	}
}
