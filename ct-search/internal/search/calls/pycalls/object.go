package pycalls

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/source"
)

// An object is what an expression is: an object of a class, or what a name stands for.
type object struct {
	of     entity
	made   bool   // it is an object of the class
	likely bool   // other values may be given to a name on the way
	why    string // it is so
}

// mostValue bounds what is read of the value of an attribute, in bytes.
const mostValue = 400

// objectOf returns what a value is at a place of a module; ok is false if that is not seen.
func (r *Resolver) objectOf(m *module, v source.Value, at, steps int) (o object, ok bool) {
	if steps <= 0 || v.Root != source.Named {
		return o, false
	}
	scope := m.around(at)
	if o, ok = r.named(m, v.Name, scope, at, steps-1); !ok {
		return o, false
	}
	return r.along(o, v.Steps, steps-1)
}

// along returns what steps from an object lead to.
func (r *Resolver) along(o object, all []string, steps int) (object, bool) {
	for i := 0; i < len(all); i++ {
		called := i+1 < len(all) && all[i+1] == "()"
		next, ok := r.step(o, all[i], called, steps)
		if !ok || next.of.what == nothing || next.of.what == variable {
			return o, false
		}
		next.likely = next.likely || o.likely
		if called && o.made {
			i++
		}
		o = next
	}
	return o, true
}

// step returns what one step from an object leads to; called is whether its member is called.
func (r *Resolver) step(o object, step string, called bool, steps int) (object, bool) {
	name, member := strings.CutPrefix(step, ".")
	switch {
	case member && o.made:
		return r.attribute(o, name, called, steps)
	case member && (o.of.what != outside || isLibrary(o.of.name, name)):
		o.of = r.memberOf(o.of, name, steps)
		return o, true
	case step != "()" || o.made:
		return o, false
	case o.of.what == function:
		return r.result(o.of, steps)
	case o.of.what != class && o.of.what != outside:
		return o, false
	}
	o.made = true
	if o.why == "" {
		o.why = "it is a new " + o.className()
	}
	return o, true
}

func (o *object) className() string {
	if o.of.mod == nil || o.of.what != class {
		return budget.EscapeName(o.of.name)
	}
	return budget.EscapeName(o.of.mod.file.Declarations[o.of.decl].Name.Of(o.of.mod.text))
}

// around returns the innermost declaration around a place.
func (m *module) around(at int) int {
	in := source.None
	for i := range m.file.Declarations {
		if d := &m.file.Declarations[i]; d.Span.Start <= at && at < d.Span.End && (in == source.None || d.Span.Len() <= m.file.Declarations[in].Span.Len()) {
			in = i
		}
	}
	return in
}

// named returns what a name is at a place of a module.
func (r *Resolver) named(m *module, name string, scope, at, steps int) (o object, ok bool) {
	bindings := m.file.Lookup(name, scope, at)
	if len(bindings) == 0 && isIn(builtins, name) {
		return object{of: entity{what: outside, name: name}}, true
	}
	for i, b := range bindings {
		one, found := r.binding(m, b, scope, steps)
		if !found || i > 0 && (one.made != o.made || !sameClass(one.of, o.of) || one.of.what != o.of.what) {
			return o, false
		}
		one.likely = one.likely || o.likely
		o, ok = one, true
	}
	return o, ok
}

// binding returns what a name is by one of its bindings.
func (r *Resolver) binding(m *module, b *source.Binding, scope, steps int) (o object, ok bool) {
	if steps <= 0 {
		return o, false
	}
	switch b.Kind {
	case source.Defined:
		return object{of: m.declared(b.Declaration)}, true
	case source.Imported:
		e, found := r.inScope(m, b.Name, b.Scope, steps)
		if e.what == outside && b.Import != source.None {
			im := &m.file.Imports[b.Import]
			return object{of: e}, isLibrary(im.Module, im.Name)
		}
		return object{of: e}, found && (e.what == class || e.what == function || e.what == inFile)
	case source.Parameter, source.Local:
		return r.variable(m, b, scope, steps)
	}
	return o, false
}

