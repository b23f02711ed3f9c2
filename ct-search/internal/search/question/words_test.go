package question

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A labelled question is the first sentence of the documentation of a definition.
type labelled struct {
	text, path string
	start      int // of the name of the definition
}

// starting is the ranking that the present one is compared with: three BM25 summed, with the usual constants.
func starting() ranking {
	r := ranking{Model: bm25.Model{Repeat: 1}, aside: 1}
	for _, w := range []float64{1, 0.5, 1} {
		r.Fields = append(r.Fields, bm25.Field{Weight: w, K1: 1.2, B: 0.75})
	}
	return r
}

// mostQuestions is how many questions a tree gives.
const mostQuestions = 200

var (
	marks    = regexp.MustCompile(`(?m)^[\s/*#!-]+|\*/\s*$|"""|'''|<[^>]*>|\{@\w+\s|\}`)
	sentence = regexp.MustCompile(`(?s)^.*?(?:[.!?](?:\s|$)|\n\s*\n|\n\s*(?:@|:param|Args:|Returns))`)
)

// undocumented copies the files of a tree that have code into a folder, without the documentation of definitions, and returns the
// questions that this answers.
func undocumented(t *testing.T, from, to string) []labelled {
	t.Helper()
	var all []labelled
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text := short(name)
		language := languages.Of(name, text)
		if language == nil || isData(language.Name) || isDocument(language.Name) {
			return nil
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		path := filepath.Join(to, rel)
		seen := source.Scan(language.Scan, text, source.Want{Declarations: true})
		for i := range seen.Declarations {
			d := &seen.Declarations[i]
			if d.Doc.Len() == 0 || !d.Symbol.Encloses() || d.Symbol == source.Section {
				continue
			}
			whole := around(text, d)
			q := asked(string(text[d.Doc.Start:whole.End]), d.Name.Of(text))
			for at := whole.Start; at < whole.End; at++ {
				if text[at] != '\n' {
					text[at] = ' '
				}
			}
			if len(strings.Fields(q)) >= 4 && !strings.Contains(rel, "test") {
				all = append(all, labelled{q, path, d.Name.Start})
			}
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		return os.WriteFile(path, text, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, func(a, b labelled) int { return int(hash(a.text)>>1) - int(hash(b.text)>>1) })
	return all[:min(len(all), mostQuestions)]
}

// short returns the text of a file, nothing of one that is long or cannot be read.
func short(name string) []byte {
	text, err := os.ReadFile(name)
	if err != nil || len(text) > 1<<20 {
		return nil
	}
	return text
}

// around returns the span of the whole documentation that begins with d.Doc: to the declaration, or the end of the string.
func around(text []byte, d *source.Declaration) source.Span {
	if d.Doc.Start < d.Span.Start { // before it
		start := d.Doc.Start
		for start > 0 && text[start-1] != '\n' {
			start--
		}
		for start > 1 { // lines of the comment above its first words
			before := bytes.LastIndexByte(text[:start-1], '\n') + 1
			if line := bytes.TrimSpace(text[before : start-1]); !isComment(line) || len(bytes.Trim(line, "/*#-! ")) > 0 {
				break
			}
			start = before
		}
		return source.Span{Start: start, End: d.Span.Start}
	}
	quote := text[max(d.Doc.Start-3, 0):d.Doc.Start]
	end := d.Doc.End
	if i := bytes.Index(text[d.Doc.Start:], quote); i >= 0 && (string(quote) == `"""` || string(quote) == "'''") {
		end = d.Doc.Start + i
	} else if i := bytes.Index(text[d.Doc.Start:], []byte(`"""`)); i >= 0 {
		end = d.Doc.Start + i
	}
	return source.Span{Start: d.Doc.Start, End: end}
}

// asked makes a question of a documentation: its first sentence without the name that it documents.
func asked(doc, name string) string {
	doc = strings.TrimSpace(marks.ReplaceAllString(doc, ""))
	if first := sentence.FindString(doc); first != "" {
		doc = first
	}
	doc = strings.Join(strings.Fields(doc), " ")
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(doc, name), "()"))
}

func hash(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s))
	return h.Sum32()
}

// A tally of ranks.
type score struct {
	n               int
	at1, at5, at10  int
	reciprocal, sum float64 // sum of the squares of reciprocals
}

func (s *score) add(at int) {
	s.n++
	if at == 0 {
		return
	}
	if at == 1 {
		s.at1++
	}
	if at <= 5 {
		s.at5++
	}
	if at <= 10 {
		s.at10++
	}
	s.reciprocal += 1 / float64(at)
	s.sum += 1 / float64(at*at)
}

// String returns a row of the table, with the half width of the interval of 95 % of MRR.
func (s *score) String() string {
	n := math.Max(float64(s.n), 1)
	mrr := s.reciprocal / n
	width := 1.96 * math.Sqrt(math.Max(s.sum/n-mrr*mrr, 0)/n)
	return fmt.Sprintf("%d | %d (%.3f) | %.3f | %.3f | %.3f ± %.3f", s.n, s.at1, float64(s.at1)/n, float64(s.at5)/n, float64(s.at10)/n, mrr, width)
}

// TestQuestionsOfDocumentation prints the table of docs/question-ranking.md. CT_WORDS has the trees, with colons between them.
func TestQuestionsOfDocumentation(t *testing.T) {
	trees := filepath.SplitList(os.Getenv("CT_WORDS"))
	if len(trees) == 0 {
		t.Skip("skipped: no CT_WORDS")
	}
	rankings := []struct {
		name string
		by   ranking
	}{{"starting", starting()}, {"usual", usual()}}
	all := make([][2]score, len(rankings))
	for _, tree := range trees {
		one := make([][2]score, len(rankings))
		root := t.TempDir()
		unread := 0
		for _, q := range undocumented(t, tree, root) {
			s, err := newSearch(q.text)
			if err != nil || s.matcher == nil {
				continue
			}
			s.Files = walk.Options{Roots: []string{root}, NoIgnore: true}
			c := newCollection(s.question)
			files, err := s.choose(context.Background(), c, s.newFound())
			if err != nil {
				t.Fatal(err)
			}
			only := paths(files)
			read, err := s.read(context.Background(), only)
			if err != nil {
				t.Fatal(err)
			}
			blocks := read.Blocks
			if !slices.Contains(only, q.path) {
				unread++
			}
			c.measure(blocks)
			half := int(hash(q.text+strings.TrimPrefix(q.path, root)) >> 7 & 1)
			for i := range rankings {
				c.rank(blocks, rankings[i].by)
				at := 1 + slices.IndexFunc(blocks, func(b Block) bool { return b.Path == q.path && b.Start == q.start })
				one[i][half].add(at)
				all[i][half].add(at)
			}
		}
		t.Logf("%s, %d not read", tree, unread)
		for i := range rankings {
			t.Logf("| %s | chosen by | %s |", rankings[i].name, &one[i][0])
			t.Logf("| | kept apart | %s |", &one[i][1])
		}
	}
	for i := range rankings {
		t.Logf("| %s | chosen by | %s |", rankings[i].name, &all[i][0])
		t.Logf("| | kept apart | %s |", &all[i][1])
	}
}
