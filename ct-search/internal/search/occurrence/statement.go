package occurrence

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
)

// How much is read before an assignment, in bytes.
const (
	mostBefore = 4 << 10 // of its line
	mostBlocks = 8 << 10 // of the lines before it; if there are more, they count as blocks
)

// Declares reports whether the assignment at place i defines a name, in languages without declarations: it is a
// statement of its own outside of all definitions, or in a class. It is not in brackets (parameters, comprehensions,
// anonymous functions) or a macro. Only the lines are read.
func (f *File) Declares(i int) bool {
	o, language := &f.Seen.Occurrences[i], lang.Named(f.Language)
	if o.Kind != source.Assignment || language == nil {
		return false
	}
	from := -1
	if o.Enclosing != source.None {
		d := &f.Seen.Declarations[o.Enclosing]
		if d.Symbol != source.Class || !language.ClassVariables {
			return false
		}
		from = d.Span.Start
	}
	start := max(o.Word.Start-mostBefore, 0)
	if cut := bytes.LastIndexByte(f.Text[start:o.Word.Start], '\n'); cut >= 0 {
		start += cut + 1
	} else if start > 0 {
		return false
	}
	before := f.Text[max(start, from):o.Word.Start]
	if opens(before) || bytes.HasPrefix(before, []byte{'#'}) || bytes.HasSuffix(before, []byte{'.'}) {
		return false
	}
	switch {
	case language.Indented:
		binds := slices.ContainsFunc(strings.Fields(string(before)), func(word string) bool {
			return slices.Contains([]string{"lambda", "for", "with", "except", "case"}, word)
		})
		return !binds && f.inBlocks(from, start)
	case language.LooseStatements:
		return true
	}
	return indent(f.Text[start:]) == 0
}

// opens reports whether text leaves a bracket open.
func opens(text []byte) bool {
	open := 0
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			open--
		}
	}
	return open > 0
}

// inBlocks reports whether the line of Python at start is a statement: each line before it that is indented less, down
// to the line that holds from, opens a block.
func (f *File) inBlocks(from, start int) bool {
	depth := indent(f.Text[start:])
	for at := start; at > max(from, start-mostBlocks) && depth > 0; {
		end := at - 1
		if at = bytes.LastIndexByte(f.Text[:end], '\n') + 1; at <= from {
			return true // the head of the class
		}
		line := bytes.TrimSpace(f.Text[at:end])
		if here := indent(f.Text[at:]); len(line) > 0 && line[0] != '#' && here < depth {
			if cut := bytes.Index(line, []byte(" #")); cut >= 0 {
				line = bytes.TrimSpace(line[:cut])
			}
			if line[len(line)-1] != ':' {
				return false
			}
			depth = here
		}
	}
	return true
}

func indent(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " \t")) }
