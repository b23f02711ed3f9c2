package calls

import (
	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// callee reads the callee of a call.
func (x *reader) callee(o *source.Occurrence) resolve.Callee {
	c := resolve.Callee{}
	if o.Of != source.None {
		c.Written = x.CalleeOf(o)
	}
	if at := x.TypeAround(o.Enclosing); at != source.None {
		c.Class = x.Seen.Qualname(x.Text, at)
	}
	switch x.Language {
	case gocalls.Language:
		if x.golang == nil {
			x.golang = gocalls.ImportsOf(x.Seen)
		}
		c.Golang = gocalls.CalleeOf(x.Seen, x.golang, o)
		if o.Access == source.Plain {
			c.Roots, c.Stars = x.Roots(x.Word(o), o.Enclosing, o.Word.Start)
		}
	case pycalls.Language:
		(&pycalls.Reader{Facts: x.Facts}).Callee(o, &c)
	default:
		x.lexical.Callee(o, &c)
	}
	return c
}
