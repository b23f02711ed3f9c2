package truth

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cfamily"
	"github.com/ct-tools/ct/shared/source/rust"
)

// nativeFile is what the grammar says of one file.
type nativeFile struct {
	path string
	// words by category: where each begins and, of calls, where the name of the enclosing
	// definition does
	words map[byte]map[int]int
	texts map[byte][]source.Span
	// lost is left out altogether, macros for definitions and calls.
	lost, macros []source.Span
	unclear      map[int]bool
}

// nativeTruth asks tree-sitter about files, and skips if it is not there.
func nativeTruth(t *testing.T, language string, files []string) []*nativeFile {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("skipped: no node")
	}
	parsers := os.Getenv("CT_PARSERS")
	if _, err := os.Stat(filepath.Join(parsers, "ts-rustc")); parsers == "" || err != nil {
		t.Skip("skipped: no CT_PARSERS: of ts-rustc")
	}
	cmd := exec.Command(node, "testdata/native.cjs", language)
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return readNative(t, out)
}

func readNative(t *testing.T, out []byte) []*nativeFile {
	t.Helper()
	var files []*nativeFile
	var f *nativeFile
	for line := range bytes.Lines(out) {
		fields := strings.Fields(string(line))
		if fields[0] == "F" {
			f = &nativeFile{path: fields[1], words: map[byte]map[int]int{'D': {}, 'C': {}, 'I': {}}, texts: map[byte][]source.Span{}, unclear: map[int]bool{}}
			files = append(files, f)
			continue
		}
		numbers := make([]int, 0, 4)
		for _, n := range fields[1:] {
			i, err := strconv.Atoi(n)
			if err != nil {
				break
			}
			numbers = append(numbers, i)
		}
		at := source.Span{Start: numbers[0], End: numbers[1]}
		switch kind := fields[0][0]; kind {
		case 'D', 'I':
			f.words[kind][at.Start] = -1
		case 'C':
			f.words[kind][at.Start] = numbers[2]
		case 'S', 'M':
			f.texts[kind] = append(f.texts[kind], at)
		case 'X':
			f.lost = append(f.lost, at)
		case 'P':
			f.macros = append(f.macros, at)
		case 'N':
			f.unclear[at.Start] = true
		}
	}
	return files
}

// nativeScore counts what two agree on in one category.
type nativeScore struct{ both, missed, extra int }

func (s nativeScore) recall() float64 {
	return 100 * float64(s.both) / float64(max(s.both+s.missed, 1))
}

func (s nativeScore) precision() float64 {
	return 100 * float64(s.both) / float64(max(s.both+s.extra, 1))
}

// nativeComparison sums up the files of a language.
type nativeComparison struct {
	scores map[string]*nativeScore
	kinds  map[string]int
	sample map[string]string
	bytes  int
	lost   int
	macros int
}

func (c *nativeComparison) score(category string) *nativeScore {
	if c.scores[category] == nil {
		c.scores[category] = &nativeScore{}
	}
	return c.scores[category]
}

func (c *nativeComparison) differ(f *nativeFile, src []byte, what string, at int) {
	c.kinds[what]++
	if c.kinds[what] > 400 {
		return
	}
	line := 1 + bytes.Count(src[:at], []byte("\n"))
	from := bytes.LastIndexByte(src[:at], '\n') + 1
	text := src[from:]
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		text = text[:n]
	}
	if len(text) > 150 {
		text = text[:150]
	}
	c.sample[what] += fmt.Sprintf("    %s:%d:%d %s\n", f.path, line, at-from+1, bytes.TrimSpace(text))
}

// within reports whether a place lies in one of the spans, which ascend by start but may nest.
type nativeRegions []source.Span

func (r nativeRegions) has(at int) bool {
	i := sort.Search(len(r), func(i int) bool { return r[i].Start > at })
	return i > 0 && at < r[i-1].End
}

