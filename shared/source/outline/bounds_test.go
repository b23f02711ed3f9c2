package outline

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
	"github.com/ct-tools/ct/shared/tooltest"
)

// A repeated reader yields head, then body over and over, then tail.
type repeated struct {
	head, body, tail string
	left             int // times that body is still given
	at               int
	read             int64
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) {
		part := &r.head
		if *part == "" {
			if part = &r.body; r.left == 0 {
				part = &r.tail
			}
		}
		if *part == "" {
			return n, io.EOF
		}
		copied := copy(p[n:], (*part)[r.at:])
		n, r.at = n+copied, r.at+copied
		if r.at < len(*part) {
			break
		}
		r.at = 0
		if part == &r.body {
			r.left--
		} else {
			*part = ""
		}
	}
	r.read += int64(n)
	return n, nil
}

// However large a file is, what is held of it stays the same.
func TestMemoryDoesNotGrowWithTheFile(t *testing.T) {
	sourcetest.Alone(t)
	const size = 8 << 20
	large := 200 << 20
	if tooltest.Brief() {
		large = 16 << 20
	}
	body := func(text string) *repeated { return &repeated{body: text, left: size / len(text)} }
	long := func(text string) *repeated { return &repeated{body: text, left: large / len(text)} }
	with := func(head string, r *repeated, tail string) *repeated {
		r.head, r.tail = head, tail
		return r
	}
	item := `{"name": "x", "dependencies": {"lodash": "^4.17.21", "react": [1, 2.5, true, null]}}, `
	for _, c := range []struct {
		name  string
		lines Lines
		r     *repeated
		line  int64
		want  string
	}{
		{"JSON on one line", JSONLines, with("{\"a\": [", long(item), "0\n],\n\"b\":\n1}"), 3, "b"},
		{"JSON of many lines", JSONLines, with("{\"a\": [", long(item+"\n"), "0],\n\"b\":\n1}"), int64(large/(len(item)+1)) + 2, "b"},
		{"one string", JSONLines, with(`{"a": "`, body("0123456789"), "\",\n\"b\": 1\n}"), 2, "b"},
		{"one key", JSONLines, with(`{"`, body("0123456789"), "\":\n1\n}"), 2, strings.Repeat("0123456789", 26)[:maxName]},
		{"brackets", JSONLines, with("{\"a\":\n", body("["), ""), 2, "a"},
		{"braces", JSONLines, with("[\n", body(`{"a":`), "\n"), 2, "[0]"},
		{"one comment", JSONLines, with("{/*", body("* / "), "*/\n\"b\": 1\n}"), 2, "b"},
		{"YAML", YAMLLines, with("a:\n", body("- b: c # d\n  e: [f, 'g', {h: i}]\n"), "j:\n  - k"), size/33*2 + 3, "j[0]"},
		{"a block scalar", YAMLLines, with("a: |\n", body(" text\n"), "b: c"), size/6 + 2, "b"},
		{"a flow collection", YAMLLines, with("a: [", body("{b: c}, "), "d]\ne: f"), 2, "e"},
		{"a plain scalar", YAMLLines, with("a: b", body(" c"), "\ne: f"), 2, "e"},
		{"blank lines", YAMLLines, with("a:", body("\n"), "  e: f"), size + 1, "a.e"},
		{"TOML", TOMLLines, with("", body("[[a]]\nb = [1, {c = 'd'}] # e\n"), "[f]\ng = 1"), size/29*2 + 2, "f.g"},
		{"names of arrays", TOMLLines, with("", body("[[a]]\n[[a.b]]\n[[a.b]]\n"), "\nc = 1"), size/22*3 + 2, "a[381299].b[1].c"},
		{"one line of TOML", TOMLLines, with("a = [", body("'b', "), "1]\nc = 1"), 2, "c"},
		{"Markdown", MarkdownLines, with("# a\n", body("text text text text text\n"), "## b"), size/25 + 2, "a > b"},
	} {
		w := &watched{r: c.r}
		before := held()
		got, err := c.lines(w, []int64{c.line})
		if err != nil || got[0] != c.want {
			t.Errorf("%s: %q, want %q; %v", c.name, got, c.want, err)
		}
		if grown := w.most - before; grown > 2<<20 {
			t.Errorf("%s: %d KiB are held", c.name, grown>>10)
		}
	}
}

