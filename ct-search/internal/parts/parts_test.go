package parts

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/shared/tool"
)

// trees returns folders of Go's source as trees, in the order of their names, and the folder that has them.
func trees(t *testing.T, names ...string) (string, []*Tree) {
	t.Helper()
	top := filepath.Join(runtime.GOROOT(), "src")
	if _, err := os.Stat(top); err != nil {
		t.Skip("skipped: no Go source")
	}
	var all []*Tree
	for i, name := range names {
		all = append(all, &Tree{Number: i, Name: name, Dir: filepath.Join(top, name)})
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
		{Options: []string{"--detail", "--grep=panic", "--after-context=2"}},
		{Options: []string{"--format=jsonl", "--grep=TODO"}},
		{Options: []string{"--detail", "--grep=never such a text"}},
		{Options: []string{"--format=jsonl", "--entity=interface", "--limit=1000000"}},
		{Options: []string{"--format=jsonl", "--limit=1000000"}, Query: []string{"ErrShortWrite"}},
		{Options: []string{"--list", "--limit=1000000", "--calls=NewReader"}},
	} {
		for _, keep := range []int64{1, 7, 1 << 30} {
			q.Keep = keep
			part := merged(t, &q, all, random)
			text, whole := one(t, &q, top, all)
			if int64(bytes.Count(text, []byte("\n"))) != part.Lines {
				t.Errorf("%q: %d lines, one search %d", q.Options, part.Lines, bytes.Count(text, []byte("\n")))
			}
			lines := bytes.SplitAfter(text, []byte("\n"))
			want := string(bytes.Join(lines[:min(int(keep), len(lines))], nil))
			if got := part.Text(keep); got != want {
				t.Errorf("%q: %d lines kept differ from one search:\n%.400s\nwant\n%.400s", q.Options, keep, got, want)
			}
			l := part.Ledger
			if len(q.Options) == 3 { // what a call means is sought in its own tree alone
				if part.Figures.Found != whole.Figures.Found || l.Searched != whole.Ledger.Searched {
					t.Errorf("%q: %+v, one search %+v", q.Options, part.Figures, whole.Figures)
				}
				continue
			}
			if l.String() != whole.Ledger.String() {
				t.Errorf("%q: %s, one search %s", q.Options, l.String(), whole.Ledger.String())
			}
			if part.Figures.Together(l, ""); !reflect.DeepEqual(part.Figures, whole.Figures) {
				t.Errorf("%q: %+v, one search %+v", q.Options, part.Figures, whole.Figures)
			}
		}
	}
}

// merged asks about each tree and merges the parts in a random order and grouping.
func merged(t *testing.T, q *Question, all []*Tree, random *rand.Rand) *Part {
	t.Helper()
	var list [][]byte
	for _, tree := range all {
		part, err := q.Scan(context.Background(), tree)
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
	argv := append(append(append(q.Options[:len(q.Options):len(q.Options)], "--quiet", "--"), q.Query...), roots...)
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
