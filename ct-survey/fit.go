package main

import (
	"bytes"
	"fmt"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/toon"
)

// A detail is how much of an answer is given besides its rows; a greater one
// is less.
type detail int

// The details. What is left out at each is left out at all behind it.
const (
	everything    detail = iota
	withoutEchoes        // what the command line tells as well
	withoutRest          // the command that shows the rows left out
	bare                 // warnings and how the request was read
	withoutNext          // the next command, which may be long
)

// A shape is how much of an answer is given: rows of its two lists, and the
// detail.
type shape struct {
	rows   [2]int
	copied bool // the first list repeats what stands elsewhere
	detail detail
}

// fit gives the fullest document that keeps to the budget, from the full shape
// down; fill puts an answer of some shape into its envelope. First go the echoes
// of the request and rows that are copies, then rows, one by one from the end of
// the longer list, then details. Where even the barest answer is too much a line
// tells how much is needed.
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
		case sh.rows[0]+sh.rows[1] > 0:
			sh.drop(max(over-2, 1)) // the heads of two lists may go with their rows
		case sh.detail < withoutNext:
			sh.detail++
		default:
			return envelope{Tool: e.Tool, Verdict: e.Verdict, Cut: fmt.Sprintf("the shortest answer has %d lines and %d bytes; raise --max-lines and --max-bytes", lines, size)}
		}
	}
}

// drop takes n rows off, each from the longer list, of equal ones the second.
func (s *shape) drop(n int) {
	for ; n > 0 && s.rows[0]+s.rows[1] > 0; n-- {
		if s.rows[1] >= s.rows[0] {
			s.rows[1]--
		} else {
			s.rows[0]--
		}
	}
}

// measure gives the lines and bytes of a document as it is printed.
func measure(f *tool.Frame, document any) (lines, size int) {
	encode := toon.Marshal
	if f.Format == "json" {
		encode = func(v any) ([]byte, error) { return render.JSON(v, f.Indent) }
	}
	text, err := encode(document)
	if err != nil {
		return 0, 0 // printing it gives the error
	}
	return bytes.Count(text, []byte("\n")) + 1, len(text) + 1
}
