package survey

import (
	"bytes"
	"fmt"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/toon"
)

// detail says how much of an answer is shown in addition to its rows; a greater value means less.
type detail int

// The details. What is omitted at one is also omitted at all later ones.
const (
	everything    detail = iota
	withoutEchoes        // what repeats the command line
	withoutRest          // the command that shows the omitted rows
	bare                 // warnings and how the request was read
	withoutNext          // the next command, which may be long
)

// shape says how much of an answer is shown: the number of rows of its two lists, and the detail.
type shape struct {
	rows   [2]int
	copied bool // the first list repeats information from elsewhere
	first  int  // files that a row of the second list names
	detail detail
}

// fit returns the fullest document that fits the budget, starting with the shape full. fill puts an
// answer of some shape into its envelope. It omits first what repeats the request and rows that are
// copies, then files that rows name, then rows, one by one from the end of the longer list, then details. If even the barest
// answer is too large, it returns a line that says how much is needed.
func (s *count) fit(o tool.Outcome, a *tool.Answer, full shape, fill func(*envelope, shape)) any {
	for sh := full; ; {
		e := s.envelope(o, a, sh.detail)
		fill(&e, sh)
		lines, size := measure(s.frame, e)
		b := s.frame.Budget
		over := 0
		if s.frame.Format != "json" {
			over = lines - b.Lines
		}
		switch {
		case over <= 0 && size <= b.Bytes:
			return e
		case sh.detail == everything:
			sh.detail = withoutEchoes
		case sh.copied:
			sh.copied, sh.rows[0] = false, 0
		case over <= 0 && sh.first > 0 && sh.rows[1] > 0:
			sh.first-- // it saves bytes, but no lines
		case sh.rows[0]+sh.rows[1] > 0:
			sh.drop(max(over-2, 1)) // the headings of two lists may go with their rows
		case sh.detail < withoutNext:
			sh.detail++
		default:
			return envelope{Tool: e.Tool, Verdict: e.Verdict, Cut: fmt.Sprintf("the shortest answer has %d lines and %d bytes; raise --max-lines and --max-bytes", lines, size)}
		}
	}
}

// drop removes n rows, each from the longer list; if both are equally long, from the second.
func (s *shape) drop(n int) {
	for ; n > 0 && s.rows[0]+s.rows[1] > 0; n-- {
		if s.rows[1] >= s.rows[0] {
			s.rows[1]--
		} else {
			s.rows[0]--
		}
	}
}

// measure returns the lines and bytes of a document as it is printed.
func measure(f *tool.Frame, document any) (lines, size int) {
	encode := toon.Marshal
	if f.Format == "json" {
		encode = func(v any) ([]byte, error) { return render.JSON(v, f.Indent) }
	}
	text, err := encode(document)
	if err != nil {
		return 0, 0 // printing it reports the error
	}
	return bytes.Count(text, []byte("\n")) + 1, len(text) + 1
}
