package searchfiles

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ct-tools/ct/ct-search/internal/search/page"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A finds is what a search may have found.
type finds struct {
	random   *rand.Rand
	bytes    int // bound of the answer
	context  int
	hits     int
	faults   int
	longest  int // bytes of a line
	fuzzy    bool
	pathSize int
}

// text returns a line of the kind that takes more bytes in JSON than in the file.
func (c *finds) text(most int) []byte {
	pieces := []string{"plain text ", "\x00\x1f", `"\"`, "\xff\xfe", "日本語", "\u2028", "e\u0301", "\t", "<&>", "😀"}
	var b []byte
	for size := c.random.IntN(most + 1); len(b) < size; {
		b = append(b, pieces[c.random.IntN(len(pieces))]...)
	}
	return b
}

// run returns a search that found that.
func (c *finds) run() *search {
	s := &search{
		frame: &tool.Frame{Budget: budget.Budget{Bytes: c.bytes}}, shown: "src", query: "plain", mode: "exact", letters: "insensitive",
		maxResults: 200, maxPerFile: 20, maxFiles: 5000, scanned: 1, matched: 1, total: int64(c.hits), elapsed: time.Millisecond,
	}
	s.files.MaxFileSize = 2_000_000
	if c.fuzzy {
		s.score = func([]byte) float64 { return 1.0 / 3 }
	}
	s.ledger.SkipN(ledger.Hidden, 12)
	path := strings.Repeat("d\xff/", c.pathSize/3) + "f"
	for i := range c.faults {
		s.fault(fmt.Sprint("broken", i), "permission denied")
	}
	for i := range c.hits {
		h := &scan.Hit{Line: int64(i + 1), Text: append(c.text(c.longest), "plain"...)}
		end := len(h.Text)
		h.Text = append(h.Text, c.text(c.longest)...)
		h.Spans = []match.Span{{Start: end - c.random.IntN(6), End: end}}
		for range c.context {
			h.Before, h.After = append(h.Before, c.text(c.longest)), append(h.After, c.text(c.longest))
		}
		s.keep(path, h, 0)
	}
	return s
}

// check checks the promises of the answer and returns it.
func (c *finds) check(t *testing.T) *document {
	t.Helper()
	s := c.run()
	if err := s.echoes(); err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	doc, _ := s.page(c.bytes - 1)
	j, err := render.JSON(doc, false)
	if err != nil || !json.Valid(j) || !utf8.Valid(j) || len(j)+1 > c.bytes {
		t.Fatalf("%+v: %d bytes, %v\n%s", c, len(j), err, j)
	}
	if n := len(doc.Matches); n != doc.Returned || c.hits > 0 && n == 0 || n > c.hits {
		t.Fatalf("%+v: %d matches, returned %d", c, n, doc.Returned)
	}
	for i, m := range doc.Matches {
		if m.Line != int64(i+1) || len(m.LineText) > maxLineText || len(m.MatchText) > maxLineText {
			t.Fatalf("%+v: match %d is %+v", c, i, m)
		}
	}
	return doc
}

func TestAnswersKeepToEveryBound(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for size := 512; size < 66_000; size += 1 + size/7 {
		for range 3 {
			c := &finds{
				random: random, bytes: size, context: random.IntN(4), hits: random.IntN(60), faults: random.IntN(2) * random.IntN(200),
				longest: []int{0, 20, 300, 9000}[random.IntN(4)], fuzzy: random.IntN(2) == 0, pathSize: []int{0, 30, 3000}[random.IntN(3)],
			}
			c.check(t)
		}
	}
}

