package outline

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// maxHeading is how much of a line is looked at, in bytes: headings are shorter.
const maxHeading = 1 << 10

// MarkdownLines names the sections that lines of a Markdown file stand in by the path of their headings, joined by " >
// ". A heading and the underline below it stand under themselves, and the lines after the end of the file under its
// last headings. It reads as far as the last of lines and, if that is in a paragraph, to the end of the paragraph.
func MarkdownLines(r io.Reader, lines []int64) ([]string, error) {
	s := &sections{wanted: lines}
	m := markdown{out: s}
	br := bufio.NewReader(r)
	for n := int64(1); len(s.found) < len(lines) && (n <= lines[len(lines)-1] || m.paragraph > 0); n++ {
		text, err := headOfLine(br)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		m.line(n, 0, text)
	}
	s.resolve(afterAll)
	return s.found, nil
}

// headOfLine returns the first maxHeading bytes of the next line.
func headOfLine(br *bufio.Reader) ([]byte, error) {
	var head []byte
	for {
		part, err := br.ReadSlice('\n')
		if err == nil && head == nil {
			return part[:min(len(part), maxHeading)], nil
		}
		head = append(head, part[:min(len(part), maxHeading-len(head))]...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(head) > 0:
			return head, nil
		}
		return head, err
	}
}

// Markdown scans Markdown (CommonMark 0.31). A section, from its heading to before the next one of its level or above,
// is a definition; HTML blocks that are comments are comments; all else is text.
func Markdown(src []byte, r *source.Recorder) {
	s := &declared{r: r}
	m := markdown{out: s}
	for n, at := int64(1), 0; at < len(src); n++ {
		next := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		m.line(n, at, src[at:min(next, at+maxHeading)])
		if at = next; m.paragraph == 0 && m.html == "" && r.Done(at) {
			break
		}
	}
	if m.html == "-->" {
		s.comment(source.Span{Start: m.opened, End: len(src)})
	}
	s.end(1, len(src))
}

// A section is one heading.
type section struct {
	line  int64 // on which it begins
	level int
	title string
	name  source.Span // of the title
	token source.Span // of the heading, without the line below it
}

// A listener takes what is found, in ascending order but for comments before a paragraph that proves a heading.
type listener interface {
	heading(s section)
	comment(s source.Span)
}

// sections is the listener that names lines.
type sections struct {
	wanted []int64
	found  []string  // of the first of wanted
	levels [6]string // titles by level; those without a text are not named
}

// afterAll is after every line.
const afterAll = int64(1) << 62

func (t *sections) comment(source.Span) {}

func (t *sections) heading(s section) {
	t.resolve(s.line)
	for i := s.level - 1; i < len(t.levels); i++ {
		t.levels[i] = ""
	}
	t.levels[s.level-1] = s.title
}

// resolve makes the section at hand that of the wanted lines before line n.
func (t *sections) resolve(n int64) {
	if len(t.found) == len(t.wanted) || t.wanted[len(t.found)] >= n {
		return
	}
	var titles []string
	for _, title := range t.levels {
		if title != "" {
			titles = append(titles, title)
		}
	}
	for len(t.found) < len(t.wanted) && t.wanted[len(t.found)] < n {
		t.found = append(t.found, strings.Join(titles, " > "))
	}
}

// declared is the listener that reports to a recorder.
type declared struct {
	r    *source.Recorder
	open []int // levels of the sections that are open
}

func (t *declared) comment(s source.Span) { t.r.Text(s, source.Comment) }

func (t *declared) heading(s section) {
	t.end(s.level, s.token.Start)
	mark := t.r.Word(s.name, source.Definition, source.Plain)
	t.r.Open(source.Declaration{
		Name: s.name, Symbol: source.Section, Span: source.Span{Start: s.token.Start}, Signature: s.token, Parent: source.None,
	}, mark)
	t.open = append(t.open, s.level)
}

// end ends the sections of a level and those below it.
func (t *declared) end(level, at int) {
	for len(t.open) > 0 && t.open[len(t.open)-1] >= level {
		t.r.Close(at)
		t.open = t.open[:len(t.open)-1]
	}
}
