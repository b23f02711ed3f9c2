package truth

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// A truth compares a scanner with a program that says of each word of a corpus what it is.
//
// The program reads a list of files and prints for each "file PATH" and then a line "START END KIND
// ENCLOSING" for each word, string and comment, in bytes: KIND is a name of source.Kind, or
// string_part for text between interpolated code, whose bounds may differ; ENCLOSING is where the
// name of the enclosing definition begins, -1 outside of all. "error PATH" leaves a file out.
type truth struct {
	language string   // the folder below $CT_CORPORA
	program  []string // of node, below testdata
	endings  []string // of the corpus's files
	scanner  source.Scanner
	required map[string]float64 // least precision and recall of kinds, in percent
}

// verdicts counts what the scanner and the program say of one kind.
type verdicts struct{ truth, ours, agreed int }

// tally is a comparison under way.
type tally struct {
	files, bytes, rejected int
	kinds                  map[string]*verdicts
	enclosing              verdicts
	disagreements          map[string]int
	examples               map[string][]string
}

// a place is a word as one side sees it.
type place struct {
	source.Span
	kind      string
	enclosing int
}

func (tr truth) run(t *testing.T) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("skipped: no node")
	}
	parsers, corpora := os.Getenv("CT_PARSERS"), os.Getenv("CT_CORPORA")
	if parsers == "" {
		t.Skip("skipped: no CT_PARSERS")
	}
	files := tr.corpus(filepath.Join(corpora, tr.language))
	if corpora == "" || len(files) == 0 {
		t.Skip("skipped: no CT_CORPORA: of " + tr.language)
	}
	program := exec.Command(node, append([]string{filepath.Join("testdata", tr.program[0])}, tr.program[1:]...)...)
	program.Stdin = strings.NewReader(strings.Join(files, "\n"))
	program.Stderr = os.Stderr
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	got := tr.compare(t, out)
	if err := program.Wait(); err != nil {
		t.Fatal(err)
	}
	got.report(t, tr)
}

// corpus returns the files below root with one of the endings, in order.
func (tr truth) corpus(root string) []string {
	var files []string
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && slices.Contains(tr.endings, filepath.Ext(path)) {
			files = append(files, path)
		}
		return nil
	})
	return files
}

func (tr truth) compare(t *testing.T, out io.Reader) *tally {
	t.Helper()
	got := &tally{kinds: map[string]*verdicts{}, disagreements: map[string]int{}, examples: map[string][]string{}}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	var path string
	var places []place
	flush := func() {
		if path != "" {
			got.file(t, tr, path, places)
		}
		path, places = "", places[:0]
	}
	for lines.Scan() {
		switch what, rest, _ := strings.Cut(lines.Text(), " "); what {
		case "file":
			flush()
			path = rest
		case "error":
			flush()
			got.rejected++
		default:
			f := strings.Fields(lines.Text())
			start, _ := strconv.Atoi(f[0])
			end, _ := strconv.Atoi(f[1])
			enclosing, _ := strconv.Atoi(f[3])
			places = append(places, place{source.Span{Start: start, End: end}, f[2], enclosing})
		}
	}
	flush()
	return got
}

func (g *tally) file(t *testing.T, tr truth, path string, truths []place) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g.files++
	g.bytes += len(src)
	slices.SortStableFunc(truths, func(a, b place) int { return cmp.Compare(a.Start, b.Start) })
	ours := seen(tr.scanner, src)
	i, j := 0, 0
	for i < len(truths) || j < len(ours) {
		switch {
		case j == len(ours) || i < len(truths) && before(truths[i], ours[j]):
			g.judge(path, src, &truths[i], nil)
			i++
		case i == len(truths) || before(ours[j], truths[i]):
			if !delimiter(ours[j], src) && !(i > 0 && same(truths[i-1], ours[j])) {
				g.judge(path, src, nil, &ours[j])
			}
			j++
		default:
			g.judge(path, src, &truths[i], &ours[j])
			if i+1 < len(truths) && same(truths[i+1], ours[j]) && truths[i+1].kind == "string_part" {
				ours[j].Start = truths[i+1].Start
			} else {
				j++
			}
			i++
		}
	}
}