// What goes first goes wholly before what goes next, and no more goes than must.
func TestAnswersAreAsLargeAsFits(t *testing.T) {
	for _, c := range []struct {
		name           string
		bytes          int
		context, lines int // of each match, all at least; clipped below
		clipped        bool
		matches        int
	}{
		{"all fits", 60_000, 10, 0, false, 40},
		{"context goes", 30_000, -1, 0, false, 40},
		{"the last of the context goes", 13_500, 0, 0, false, 40},
		{"lines are clipped", 12_500, 0, 0, true, 40},
		{"matches go", 3_000, 0, 0, true, -1},
	} {
		for more := 0; more < 200; more += 7 {
			s := &finds{random: rand.New(rand.NewPCG(1, 1)), bytes: c.bytes + more}
			run := s.run()
			for i := range 40 {
				h := &scan.Hit{Line: int64(i + 1), Text: []byte(strings.Repeat("x", 200) + "plain"), Spans: []match.Span{{Start: 200, End: 205}}}
				for range 10 {
					h.Before, h.After = append(h.Before, []byte(strings.Repeat("b", 40))), append(h.After, []byte(strings.Repeat("a", 40)))
				}
				run.keep("file", h, 0)
			}
			run.total = 40
			doc, _ := run.document().(*document)
			size := jsonSize(doc)
			m := doc.Matches[0]
			cut := c.name != "all fits"
			// The elapsed time has its longest form reserved.
			room := s.bytes - 1 - size - len("9999999") + 1
			switch {
			case doc.Truncated != cut, cut && *doc.TruncatedReason != cutByBytes, c.matches > 0 && m.LineClipped != c.clipped:
				t.Fatalf("%s: %+v", c.name, doc)
			case c.matches > 0 && len(doc.Matches) != c.matches, c.matches < 0 && len(doc.Matches) >= 40:
				t.Fatalf("%s: %d matches", c.name, len(doc.Matches))
			case c.context >= 0 && len(m.Before) != c.context, c.context < 0 && (len(m.Before) == 0 || len(m.Before) == 10):
				t.Fatalf("%s: %d lines of context", c.name, len(m.Before))
			case c.name == "context goes" && room > 40*2*43, c.name == "lines are clipped" && room > 40*len("…"), c.name == "matches go" && room > 400:
				t.Fatalf("%s: %d bytes are left of %d", c.name, room, s.bytes)
			}
		}
	}
}

// Every size has the most matches that it can, also where their number or that of
// the cursor's path grows by a digit.
func TestNoMatchGoesThatWouldFit(t *testing.T) {
	s := (&finds{random: rand.New(rand.NewPCG(1, 1)), bytes: 65_536}).run()
	s.pages, s.elapsed = &page.Page{}, longestMS*time.Millisecond
	for i := range 150 {
		s.file.shown = int64(i%20 + 1)
		s.keep(fmt.Sprint("f", strings.Repeat("x", i/20*i%7), i/20), &scan.Hit{Line: int64(i + 1), Text: []byte("plain text"), Spans: []match.Span{{Start: 0, End: 5}}}, 0)
		s.returned++
	}
	for size := 700; size < 16_000; size++ {
		doc, _ := s.page(size - 1)
		n := len(doc.Matches)
		if jsonSize(doc) >= size || n < len(s.found) && jsonSize(s.fill(s.envelope(n+1), s.found[:n+1], nil)) < size {
			t.Errorf("%d bytes have %d matches", size, n)
		}
	}
}

// The texts of the one match take the room that is left, beside a path however long.
func TestTheLastMatchTakesTheRoomThereIs(t *testing.T) {
	for size := 1500; size < 3500; size += 3 {
		s := (&finds{random: rand.New(rand.NewPCG(1, 1)), bytes: size}).run()
		s.pages = &page.Page{}
		line := []byte(strings.Repeat("plain text ", 350))
		for i := range 3 {
			s.file.shown = int64(i + 1)
			s.keep(strings.Repeat("x", 1020), &scan.Hit{Line: int64(i + 1), Text: line, Spans: []match.Span{{Start: 0, End: 5}}}, 0)
			s.returned++
		}
		doc, least := s.page(size - 1)
		left := size - 1 - jsonSize(doc) - len("9999999") + 1
		if m := doc.Matches[0]; left > 4 && len(m.Path) == 1020 || left < 0 || !least && doc.NextCursor == nil {
			t.Errorf("%d: %d bytes are left beside a text of %d", size, left, len(m.LineText))
		}
	}
}

func TestLinesGrowAgainWhereMatchesGo(t *testing.T) {
	s := (&finds{random: rand.New(rand.NewPCG(1, 1)), bytes: 4096}).run()
	line := []byte("foo" + strings.Repeat("x", 6000))
	s.keep("a", &scan.Hit{Line: 1, Text: line, Spans: []match.Span{{Start: 0, End: 3}}}, 0)
	s.keep(strings.Repeat("long/", 700), &scan.Hit{Line: 1, Text: line, Spans: []match.Span{{Start: 0, End: 3}}}, 0)
	if doc, _ := s.page(4095); len(doc.Matches) != 1 || jsonSize(doc) < 4000 {
		t.Errorf("%d matches in %d bytes", len(doc.Matches), jsonSize(doc))
	}
}

