package parts

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/ct-survey/survey"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/tooltest"
)

// trees returns folders of Go's source as trees, in the order of their names, and the folder that has them.
func trees(t testing.TB, names ...string) (string, []*Tree) {
	t.Helper()
	top := tooltest.GoSource(t)
	var all []*Tree
	for i, name := range names {
		all = append(all, &Tree{Elsewhere: grep.Elsewhere{Name: name, Dir: filepath.Join(top, name), Workers: 1}, Number: i})
	}
	return top, all
}

// Parts of trees give the lines, figures and ledger of one search of them all, in whatever order and groups they are merged.
func TestPartsAreOneSearch(t *testing.T) {
	top, all := trees(t, "bufio", "bytes", "container", "encoding", "errors", "io", "os", "strings")
	random := rand.New(rand.NewPCG(3, 4))
	for _, q := range []Question{
		{Options: []string{"--detail", "--grep=ErrUnexpectedEOF"}},
		{Options: []string{"--count", "--grep=func \\w+Error", "--mode=regex"}},
		{Options: []string{"--list", "--name=*_test.go"}},
		{Options: []string{"--detail", "--grep=panic", "--after-context=2"}, Apart: true},
		{Options: []string{"--format=jsonl", "--grep=TODO"}},
		{Options: []string{"--detail", "--grep=never such a text"}},
		{Options: []string{"--format=jsonl", "--entity=interface", "--limit=1000000"}},
		{Options: []string{"--format=jsonl", "--limit=1000000"}, Query: []string{"ErrShortWrite"}},
		{Options: []string{"--list", "--limit=1000000", "--calls=NewReader"}},
	} {
		for _, keep := range []int64{1, 7, 1 << 30} {
			q.Keep = keep + 1
			part := tool.PartOf[*Lines](merged(t, &q, all, random))
			text, whole := one(t, &q, top, all)
			if empty := strings.Contains(strings.Join(q.Options, " "), "never"); (len(text) == 0) != empty {
				t.Errorf("%q: one search prints %q", q.Options, text)
			}
			lines := bytes.SplitAfter(text, []byte("\n"))
			want := string(bytes.Join(lines[:min(int(keep), len(lines))], nil))
			got, own, end := part.Text(keep)
			if got != want {
				t.Errorf("%q: %d lines kept differ from one search:\n%.400s\nwant\n%.400s", q.Options, keep, got, want)
			}
			if keep == 7 && !q.Apart && len(want) < len(text) { // the rest, from there
				next := q
				next.From, next.Keep = end, 1<<30
				rest, more, _ := tool.PartOf[*Lines](merged(t, &next, all, random)).Text(1 << 30)
				if got+rest != string(text) || own+more != part.Lines {
					t.Errorf("%q: from %+v on %d lines, before %d of %d", q.Options, end, more, own, part.Lines)
				}
			}
			l := &part.Ledger
			if len(q.Options) == 3 { // what a call means is sought in its own tree alone
				if part.Figures.Found != whole.Figures.Found || l.Searched != whole.Ledger.Searched {
					t.Errorf("%q: %+v, one search %+v", q.Options, part.Figures, whole.Figures)
				}
				continue
			}
			if l.String() != whole.Ledger.String() {
				t.Errorf("%q: %s, one search %s", q.Options, l.String(), whole.Ledger.String())
			}
			if part.Figures.Together(l); !reflect.DeepEqual(part.Figures, whole.Figures) {
				t.Errorf("%q: %+v, one search %+v", q.Options, part.Figures, whole.Figures)
			}
		}
	}
}

// merged asks about each tree and merges the parts in a random order and grouping.
func merged(t *testing.T, q *Question, all []*Tree, random *rand.Rand) tool.Part {
	t.Helper()
	var list [][]byte
	for _, tree := range all {
		part, err := q.Asker().Scan(context.Background(), tree)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, part)
	}
	for len(list) > 1 {
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		both, err := q.Merge(list[0], list[1])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list[2:], both)
	}
	part, err := Decode(list[0])
	if err != nil {
		t.Fatal(err)
	}
	return part.Found
}

