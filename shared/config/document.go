package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// maxProblems is the maximum number of problems reported for one file.
const maxProblems = 10

// A Document is a TOML file that is read expression by expression, so that what is wrong with it has a position.
type Document struct {
	Shown string // the file's name in messages

	parser   unstable.Parser
	problems []error
}

// ReadFile returns the text of a TOML file without a byte order mark. It never waits for a writer, and refuses what is not
// a regular file of at most 1 MiB.
func ReadFile(path string) ([]byte, error) {
	return readFile(source{path: path, shown: path, must: true})
}

// Decode calls each with the expressions of the text, in order, until ten problems are reported, and returns the problems.
// If each reported none, what is wrong with the text as TOML is one.
func (d *Document) Decode(text []byte, each func(*unstable.Node)) []error {
	if at := invalidUTF8(text); at >= 0 {
		line, column := position(text, at)
		return wrap(fmt.Errorf("%s:%d:%d: not UTF-8 text", d.Shown, line, column))
	}
	d.parser.Reset(text)
	for d.parser.NextExpression() && len(d.problems) < maxProblems {
		each(d.parser.Expression())
	}
	if len(d.problems) > 0 {
		return d.problems
	}
	// A key given twice and the position of a syntax error come from decoding the whole text. That takes time quadratic in
	// the number of keys, so it is done last, when all are known to be in the table.
	var whole map[string]any
	err := toml.Unmarshal(text, &whole)
	if err == nil {
		err = d.parser.Error()
	}
	if err != nil {
		return wrap(d.tomlError(err))
	}
	return nil
}

// Problems returns what was reported.
func (d *Document) Problems() []error { return d.problems }

// Key returns the path of a key inside table and the position of the key.
func (d *Document) Key(it unstable.Iterator, table []string) ([]string, unstable.Range) {
	path := slices.Clone(table)
	var at unstable.Range
	for first := true; it.Next(); first = false {
		if first {
			at = it.Node().Raw
		}
		path = append(path, string(it.Node().Data))
	}
	return path, at
}

// Report adds a problem at a position, unless there are ten.
func (d *Document) Report(at unstable.Range, format string, args ...any) {
	if len(d.problems) == maxProblems {
		return
	}
	line, column := d.Position(at)
	d.problems = append(d.problems, fmt.Errorf("%s:%d:%d: "+format, append([]any{d.Shown, line, column}, args...)...))
}

// Position returns the 1-based line and column, in bytes, of what Decode calls its function with.
func (d *Document) Position(at unstable.Range) (line, column int) {
	return position(d.parser.Data(), int(at.Offset))
}

// tomlError returns a decoder's error with the file and the position.
func (d *Document) tomlError(err error) error {
	if de, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := de.Position()
		return fmt.Errorf("%s:%d:%d: %s", d.Shown, line, column, oneLine(strings.TrimPrefix(de.Error(), "toml: ")))
	}
	return fmt.Errorf("%s: %s", d.Shown, oneLine(err.Error()))
}

// position returns the 1-based line and column, in bytes, of an offset.
func position(text []byte, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