// What is taken of the context is as much as an answer can hold, however much
// there is, and the nearest stays.
func TestContextIsTakenWithinTheAnswersBound(t *testing.T) {
	s := (&finds{random: rand.New(rand.NewPCG(1, 1)), bytes: 4096}).run()
	for i := range 200 {
		h := &scan.Hit{Line: int64(i + 1), Text: []byte("plain"), Spans: []match.Span{{Start: 0, End: 5}}}
		for n := range 1000 {
			h.Before, h.After = append(h.Before, fmt.Append(nil, "before", n-1000)), append(h.After, fmt.Append(nil, "after", n+1))
		}
		s.keep("f", h, 0)
		if s.held > 4*4096 {
			t.Fatalf("%d bytes are held after %d matches", s.held, i+1)
		}
		if o := s.found[0]; i < 3 && (len(o.match.Before) == 0 || o.match.Before[len(o.match.Before)-1] != "before-1" || o.match.After[0] != "after1") {
			t.Fatalf("%d lines are left after %d matches", len(o.match.Before), i+1)
		}
	}
}

// The path of the match stays whole as long as it fits, before there is a cursor.
func TestTheLeastAnswerKeepsThePath(t *testing.T) {
	cursors := false
	for size := 512; size < 800; size++ {
		s := (&finds{random: rand.New(rand.NewPCG(1, 1)), bytes: size}).run()
		s.pages = &page.Page{}
		for i := range 5 {
			s.file.shown = int64(i + 1)
			s.keep("some/folder/file.txt", &scan.Hit{Line: int64(i + 1), Text: []byte("plain text"), Spans: []match.Span{{Start: 0, End: 5}}}, 0)
			s.returned++
		}
		doc, _ := s.page(size - 1)
		if m := doc.Matches[0]; m.Path != "some/folder/file.txt" || len(m.LineText) < 5 || jsonSize(doc) >= size {
			t.Errorf("%d: %d bytes, %+v", size, jsonSize(doc), m)
		}
		if cursors && doc.NextCursor == nil && len(doc.Matches) < 5 {
			t.Errorf("%d: no cursor, which a smaller answer has", size)
		}
		cursors = doc.NextCursor != nil
	}
	if !cursors {
		t.Error("no answer has a cursor")
	}
}

func TestContextThatStaysIsTheNearest(t *testing.T) {
	h := &scan.Hit{Line: 4, Text: []byte("plain"), Spans: []match.Span{{Start: 0, End: 5}}}
	for i := range 3 {
		h.Before = append(h.Before, fmt.Append(nil, "before", i-3))
		h.After = append(h.After, fmt.Append(nil, "after", i+1))
	}
	o := newSighting("f", h, 0, nil)
	o.takeContext(h, whole, whole)
	size := o.size(1, whole)
	o.trim(1, whole)
	if m := o.match; strings.Join(m.Before, " ")+" "+strings.Join(m.After, " ") != "before-1 after1" || jsonSize(m) != size {
		t.Errorf("%+v of %d bytes, reckoned %d", m, jsonSize(m), size)
	}
}

func TestSizesAreReckonedToTheByte(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 2))
	c := &finds{random: random, bytes: 1 << 30, context: 3, hits: 400, longest: 6000}
	for _, o := range c.run().found {
		context, width := random.IntN(5), 1+random.IntN(5000)
		want := o.size(context, width)
		o.trim(context, width)
		if got := jsonSize(o.match); got != o.size(whole, whole) || got > want || got < want-60 {
			t.Fatalf("context %d, width %d: %d bytes, then %d, reckoned %d", context, width, got, o.size(whole, whole), want)
		}
	}
}