// regions joins spans that overlap.
func regions(spans []source.Span) nativeRegions {
	slices.SortFunc(spans, func(a, b source.Span) int { return a.Start - b.Start })
	var joined nativeRegions
	for _, s := range spans {
		if n := len(joined); n > 0 && s.Start <= joined[n-1].End {
			joined[n-1].End = max(joined[n-1].End, s.End)
			continue
		}
		joined = append(joined, s)
	}
	return joined
}

var nativeKinds = map[source.Kind]byte{source.Definition: 'D', source.Callsite: 'C', source.Import: 'I', source.FromImport: 'I'}

var nativeNames = map[byte]string{'D': "definitions", 'C': "calls", 'I': "imports", 'S': "strings", 'M': "comments"}

func (c *nativeComparison) add(t *testing.T, scanner source.Scanner, f *nativeFile) {
	t.Helper()
	src, err := os.ReadFile(f.path)
	if err != nil {
		t.Fatal(err)
	}
	got := source.Scan(scanner, src, source.Want{Words: true})
	lost, macros := regions(f.lost), regions(f.macros)
	c.bytes += len(src)
	for _, s := range lost {
		c.lost += s.Len()
	}
	for _, s := range macros {
		c.macros += s.Len()
	}
	seen := map[byte]map[int]bool{'D': {}, 'C': {}, 'I': {}}
	texts := map[byte][]source.Span{}
	for _, o := range got.Occurrences {
		at := o.Place.Start
		switch o.Kind {
		case source.String:
			texts['S'] = append(texts['S'], o.Place)
		case source.Comment, source.Docstring:
			texts['M'] = append(texts['M'], o.Place)
		}
		k, ok := nativeKinds[o.Kind]
		if !ok || lost.has(at) || f.unclear[at] || macros.has(at) {
			continue
		}
		seen[k][at] = true
		enclosing, agreed := f.words[k][at]
		if !agreed {
			c.score(nativeNames[k]).extra++
			c.differ(f, src, "extra "+nativeNames[k], at)
			continue
		}
		c.score(nativeNames[k]).both++
		if k == 'C' {
			c.enclosing(f, src, got, o, enclosing)
		}
	}
	for k, words := range f.words {
		for at := range words {
			if !seen[k][at] && !lost.has(at) && !f.unclear[at] && !macros.has(at) {
				c.score(nativeNames[k]).missed++
				c.differ(f, src, "missed "+nativeNames[k], at)
			}
		}
	}
	for _, k := range []byte("SM") {
		c.texts(f, src, k, f.texts[k], texts[k], lost, macros)
	}
}

// enclosing compares where the name of the enclosing definition begins; that of a destructor begins
// with its sign.
func (c *nativeComparison) enclosing(f *nativeFile, src []byte, got *source.File, o source.Occurrence, want int) {
	at := -1
	if o.Enclosing != source.None {
		at = got.Declarations[o.Enclosing].Name.Start
	}
	if at == want || at >= 0 && src[at] == '~' && at+1 == want {
		c.score("enclosing").both++
		return
	}
	c.score("enclosing").missed++
	c.score("enclosing").extra++
	word := func(p int) string { return string(src[max(p, 0) : max(p, 0)+min(10, len(src)-max(p, 0))]) }
	c.differ(f, src, "enclosing", o.Place.Start)
	c.sample["enclosing"] += fmt.Sprintf("    %q, not %q\n", word(at), word(want))
}

