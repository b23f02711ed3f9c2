package source

import "bytes"

// Loaders sets the functions that load a module when they are called, by their names with the receiver.
func (r *Recorder) Loaders(names ...string) { r.loaders = names }

// Load reports, if bindings are wanted, the import that a call is: of the module in its first argument, or computed by it.
// It reports nothing if callee is no loader, or in an import that was reported; with computed, none of the first kind.
func (r *Recorder) Load(callee Span, k ImportKind, computed bool) {
	if !r.want.Bindings || !r.loads(r.src[callee.Start:callee.End]) {
		return
	}
	if n := len(r.file.Imports); n > 0 && r.file.Imports[n-1].Statement.Meets(callee) {
		return
	}
	argument := r.argument(callee.End)
	im := ImportOf{Statement: Span{callee.Start, argument.End}, Module: argument.Of(r.src), Kind: k, Computed: true}
	if text := r.src[argument.Start:argument.End]; len(text) > 1 && bytes.IndexByte([]byte("\"'`"), text[0]) >= 0 && bytes.IndexByte(text[1:], text[0]) == len(text)-2 &&
		!bytes.ContainsAny(text, "\\#$") {
		im.Module, im.Computed = string(text[1:len(text)-1]), false
	}
	if im.Module != "" && (im.Computed || !computed) {
		r.Import(im, Import)
	}
}

func (r *Recorder) loads(callee []byte) bool {
	for _, name := range r.loaders {
		if string(callee) == name {
			return true
		}
	}
	return false
}

// maxArgument limits the text that is read of an argument, in bytes.
const maxArgument = 1 << 10

// argument returns the first argument of a call whose callee ends at pos, with brackets or without.
func (r *Recorder) argument(pos int) Span {
	src := r.src[:min(pos+maxArgument, len(r.src))]
	skip := func() {
		for pos < len(src) && (src[pos] == ' ' || src[pos] == '\t' || src[pos] == '\r' || src[pos] == '\n') {
			pos++
		}
	}
	line := byte('\n') // ends an argument without brackets
	if skip(); pos < len(src) && src[pos] == '(' {
		line = 0
		pos++
		skip()
	}
	quote, depth, at := byte(0), 0, pos
	for ; at < len(src); at++ {
		c := src[at]
		switch {
		case quote != 0 && c == '\\':
			at++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case depth == 0 && (c == ')' || c == ',' || c == ';' || c == line):
			return Span{pos, pos + len(bytes.TrimRight(src[pos:at], " \t\r\n"))}
		case c == ')' || c == ']' || c == '}':
			depth--
		}
	}
	return Span{pos, min(at, len(src))}
}