// inPasses asks about each tree as often as the form needs, and returns the part of the last pass.
func inPasses(t *testing.T, q *Question, job *tool.Job, all []*Tree, random *rand.Rand) tool.Part {
	t.Helper()
	part := merged(t, q, all, random)
	for job.Parts.Next != nil {
		pass := job.Parts.Next(part)
		if pass == nil {
			break
		}
		next, some := *q, all
		if next.Known = pass.Known; pass.Trees != nil {
			some = nil
			for _, n := range pass.Trees {
				some = append(some, all[n])
			}
		}
		part = merged(t, &next, some, random)
	}
	return part
}

// one runs one search of all trees, from the folder that has them.
func one(t *testing.T, q *Question, top string, all []*Tree) ([]byte, *tool.Answer) {
	t.Helper()
	t.Chdir(top)
	var roots []string
	for _, tree := range all {
		roots = append(roots, tree.Name)
	}
	argv := slices.Concat(q.Options, []string{"--expect=none", "--"}, q.Query, roots)
	_, job, err := search.Tool().Prepare(argv)
	if err != nil {
		t.Fatal(strings.Join(argv, " "), err)
	}
	var out bytes.Buffer
	a, err := job.Run(context.Background(), &out)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), a
}

// The ranked pages, comparisons and distributions of parts are those of one search of all trees.
func TestPartsAnswerAsOneSearch(t *testing.T) {
	top, all := trees(t, "bufio", "bytes", "container", "encoding", "errors", "io", "os", "strings")
	random := rand.New(rand.NewPCG(5, 6))
	t.Chdir(top)
	for _, line := range []string{
		"ct-search ErrUnexpectedEOF", "ct-search Reader", "ct-search --limit=40 NewReader", "ct-search --limit=3 panic", "ct-search --mode=regex func.*Error",
		"ct-search --include-strings --limit=100 EOF", "ct-search nosuchname", "ct-search no.such.chain", "ct-search reader.go", "ct-search --where=category=='callsite' Errorf",
		"ct-search --mode=literal no such file or directory",
		"ct-search --entity=function --symbol=NewReader", "ct-search --entity=method --symbol=Close --limit=4", "ct-search --entity=interface", "ct-search --entity=function --symbol=nosuchname",
		"ct-search --entity=import --symbol=io", "ct-search --entity=import --symbol=bytes --limit=30", "ct-search --entity=module", "ct-search --entity=class --symbol=~Reader$", "ct-search --entity=import",
		"ct-search --mode=question read until a delimiter", "ct-search --mode=question --limit=3 nosuchword of an error", "ct-search --mode=question nosuchword",
		"ct-search --mode=question --all-words --where=lang=='go' unexpected end of file",
		"ct-survey --term=Reader --term=Writer --term=nosuchterm", "ct-survey --term=error --term=panic --within=3", "ct-survey --all-of=Reader --none-of=Writer",
		"ct-survey --scout Seek", "ct-survey --scout nosuchterm",
	} {
		words := strings.SplitN(line, " ", 2)
		q := &Question{Program: words[0], Keep: 10}
		rest := strings.Fields(words[1])
		for len(rest) > 0 && strings.HasPrefix(rest[0], "--") {
			q.Options, rest = append(q.Options, rest[0]), rest[1:]
		}
		if len(rest) > 0 {
			q.Query = []string{strings.Join(rest, " ")}
		}
		for _, format := range []string{"", "--json"} {
			var got, want bytes.Buffer
			f, job := prepared(t, q, format, all)
			a, err := job.Parts.Answer(context.Background(), inPasses(t, q, job, all, random), &got)
			print(t, &got, f, a, err)
			f, job = prepared(t, q, format, all)
			a, err = job.Run(context.Background(), &want)
			print(t, &want, f, a, err)
			if q.Program == "ct-survey" { // whose suggestions name a place, which trees are not
				for _, b := range []*bytes.Buffer{&got, &want} {
					text := next.ReplaceAll(b.Bytes(), nil)
					b.Reset()
					b.Write(text)
				}
			}
			if got.String() != want.String() {
				t.Errorf("%s %s:\n%s\none search:\n%s", line, format, &got, &want)
			}
		}
	}
}

// prepared returns the job of one search of all trees, from the folder that has them.
func prepared(t *testing.T, q *Question, format string, all []*Tree) (*tool.Frame, *tool.Job) {
	t.Helper()
	program := search.Tool()
	if q.Program == "ct-survey" {
		program = survey.Tool()
	}
	argv := slices.Clone(q.Options)
	if !slices.Contains(argv, "--mode=question") { // whose ranking is no fact to expect
		argv = append(argv, "--expect=none")
	}
	if format != "" {
		argv = append(argv, format)
	}
	argv = append(append(argv, "--"), q.Query...)
	for _, tree := range all {
		argv = append(argv, tree.Name)
	}
	f, job, err := program.Prepare(argv)
	if err != nil {
		t.Fatal(argv, err)
	}
	return f, job
}

