package lexical

import (
	"bytes"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// nameless is what a type without a name is called.
const nameless = "the type without a name"

// form reads the form of a call.
func (x *Reader) form(o *source.Occurrence) resolve.Form {
	f := resolve.Form{Args: -1, Inside: x.inside(o.Enclosing), Single: x.inSingle(o.Enclosing)}
	for at := o.Enclosing; at != source.None; at = x.Seen.Declarations[at].Parent {
		if x.Seen.Declarations[at].Symbol == source.Module {
			f.Modules = append(f.Modules, x.Seen.Qualname(x.Text, at))
		}
	}
	if bindings := x.Seen.Lookup(x.Word(o), o.Enclosing, o.Word.Start); o.Access == source.Plain && len(bindings) > 0 {
		f.Hidden = x.between(o.Enclosing, bindings[0].Scope)
	}
	if o.Of != source.None {
		c := &x.Seen.Calls[o.Of]
		if !c.Spread && !c.SpreadNames {
			f.Args = c.Positional + len(c.Keywords)
		}
		f.Creates, f.Macro, f.Held = c.Form&source.ByNew != 0, c.Form&source.ByMacro != 0, c.Form&source.ByVariable != 0
		f.Block = c.InBlock
	}
	f.Pos = o.Word.Start
	f.Body = x.rules.runs && o.Enclosing != source.None && x.isType(&x.Seen.Declarations[o.Enclosing])
	return f
}

// isType reports whether a declaration has members that are reached through an
// object; modules of Ruby are mixed into types.
func (x *Reader) isType(d *source.Declaration) bool {
	return d.Symbol >= source.Class && d.Symbol < source.Module || d.Symbol == source.Module && x.rules.mixes
}

// ownerOf returns the qualified name of the type of a method that is declared outside of it.
func (x *Reader) ownerOf(at int) string {
	d := &x.Seen.Declarations[at]
	if d.Parent == source.None {
		return d.Receiver
	}
	return x.Seen.Qualname(x.Text, d.Parent) + "." + d.Receiver
}

// objectAround returns the qualified name of the type whose object a name like
// this stands for in a scope, empty where that is not seen.
func (x *Reader) objectAround(scope int) string {
	for at := scope; at != source.None; at = x.Seen.Declarations[at].Parent {
		d := &x.Seen.Declarations[at]
		switch {
		case x.made(d):
		case d.Receiver != "":
			return x.ownerOf(at)
		case x.isType(d):
			return x.Seen.Qualname(x.Text, at)
		case x.ofNameless(at), d.Symbol == source.Function && x.rules.script && !d.Arrow:
			return ""
		}
	}
	return ""
}

// ofNameless reports whether a method is of a type without a name, which stands in a function.
func (x *Reader) ofNameless(at int) bool {
	d := &x.Seen.Declarations[at]
	if d.Symbol != source.Method || d.Parent == source.None || d.Receiver != "" {
		return false
	}
	return x.Seen.Declarations[d.Parent].Symbol <= source.Method
}

// made reports whether a macro makes a method that is not one of the type that it names: TEST(A, b), not TEST_F(A, b).
func (x *Reader) made(d *source.Declaration) bool {
	if !x.rules.outside || !d.Loose {
		return false
	}
	macro, _, _ := bytes.Cut(x.Text[d.Span.Start:d.Name.Start], []byte("("))
	macro = bytes.TrimSpace(macro)
	return !bytes.HasSuffix(macro, []byte("_F")) && !bytes.HasSuffix(macro, []byte("_P"))
}

// inside returns the qualified names of the types and namespaces around a scope.
func (x *Reader) inside(scope int) []string {
	var all []string
	for at := scope; at != source.None; at = x.Seen.Declarations[at].Parent {
		d := &x.Seen.Declarations[at]
		if x.made(d) {
			continue
		}
		if d.Receiver != "" {
			all = append(all, x.ownerOf(at))
		} else if x.isType(d) || d.Symbol == source.Module {
			all = append(all, x.Seen.Qualname(x.Text, at))
		}
	}
	return all
}

// between names the type that stands between a scope and the outer one in which
// a name is bound, and may have the name from its bases.
func (x *Reader) between(scope, bound int) string {
	for at := scope; at != source.None && at != bound; at = x.Seen.Declarations[at].Parent {
		d := &x.Seen.Declarations[at]
		switch {
		case x.ofNameless(at):
			return nameless
		case d.Receiver != "" && x.rules.outside:
			return d.Receiver
		case x.isType(d) && (len(d.Bases) > 0 || x.rules.mixes):
			return d.Name.Of(x.Text)
		}
	}
	return ""
}

// inSingle reports whether a scope is in a method that a type itself has, or in its body.
func (x *Reader) inSingle(scope int) bool {
	if !x.rules.singles {
		return false
	}
	for at := scope; at != source.None; at = x.Seen.Declarations[at].Parent {
		d := &x.Seen.Declarations[at]
		if x.isType(d) {
			return x.rules.runs
		}
		if d.Symbol == source.Method || d.Receiver != "" && x.rules.script {
			return d.Static
		}
	}
	return false
}

// parameters returns how many arguments a function takes at the least and at the
// most; -1 for no bound, or where it is not seen.
func (x *Reader) parameters(d *source.Declaration) (least, most int) {
	list, ok := x.list(x.Text[d.Name.End:max(d.Signature.End, d.Name.End)])
	if !ok {
		return 0, -1
	}
	if len(list) == 0 || string(list) == "void" {
		return 0, 0
	}
	for _, p := range parted(list) {
		if bytes.Contains(p, []byte("...")) || slices.ContainsFunc([]string{"params ", "vararg ", "this "}, func(w string) bool { return bytes.HasPrefix(p, []byte(w)) }) {
			return 0, -1
		}
		most++
		if !bytes.ContainsAny(p, "=?") || bytes.Contains(p, []byte("<?")) || x.rules.nullable && !bytes.Contains(p, []byte("=")) {
			least = most
		}
	}
	return least, most
}

// list returns what is between the first round brackets of text.
func (x *Reader) list(text []byte) ([]byte, bool) {
	open := bytes.IndexByte(text, '(')
	if open < 0 {
		return nil, false
	}
	length := closed(text[open:])
	if length < 0 {
		return nil, false
	}
	return bytes.TrimSpace(text[open+1 : open+length-1]), true
}

// parted parts a list at the commas outside of brackets.
func parted(list []byte) [][]byte {
	var all [][]byte
	depth, from := 0, 0
	for i, c := range list {
		switch c {
		case '(', '[', '{', '<':
			depth++
		case '>':
			if i == 0 || list[i-1] != '-' && list[i-1] != '=' {
				depth--
			}
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				all, from = append(all, bytes.TrimSpace(list[from:i])), i+1
			}
		}
	}
	return append(all, bytes.TrimSpace(list[from:]))
}
