package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tooltest"
)

// installed returns the backend name if its program is on PATH.
func installed(t testing.TB, name string) *Backend {
	t.Helper()
	if _, err := sibling.Look(name); err != nil {
		t.Skipf("skipped: no %s", name)
	}
	b, err := Find(t.Context(), name, "", Rights{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// allInstalled returns the backends whose programs are on PATH.
func allInstalled(t testing.TB) []*Backend {
	t.Helper()
	var all []*Backend
	for _, name := range Names() {
		if _, err := sibling.Look(name); err != nil {
			t.Logf("skipped: no %s", name)
			continue
		}
		all = append(all, installed(t, name))
	}
	if len(all) == 0 {
		t.Skip("skipped: no rg, no ugrep")
	}
	return all
}

// outcome is what take received for a file.
type outcome struct {
	Name   string
	Result scan.Result
	Err    string
}

func opener(dir string) func(string) (fs.File, error) {
	return func(name string) (fs.File, error) { return os.Open(filepath.Join(dir, name)) }
}

// native searches without a program.
func native(t testing.TB, s *Search, files []string) []outcome {
	t.Helper()
	m, err := match.New(s.Pattern)
	if err != nil {
		t.Fatal(err)
	}
	scanner := scan.New(m, s.Scan)
	var all []outcome
	for _, name := range files {
		o := outcome{Name: name}
		f, err := s.Open(name)
		if err == nil {
			o.Result, err = scanner.Scan(f)
			_ = f.Close()
		}
		all = append(all, shown(o, err))
	}
	return all
}

// searched returns the results of a backend.
func searched(t testing.TB, b *Backend, s *Search, files []string) []outcome {
	t.Helper()
	var all []outcome
	err := b.Search(t.Context(), s, files, func(i int, r scan.Result, err error) bool {
		if i != len(all) {
			t.Fatalf("file %d comes as number %d", i, len(all))
		}
		all = append(all, shown(outcome{Name: files[i], Result: r}, err))
		return true
	})
	if err != nil {
		t.Errorf("%s: %q: %v", b.kind.name, s.Pattern.Source, err)
	}
	return all
}

// shown removes what is not guaranteed.
func shown(o outcome, err error) outcome {
	o.Result.Bytes, o.Result.Near = 0, 0
	if o.Result.Lines == 0 {
		o.Result.Decoded = false
	}
	if err != nil {
		o.Err = err.Error()
	}
	return o
}

// difference describes the first file for which two searches return different results.
func difference(native, got []outcome) string {
	if len(native) != len(got) {
		return fmt.Sprintf("%d files, not %d", len(got), len(native))
	}
	for i := range got {
		if !reflect.DeepEqual(native[i], got[i]) {
			return fmt.Sprintf("natively %.600s\n got %.600s", fmt.Sprintf("%+v", native[i]), fmt.Sprintf("%+v", got[i]))
		}
	}
	return ""
}

func compiled(t testing.TB, text string, mode pattern.Mode, c pattern.Case) *pattern.Pattern {
	t.Helper()
	p, err := pattern.Compile(text, pattern.Options{Mode: mode, Case: c, Engine: pattern.RE2})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// query is a search for which all backends must return the same results.
type query struct {
	text string
	mode pattern.Mode
	fold pattern.Case
}

func queries() []query {
	var all []query
	for _, text := range []string{
		"foo", "Foo", "--pre=sh", "-e", "é", "ſ", "k", "K", "\u212a", "a.b", "(", `\`, "[x]", "*/", "$", "\x00", "\xff", "b\r", "\uFFFD", "\uFEFF",
		strings.Repeat("long", 50), "日本", "x y", `"\n"`, "`", "end",
	} {
		for _, c := range []pattern.Case{pattern.Sensitive, pattern.Insensitive, pattern.Smart} {
			all = append(all, query{text, pattern.Literal, c})
		}
	}
	for _, text := range []string{
		"foo", "fo+", "^foo", "foo$", "^$", "^", "$", "foo\r$", `\bfoo\b`, `\Boo`, `foo\B`, `\w+\d`, `\W`, `\S+\s\S+`, `^\s`, ".", "..", "f.o", "[^a]", "[^a]b", "(?i)k", "é",
		"[é-ü]", `\pL\d`, `\p{Greek}`, `\x{FFFD}`, "x*", "(foo|)", "(foo|bar)+", "(?:a|b|)c", "a{2,3}b", "(ab){3}", `.{40}`, ".*foo.*", "foo.*bar", `a\sb`, "-x", "--pre=sh", "(^|b)foo",
		`\Afoo`, `foo\z`, "(?-i)K", "(foo)?b", `[[:^alpha:]]o`, "[^\\x00-\\x7f]", `\bé`, `(\b)foo`, "(?:^|$)foo", "foo(?:$|\\b)", `[a-z]{3}[0-9]`, `a{3,}`, "(?:x{0}foo)", `\x00`, "[^\\x00]{3}",
	} {
		all = append(all, query{text, pattern.Regex, pattern.Sensitive}, query{text, pattern.Regex, []pattern.Case{pattern.Insensitive, pattern.Smart}[len(text)%2]})
	}
	return append(all, query{"foo", pattern.Word, pattern.Smart}, query{"foo", pattern.Identifier, pattern.Smart}, query{"f*o", pattern.Glob, pattern.Smart},
		query{"foo\nbar", pattern.Literal, pattern.Smart}, query{`foo\nbar`, pattern.Regex, pattern.Smart}, query{`(?s)foo.bar`, pattern.Regex, pattern.Smart})
}

// odd writes files that programs read in different ways.
func odd(t testing.TB) (dir string, files []string) {
	t.Helper()
	dir = t.TempDir()
	lead := strings.Repeat("line of text 1\n", 8<<10/15+1)
	long := strings.Repeat("abc é ", 6_000)
	all := map[string]string{
		"plain": "foo\nFOO bar\nxfoox\n\nbar\nfoo_1 aab aaab ababab\n", "empty": "", "newlines": "\n\n\n", "unended": "bar\nfoo", "unended-cr": "foo\r", "cr": "foo\rbar\rfoo",
		"crlf": "foo\r\nbar\r\n\r\nb\r\na foo\r\n", "mark": "\uFEFFfoo\nfoo\n\uFEFFfoo\n", "mark-only": "\uFEFF", "mark-late": "x\n\uFEFFfoo\r\n\uFEFF",
		"wide": "\xff\xfef\x00o\x00o\x00\n\x00", "wide-big": "\xfe\xff\x00f\x00o\x00o", "nul": "foo\x00\nfoo\n", "nul-late": "foo\n" + lead + "foo\nx\x00foo\nfoo\n",
		"nul-in-match": lead + "foo 1\nfoo\x00bar\nfoo 2\n", "nul-no-match": lead + "x\x00\n", "nul-after": lead + "foo\nx\x00", "invalid": "\xfffoo\n", "invalid-late": lead + "\xfffoo\nf\xffo\nfoo\xe2\x82\nfoo é\xe9\n\xc3 foo\n\xff\n\xed\xa0\x80foo\n",
		"folds": "ſ K k s S ß ẞ é É σ ς Σ µ μ\nKELVIN \u212aelvin\n\uFFFD\n", "long": long + "foo" + long + "\nfoo\n" + long, "longer": "foo" + strings.Repeat("x", 150_000) + "bar\nxfoo", "many": strings.Repeat("foo bar\n", 3000), "marks": "( ) [x] a.b */ $ \\ ` \"\\n\" -x -e --pre=sh end\n",
		"-": "foo\n", "-x": "foo\n", "--pre=sh": "foo\n", "-e foo": "bar\n", "end": "foo\nend\n", "e": "foo\n", "a b:1:2": "foo\n", ".hidden": "foo\n", "dir/.git/foo": "foo\n", "dir/é": "foo\n", "x.gz": "foo\n", "x.zip": "PK foo\n",
	}
	if runtime.GOOS != "windows" {
		all["new\nline"], all["not\xffvalid"], all["quote\"\\"], all["tab\t\x1b[31m"] = "foo\n", "foo\n", "foo\n", "foo\n"
	}
	for name, content := range all {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Logf("%q: %v", name, err) // not every file system allows every name
			continue
		}
		files = append(files, name)
	}
	return dir, files
}

func TestOddFilesAsNative(t *testing.T) {
	dir, files := odd(t)
	requests := map[string]scan.Request{
		"spans":   {Want: match.Spans, Before: 1, After: 2, NoDecode: true},
		"bounded": {Want: match.Spans, Keep: 3, NoDecode: true},
		"cut":     {Want: match.Lines, MaxLines: 2},
		"text":    {Want: match.Spans, Text: true},
		"first":   {Want: match.First},
		"count":   {Want: match.Count},
	}
	backends := allInstalled(t)
	found := 0
	for i, q := range queries() {
		if tooltest.Brief() && i%4 != 0 {
			continue
		}
		for kind, request := range requests {
			if kind != "spans" && (i%10 != 0 || tooltest.Brief()) {
				continue
			}
			s := &Search{Dir: dir, Pattern: compiled(t, q.text, q.mode, q.fold), Scan: request, Open: opener(dir)}
			want := native(t, s, files)
			for _, b := range backends {
				if diff := difference(want, searched(t, b, s, files)); diff != "" {
					t.Errorf("%s: %s %q %v %v: %s", b.kind.name, kind, q.text, q.mode, q.fold, diff)
				}
			}
			for _, o := range want {
				found += int(o.Result.Lines)
			}
		}
	}
	if found < 10_000 {
		t.Errorf("only %d lines were found", found)
	}
}

// goSource returns the files of Go's own source.
func goSource(t testing.TB) (dir string, files []string) {
	t.Helper()
	dir = tooltest.GoSource(t)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			rel, err := filepath.Rel(dir, path)
			files = append(files, rel)
			return err
		}
		return err
	})
	if err != nil || len(files) < 1000 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return dir, files
}

