package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/proto"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// sources are the files of the index that the tests make. A symbol stands in the text as ⟦SYMBOL|word⟧, its definition as
// ⟦=SYMBOL|word⟧; both are local with the prefix "local ".
var sources = map[string]string{
	"src/a.ts": "export class ⟦=A#|A⟧ { ⟦=A#run().|run⟧() { return \"é😀\" } }\n" +
		"export class ⟦=B#|B⟧ extends ⟦A#|A⟧ { ⟦=B#run().|run⟧() { return \"é😀\" } }\n" +
		"export class ⟦=C#|C⟧ { ⟦=C#run().|run⟧() { return \"é😀\" } }\n",
	"src/b.ts": "import { ⟦A#|A⟧ as ⟦A#|Other⟧, ⟦C#|C⟧ } from \"./a\"\n" +
		"let ⟦=local 1|a⟧: ⟦A#|Other⟧ = new ⟦A#`<constructor>`().|Other⟧(), t = \"é😀\"; ⟦local 1|a⟧.⟦A#run().|run⟧()\n" +
		"function ⟦=f().|f⟧(⟦=f().(c)|c⟧: ⟦C#|C⟧, x: any) { ⟦f().(c)|c⟧.⟦C#run().|run⟧(); x.run() }\n",
	"src/c.py":    "from .a import ⟦A#|A as C⟧\n\n\n⟦A#|C⟧().⟦A#run().|run⟧()\n",
	"src/late.ts": "import { ⟦C#|C⟧ } from \"./a\"\nnew ⟦C#|C⟧().⟦C#run().|run⟧()\n",
}

const prefix = "test npm x 1.0.0 src/`a.ts`/"

// indexed returns the text of a file and its document.
func indexed(path, marked string, encoding scip.PositionEncoding) (string, *scip.Document) {
	d := &scip.Document{RelativePath: path, PositionEncoding: encoding}
	var text strings.Builder
	for marked != "" {
		before, rest, found := strings.Cut(marked, "⟦")
		text.WriteString(before)
		if !found {
			break
		}
		symbol, rest, _ := strings.Cut(rest, "|")
		word, rest, _ := strings.Cut(rest, "⟧")
		marked = rest
		o := &scip.Occurrence{}
		if name, defines := strings.CutPrefix(symbol, "="); defines {
			symbol, o.SymbolRoles = name, int32(scip.SymbolRole_Definition)
		}
		if !strings.HasPrefix(symbol, "local ") {
			symbol = prefix + symbol
		}
		o.Symbol = symbol
		line := strings.Count(text.String(), "\n")
		column := columns(text.String()[strings.LastIndexByte(text.String(), '\n')+1:], encoding)
		o.SetSourceRange(rangeOf(int32(line), column, column+columns(word, encoding)))
		d.Occurrences = append(d.Occurrences, o)
		text.WriteString(word)
	}
	return text.String(), d
}

func rangeOf(line, from, to int32) scip.Range {
	return scip.Range{Start: scip.Position{Line: line, Character: from}, End: scip.Position{Line: line, Character: to}}
}

// columns counts a text as an encoding of positions does.
func columns(text string, encoding scip.PositionEncoding) int32 {
	n := 0
	for _, r := range text {
		switch {
		case encoding == scip.PositionEncoding_UTF8CodeUnitOffsetFromLineStart:
			n += len(string(r))
		case r > 0xffff && encoding != scip.PositionEncoding_UTF32CodeUnitOffsetFromLineStart:
			n += 2
		default:
			n++
		}
	}
	return int32(n)
}

