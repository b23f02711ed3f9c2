// Package definition finds the lines of definitions in one file: of a name, or around a line.
package definition

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// Most is how many bytes of a file are read to find a definition in it.
const Most = 64 << 20

// ErrLarge is the error for a file that is too large to be scanned.
var ErrLarge = errors.New("over 64 MiB, too large to find a definition in; show lines by --range A:B")

// Read returns the text and language of a file of at most most bytes; nil for both without a scanner.
func Read(ctx context.Context, e *walk.Entry, most int64) ([]byte, *languages.Language, error) {
	file, err := e.Open()
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = file.Close() }()
	in := grep.Timed(ctx, file)
	head := make([]byte, 1024)
	n, err := io.ReadFull(in, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, nil, err
	}
	if languages.Of(e.Path(), head[:n]) == nil && !languages.ByText(e.Path()) {
		return nil, nil, nil
	}
	text := bytes.NewBuffer(head[:n])
	read, err := text.ReadFrom(io.LimitReader(in, most+1))
	if err == nil && read+int64(n) > most {
		err = ErrLarge
	}
	return text.Bytes(), languages.In(e, text.Bytes()), err
}

// Found is where the definition of a name is.
type Found struct {
	First, Last int64  // its lines; 0 if there is none
	Note        string // which other definitions have the name, or, if there is none, which names are similar
}

// Find finds the definition of a symbol, which may be qualified (qualname.Parse), in the text of the file at path, as
// printed. The error is a *opt.UsageError if the file has no known language, or is not the one that the symbol names.
func Find(text []byte, language *languages.Language, path, symbol string) (Found, error) {
	if language == nil {
		return Found{}, opt.Usagef("symbol", "%s: no scanner knows its language; known are %s", shown(path), strings.Join(languages.Names(), " "))
	}
	seen := source.Scan(language.Scan, text, source.Want{Declarations: true, Prototypes: true})
	names, err := namesOf(path, symbol)
	if err != nil {
		return Found{}, err
	}
	var found []int
	for i := range seen.Declarations {
		if means(path, seen.Qualname(text, i), names) {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return Found{Note: missing(seen, text, strings.Join(names, "."))}, nil
	}
	slices.SortStableFunc(found, func(a, b int) int {
		return cmp.Compare(less(&seen.Declarations[a]), less(&seen.Declarations[b]))
	})
	var f Found
	f.First, f.Last = Lines(text, &seen.Declarations[found[0]])
	var others []string
	for _, i := range found[1:min(len(found), 4)] {
		others = append(others, fmt.Sprintf("%s at line %d", seen.Qualname(text, i), lineOf(text, seen.Declarations[i].Name.Start)))
	}
	if len(others) > 0 {
		f.Note = fmt.Sprintf("%d definitions of that name: also %s", len(found), strings.Join(others, ", "))
	}
	return f, nil
}

// less returns 1 for what comes after definitions of its name: an extension of a type, a prototype of a function.
func less(d *source.Declaration) int {
	if d.Symbol == source.Extension || d.Prototype {
		return 1
	}
	return 0
}

// missing says that there is no definition, and what there is instead.
func missing(seen *source.File, text []byte, symbol string) string {
	var names []string
	for i := range seen.Declarations {
		names = append(names, seen.Declarations[i].Name.Of(text))
	}
	last := symbol[strings.LastIndexByte(symbol, '.')+1:]
	message := fmt.Sprintf("no definition of %s among %d", symbol, len(names))
	if near := nearest.Of(last, names, 3); len(near) > 0 {
		message += "; nearest: " + strings.Join(near, ", ")
	}
	return message
}

func lineOf(text []byte, at int) int64 { return 1 + int64(bytes.Count(text[:at], []byte{'\n'})) }

// Lines returns the first and the last line of a declaration, with its decorators and documentation.
func Lines(text []byte, d *source.Declaration) (first, last int64) {
	start := d.Span.Start
	if len(d.Decorators) > 0 {
		start = min(start, d.Decorators[0].Start)
	}
	if d.Doc.Len() > 0 {
		start = min(start, d.Doc.Start)
	}
	return lineOf(text, start), lineOf(text, max(d.Span.End-1, start))
}

// namesOf checks the path before a symbol and returns the symbol's names; the error is a *opt.UsageError.
func namesOf(path, symbol string) ([]string, error) {
	q, ok := qualname.Parse(symbol)
	if !ok {
		return strings.Split(symbol, "."), nil
	}
	here, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	full := filepath.ToSlash(here)
	wrong := q.File != "" && filepath.ToSlash(filepath.Clean(q.File)) != filepath.ToSlash(filepath.Clean(path))
	if wrong || len(q.Path) > 0 && !qualname.Encloses(full, nil, q.Path) {
		return nil, opt.Usagef("symbol", "{symbol} %s is not of %s; give the file that has it, or the name alone", symbol, shown(path))
	}
	return q.Names, nil
}

// means reports whether a definition of the file at path is what the names of a symbol mean.
func means(path, symbol string, names []string) bool {
	own := strings.Split(symbol, ".")
	if qualname.EndWith(own, names) {
		return true
	}
	full, err := filepath.Abs(path)
	last := len(own) - 1
	return err == nil && len(names) > 1 && own[last] == names[len(names)-1] && qualname.Encloses(filepath.ToSlash(full), own[:last], names[:len(names)-1])
}

// maxPath is how many bytes of a path, from its end, a message shows.
const maxPath = 200

func shown(path string) string {
	name := budget.EscapeName(path)
	name, _ = budget.Clip([]byte(name), len(name), len(name), maxPath)
	return name
}