// A watched reader looks at every mebibyte how much memory is in use.
type watched struct {
	r    *repeated
	seen int64 // mebibytes
	most int64 // bytes
}

func (w *watched) Read(p []byte) (int, error) {
	if read := w.r.read >> 20; read > w.seen {
		w.seen, w.most = read, max(w.most, held())
	}
	return w.r.Read(p)
}

func held() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestReadingEndsBehindTheLastLine(t *testing.T) {
	for _, c := range []struct {
		lines Lines
		body  string
	}{
		{JSONLines, "{\"a\": [1,\n2]}\n"}, {YAMLLines, "a:\n  b: c\n"}, {TOMLLines, "[a]\nb = 1\n"}, {MarkdownLines, "# a\n"},
	} {
		r := &repeated{body: c.body, left: 100 << 20}
		if _, err := c.lines(r, []int64{1, 5}); err != nil || r.read > 2*blockBytes {
			t.Errorf("%d bytes of %q are read; %v", r.read, c.body, err)
		}
	}
	r := &repeated{head: "[", body: `{"a": 1}, `, left: 100 << 20}
	if got, err := JSONLines(r, []int64{1}); err != nil || got[0] != "" || r.read > 2*blockBytes {
		t.Errorf("%d bytes of one line are read for %q; %v", r.read, got, err)
	}
}

func TestErrorsOfReadingAreGiven(t *testing.T) {
	for _, f := range formats() {
		r := io.MultiReader(strings.NewReader("a"), failing{})
		if _, err := f.lines(r, []int64{2}); err == nil || !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: %v", f.name, err)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

// What is nothing but one sign over and over is read in one pass: that each of these ends at all
// shows that the time does not grow with the square.
func TestSignsOverAndOver(t *testing.T) {
	sourcetest.Alone(t)
	for _, sign := range tooltest.Sample([]string{
		"[", "{", "(", "]", "}", "\"", "'", "`", "/*", "/", "<", "<!--", "\\", "#", "# ", "# a\n", "- ", "-", "? ", ": ", "a: ", ":", "&", "*", "!", "|", ">", "|\n",
		"[\n", "{\n", "'\n", "\"\n", "a\n", "a:\n", "- a:\n", "{a: ", "[a: ", "a=", "[a]", "[[a]]\n", "[a.a]\n", "a=[", "a={", "a=\"\"\"", ",", " ", "\t", "\n", "\r", "\x00", "\xff",
		`{"a":`, `"a":`, "---\n", "...", " - ", "a.", "\"a\".", "=", "'a ", "? 'a ", "!a ", "&a ", "a\n===\n", "```\n", "~~~", "> ", "1. ",
	}, 10) {
		src := []byte(strings.Repeat(sign, 1<<20/len(sign)))
		for _, scanner := range []source.Scanner{JSON, YAML, TOML, Markdown} {
			file := source.Scan(scanner, src, source.Want{Places: []source.Span{{Start: len(src) - 1, End: len(src)}}})
			if len(file.Occurrences) != 1 {
				t.Fatalf("%q: %d occurrences", sign, len(file.Occurrences))
			}
		}
		for _, lines := range []Lines{JSONLines, YAMLLines, TOMLLines, MarkdownLines} {
			if got, err := lines(bytes.NewReader(src), []int64{1, 1 << 30}); err != nil || len(got) != 2 {
				t.Fatalf("%q: %q, %v", sign, got, err)
			}
		}
	}
}
