package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/position"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// lineLines is how many lines --line shows, if the definition around the line does not fit into as many.
const lineLines = 40

// rewrite turns FILE:LINE, FILE:LINE:COL and FILE:A-B, and FILE LINE and FILE A-B, into FILE with --line or --range, and takes the file of
// --symbol FILE:NAME if no other is given.
func (r *request) rewrite(args []string) ([]string, error) {
	given := r.table.Given("line", "range", "symbol", "sample")
	if q, ok := pattern.Qualify(r.symbol); ok && q.File != "" && len(args) == 0 && slices.Equal(given, r.table.Given("symbol")) {
		return []string{q.File}, nil
	}
	if len(args) == 2 && len(given) == 0 && linesOf(args[1]) && r.exists(args[0]) && !r.exists(args[1]) { // FILE 44, FILE 10-40
		args = []string{args[0] + ":" + args[1]}
	}
	if len(args) != 1 {
		return args, nil
	}
	at, ok := position.Parse(args[0], r.exists)
	switch {
	case len(given) > 0 && ok && r.exists(at.File) && given[0] != "--sample":
		return nil, opt.Usagef(strings.TrimLeft(given[0], "-"), "%s and %s both say what to show of %s; give one", args[0], given[0], at.File)
	case len(given) > 0:
		return args, nil
	case !ok:
		return args, r.misplaced(args[0])
	case at.Last > 0:
		return []string{at.File}, r.table.More([]string{fmt.Sprintf("--range=%d:%d", at.Line, at.Last)})
	}
	return []string{at.File}, r.table.More([]string{fmt.Sprintf("--line=%d", at.Line)})
}

// linesOf reports whether a word is a line number, or two joined by a dash.
func linesOf(word string) bool {
	from, to, both := strings.Cut(word, "-")
	return isNumber(from) && (!both || isNumber(to))
}

func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// misplaced returns an error for the name of a file with lines after it that no file has.
func (r *request) misplaced(text string) error {
	at := strings.LastIndexByte(text, ':')
	if at <= 0 || r.exists(text) || !r.exists(text[:at]) || strings.Trim(text[at+1:], "0123456789-") != "" {
		return nil
	}
	file, lines := text[:at], text[at+1:]
	if from, to, ok := strings.Cut(lines, "-"); ok && from != "" && to != "" && strings.Trim(from, "0") != "" {
		return opt.Usagef("FILE", "%s: no lines are from %s to %s; write the first line before the last", text, from, to)
	}
	return opt.Usagef("FILE", "%s: lines are numbered from 1; write %s:1 or %s:1-40", text, file, file)
}

// exists reports whether a name below the working folder is that of a file. In a revision every name is taken for one that
// does not end in lines.
func (r *request) exists(name string) bool {
	if r.At != "" {
		return filepath.IsLocal(name) && !linesOf(name[strings.LastIndexByte(name, ':')+1:])
	}
	_, err := os.Lstat(name)
	return filepath.IsLocal(name) && err == nil
}

// around makes the definition around the marked line the page if it has at most lineLines lines, else lineLines lines.
func (p *page) around(ctx context.Context, e *walk.Entry) {
	p.to = p.from + lineLines - 1
	text, language, err := readSource(ctx, e, maxSource)
	if err != nil || language == nil || int64(p.most().lines) < lineLines {
		return
	}
	seen := source.Scan(language.Scan, text, source.Want{Declarations: true})
	least := int64(lineLines) + 1
	for i := range seen.Declarations {
		if d := &seen.Declarations[i]; d.Symbol <= source.Macro {
			from, to := extentOf(text, d)
			if n := to - from + 1; from <= p.marked && p.marked <= to && n < least && n > 1 {
				p.from, p.to, least = from, to, n
			}
		}
	}
}

// extentOf returns the first and the last line of a declaration, with its decorators and documentation.
func extentOf(text []byte, d *source.Declaration) (from, to int64) {
	start := d.Span.Start
	if len(d.Decorators) > 0 {
		start = min(start, d.Decorators[0].Start)
	}
	if d.Doc.Len() > 0 {
		start = min(start, d.Doc.Start)
	}
	return lineOf(text, start), lineOf(text, max(d.Span.End-1, start))
}

// named checks the path before a symbol and returns the symbol's names; the error is a *opt.UsageError.
func (p *page) named() ([]string, error) {
	q, ok := pattern.Qualify(p.symbol)
	if !ok {
		return strings.Split(p.symbol, "."), nil
	}
	here, err := filepath.Abs(p.path)
	if err != nil {
		return nil, err
	}
	full := filepath.ToSlash(here)
	wrong := q.File != "" && filepath.ToSlash(filepath.Clean(q.File)) != filepath.ToSlash(filepath.Clean(p.path))
	if wrong || len(q.Path) > 0 && !pattern.Encloses(full, nil, q.Path) {
		return nil, opt.Usagef("symbol", "{symbol} %s is not of %s; give the file that has it, or the name alone", p.symbol, escaped(p.path))
	}
	return q.Names, nil
}

// means reports whether a definition of the file is what the names of --symbol mean.
func (p *page) means(qualname string, names []string) bool {
	own := strings.Split(qualname, ".")
	if pattern.EndWith(own, names) {
		return true
	}
	full, err := filepath.Abs(p.path)
	last := len(own) - 1
	return err == nil && len(names) > 1 && own[last] == names[len(names)-1] && pattern.Encloses(filepath.ToSlash(full), own[:last], names[:len(names)-1])
}