// variable returns what a parameter or a variable is.
func (r *Resolver) variable(m *module, b *source.Binding, scope, steps int) (o object, ok bool) {
	if b.Kind == source.Parameter && b.Object && b.Block == nil {
		if in := m.file.Declarations[b.Scope].Parent; in != source.None {
			return object{of: m.declared(in), made: true, why: b.Name + " is a " + m.file.Declarations[in].Name.Of(m.text)}, true
		}
	}
	switch b.Given {
	case source.GivenType:
		return r.annotated(m, annotation(m.text[b.From.Start:]), b.Name+" is a", b.Scope, steps)
	case source.GivenValue:
		o, ok = r.valued(m, m.text[b.From.Start:b.From.End], b.Name, b.Place.Start, steps)
		if b.Scope == source.None && scope != source.None && b.Name[0] != '_' { // functions may give it another value
			o.likely = true
		}
	}
	return o, ok
}

// valued returns what the value that a text writes is, which a name is given at a place.
func (r *Resolver) valued(m *module, text []byte, name string, at, steps int) (o object, ok bool) {
	if class, is := literal(text); is {
		o, ok = object{of: entity{what: outside, name: class}, made: true}, true
	} else {
		o, ok = r.objectOf(m, m.file.ValueOf(text), at, steps-1)
	}
	if ok && o.made {
		o.why = fmt.Sprintf("%s is given a %s", budget.EscapeName(name), o.className())
	}
	return o, ok
}

// annotated returns an object of the class that an annotation names.
func (r *Resolver) annotated(m *module, text, why string, scope, steps int) (o object, ok bool) {
	name := plain(text)
	names := resolve.Split(name)
	if len(names) == 0 || steps <= 0 {
		return o, false
	}
	if scope != source.None && (m.file.Declarations[scope].Symbol == source.Function || m.file.Declarations[scope].Symbol == source.Method) {
		scope = m.file.Declarations[scope].Parent
	}
	o = object{made: true, why: why + " " + budget.EscapeName(name)}
	first, ok := r.named(m, names[0], scope, source.None, steps)
	if !ok || first.made {
		return o, false
	}
	o.of = first.of
	for _, n := range names[1:] {
		if o.of.what == outside && !isLibrary(o.of.name, n) {
			return o, false
		}
		o.of = r.memberOf(o.of, n, steps)
	}
	return o, o.of.what == class || o.of.what == outside
}

// plain returns the name of the class that an annotation names, without quotes, arguments and None.
func plain(text string) string {
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), `"'`))
	for _, wrapper := range []string{"Optional[", "Annotated[", "Final[", "ClassVar["} {
		if at := strings.Index(text, wrapper); at >= 0 && strings.HasSuffix(text, "]") && (at == 0 || text[at-1] == '.') {
			text = text[at+len(wrapper) : len(text)-1]
			if wrapper == "Annotated[" {
				text, _, _ = strings.Cut(text, ",")
			}
			return plain(text)
		}
	}
	if strings.Contains(text, "|") {
		only := ""
		for one := range strings.SplitSeq(text, "|") {
			if one = strings.TrimSpace(one); one == "None" {
				continue
			}
			if only != "" {
				return ""
			}
			only = one
		}
		return plain(only)
	}
	head, _, _ := strings.Cut(text, "[")
	return strings.TrimSpace(head)
}

// annotation returns the annotation that a text begins with.
func annotation(text []byte) string {
	depth := 0
	for i, c := range text[:min(len(text), mostValue)] {
		switch c {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case '\n', ',', '=', ':':
			if depth == 0 {
				return string(text[:i])
			}
		}
		if depth < 0 {
			return string(text[:i])
		}
	}
	return string(text[:min(len(text), mostValue)])
}