func TestAnArrayIsReckonedToTheByte(t *testing.T) {
	c := &finds{random: rand.New(rand.NewPCG(6, 5)), bytes: 1 << 30, context: 2, hits: 50, faults: 70, longest: 100, pathSize: 20}
	s := c.run()
	doc := s.fill(s.envelope(len(s.found)), s.found, s.faults.list)
	if got, want := s.found.size(whole, whole), jsonSize(doc.Matches)-len("[]"); got != want {
		t.Errorf("matches are reckoned %d bytes and take %d", got, want)
	}
	if got, want := s.faults.size(), jsonSize(doc.Errors)-len("[]"); got != want {
		t.Errorf("errors are reckoned %d bytes and take %d", got, want)
	}
	for _, most := range []int{0, 500, 1000, 3000} {
		if list, size := s.faults.within(most); jsonSize(list)-len("[]") != size || size > most && most > 0 {
			t.Errorf("within %d: %d errors of %d bytes, reckoned %d", most, len(list), jsonSize(list)-len("[]"), size)
		}
	}
}

func TestIndentedAnswersKeepToTheirBound(t *testing.T) {
	for _, size := range []int{512, 1000, 5000, 20_000, 65_536} {
		c := &finds{random: rand.New(rand.NewPCG(6, 6)), bytes: size, context: 2, hits: 50, faults: 30, longest: 300, pathSize: 20}
		s := c.run()
		s.frame.Indent = true
		doc := s.document()
		j, err := render.JSON(doc, s.frame.Indent)
		if err != nil || len(j)+1 > size || s.frame.Indent != (size >= 4096) || size >= 4096 && len(j) < size/3 {
			t.Errorf("%d: %d bytes, indented %v, %v", size, len(j), s.frame.Indent, err)
		}
	}
}

func TestErrorsAreCutWithACount(t *testing.T) {
	c := &finds{random: rand.New(rand.NewPCG(6, 3)), bytes: 4096, faults: 1000, hits: 5, longest: 50}
	doc := c.check(t)
	last := doc.Errors[len(doc.Errors)-1]
	if want := fmt.Sprintf("and %d more errors", 1000-len(doc.Errors)+1); last.Error != want || last.Path != "" || len(doc.Errors) < 10 || len(doc.Matches) != 5 {
		t.Errorf("%d errors, the last %+v, want %s; %d matches", len(doc.Errors), last, want, len(doc.Matches))
	}
}

func TestAFileBeyondTheLastTakesItsErrorAlong(t *testing.T) {
	for _, most := range []int{1000, 60} {
		f := &faults{}
		f.add("a", "x", most)
		f.add("b", "x", most)
		f.forget("c")
		f.forget("b")
		f.forget("a")
		if f.more != 0 || len(f.list) != 1 || f.used != jsonSize(f.list[0])+1 {
			t.Errorf("within %d: %+v", most, f)
		}
	}
}

func FuzzAnswersKeepToEveryBound(f *testing.F) {
	f.Add(uint64(1), 512, 2, 30, 10, 300, 3000)
	f.Add(uint64(2), 600, 0, 1, 0, 9000, 0)
	f.Fuzz(func(t *testing.T, seed uint64, bytes, context, hits, faults, longest, path int) {
		within := func(n, least, most int) int { return least + int(uint(n)%uint(most-least+1)) }
		c := &finds{
			random: rand.New(rand.NewPCG(seed, 0)), bytes: within(bytes, 512, 20_000), context: within(context, 0, 5), hits: within(hits, 0, 40),
			faults: within(faults, 0, 300), longest: within(longest, 0, 5000), fuzzy: seed%2 == 0, pathSize: within(path, 0, 4000),
		}
		c.check(t)
	})
}

// BenchmarkAnswer makes the answer of a thousand matches that do not all fit.
func BenchmarkAnswer(b *testing.B) {
	for b.Loop() {
		c := &finds{random: rand.New(rand.NewPCG(6, 4)), bytes: 65536, context: 3, hits: 1000, longest: 200}
		c.run().document()
	}
}

// os.Root has no error value for a link that leads out, which may take the place
// of the folder during the search.
func TestAnEscapeIsASandboxViolationWhoeverReportsIt(t *testing.T) {
	outside := t.TempDir()
	box := filepath.Join(outside, "box")
	if err := os.Mkdir(box, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(box, "out")); err != nil {
		t.Skip("skipped: no symbolic links")
	}
	root, err := os.OpenRoot(box)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	_, escape := root.Open("out")
	s := &search{frame: &tool.Frame{Sandbox: box}, path: "out"}
	if err := s.refused(escape); escape == nil || !errors.Is(err, walk.ErrSandbox) || strings.Contains(err.Error(), "escapes") {
		t.Errorf("%v becomes %v", escape, err)
	}
}