// print appends the document of an answer, its figures and its ledger.
func print(t *testing.T, out *bytes.Buffer, f *tool.Frame, a *tool.Answer, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	o, err := f.Judged(a)
	if err != nil {
		t.Fatal(err)
	}
	if f.Format == "json" {
		document, err := render.JSON(a.Document(o), true)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(elapsed.ReplaceAll(document, nil))
	}
	fmt.Fprintf(out, "\n%+v\n%s\n", a.Figures, a.Ledger)
}

// Calls are bound in each tree: those of names that have their callers beside them are the same as in one search, but for what
// it says of the folders around.
func TestCallsInPartsAreThoseOfOneSearch(t *testing.T) {
	top, all := trees(t, "bufio", "bytes", "container", "encoding", "errors", "io", "os", "strings")
	random := rand.New(rand.NewPCG(9, 10))
	t.Chdir(top)
	for _, options := range [][]string{
		{"--calls=genSplit"}, {"--calls=lastIndexFunc", "--limit=3"}, {"--calls=nosuchname"}, {"--calls=explode", "--include-strings"},
		{"--calls=makeSlice", "--include-strings"},
	} {
		q := &Question{Program: "ct-search", Options: options}
		var got, want bytes.Buffer
		f, job := prepared(t, q, "", all)
		a, err := job.Parts.Answer(context.Background(), merged(t, q, all, random), &got)
		print(t, &got, f, a, err)
		f, job = prepared(t, q, "", all)
		a, err = job.Run(context.Background(), &want)
		print(t, &want, f, a, err)
		if got.Len() == 0 || got.String() != aroundThem.ReplaceAllString(want.String(), "") {
			t.Errorf("%q:\n%s\none search:\n%s", options, &got, &want)
		}
	}
}

// What a call is bound to follows packages and types, through files that no match is in.
func TestCallsOfATreeAreBoundAsInOneSearch(t *testing.T) {
	source, all := trees(t, "encoding")
	top := t.TempDir() // without the module of the source around it
	if err := os.CopyFS(filepath.Join(top, "encoding"), os.DirFS(filepath.Join(source, "encoding"))); err != nil {
		t.Fatal(err)
	}
	all[0].Dir = filepath.Join(top, "encoding")
	for _, symbol := range []string{"Encoder.Encode", "Decoder.Decode", "NewEncoder", "Marshal"} {
		q := Question{Options: []string{"--format=jsonl", "--limit=1000", "--calls=" + symbol}, Keep: 1000}
		part := tool.PartOf[*Lines](merged(t, &q, all, rand.New(rand.NewPCG(1, 2))))
		got, _, _ := part.Text(1000)
		q.Options = append(q.Options, "--resolve-in=encoding")
		if want, _ := one(t, &q, top, all); got == "" || got != string(want) {
			t.Errorf("%s:\n%.2000s\none search:\n%.2000s", symbol, got, want)
		}
	}
}

var aroundThem = regexp.MustCompile(`(?m)^- callers of callers: .*\n|resolved in \.; |, and \d+ more in \. for bindings`)

var next = regexp.MustCompile(`,?\s*"(next|rest)": ".*"`)

// elapsed differs between two runs.
var elapsed = regexp.MustCompile(`"elapsed_ms": \d+`)

// Calls of a method are bound in one tree: many trees say that these are not among the uses.
func TestCallsOfAMethodAreNotBoundOverTrees(t *testing.T) {
	top, all := trees(t, "bytes", "encoding")
	t.Chdir(top)
	q := &Question{Query: []string{"Buffer.Grow"}}
	_, job := prepared(t, q, "", all)
	var out bytes.Buffer
	a, err := job.Parts.Answer(context.Background(), merged(t, q, all, rand.New(rand.NewPCG(7, 8))), &out)
	if err != nil {
		t.Fatal(err)
	}
	if note := "calls of it by its last name alone are not bound over many repositories"; !slices.Contains(a.Reading.Notes, note) {
		t.Errorf("%q, without %q", a.Reading.Notes, note)
	}
}
