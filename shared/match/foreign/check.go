package foreign

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// UsualCategory is the category of a match without one.
const UsualCategory = "pattern_match"

// Check checks the matches that a matcher reported against the text of their file. It calls each for every match, with
// its line and category filled in. The error, one line, says why the whole answer is invalid.
func Check(text []byte, matches *Matches, d *Description, each func(m *Match)) error {
	line, at := 1, 0
	for m := range matches.All() {
		switch {
		case m.Start < 0 || m.End < m.Start || m.End > len(text):
			return fmt.Errorf("a match from byte %d to %d in a file of %d bytes", m.Start, m.End, len(text))
		case m.Start < at:
			return fmt.Errorf("matches out of order, at byte %d after one at %d", m.Start, at)
		}
		line += bytes.Count(text[at:m.Start], []byte{'\n'})
		at = m.Start
		if m.Line != 0 && m.Line != line {
			return fmt.Errorf("a match on line %d, whose byte %d is on line %d", m.Line, m.Start, line)
		}
		m.Line = line
		if !d.SeveralLines && bytes.IndexByte(text[m.Start:m.End], '\n') >= 0 {
			return fmt.Errorf("a match that goes beyond the end of its line, %d", line)
		}
		if err := cmp.Or(m.checkWords(), m.Binding.check(d)); err != nil {
			return err
		}
		each(&m)
	}
	return nil
}

// checkWords checks and completes what does not depend on the text.
func (m *Match) checkWords() error {
	if !(m.Score >= 0 && m.Score <= 1) { // also false for NaN
		return fmt.Errorf("a score of %v", m.Score)
	}
	if err := CheckSizes(len(m.Category), 0, len(m.Captures)); err != nil {
		return err
	}
	m.Category = cmp.Or(m.Category, UsualCategory)
	if strings.ContainsFunc(m.Category, func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' }) {
		return errors.New("a category that is not of the letters a-z and _")
	}
	m.Score = cmp.Or(m.Score, 1)
	for i, c := range m.Captures {
		if err := CheckName(c.Name); err != nil {
			return err
		}
		switch {
		case slices.ContainsFunc(m.Captures[:i], func(o Capture) bool { return o.Name == c.Name }):
			return fmt.Errorf("two captures of the name %s in a match", c.Name)
		case c.Start < m.Start || c.End < c.Start || c.End > m.End:
			return fmt.Errorf("a capture from byte %d to %d outside of its match, %d to %d", c.Start, c.End, m.Start, m.End)
		}
	}
	return nil
}

// check checks what does not depend on other files: the definition's file is not read.
func (b *Binding) check(d *Description) error {
	switch {
	case b == nil:
		return nil
	case !d.Occurrences:
		return errors.New("a binding of a match that is not an occurrence")
	case b.Confidence > High:
		return fmt.Errorf("a binding of the confidence %d", b.Confidence)
	case b.Reason == "":
		return errors.New("a binding without a reason")
	case len(b.Reason)+len(b.Path)+len(b.Qualname) > mostBound:
		return fmt.Errorf("a binding with texts of %d bytes, and %d are the most", len(b.Reason)+len(b.Path)+len(b.Qualname), mostBound)
	case b.Path == "" != (b.Line == 0), b.Line < 0:
		return fmt.Errorf("a binding to line %d of the file %q", b.Line, b.Path)
	}
	return nil
}

// CheckSizes checks the length in bytes of a match's category and text, and the number of its captures.
func CheckSizes(category, text, captures int) error {
	switch {
	case category > mostCategory:
		return fmt.Errorf("a category of %d bytes, and %d are the most", category, mostCategory)
	case text > mostText:
		return fmt.Errorf("a match's text of %d bytes, and %d are the most", text, mostText)
	case captures > MostCaptures:
		return fmt.Errorf("%d captures of a match; at most %d are allowed", captures, MostCaptures)
	}
	return nil
}

// CheckName checks the name of a capture.
func CheckName(name string) error {
	if name == "" || len(name) > mostName || !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return errors.New("a capture without a name that can be printed")
	}
	return nil
}

// ConfirmedBy reports whether a text agrees with an index: its size, and the bytes at each match.
func (c *Candidate) ConfirmedBy(text []byte) bool {
	if c.Size != int64(len(text)) {
		return false
	}
	for m := range c.Matches.All() {
		if m.Start < 0 || m.End < m.Start || m.End > len(text) {
			return false
		}
		if want := text[m.Start:m.End]; !bytes.Equal(m.Text, want[:min(len(want), mostText)]) {
			return false
		}
	}
	return true
}
