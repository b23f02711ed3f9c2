package pycalls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/source"
)

// MayAnswer reports whether what a class answers at run time can matter: a method is
// asked for, or there are calls on receivers that are not known.
func MayAnswer(definitions []*resolve.Definition, sites []*resolve.Site) bool {
	return slices.ContainsFunc(definitions, func(t *resolve.Definition) bool { return t.Wanted && t.Owner != "" && t.Language == Language }) ||
		slices.ContainsFunc(sites, func(s *resolve.Site) bool {
			return s.Tier == resolve.Unresolved && s.Access == source.Member && s.Language == Language
		})
}

// Answering returns the classes of a file that may answer a call of a method that
// they do not define: by __getattr__, or by their metaclass.
func (x *Reader) Answering() (answering, meta []string) {
	for i := range x.Seen.Declarations {
		d := &x.Seen.Declarations[i]
		place := fmt.Sprintf("%s:%d ", budget.EscapeName(x.Path), x.LineOf(d.Name.Start))
		switch name := d.Name.Of(x.Text); {
		case d.Symbol == source.Class:
			if by := d.Metaclass.Of(x.Text); by != "" && by != "ABCMeta" && !strings.HasSuffix(by, ".ABCMeta") {
				meta = append(meta, place+name+" by "+by)
			}
		case (name == "__getattr__" || name == "__getattribute__") && d.Parent != source.None && x.Seen.Declarations[d.Parent].Symbol == source.Class:
			answering = append(answering, place+x.Seen.Qualname(x.Text, i))
		}
	}
	return answering, meta
}

// Variable returns the binding of an assignment of the name that makes it a variable
// of a module or class, which may have a function for its value; nil for another one.
func (x *Reader) Variable(o *source.Occurrence) *source.Binding {
	if o.Access == source.Member || !x.IsName(o.Word) || o.Enclosing != source.None && x.Seen.Declarations[o.Enclosing].Symbol != source.Class {
		return nil
	}
	for _, b := range x.Seen.Lookup(x.Name, o.Enclosing, o.Word.Start) {
		if b.Place == o.Word && b.Kind == source.Local && b.Block == nil {
			return b
		}
	}
	return nil
}
