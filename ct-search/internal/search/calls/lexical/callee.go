package lexical

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/shared/source"
)

// A Reader reads calls and definitions in a file of another language than Go and Python.
type Reader struct {
	*resolve.Facts
	rules *language
	types *typing.File // once it was asked for
}

// NewReader returns a reader of what a file says of a name.
func NewReader(x *resolve.Facts) *Reader { return &Reader{Facts: x, rules: of(x.Language)} }

// Callee reads the callee of a call in other languages than Go and Python.
func (x *Reader) Callee(o *source.Occurrence, c *resolve.Callee) {
	x.callee(o, c)
	c.Typed = x.typed(o, c)
	if o.Of != source.None {
		c.Labels, c.Block, c.Labelled = x.said(&x.Seen.Calls[o.Of])
	}
}

func (x *Reader) callee(o *source.Occurrence, c *resolve.Callee) {
	c.Form, c.Class = x.form(o), x.objectAround(o.Enclosing)
	var v source.Value
	if o.Of != source.None {
		v = x.Seen.Calls[o.Of].Receiver
	}
	names, whole := namesOf(v)
	switch {
	case o.Access == source.Plain && v.Root == source.Named:
		c.Form.Path, c.Form.Rooted = names, v.Name == ""
		if c.Form.Rooted {
			c.Form.Path = names[1:]
		}
		if len(c.Form.Path) > 0 {
			c.Roots, c.Stars = x.Roots(c.Form.Path[0], o.Enclosing, o.Word.Start)
			return
		}
		fallthrough
	case o.Access == source.Plain:
		c.Form.Unread = v.Root == source.Opaque
		c.Roots, c.Stars = x.Roots(x.Word(o), o.Enclosing, o.Word.Start)
		return
	case !whole:
		c.Roots, c.Rest = []resolve.Root{{}}, []string{x.Name}
		return
	case v.Root == source.Super:
		c.Roots = []resolve.Root{{Origin: resolve.Super, Qual: c.Class}}
	case v.Root == source.Self && c.Class != "":
		c.Roots = []resolve.Root{{Origin: resolve.Self, Qual: c.Class}}
	case v.Root == source.Self:
		c.Roots = []resolve.Root{{Origin: resolve.Unbound}}
	default:
		c.Roots, c.Stars = x.Roots(v.Name, o.Enclosing, o.Word.Start)
	}
	c.Rest, c.Before = slices.Concat(names[1:], []string{x.Word(o)}), names[len(names)-1]
}

// namesOf returns the names that a value is made of, the first of them empty for the object and the
// bases around; whole is false if it is made of more.
func namesOf(v source.Value) (names []string, whole bool) {
	names = []string{v.Name}
	for _, step := range v.Steps {
		name := strings.TrimLeft(step, ".:")
		if name == step {
			return nil, false
		}
		names = append(names, name)
	}
	return names, v.Root == source.Named || v.Root == source.Self || v.Root == source.Super
}

// closed returns the length of the brackets that text begins with, -1 where they do not close in it.
func closed(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