func TestGoSourceAsNative(t *testing.T) {
	dir, files := goSource(t)
	texts := []query{
		{"func", pattern.Literal, pattern.Smart}, {"Mutex", pattern.Literal, pattern.Smart}, {"mutex", pattern.Literal, pattern.Insensitive}, {"xyzzy plugh", pattern.Literal, pattern.Sensitive}, {"é", pattern.Literal, pattern.Smart},
		{`\bfunc \w+\(`, pattern.Regex, pattern.Sensitive}, {`^\s*return\s+\w+, nil$`, pattern.Regex, pattern.Smart}, {`\d+\.\d+`, pattern.Regex, pattern.Smart}, {`[^\x00-\x7f]`, pattern.Regex, pattern.Smart},
		{`err(or)?s?\.(New|Is)`, pattern.Regex, pattern.Insensitive}, {`\S{60,}`, pattern.Regex, pattern.Smart},
	}
	if tooltest.Brief() {
		texts = texts[:2]
	}
	backends := allInstalled(t)
	for _, q := range texts {
		s := &Search{Dir: dir, Pattern: compiled(t, q.text, q.mode, q.fold), Scan: scan.Request{Want: match.Spans, Keep: 20, NoDecode: true}, Open: opener(dir)}
		want := native(t, s, files)
		for _, b := range backends {
			if diff := difference(want, searched(t, b, s, files)); diff != "" {
				t.Errorf("%s: %q: %s", b.kind.name, q.text, diff)
			}
		}
	}
}

