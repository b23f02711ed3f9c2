package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// maxSource is how many bytes of a file are read to find a definition in it.
const maxSource = 64 << 20

// errLarge is the error for a file that is too large to be scanned.
var errLarge = errors.New("over 64 MiB, too large to find a definition in; show lines by --range A:B")

// find finds the definition of p.symbol and makes its lines the page. It records in p.aside which
// other definitions have the name, or, if there is none, which names are similar.
func (p *page) find(ctx context.Context, e *walk.Entry) error {
	text, language, err := readSource(ctx, e, maxSource)
	if err != nil {
		return err
	}
	if language == nil {
		return opt.Usagef("symbol", "%s: no scanner knows its language; known are %s", escaped(p.path), strings.Join(languages.Names(), " "))
	}
	seen := source.Scan(language.Scan, text, source.Want{Declarations: true, Prototypes: true})
	names, err := p.named()
	if err != nil {
		return err
	}
	var found []int
	for i := range seen.Declarations {
		if p.means(seen.Qualname(text, i), names) {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		p.aside, p.absent = missing(seen, text, strings.Join(names, ".")), true
		return nil
	}
	slices.SortStableFunc(found, func(a, b int) int {
		return cmp.Compare(less(&seen.Declarations[a]), less(&seen.Declarations[b]))
	})
	d := &seen.Declarations[found[0]]
	p.from, p.to = extentOf(text, d)
	var others []string
	for _, i := range found[1:min(len(found), 4)] {
		others = append(others, fmt.Sprintf("%s at line %d", seen.Qualname(text, i), lineOf(text, seen.Declarations[i].Name.Start)))
	}
	if len(others) > 0 {
		p.aside = fmt.Sprintf("%d definitions of that name: also %s", len(found), strings.Join(others, ", "))
	}
	return nil
}

// less returns 1 for what is shown after definitions of its name: an extension of a type, a prototype of a function.
func less(d *source.Declaration) int {
	if d.Symbol == source.Extension || d.Prototype {
		return 1
	}
	return 0
}

// readSource returns the text and language of a file of at most most bytes; nil for both without a scanner.
func readSource(ctx context.Context, e *walk.Entry, most int64) ([]byte, *languages.Language, error) {
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
		err = errLarge
	}
	return text.Bytes(), languages.In(e, text.Bytes()), err
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