// result returns what a function returns, as its annotation says.
func (r *Resolver) result(e entity, steps int) (o object, ok bool) {
	d := &e.mod.file.Declarations[e.decl]
	_, written, found := bytes.Cut(e.mod.text[d.Name.End:max(d.Name.End, d.Signature.End)], []byte("->"))
	if !found || bytes.Contains(written, []byte("->")) {
		return o, false
	}
	text := strings.TrimRight(strings.TrimSpace(string(written)), ":")
	if before := string(e.mod.text[max(0, d.Name.Start-len("async def ")):d.Name.Start]); strings.HasPrefix(before, "async ") {
		return o, false // an awaitable
	}
	if name := plain(text); name == "Self" {
		if in := e.around(); in.what == class {
			return object{of: in, made: true, why: "its receiver is a " + name}, true
		}
	}
	return r.annotated(e.mod, text, "its receiver is a", e.decl, steps)
}

// attribute returns what an attribute of an object is, or what the call of a method returns.
func (r *Resolver) attribute(o object, name string, called bool, steps int) (next object, ok bool) {
	if o.of.what != class || steps <= 0 {
		return next, false
	}
	for _, c := range r.above(o.of, steps) {
		found, _ := r.ofClass(c, name, 1)
		if found.what == function {
			if called != isProperty(found) {
				return r.result(found, steps)
			}
			return next, false
		}
		if called {
			continue
		}
		if next, ok, any := r.assigned(c, name, steps); any {
			return next, ok
		}
	}
	return next, false
}

// above returns a class and those above it in the order in which members are looked for, as far as they are seen.
func (r *Resolver) above(c entity, steps int) []entity {
	if all, ok := r.order(c, steps); ok {
		return all
	}
	all := []entity{c}
	for i := 0; i < len(all) && len(all) < maxOrder; i++ {
		for _, b := range r.bases(all[i], steps) {
			if b.what == class && !slices.ContainsFunc(all, func(e entity) bool { return sameClass(e, b) }) {
				all = append(all, b)
			}
		}
	}
	return all
}

// isProperty reports whether a function is read like an attribute.
func isProperty(e entity) bool {
	return slices.ContainsFunc(e.mod.file.Declarations[e.decl].Decorators, func(s source.Span) bool {
		name := strings.TrimLeft(s.Of(e.mod.text), "@ ")
		return strings.HasSuffix(name, "property")
	})
}

// assigned returns what the methods of a class, or its body, give an attribute of its objects; any is whether one does.
func (r *Resolver) assigned(c entity, name string, steps int) (o object, ok, any bool) {
	m := c.mod
	d := &m.file.Declarations[c.decl]
	var places []int
	own := 0 // attributes that are assigned in the class; a private one is not assigned elsewhere
	for _, b := range m.file.Lookup(name, c.decl, source.None) {
		if b.Scope == c.decl && b.Kind == source.Local {
			places = append(places, b.Place.Start)
		}
	}
	for _, at := range m.assigns(name) {
		if at >= d.Span.Start && at < d.Span.End {
			places = append(places, at)
			own++
		}
	}
	for _, at := range places {
		one, declared, found := r.given(m, at+len(name), at, name, steps)
		switch {
		case declared:
			return one, found, true
		case !found && !isNone(m.text[at+len(name):]):
			return o, false, true
		case found && ok && (one.of.what != o.of.what || !sameClass(one.of, o.of)):
			return o, false, true
		case found:
			o, ok = one, true
			o.likely = o.likely || name[0] != '_' || len(m.assigns(name)) > own
		}
	}
	return o, ok, len(places) > 0
}

// isNone reports whether None is what is assigned.
func isNone(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t=")
	return bytes.HasPrefix(rest, []byte("None"))
}