func TestSearchEndsWhereNoMoreIsWanted(t *testing.T) {
	dir, files := odd(t)
	for _, b := range allInstalled(t) {
		name := b.kind.name
		s := &Search{Dir: dir, Pattern: compiled(t, "foo", pattern.Literal, pattern.Smart), Scan: scan.Request{Want: match.Spans}, Open: opener(dir)}
		calls := 0
		err := b.Search(t.Context(), s, files, func(int, scan.Result, error) bool {
			calls++
			return calls < 3
		})
		if err != nil || calls != 3 {
			t.Errorf("%s: %d calls, %v", name, calls, err)
		}
	}
}

func TestSearchEndsWithItsContext(t *testing.T) {
	dir, files := odd(t)
	for _, b := range allInstalled(t) {
		name := b.kind.name
		s := &Search{Dir: dir, Pattern: compiled(t, "foo", pattern.Literal, pattern.Smart), Open: opener(dir)}
		ctx, cancel := context.WithCancel(t.Context())
		err := b.Search(ctx, s, files, func(int, scan.Result, error) bool {
			cancel()
			return true
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFileThatCannotBeReadIsItsOwnError(t *testing.T) {
	dir, _ := odd(t)
	for _, b := range allInstalled(t) {
		name := b.kind.name
		s := &Search{Dir: dir, Pattern: compiled(t, "foo", pattern.Literal, pattern.Smart), Scan: scan.Request{Want: match.Spans}, Open: opener(dir)}
		got := searched(t, b, s, []string{"plain", "absent", "dir", "unended"})
		if len(got) != 4 || got[0].Result.Lines != 4 || got[1].Err == "" || got[2].Err == "" || got[3].Result.Lines != 1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A file that changes during the search is searched in its new state, and the program is not
// blamed.
func TestChangedFileIsNotAnError(t *testing.T) {
	for _, b := range allInstalled(t) {
		name := b.kind.name
		for kind, change := range map[string]func(path string) error{
			"rewritten": func(path string) error { return os.WriteFile(path, []byte("none\nnone\nfoo now\n"), 0o644) },
			"removed":   os.Remove,
		} {
			dir := t.TempDir()
			for _, name := range []string{"a", "b"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("foo\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			opened := map[string]int{}
			s := &Search{Dir: dir, Pattern: compiled(t, "foo", pattern.Literal, pattern.Smart), Scan: scan.Request{Want: match.Spans}}
			s.Open = func(name string) (fs.File, error) {
				if opened[name]++; name == "b" && opened[name] == 2 {
					if err := change(filepath.Join(dir, name)); err != nil {
						t.Fatal(err)
					}
				}
				return opener(dir)(name)
			}
			got := searched(t, b, s, []string{"a", "b"})
			if len(got) != 2 || got[0].Result.Lines != 1 {
				t.Fatalf("%s %s: %+v", name, kind, got)
			}
			if kind == "rewritten" && (got[1].Result.Cut != ledger.Changed || got[1].Result.Hits[0].Line != 3) || kind == "removed" && got[1].Err == "" {
				t.Errorf("%s %s: %+v", name, kind, got[1])
			}
		}
	}
}

func TestFileThatGoesAwayBeforeTheProgramReadsItFailsAlone(t *testing.T) {
	for _, b := range allInstalled(t) {
		name := b.kind.name
		dir := t.TempDir()
		for _, name := range []string{"a", "b", "c"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("foo\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		s := &Search{Dir: dir, Pattern: compiled(t, "foo", pattern.Literal, pattern.Smart), Scan: scan.Request{Want: match.Spans}}
		s.Open = func(name string) (fs.File, error) {
			if name == "c" { // b was inspected, the program not yet started
				_ = os.Remove(filepath.Join(dir, "b"))
			}
			return opener(dir)(name)
		}
		got := searched(t, b, s, []string{"a", "b", "c"})
		if len(got) != 3 || got[0].Result.Lines != 1 || got[1].Err == "" || got[2].Result.Lines != 1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func BenchmarkGoSource(b *testing.B) {
	dir, files := goSource(b)
	for _, text := range []string{"xyzzy", "sync.Mutex", "func"} {
		s := &Search{Dir: dir, Pattern: compiled(b, text, pattern.Literal, pattern.Smart), Scan: scan.Request{Want: match.Spans, Keep: 20, NoDecode: true}, Open: opener(dir)}
		b.Run(fmt.Sprintf("%s/native", text), func(b *testing.B) {
			for b.Loop() {
				native(b, s, files)
			}
		})
		for _, name := range Names() {
			b.Run(fmt.Sprintf("%s/%s", text, name), func(b *testing.B) {
				program := installed(b, name)
				for b.Loop() {
					searched(b, program, s, files)
				}
			})
		}
	}
}

// An expression that is cheap for an engine that builds its states on demand can be too large for
// one that does not.
func TestCostlyExpressionsAreSearchedToo(t *testing.T) {
	dir, files := odd(t)
	words := make([]string, 400)
	for i := range words {
		words[i] = fmt.Sprintf("word%dfoo", i*7919)
	}
	for _, text := range []string{
		".*a.{20}", "[ab]*a[ab]{12}", "(a|b)*a(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)", `.{1000}`, `(?:\w{100}){10}`, `\pL{50}o`, strings.Join(words, "|"), "((((a?){5}){5}){5}){5}foo",
		strings.Repeat("(", 200) + "foo" + strings.Repeat(")", 200), `(foo.*){5}`, `(\w+\s+)*foo`, `(?i)` + strings.Repeat("k", 300), `(.*)(.*)(.*)foo(.*)bar`, `(\w*foo|\d+x)+[^b]*b`,
	} {
		s := &Search{Dir: dir, Pattern: compiled(t, text, pattern.Regex, pattern.Sensitive), Scan: scan.Request{Want: match.Lines, Keep: 20}, Open: opener(dir)}
		want := native(t, s, files)
		for _, b := range allInstalled(t) {
			if diff := difference(want, searched(t, b, s, files)); diff != "" {
				t.Errorf("%s: %.60q: %s", b.kind.name, text, diff)
			}
		}
	}
}