// texts compares strings or comments: one that the other says is found if it is covered.
func (c *nativeComparison) texts(f *nativeFile, src []byte, kind byte, want, got []source.Span, lost, macros nativeRegions) {
	name := nativeNames[kind]
	wanted, found := regions(want), regions(slices.Clone(got))
	covers := func(r nativeRegions, s source.Span) bool {
		i := sort.Search(len(r), func(i int) bool { return r[i].Start > s.Start })
		return i > 0 && s.End <= r[i-1].End
	}
	left := func(s source.Span) bool {
		return lost.has(s.Start) || macros.has(s.Start)
	}
	for _, s := range want {
		switch {
		case left(s):
		case covers(found, source.Span{Start: s.Start, End: s.Start + len(bytes.TrimSpace(src[s.Start:s.End]))}):
			c.score(name).both++
		default:
			c.score(name).missed++
			c.differ(f, src, "missed "+name, s.Start)
		}
	}
	for _, s := range got {
		if !left(s) && !covers(wanted, s) {
			c.score(name).extra++
			c.differ(f, src, "extra "+name, s.Start)
		}
	}
}

func compareNative(t *testing.T, language string, scanner source.Scanner, files []string) {
	t.Helper()
	c := &nativeComparison{scores: map[string]*nativeScore{}, kinds: map[string]int{}, sample: map[string]string{}}
	truth := nativeTruth(t, language, files)
	for _, f := range truth {
		c.add(t, scanner, f)
	}
	t.Logf("%s: %d files, %.1f MB; the grammar does not parse %.2f %%, macros it does not read %.2f %%", language, len(truth), float64(c.bytes)/1e6,
		100*float64(c.lost)/float64(c.bytes), 100*float64(c.macros)/float64(c.bytes))
	for _, category := range []string{"definitions", "imports", "strings", "comments", "calls", "enclosing"} {
		s := c.score(category)
		t.Logf("  %-12s %7d  precision %6.2f  recall %6.2f", category, s.both+s.missed, s.precision(), s.recall())
		least := 98.0
		if category == "calls" {
			least = 97
		}
		if s.precision() < least || s.recall() < least {
			t.Errorf("%s: %s agree less than %.0f %%", language, category, least)
		}
	}
	c.disagreements(t)
}

// disagreements prints what was judged differently, the most frequent first.
func (c *nativeComparison) disagreements(t *testing.T) {
	t.Helper()
	kinds := make([]string, 0, len(c.kinds))
	for k := range c.kinds {
		kinds = append(kinds, k)
	}
	slices.SortFunc(kinds, func(a, b string) int {
		if d := c.kinds[b] - c.kinds[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for _, k := range kinds {
		t.Logf("  %5d %s", c.kinds[k], k)
		if os.Getenv("CT_ACCURACY") != "" {
			t.Log("\n" + c.sample[k])
		}
	}
}

// corpus returns every nth file below $CT_CORPORA/dir with one of the endings, of a size that is
// neither trivial nor data.
func corpus(t testing.TB, dir string, nth int, endings ...string) []string {
	t.Helper()
	root := os.Getenv("CT_CORPORA")
	if _, err := os.Stat(filepath.Join(root, dir)); root == "" || err != nil {
		t.Skip("skipped: no CT_CORPORA: in " + dir)
	}
	var files []string
	seen := 0
	err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil || !slices.Contains(endings, filepath.Ext(path)) || !info.Mode().IsRegular() || info.Size() < 1<<10 || info.Size() > 300<<10 {
			return err
		}
		if seen++; seen%nth == 0 {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestCAgreesWithTreeSitter(t *testing.T) {
	files := append(corpus(t, "linux-source-6.1", 64, ".c"), corpus(t, "linux-source-6.1", 200, ".h")...)
	compareNative(t, "c", cfamily.C, files)
}

func TestCPPAgreesWithTreeSitter(t *testing.T) {
	files := append(corpus(t, "cpp", 3, ".cc", ".cpp"), corpus(t, "cpp", 130, ".hpp")...)
	compareNative(t, "cpp", cfamily.CPP, append(files, corpus(t, "cpp", 10, ".h")...))
}

func TestRustAgreesWithTreeSitter(t *testing.T) {
	files := append(corpus(t, "rust", 3, ".rs"), corpus(t, "linux-source-6.1", 1, ".rs")...)
	compareNative(t, "rust", rust.Scan, files)
}