// given returns what the text after a name says of its type or its value.
func (r *Resolver) given(m *module, end, at int, name string, steps int) (o object, declared, ok bool) {
	rest := m.text[end:min(len(m.text), end+mostValue)]
	trimmed := bytes.TrimLeft(rest, " \t")
	if line := bytes.IndexByte(trimmed, '\n'); line >= 0 {
		trimmed = trimmed[:line]
	}
	trimmed, _, _ = bytes.Cut(trimmed, []byte("#"))
	scope := m.around(at)
	switch {
	case bytes.HasPrefix(trimmed, []byte(":")):
		o, ok = r.annotated(m, annotation(trimmed[1:]), name+" is a", scope, steps)
		return o, true, ok
	case bytes.HasPrefix(trimmed, []byte("=")) && !bytes.HasPrefix(trimmed, []byte("==")):
		text := bytes.TrimSpace(trimmed[1:])
		if open := bytes.IndexByte(text, '('); open > 0 && !balanced(text) { // it goes on on the next line
			text = append(bytes.Clone(text[:open]), "()"...)
		}
		o, ok = r.valued(m, text, name, at, steps)
		return o, false, ok && o.made
	}
	return o, false, false
}

// balanced reports whether as many brackets open as close.
func balanced(text []byte) bool {
	return bytes.Count(text, []byte("(")) == bytes.Count(text, []byte(")"))
}

// ofObject follows a call of a method of an object; ok is false if its class is not seen.
func (r *Resolver) ofObject(site *resolve.Site) (v resolve.Resolution, ok bool) {
	o, ok := r.receiver(site)
	if !ok || !o.made {
		return v, false
	}
	if o.of.what == outside {
		v = resolve.Open("%s, which is not in the tree", o.why)
		v.Known, v.Apart, v.Whose = true, !o.likely && r.apart(o.of), o.of.name[strings.LastIndexByte(o.of.name, '.')+1:]
		return v, true
	}
	e, whole := r.reached(o.of, site.Word)
	t := r.target(e)
	switch {
	case e.what == nothing && !whole:
		return v, false
	case e.what == nothing:
		return resolve.Open("%s, which does not define it", o.why), true
	case t == nil:
		return resolve.Open("%s, whose %s is outside of what was searched", o.why, budget.EscapeName(site.Word)), true
	case t.Value || e.what == variable:
		return resolve.Bound(t, resolve.Med, "%s; it is a variable there", o.why), true
	}
	tier := resolve.High
	if o.likely || !whole {
		tier = resolve.Med
	}
	if in := e.around(); in.what == class && !sameClass(in, o.of) {
		o.why += fmt.Sprintf(", whose base %s defines it", in.mod.file.Declarations[in.decl].Name.Of(in.mod.text))
	}
	return resolve.Bound(t, tier, "%s", o.why), true
}

// receiver returns what a call is a method of.
func (r *Resolver) receiver(site *resolve.Site) (o object, ok bool) {
	v := site.Callee.Value
	if v.Root != source.Named {
		return o, false
	}
	m := r.module(site.Path)
	if m == nil {
		return o, false
	}
	if len(v.Steps) == 0 && slices.ContainsFunc(site.Callee.Roots, func(b resolve.Root) bool { return b.Origin == resolve.Self }) {
		return o, false // of the class around
	}
	return r.objectOf(m, v, site.Callee.Form.Pos, maxSteps)
}

// apart reports whether a class is seen to be neither that of a wanted definition, nor above or below it.
func (r *Resolver) apart(c entity) bool {
	if !r.Dotted {
		return false
	}
	for t := range r.Wanted {
		if t.Owner == "" {
			continue
		}
		w := r.classAt(t.Path, t.Owner)
		if _, known := r.order(w, maxSteps); !known {
			return false
		}
		if c.what != class {
			continue
		}
		if _, known := r.order(c, maxSteps); !known || sameClass(c, w) || r.descends(c, w, maxSteps) || r.descends(w, c, maxSteps) {
			return false
		}
	}
	return len(r.Wanted) > 0
}