// tree writes the sources and their index, which change may change, into a folder.
func tree(t testing.TB, encoding scip.PositionEncoding, change func(*scip.Index)) string {
	files := map[string]string{}
	x := &scip.Index{Metadata: &scip.Metadata{ProjectRoot: "file:///nowhere"}}
	for _, path := range slices.Sorted(maps.Keys(sources)) {
		text, d := indexed(path, sources[path], encoding)
		files[path] = text
		x.Documents = append(x.Documents, d)
	}
	x.Documents[0].Symbols = []*scip.SymbolInformation{{Symbol: prefix + "B#run().", Relationships: []*scip.Relationship{{Symbol: prefix + "A#run().", IsImplementation: true}}}}
	if change != nil {
		change(x)
	}
	dir := tooltest.Tree(t, files)
	old := time.Now().Add(-time.Hour)
	for path := range files {
		if err := os.Chtimes(filepath.Join(dir, path), old, old); err != nil {
			t.Fatal(err)
		}
	}
	data, err := proto.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, indexName, data)
	return dir
}

func write(t testing.TB, dir, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, path), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// run runs ct-search in a folder and returns its standard output and standard error.
func run(t testing.TB, dir string, args ...string) (stdout, stderr string) {
	t.Helper()
	bin := tooltest.Bin(t, "ct-search", "ct-search/ct-search-plugins", "ct-search/ct-matcher-scip")
	cmd := exec.Command(filepath.Join(bin, "ct-search"), append([]string{"--matcher", "scip"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+tooltest.ShortDir(t))
	var out, wrong bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &wrong
	_ = cmd.Run() // its words are compared
	return out.String(), wrong.String()
}

// rows returns what a search for a query, or with --calls of a symbol, prints of each match: place, category, binding.
func rows(t testing.TB, dir string, query ...string) (rows []string, stderr string) {
	t.Helper()
	out, wrong := run(t, dir, append([]string{"--format", "jsonl"}, append(query, "src")...)...)
	for line := range strings.Lines(out) {
		var row struct {
			Path, Category string
			Line, Column   int
			Confidence     string `json:"binding_confidence"`
			Target         struct {
				File, Qualname string
				Line           int
			}
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		to := ""
		if row.Target.File != "" {
			to = fmt.Sprintf(" → %s:%d %s", row.Target.File, row.Target.Line, row.Target.Qualname)
		}
		rows = append(rows, strings.TrimSpace(fmt.Sprintf("%s:%d:%d %s %s%s", filepath.Base(row.Path), row.Line, row.Column, row.Category, row.Confidence, to)))
	}
	return rows, wrong
}

// fresh is what there is to find of a name and of a dotted name.
var fresh = map[string][]string{
	"run": {
		"a.ts:1:18 definition high → src/a.ts:1 A.run", "a.ts:2:28 definition high → src/a.ts:2 B.run",
		"a.ts:3:18 definition high → src/a.ts:3 C.run", "b.ts:2:45 callsite high → src/a.ts:1 A.run",
		"b.ts:3:30 callsite high → src/a.ts:3 C.run", "b.ts:3:39 callsite low", "c.py:4:5 callsite high → src/a.ts:1 A.run",
		"late.ts:2:9 callsite high → src/a.ts:3 C.run",
	},
	"A::run": {"a.ts:1:18 definition high → src/a.ts:1 A.run", "b.ts:2:45 callsite high → src/a.ts:1 A.run", "b.ts:3:39 callsite low", "c.py:4:5 callsite high → src/a.ts:1 A.run"},
	// A call on A may reach the method of B.
	"B.run": {"a.ts:2:28 definition high → src/a.ts:2 B.run", "b.ts:2:45 callsite low", "b.ts:3:39 callsite low", "c.py:4:5 callsite low"},
	"A": {
		"a.ts:1:14 definition high → src/a.ts:1 A", "a.ts:2:24 reference high → src/a.ts:1 A",
		"b.ts:1:10 from_import high → src/a.ts:1 A", "b.ts:1:15 from_import high → src/a.ts:1 A",
		"b.ts:2:8 annotation high → src/a.ts:1 A", "b.ts:2:20 callsite high → src/a.ts:1 A",
		"c.py:1:16 from_import high → src/a.ts:1 A", "c.py:1:21 from_import high → src/a.ts:1 A", "c.py:4:1 callsite high → src/a.ts:1 A",
	},
}

func TestWhatAnIndexBinds(t *testing.T) {
	for _, encoding := range []scip.PositionEncoding{
		scip.PositionEncoding_UnspecifiedPositionEncoding, scip.PositionEncoding_UTF8CodeUnitOffsetFromLineStart,
		scip.PositionEncoding_UTF16CodeUnitOffsetFromLineStart, scip.PositionEncoding_UTF32CodeUnitOffsetFromLineStart,
	} {
		dir := tree(t, encoding, nil)
		for query, want := range fresh {
			if got, stderr := rows(t, dir, query); !slices.Equal(got, want) {
				t.Errorf("%v, %s:\n%s\nwant\n%s\n%s", encoding, query, strings.Join(got, "\n"), strings.Join(want, "\n"), stderr)
			}
		}
	}
}

// called is what there is to find of the calls of a symbol: those that the index binds to another one are left out, those
// that it does not bind are bound as without it.
var called = map[string][]string{
	"run": {
		"b.ts:2:45 callsite high → src/a.ts:1 A.run", "b.ts:3:30 callsite high → src/a.ts:3 C.run", "b.ts:3:39 callsite low",
		"c.py:4:5 callsite high → src/a.ts:1 A.run", "late.ts:2:9 callsite high → src/a.ts:3 C.run",
	},
	"A.run": {"b.ts:2:45 callsite high → src/a.ts:1 A.run", "b.ts:3:39 callsite low", "c.py:4:5 callsite high → src/a.ts:1 A.run"},
	// A call on A may reach the method of B.
	"B.run": {"b.ts:2:45 callsite low", "b.ts:3:39 callsite low", "c.py:4:5 callsite low"},
	"C.run": {"b.ts:3:30 callsite high → src/a.ts:3 C.run", "b.ts:3:39 callsite low", "c.py:4:5 callsite low", "late.ts:2:9 callsite high → src/a.ts:3 C.run"},
	"A":     {"b.ts:2:20 callsite high → src/a.ts:1 A", "c.py:4:1 callsite high → src/a.ts:1 A"},
}

func TestCallsThatAnIndexBinds(t *testing.T) {
	dir := tree(t, 0, nil)
	for symbol, want := range called {
		if got, stderr := rows(t, dir, "--calls", symbol); !slices.Equal(got, want) || stderr != "" {
			t.Errorf("%s:\n%s\nwant\n%s\n%s", symbol, strings.Join(got, "\n"), strings.Join(want, "\n"), stderr)
		}
	}
	now := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "src/b.ts"), now, now); err != nil {
		t.Fatal(err)
	}
	got, stderr := rows(t, dir, "--calls", "C.run")
	if want := []string{"b.ts:3:30 callsite high → src/a.ts:3 C.run", "b.ts:3:39 callsite low", "c.py:4:5 callsite low", "late.ts:2:9 callsite high → src/a.ts:3 C.run"}; !slices.Equal(got, want) || !strings.Contains(stderr, "because they are newer (make it again): 1, the first in src/b.ts") {
		t.Errorf("%s\n%s", strings.Join(got, "\n"), stderr)
	}
	out, _ := run(t, dir, "--calls", "C.run", "--format", "json", "src")
	for _, want := range []string{`"ledger":{"searched":4,"stale":1,`, `"scan_method":"hybrid"`, `"binding_reason":"the index binds it to C.run"`, `"binding_reason":"c is a C"`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
}

// A symbol may stand under another word than its name where a file gives it one.
func TestWordsOfSymbols(t *testing.T) {
	for _, tc := range []struct {
		marked string
		agrees bool
	}{
		{"⟦A#|exports⟧.⟦A#|made⟧ = ⟦A#|A⟧;\nnew exports.⟦A#|made⟧()\n", true},
		{"export {\n  ⟦A#|infer⟧,\n  ⟦B#|B⟧ as ⟦B#|C⟧ } from \"./a\"\n", true},
		{"export type { ⟦A#|infer⟧ } from \"./a\"\n", true},
		{"class ⟦A#|A⟧ { constructor() { new.⟦A#|target⟧ } }\n", true},
		{"let x: { ⟦=local 1|\"test?\"⟧: 1 } = { ⟦local 1|\"test?\"⟧: 1 }\n", true},
		{"export class ⟦A#|B⟧ {}\n", false},
		{"export function f() { ⟦A#|B⟧ }\n", false},
		{"if (x.⟦A#|B⟧ == 1) {}\n", false},
		{"x.⟦A#|B⟧ => 1\n", false},
		{"import { ⟦A#|A⟧ } from \"./a\"; { ⟦A#|B⟧ }\n", false},
		{"⟦=local 1|a⟧; ⟦local 1|b⟧\n", false},
		{"from x import ⟦=local 1|a as b⟧\n⟦local 1|b⟧()\n", true},
	} {
		text, d := indexed("src/d.ts", tc.marked, 0)
		document, err := proto.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		q, err := readQuery("A")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := q.occurrences(document, []byte(text), false); (err == nil) != tc.agrees {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// What does not agree with the index is read without it, and nothing is bound to it.
func TestStaleFiles(t *testing.T) {
	change := func(path, old, new string, at time.Time) func(string) {
		return func(dir string) {
			name := filepath.Join(dir, path)
			text, err := os.ReadFile(name)
			if err != nil || !bytes.Contains(text, []byte(old)) {
				t.Fatal(path, err)
			}
			write(t, dir, path, bytes.Replace(text, []byte(old), []byte(new), 1))
			if err := os.Chtimes(name, at, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	before, after := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	withText := func(x *scip.Index) {
		for _, d := range x.Documents {
			d.Text, _ = indexed(d.RelativePath, sources[d.RelativePath], d.PositionEncoding)
		}
	}
	const lateBound = "late.ts:2:9 callsite high → src/a.ts:3 C.run"
	for name, tc := range map[string]struct {
		index  func(*scip.Index)
		change func(dir string)
		want   string // of the call in late.ts
		stderr string
	}{
		"nothing changed":       {nil, func(string) {}, lateBound, ""},
		"newer":                 {nil, change("src/late.ts", "", "", after), "late.ts:2:9 callsite low", "files read without the index, because they are newer (make it again): 1, the first in src/late.ts"},
		"newer with the text":   {withText, change("src/late.ts", "", "", after), lateBound, ""},
		"another text":          {withText, change("src/late.ts", "run()", "run( )", before), "late.ts:2:9 callsite low", "files read without the index, because they differ from it (make it again if they changed): 1, the first in src/late.ts"},
		"a line more":           {nil, change("src/late.ts", "import", "\nimport", before), "late.ts:3:9 callsite low", "because they differ from it"},
		"another type":          {nil, change("src/late.ts", "new C", "new D", before), "late.ts:2:9 callsite low", "because they differ from it"},
		"a longer name":         {nil, change("src/late.ts", "C }", "CC }", before), "late.ts:2:9 callsite low", "because they differ from it"},
		"the definition's file": {nil, change("src/a.ts", "", "", after), "late.ts:2:9 callsite med", "because they are newer"},
		"not in the index":      {func(x *scip.Index) { x.Documents = x.Documents[:3] }, func(string) {}, "late.ts:2:9 callsite low", "files read without the index, which does not have them (make it again): 1, the first in src/late.ts"},
		"a range after the end": {func(x *scip.Index) { x.Documents[3].Occurrences[0].SetSourceRange(rangeOf(1<<30, 0, 1)) }, func(string) {}, "late.ts:2:9 callsite low", "because they differ"},
		"a negative range":      {func(x *scip.Index) { x.Documents[3].Occurrences[0].SetSourceRange(rangeOf(0, -1, 1)) }, func(string) {}, "late.ts:2:9 callsite low", "because they differ"},
		"a symbol that is none": {func(x *scip.Index) { x.Documents[3].Occurrences[0].Symbol = "run" }, func(string) {}, "late.ts:2:9 callsite low", "because they differ"},
		"an unknown encoding":   {func(x *scip.Index) { x.Documents[3].PositionEncoding = 99 }, func(string) {}, "late.ts:2:9 callsite low", "because it counts their columns in an unknown way"},
		"of two files": {func(x *scip.Index) {
			d := proto.CloneOf(x.Documents[0])
			d.RelativePath = "src/z.ts"
			x.Documents = append(x.Documents, d)
		}, func(string) {}, "late.ts:2:9 callsite low", ""},
		"a file of no language":   {nil, change("src/c.py", "", "", before), lateBound, ""},
		"a path out of the tree":  {func(x *scip.Index) { x.Documents[3].RelativePath = "../src/late.ts" }, func(string) {}, "late.ts:2:9 callsite low", "does not have"},
		"the document in 2 parts": {func(x *scip.Index) { x.Documents = append(x.Documents, x.Documents[3]) }, func(string) {}, lateBound, ""},
	} {
		dir := tree(t, 0, tc.index)
		tc.change(dir)
		got, stderr := rows(t, dir, "run")
		if !slices.Contains(got, tc.want) || tc.stderr == "" && stderr != "" || !strings.Contains(stderr, tc.stderr) {
			t.Errorf("%s: want %s\n%s\n%s", name, tc.want, strings.Join(got, "\n"), stderr)
		}
	}
}

// A file that is no index, or a part of one, is an error that names it.
func TestWhatIsNoIndex(t *testing.T) {
	dir := tree(t, 0, nil)
	whole, err := os.ReadFile(filepath.Join(dir, indexName))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"it is empty":                     {},
		"it is cut short or damaged":      whole[:len(whole)-3],
		"it does not begin as an index":   whole[2+int(whole[1]):],
		"a part of it has 2097151 MiB":    {0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0x3f},
		"not an index in the format SCIP": []byte("# Notes\n"),
	} {
		write(t, dir, indexName, data)
		out, stderr := run(t, dir, "run", "src")
		if name == "a part of it has 2097151 MiB" {
			name = "it is cut short or damaged" // there are no such bytes
		}
		if want := "ct-search: matcher scip: the index index.scip cannot be used: "; out != "" || !strings.HasPrefix(stderr, want) || !strings.Contains(stderr, name) {
			t.Errorf("%s: %q, %q", name, out, stderr)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	dir := tree(t, 0, nil)
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"a b", "src"}, "it takes a name, or names joined"},
		{[]string{"--ignore-case", "run", "src"}, "leave --ignore-case out"},
		{[]string{"--matcher", "scip=nosuch.scip", "run", "src"}, "is given twice"},
	} {
		if _, stderr := run(t, dir, tc.args...); !strings.Contains(stderr, tc.want) {
			t.Errorf("%q: %s", tc.args, stderr)
		}
	}
	if err := os.Remove(filepath.Join(dir, indexName)); err != nil {
		t.Fatal(err)
	}
	if _, stderr := run(t, dir, "run", "src"); !strings.Contains(stderr, "no index.scip in the working folder or above") {
		t.Error(stderr)
	}
}

// Whatever an index is, what it says about a file lies in the file.
func FuzzAnyIndex(f *testing.F) {
	dir := tree(f, 0, nil)
	whole, err := os.ReadFile(filepath.Join(dir, indexName))
	if err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "src/b.ts"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole, text)
	f.Add(whole[:50], text)
	f.Fuzz(func(t *testing.T, data, text []byte) {
		dir := t.TempDir()
		write(t, dir, indexName, data)
		q, err := readQuery("A.run")
		if err != nil {
			t.Fatal(err)
		}
		x, err := openIndex(context.Background(), filepath.Join(dir, indexName), indexName, q)
		if err != nil {
			return
		}
		defer func() { _ = x.file.Close() }()
		for _, sections := range x.documents {
			for _, of := range sections {
				document, err := x.document(of)
				if err != nil {
					t.Fatal(err)
				}
				places, err := q.again().occurrences(document, text, false)
				if err != nil {
					continue
				}
				last := 0
				for _, p := range places {
					if p.start < last || p.end <= p.start || p.end > len(text) || bytes.IndexByte(text[p.start:p.end], '\n') >= 0 {
						t.Errorf("%+v in %q", p, text)
					}
					last = p.start
				}
			}
		}
	})
}
