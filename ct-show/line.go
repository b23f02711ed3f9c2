package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/definition"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/position"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// lineLines is how many lines --line shows, if the definition around the line does not fit into as many.
const lineLines = 40

// rewrite turns FILE:LINE, FILE:LINE:COL and FILE:A-B, and FILE LINE and FILE A-B, into FILE with --line or --range, and takes the file of
// --symbol FILE:NAME if no other is given.
func (r *request) rewrite(args []string) ([]string, error) {
	given := r.table.Given("line", "range", "symbol", "sample")
	if q, ok := qualname.Parse(r.symbol); ok && q.File != "" && len(args) == 0 && slices.Equal(given, r.table.Given("symbol")) {
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
		return args, cmp.Or(r.misplaced(args[0]), r.fromBegin())
	case at.Last > 0:
		return []string{at.File}, r.table.More([]string{fmt.Sprintf("--range=%d:%d", at.Line, at.Last)})
	}
	return []string{at.File}, r.table.More([]string{fmt.Sprintf("--line=%d", at.Line)})
}

// fromBegin chooses the first page for --blame without lines.
func (r *request) fromBegin() error {
	if !r.blame {
		return nil
	}
	return r.table.More([]string{fmt.Sprintf("--range=1:%d", pageLines)})
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
	text, language, err := definition.Read(ctx, e, definition.Most)
	if err != nil || language == nil || int64(p.most().lines) < lineLines {
		return
	}
	seen := source.Scan(language.Scan, text, source.Want{Declarations: true})
	least := int64(lineLines) + 1
	for i := range seen.Declarations {
		if d := &seen.Declarations[i]; d.Symbol <= source.Macro {
			from, to := definition.Lines(text, d)
			if n := to - from + 1; from <= p.marked && p.marked <= to && n < least && n > 1 {
				p.from, p.to, least = from, to, n
			}
		}
	}
}
