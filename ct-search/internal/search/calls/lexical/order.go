package lexical

import (
	"bytes"
	"fmt"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// atWork compares what a file says of a call with what its language does with it: the body of a type of Ruby runs from
// top to bottom, and a call of C++ by the name alone finds functions of the namespaces of its arguments too.
func (r *Resolver) atWork(site *resolve.Site, v resolve.Resolution) resolve.Resolution {
	if v.Tier != resolve.High || v.Target == nil || v.Target.Path != site.Path {
		return v
	}
	f := &site.Callee.Form
	switch {
	case of(site.Language).runs && f.Body && v.Target.Start > f.Pos:
		if f.Block {
			v.Tier, v.Reason = resolve.Med, v.Reason+" below; the block around the call may run before it"
			return v
		}
		return resolve.Open("%s is defined below, and the body of a type runs from top to bottom", budget.EscapeName(site.Word))
	case of(site.Language).byArguments && r.byArguments(site, v.Target):
		v.Tier, v.Reason = resolve.Med, fmt.Sprintf("%s; other files define it too, and the types of the arguments choose", v.Reason)
	}
	return v
}

// byArguments reports whether a call of C++ by the name alone, bound to a function
// that is no member, may mean one of another file by the types of its arguments.
func (r *Resolver) byArguments(site *resolve.Site, target *resolve.Definition) bool {
	f := &site.Callee.Form
	if site.Access != source.Plain || f.Args == 0 || f.Rooted || len(f.Path) > 0 || !functionOfNamespace(target) {
		return false
	}
	for _, t := range r.Definitions {
		if t.Path == site.Path || !lang.Related(t.Language, site.Language) || !functionOfNamespace(t) {
			continue
		}
		if t.Qualname() == target.Qualname() && t.Most == target.Most && (t.Bare || target.Bare) {
			continue // declared and defined
		}
		if f.Args < 0 || t.Least <= f.Args && (t.Most < 0 || f.Args <= t.Most) {
			return true
		}
	}
	return false
}

// functionOfNamespace reports whether a definition is a function and no member of a type.
func functionOfNamespace(t *resolve.Definition) bool {
	return !t.Method && !t.Outside && !t.Class && !t.Value && !t.Macro && !t.Nested
}

// declares reports whether what a scanner takes for a call of C++ stands, outside of functions, below a line that is
// nothing but a type: the name of a function that is declared.
func (x *Reader) declares(o *source.Occurrence) bool {
	if !x.rules.typeAbove || o.Access != source.Plain || o.Enclosing != source.None && x.Seen.Declarations[o.Enclosing].Symbol <= source.Method {
		return false
	}
	head := x.Text[max(o.Word.Start-512, 0):o.Word.Start]
	above, blanks, ok := cutLast(head)
	if !ok || len(bytes.TrimSpace(blanks)) > 0 {
		return false
	}
	if _, line, ok := cutLast(bytes.TrimRight(above, " \t\r")); ok {
		line = bytes.TrimSpace(line)
		return typeAlone.Get().Match(line) && !noType.Get().Match(line)
	}
	return false
}

// cutLast parts text at its last line end.
func cutLast(text []byte) (before, after []byte, ok bool) {
	i := bytes.LastIndexByte(text, '\n')
	if i < 0 {
		return nil, text, false
	}
	return text[:i], text[i+1:], true
}

// typeAlone is a line of words, the last with what makes it a type.
var typeAlone = lazy.Regexp(`^(?:[A-Za-z_][\w:]*(?:<[\w:,<>&* ]*>)?\s+)*[A-Za-z_][\w:]*(?:<[\w:,<>&* ]*>)?[&*]*$`)

// noType is a line that ends with a keyword after which a call may stand.
var noType = lazy.Regexp(`\b(?:return|else|do|throw|co_return|co_await|co_yield|new|delete|and|or|not|in)$`)