// seen returns every word as the scanner sees it.
func seen(scanner source.Scanner, src []byte) []place {
	f := source.Scan(scanner, src, source.Want{Words: true})
	places := make([]place, len(f.Occurrences))
	for i, o := range f.Occurrences {
		places[i] = place{o.Place, o.Kind.String(), -1}
		if o.Enclosing != source.None {
			places[i].enclosing = f.Declarations[o.Enclosing].Name.Start
		}
	}
	return places
}

// same reports whether a and b are one place; texts need to overlap alone.
func same(truth, ours place) bool {
	if truth.kind == "string_part" && ours.kind == "string_match" {
		return truth.Meets(ours.Span)
	}
	return truth.Span == ours.Span
}

func before(a, b place) bool {
	if same(a, b) || same(b, a) {
		return false
	}
	return a.Start < b.Start || a.Start == b.Start && a.End < b.End
}

// delimiter reports whether a piece of a string has no text of its own.
func delimiter(p place, src []byte) bool {
	text := bytes.TrimSpace(src[p.Start:p.End])
	return p.kind == "string_match" && (len(bytes.Trim(text, "\"#$@`'{}")) == 0 || bytes.HasPrefix(text, []byte("<<<")))
}

var merged = map[string]string{"from_import": "import", "docstring_match": "comment_match", "string_part": "string_match"}

func (g *tally) of(kind string) *verdicts {
	if g.kinds[kind] == nil {
		g.kinds[kind] = &verdicts{}
	}
	return g.kinds[kind]
}

// judge counts one place, which either side may not have.
func (g *tally) judge(path string, src []byte, truth, ours *place) {
	want, got, at := "nothing", "nothing", ours
	if truth != nil {
		want, at = cmp.Or(merged[truth.kind], truth.kind), truth
		g.of(want).truth++
	}
	if ours != nil {
		got = cmp.Or(merged[ours.kind], ours.kind)
		g.of(got).ours++
	}
	if want == got {
		g.of(want).agreed++
		g.enclosing.truth++
		if truth.enclosing == ours.enclosing {
			g.enclosing.agreed++
			return
		}
		want, got = "enclosing", "enclosing"
	}
	key := want + " → " + got
	g.disagreements[key]++
	if n := g.disagreements[key]; len(g.examples[key]) < 12 && (n < 4 || n%97 == 0) {
		line := 1 + bytes.Count(src[:at.Start], []byte("\n"))
		from := bytes.LastIndexByte(src[:at.Start], '\n') + 1
		to := min(at.End+60, len(src))
		text := string(src[max(from, at.Start-70):at.Start]) + "«" + string(src[at.Start:at.End]) + "»" + string(src[at.End:to])
		text, _, _ = strings.Cut(text, "\n")
		g.examples[key] = append(g.examples[key], fmt.Sprintf("%s:%d: %s", filepath.Base(path), line, text))
	}
}

// report prints the table and fails if a required share is missed.
func (g *tally) report(t *testing.T, tr truth) {
	t.Helper()
	t.Logf("%s: %d files, %.1f MB, %d rejected by the parser; enclosing agrees at %.3f %%", tr.language, g.files,
		float64(g.bytes)/1e6, g.rejected, percent(g.enclosing.agreed, g.enclosing.truth))
	for _, kind := range []string{"definition", "callsite", "import", "string_match", "comment_match", "reference", "assignment", "annotation"} {
		v := g.of(kind)
		precision, recall := percent(v.agreed, v.ours), percent(v.agreed, v.truth)
		t.Logf("%-14s %8d  precision %7.3f %%  recall %7.3f %%", kind, v.truth, precision, recall)
		if least, ok := tr.required[kind]; ok && min(precision, recall) < least {
			t.Errorf("%s: less than %v %%", kind, least)
		}
	}
	if os.Getenv("CT_ACCURACY") == "" {
		return
	}
	keys := make([]string, 0, len(g.disagreements))
	for key := range g.disagreements {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return g.disagreements[b] - g.disagreements[a] })
	for _, key := range keys[:min(len(keys), 14)] {
		t.Logf("%7d %s\n\t%s", g.disagreements[key], key, strings.Join(g.examples[key], "\n\t"))
	}
}

func percent(part, whole int) float64 {
	if whole == 0 {
		return 100
	}
	return 100 * float64(part) / float64(whole)
}
