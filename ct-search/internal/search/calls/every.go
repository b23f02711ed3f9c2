package calls

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/publicity"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// keep keeps a place of the name that is neither its definition nor a call, where every place is kept.
func (x *reader) keep(i int, m occurrence.Match) {
	if !x.Holds(x.search.Where, i, &m) {
		x.file.dropped++
		return
	}
	s := &resolve.Site{Use: &resolve.Use{}}
	s.Caller.Path = m.Path
	if x.Seen == nil {
		s.Match = x.unread(i, m)
		x.file.uses = append(x.file.uses, s)
		return
	}
	o := &x.Seen.Occurrences[i]
	s.Start = o.Word.Start
	switch {
	case m.Kind == source.Import || m.Kind == source.FromImport:
		s.Use.ReExport = x.isReExport(o)
	case m.Kind == source.String:
		s.Use.Named = x.named(i)
	case m.Kind == source.Assignment || m.Kind == source.Reference:
		s.Local = x.isLocal(o)
	}
	s.Local = s.Local || x.isPackageClause(i)
	s.Use.Declares, s.Use.Key = o.Access == source.Declares, x.isKey(o)
	if m.Kind.Code() {
		s.Callee = x.calleeOfUse(o)
	}
	s.Match = x.light(i, m, s)
	x.file.uses = append(x.file.uses, s)
}

// unread is light for a file that no scanner reads.
func (x *reader) unread(i int, m occurrence.Match) occurrence.Match {
	_, start, end := x.Places[i].Line()
	m.Word, m.Text, m.At, m.End, m.EndColumn = x.Name, x.Name, 0, m.Line, m.Column+end-start
	return m
}

// isReExport reports whether an import exports what it brings: in Python those of a package's own file do.
func (x *reader) isReExport(o *source.Occurrence) bool {
	return o.Of != source.None && x.Seen.Imports[o.Of].Kind == source.ReExport || x.python != nil && strings.HasSuffix(x.Path, "__init__.py")
}

// calleeOfUse reads what a use is reached by as if it were called with arguments that are not known.
func (x *reader) calleeOfUse(o *source.Occurrence) resolve.Callee {
	use := *o
	call := source.Call{Callee: o.Word, Span: o.Word, Spread: true, Receiver: x.receiverOf(o), Statement: o.Word.Start}
	if n := len(x.chainBefore(o.Word.Start)); n > 0 {
		call.Callee.Start -= n
	}
	x.Seen.Calls = append(x.Seen.Calls, call)
	use.Kind, use.Of = source.Callsite, len(x.Seen.Calls)-1
	c := x.callee(&use)
	x.Seen.Calls = x.Seen.Calls[:len(x.Seen.Calls)-1]
	return c
}

// chainBefore returns the names with a dot or another separator after each that end at a byte of the file.
func (x *reader) chainBefore(end int) []byte {
	start := end
	for {
		at := start
		for _, separator := range []string{"?.", "::", "->", "."} {
			if bytes.HasSuffix(x.Text[:at], []byte(separator)) {
				at -= len(separator)
				break
			}
		}
		if at == start {
			break
		}
		name := at
		for name > 0 && pattern.IsIdentifier(x.Text[name-1]) {
			name--
		}
		if name == at { // what is called, or an element
			return x.Text[at:end]
		}
		start = name
	}
	return x.Text[start:end]
}

// receiverOf returns what a use is a member of.
func (x *reader) receiverOf(o *source.Occurrence) source.Value {
	chain := x.chainBefore(o.Word.Start)
	switch {
	case len(chain) == 0 && o.Access == source.Plain:
		return source.Value{}
	case len(chain) == 0 || !pattern.IsIdentifier(chain[0]):
		return source.Value{Root: source.Opaque}
	case o.Access != source.Plain && x.Language == gocalls.Language:
		return x.packageOf(chain, o)
	case o.Access != source.Plain:
		return x.Seen.ValueOf(chain)
	}
	names := strings.FieldsFunc(string(chain), func(r rune) bool { return strings.ContainsRune(":.->?", r) })
	v := source.Value{Root: source.Named, Name: names[0]}
	for _, name := range names[1:] {
		v.Steps = append(v.Steps, "."+name)
	}
	return v
}

// packageOf returns the package of Go that a use is a member of; Opaque if it is of something else.
func (x *reader) packageOf(chain []byte, o *source.Occurrence) source.Value {
	name := strings.TrimSuffix(string(chain), ".")
	bindings := x.Seen.Lookup(name, o.Enclosing, o.Word.Start)
	if len(bindings) == 0 || slices.ContainsFunc(bindings, func(b *source.Binding) bool { return b.Kind != source.Imported }) {
		return source.Value{Root: source.Opaque}
	}
	return source.Value{Root: source.Named, Name: name}
}

// isKey reports whether a word stands where the name of a field or of an argument stands too: {name: 1}, f(name=1).
func (x *reader) isKey(o *source.Occurrence) bool {
	if o.Access != source.Plain || o.Kind != source.Reference {
		return false
	}
	after := bytes.TrimLeft(x.Text[o.Word.End:min(o.Word.End+20, len(x.Text))], " \t")
	before := bytes.TrimRight(x.Text[max(o.Word.Start-200, 0):o.Word.Start], " \t\r\n")
	if len(before) == 0 || len(after) < 2 || bytes.IndexByte([]byte("{,("), before[len(before)-1]) < 0 {
		return false
	}
	return after[0] == ':' && after[1] != ':' && after[1] != '=' || after[0] == '=' && after[1] != '=' && after[1] != '>'
}

