package calls

import (
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
	x.language.Callee(o, &c)
	return c
}
