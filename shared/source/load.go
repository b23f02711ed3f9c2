package source

import (
	"bytes"
	"slices"
	"strings"
)

// Loaders sets the functions that load a module when they are called, by their names with the receiver.
func (r *Recorder) Loaders(names ...string) { r.loaders = names }

// Load reports, if bindings are wanted, the import that a call is: of the module in its first argument, or computed by it.
// It reports nothing if callee is no loader, or in an import that was reported; with computed, none of the first kind.
func (r *Recorder) Load(callee Span, k ImportKind, computed bool) {
	isLoader := func(name string) bool { return name == string(r.src[callee.Start:callee.End]) }
	if !r.want.Bindings || !slices.ContainsFunc(r.loaders, isLoader) {
		return
	}
	if n := len(r.file.Imports); n > 0 && r.file.Imports[n-1].Statement.Meets(callee) {
		return
	}
	argument := r.argument(callee.End)
	if at := argument.End; argument.Len() > 0 && r.src[argument.Start] == ':' && at < len(r.src) && r.src[at] == ',' { // autoload :Name, 'module'
		argument = r.argument(at + 1)
	}
	im := ImportOf{Statement: Span{callee.Start, argument.End}, Module: argument.Of(r.src), Kind: k, Computed: true}
	if text := r.src[argument.Start:argument.End]; len(text) > 1 && strings.IndexByte("\"'`", text[0]) >= 0 && bytes.IndexByte(text[1:], text[0]) == len(text)-2 &&
		!bytes.ContainsAny(text, "\\#$") {
		im.Module, im.Computed = string(text[1:len(text)-1]), false
	}
	if im.Module != "" && (im.Computed || !computed) {
		r.Import(im, Import)
	}
}

// maxArgument limits the text that is read of an argument, in bytes.
const maxArgument = 1 << 10

// argument returns the first argument of a call whose callee ends at pos, with brackets or without.
func (r *Recorder) argument(pos int) Span {
	src := r.src[:min(pos+maxArgument, len(r.src))]
	skip := func() { pos = len(src) - len(bytes.TrimLeft(src[pos:], " \t\r\n")) }
	ends := ",;)\n"
	if skip(); pos < len(src) && src[pos] == '(' {
		ends = ",;)"
		pos++
		skip()
	}
	at := pos
	for depth := 0; at < len(src); at++ {
		c := src[at]
		if depth == 0 && strings.IndexByte(ends, c) >= 0 {
			break
		}
		switch c {
		case '"', '\'', '`':
			for at++; at < len(src) && src[at] != c; at++ {
				if src[at] == '\\' {
					at++
				}
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
	}
	at = min(at, len(src))
	return Span{pos, pos + len(bytes.TrimRight(src[pos:at], " \t\r\n"))}
}
