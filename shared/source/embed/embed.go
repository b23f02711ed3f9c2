// Package embed scans the code in pages and notebooks. Everything else is replaced by spaces, so that the scanner of the
// code reports the places of the file itself.
package embed

import (
	"bytes"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace"
)

// blank returns src with spaces for all bytes but the ends of lines.
func blank(src []byte) []byte {
	out := bytes.Repeat([]byte{' '}, len(src))
	for i, c := range src {
		if c == '\n' || c == '\r' {
			out[i] = c
		}
	}
	return out
}

// code is what a page has of it.
type code struct {
	text    []byte // with spaces for the rest
	any     bool
	types   bool // some of it is TypeScript
	markup  bool // some of it is JSX
	foreign bool // some of it is of another language
}

// add adds a part of the file.
func (c *code) add(src []byte, s source.Span) {
	copy(c.text[s.Start:s.End], src[s.Start:s.End])
	c.any = true
}

// scanner returns the scanner of the whole.
func (c *code) scanner() source.Scanner {
	switch {
	case c.types && c.markup:
		return brace.TSX
	case c.types:
		return brace.TypeScript
	}
	return brace.JavaScript
}

// scan lets a scanner read the code.
func (c *code) scan(r *source.Recorder) {
	if c.foreign {
		r.Partial()
	}
	if c.any {
		r.Read(c.text)
		c.scanner()(c.text, r)
	}
}

// loaded matches what loads a module in the markup of a page.
var loaded = lazy.Regexp(`\b(import|require)\s*\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|` + "`([^`$\n]*)`" + `)?`)

// markupOf reports the modules that the text outside of the code loads.
func (c *code) markupOf(src []byte, r *source.Recorder) {
	if !r.Bindings() {
		return
	}
	for _, at := range loaded.Get().FindAllSubmatchIndex(src, -1) {
		if c.text[at[0]] == src[at[0]] { // part of the code
			continue
		}
		im := source.ImportOf{Statement: source.Span{Start: at[0], End: at[1]}, Kind: source.Dynamic, Computed: true, Module: "?"}
		for g := 4; g < len(at); g += 2 {
			if at[g] >= 0 {
				im.Module, im.Computed = string(src[at[g]:at[g+1]]), false
			}
		}
		r.Import(im, source.Import)
	}
}