// isPackageClause reports whether a place of Go is the name of the package.
func (x *reader) isPackageClause(i int) bool {
	text, start, _ := x.Places[i].Line()
	return x.Language == gocalls.Language && strings.TrimSpace(string(text[:start])) == "package"
}

// shape keeps how a call hands over its arguments.
func (x *reader) shape(o *source.Occurrence) *resolve.Shape {
	if o.Of == source.None {
		return nil
	}
	c := &x.Seen.Calls[o.Of]
	if c.Form&(source.ByDecorator|source.ByElement|source.ByTemplate|source.ByMethod|source.Maybe) != 0 {
		return nil
	}
	shape := &resolve.Shape{Positional: c.Positional, Spread: c.Spread, SpreadNames: c.SpreadNames}
	for _, k := range c.Keywords {
		shape.Keywords = append(shape.Keywords, k.Of(x.Text))
	}
	text := bytes.TrimSpace(x.Text[c.Span.Start:c.Span.End])
	shape.Nested = c.Positional == 1 && bytes.HasSuffix(text, []byte("))"))
	end := c.Span.End
	for end < len(x.Text) && (x.Text[end] == ' ' || x.Text[end] == '\t') {
		end++
	}
	switch x.Language {
	case "ruby", "kotlin", "swift":
		shape.Block = end < len(x.Text) && (x.Text[end] == '{' || bytes.HasPrefix(x.Text[end:], []byte("do"))) || !bytes.HasSuffix(text, []byte(")"))
	}
	return shape
}

// traits adds to a definition what is asked of it where every place is kept.
func (x *reader) traits(t *resolve.Definition, of int) {
	t.Public, t.ForTrait = publicity.Of(x.File, x.search.crates).Holds(of), x.Language == "rust" && x.Seen.Declarations[of].Loose
	at := of
	if !t.Class {
		at = x.TypeAround(x.Seen.Declarations[of].Parent)
	}
	if at == source.None {
		return
	}
	for _, b := range x.Seen.Declarations[at].Bases {
		t.Bases = append(t.Bases, b.Of(x.Text))
	}
}

// mostTypes bounds the names of types that are looked for at once.
const mostTypes = 200

// Types returns the types of the given names that the tree defines, with their bases; whole is false if some were not looked for. It adds to
// found what cut this pass.
func (s *Search) Types(ctx context.Context, found *Found, names []string) (types []*resolve.Definition, whole bool, err error) {
	if whole = len(names) <= mostTypes; !whole {
		names = names[:mostTypes]
	}
	if len(names) == 0 {
		return nil, true, nil
	}
	m, err := wordsOf(names)
	if err != nil {
		return nil, false, err
	}
	all, l, err := s.pass(ctx, m, names)
	if err != nil {
		return nil, false, err
	}
	found.Ledger.AlsoCut(&l)
	for _, f := range all {
		types = append(types, slices.DeleteFunc(f.Definitions, func(t *resolve.Definition) bool { return !t.Class })...)
	}
	return types, whole && l.Count(ledger.Timeout) == 0, nil
}

// judgeUses resolves the places that are no calls, and leaves out those that are certainly of another definition.
func (s *Search) judgeUses(r *resolver, found *Found) {
	kept := found.Uses[:0]
	for _, u := range found.Uses {
		if u.Local {
			found.Locals++
			continue
		}
		if !u.Kind.Code() {
			u.Tier, u.Callee = resolve.Unresolved, resolve.Callee{}
			kept = append(kept, u)
			continue
		}
		v := r.judge(u)
		if v.Conversion { // it names a type
			v.Tier, v.Other = resolve.High, v.Target != nil && r.Dotted && !r.Wanted[v.Target]
		}
		if u.Use.Key && v.Tier != resolve.Unresolved {
			v = resolve.Open("it may be the name of a field or an argument; else %s", v.Reason)
		}
		if v.Unread {
			r.unread++
		}
		if v.Other {
			found.ElsewhereUses++
			continue
		}
		u.Tier, u.Reason, u.Target, u.Callee = v.Tier, v.Reason, v.Target, resolve.Callee{Written: u.Callee.Written}
		kept = append(kept, u)
	}
	clear(found.Uses[len(kept):])
	found.Uses = kept
}

// conversion is what a call proves to be that converts to a type.
func conversion(site *resolve.Site) *resolve.Site {
	site.Kind, site.Use, site.Shape = source.Reference, &resolve.Use{}, nil
	return site
}

// Lookups returns where a text may spell the name, the number of files that look up a wholly computed name, the first of them, and the languages
// of all of them.
func (r *Found) Lookups() (spelled []string, computed int64, first string, languages []string) {
	l := &r.Texts
	return l.Spelled, l.Computed, l.First, l.Languages
}

// Lacks says which files lead to what is called and were not read.
func (r *Found) Lacks() []answer.Finding { return r.lacks }
