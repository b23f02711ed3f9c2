package lexical

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// typed returns what leads to the type that the callee is a member of; nil if that is not followed.
func (x *Reader) typed(o *source.Occurrence, c *resolve.Callee) *typing.Expression {
	rules := typing.Rules(x.Language)
	if rules == nil || o.Of == source.None || c.Form.Held || c.Form.Macro {
		return nil
	}
	if x.types == nil {
		x.types = rules.NewFile(x.Path, x.Text, x.Seen)
	}
	s := &typing.Scope{File: x.Seen, Facts: x.types, Text: x.Text, Class: c.Class, Around: c.Class, In: o.Enclosing, At: o.Word.Start}
	if x.rules.outside && len(c.Form.Inside) > 0 {
		s.Around = c.Form.Inside[0]
	}
	c.Arguments = x.arguments(o, s)
	v := x.Seen.Calls[o.Of].Receiver
	switch {
	case c.Form.Creates && rules.HasDollars():
		return s.Receiver("new " + string(x.Text[x.pathStart(o.Word.Start):o.Word.End]))
	case rules.HasDollars() && o.Access != source.Plain:
		return x.dollars(o, s)
	case c.Form.Creates:
		return &typing.Expression{File: x.types, Around: c.Class, Name: strings.Join(append(c.Form.Path, x.Word(o)), "."), Static: true}
	case o.Access == source.Plain && v.Root == source.NoValue:
		return x.own(c)
	case v.Root == source.Opaque:
		return x.converted(o, s)
	}
	e := s.Of(v)
	if e != nil {
		e.Arrow = bytes.HasSuffix(bytes.TrimRight(x.Text[:o.Word.Start], " \t\r\n"), []byte("->"))
	}
	return e
}

// dollars returns what leads to the type of the receiver of a call of PHP.
func (x *Reader) dollars(o *source.Occurrence, s *typing.Scope) *typing.Expression {
	c := &x.Seen.Calls[o.Of]
	start := c.Callee.Start
	if c.Chain > 0 {
		start = c.Chain
	}
	if c.Cut || start >= o.Word.Start {
		return nil
	}
	text := bytes.TrimRight(x.Text[x.pathStart(start):o.Word.Start], " \t\r\n")
	for _, sign := range []string{"?->", "->", "::"} {
		if before, ok := bytes.CutSuffix(text, []byte(sign)); ok {
			return s.Receiver(string(before))
		}
	}
	return nil
}

// pathStart returns where the path or the variable begins that goes on at pos.
func (x *Reader) pathStart(pos int) int {
	for pos > 0 && (x.Text[pos-1] == '\\' || x.Text[pos-1] == '$' || x.Text[pos-1] == '_' || x.Text[pos-1] >= '0' && x.Text[pos-1] <= '9' || x.Text[pos-1]|0x20 >= 'a' && x.Text[pos-1]|0x20 <= 'z' || x.Text[pos-1] >= 0x80) {
		pos--
	}
	return pos
}

// own returns what leads to the type whose member a call by the name alone may mean: that of an import, or the one around.
func (x *Reader) own(c *resolve.Callee) *typing.Expression {
	around := &typing.Expression{File: x.types, Around: c.Class, Own: true}
	switch {
	case c.Class == "":
		return nil
	case x.rules.outside:
		return around
	case !x.Seen.MembersInScope || len(c.Roots) != 1:
		return nil
	}
	if base := &c.Roots[0]; base.Origin == resolve.Imported && base.Member != "" { // a member of a type
		return &typing.Expression{File: x.types, Name: base.Module, Static: true, Why: "imported"}
	} else if base.Origin != resolve.Unbound {
		return nil
	}
	return around
}

// converted returns what leads to the type that the receiver of a call is converted to; nil if it is not.
func (x *Reader) converted(o *source.Occurrence, s *typing.Scope) *typing.Expression {
	before := strings.TrimSpace(string(x.Text[x.Seen.Calls[o.Of].Callee.Start:o.Word.Start]))
	before = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(before, "."), "->"))
	if inner, ok := strings.CutPrefix(before, "("); ok && strings.HasSuffix(inner, ")") {
		return s.Cast(strings.TrimSuffix(inner, ")"))
	}
	if x.rules.outside {
		return s.NamedCast(before)
	}
	if x.rules.extensions {
		return s.Literal(before)
	}
	return nil
}

// typedCall follows a call by the type of its receiver; ok is false if that is not seen.
func (r *Resolver) typedCall(site *resolve.Site) (v resolve.Resolution, ok bool) {
	e, rules := site.Callee.Typed, of(site.Language)
	if e == nil {
		return v, false
	}
	of := r.World.Type(e)
	if of.Elements > 0 {
		if !of.Sure || rules.outside {
			return v, false
		}
		v = resolve.Open("its receiver is an array")
		v.Known, v.Apart, v.Whose = true, !of.Documented && r.apartArray(), "arrays"
		return v, true
	}
	e = r.having(site, e, &of)
	if of.Type == nil {
		if of.Outside == "" || !of.Sure || e.Own && len(e.Steps) == 0 {
			return v, false
		}
		if v, ok := r.extending(site, e, of); ok {
			return v, true
		}
		v = resolve.Open("%s, which is not in the tree", because(e, of.Outside))
		v.Known, v.Apart, v.Whose = true, !r.mayExtend(site.Language) && r.apart(of), lastOf(of.Outside)
		return v, true
	}
	v = r.ofType(site, e, of)
	if v.Target == nil {
		if v, ok := r.extending(site, e, of); ok {
			return v, true
		}
	}
	v.Whose = lastOf(of.Type.Qual)
	v.Known, v.Apart = true, (v.Target == nil || of.Documented && !of.Type.IsAbstract()) && r.apart(of)
	return v, true
}

// extending follows a call to the one function that says that it is called on objects of the type of the receiver; ok is false if none
// does. What the type has itself comes first, which may not be seen.
func (r *Resolver) extending(site *resolve.Site, e *typing.Expression, of typing.Found) (v resolve.Resolution, ok bool) {
	if !of.Sure || e.Static && len(e.Steps) == 0 {
		return v, false
	}
	var all []*resolve.Definition
	args := site.Callee.Form.Args + 1
	for _, t := range r.Definitions {
		if t.Extends && (args == 0 || t.Least <= args && (t.Most < 0 || args <= t.Most)) && r.World.Fits(of, t.Path, t.Owner, t.Parameters[0]) {
			all = append(all, t)
		}
	}
	if len(all) != 1 {
		return v, false
	}
	name := of.Outside
	if of.Type != nil {
		name = of.Type.Qual
	}
	return resolve.Bound(all[0], resolve.Med, "%s, which it extends", because(e, name)), true
}

// extension is how the parameters of a function begin that is called on its first argument.
var extension = lazy.Regexp(`^\s*(?:<[^()]*>)?\s*\(\s*this\s`)

// having chooses of the traits that an object of Rust has the one with the method that is called.
func (r *Resolver) having(site *resolve.Site, e *typing.Expression, found *typing.Found) *typing.Expression {
	for _, t := range r.World.Others(e, *found) {
		if found.Type == nil || !r.has(found.Type, site.Word) && r.has(t, site.Word) {
			other := *e
			other.Why = strings.TrimSuffix(e.Why, e.Name) + t.Qual
			e, found.Type, found.Outside = &other, t, ""
		}
	}
	return e
}

// has reports whether a type has a member of a name.
func (r *Resolver) has(t *typing.Type, name string) bool {
	in, _ := r.World.Member(t, name, false)
	return in != nil
}

// apartArray reports whether no wanted definition may be called on an array: each is of a type of the tree that is none.
func (r *Resolver) apartArray() bool {
	if !r.Dotted {
		return false
	}
	for t := range r.Wanted {
		if t.Owner == "" {
			return false
		}
		if own := r.World.Named(t.Path, t.Owner); own == nil || own.IsAbstract() || t.Extends {
			return false
		}
	}
	return true
}

// because says why an expression is of a type.
func because(e *typing.Expression, name string) string {
	why := e.Why
	switch {
	case why == "" && e.Static && len(e.Steps) == 0:
		why = "a member of " + name
	case why == "" || len(e.Steps) > 0 && !typing.IsHanding(e.Steps[len(e.Steps)-1]):
		why = lastStep(e.Steps) + name
	}
	return budget.EscapeName(why)
}

// lastStep says what the last of the steps to a receiver has: the result of a method, or a field.
func lastStep(steps []string) string {
	called := len(steps) > 0 && steps[len(steps)-1] == "()"
	if called {
		steps = steps[:len(steps)-1]
	}
	if len(steps) > 0 {
		switch last := strings.TrimLeft(steps[len(steps)-1], ".:"); {
		case last == "" || last[0] == '[' || last[0] == '(':
		case called:
			return last + " returns a "
		default:
			return last + " is a field of type "
		}
	}
	return "its receiver is of type "
}

// ofType returns the definition that a type has, its own or that of the first base.
func (r *Resolver) ofType(site *resolve.Site, e *typing.Expression, found typing.Found) resolve.Resolution {
	why := because(e, found.Type.Qual)
	found.Sure = found.Sure && !found.Documented
	if site.Callee.Form.Creates {
		return r.makes(site, found, why)
	}
	crates := of(site.Language).crates
	if all := r.outside(site, found.Type); crates && len(all) > 0 {
		return r.sure(r.chosen(site, all, why), found.Sure)
	}
	in, whole := r.World.Member(found.Type, site.Word, e.Above && len(e.Steps) == 0)
	if in == nil && whole {
		return resolve.Open("%s, which does not define it", why)
	} else if in == nil {
		return resolve.Open("%s, which has a base that is not seen", why)
	}
	if found.Pointed {
		why += " to a " + budget.EscapeName(found.Type.Qual)
	}
	if in != found.Type {
		why += fmt.Sprintf(", whose base %s defines it", budget.EscapeName(in.Qual))
	}
	all := r.fitting(site, r.at(in.File.Path, in.Qual+"."+site.Word), e.Static && len(e.Steps) == 0)
	if of(site.Language).outside && len(all) > 0 {
		return r.sure(r.body(site, r.choose(site, all, why), in), found.Sure && whole)
	}
	if functions := slices.DeleteFunc(slices.Clone(all), func(t *resolve.Definition) bool { return t.Value || t.Nested }); len(functions) > 0 {
		all = functions
	}
	if len(all) > 0 {
		return r.sure(r.choose(site, all, why), found.Sure && whole)
	}
	return resolve.Open("%s; it is not a function there", why)
}

// at returns the definitions with a qualified name of a file; those of the script that it only declares, or of its declarations, if these
// alone are wanted or there.
func (r *Resolver) at(file, qual string) []*resolve.Definition {
	all := r.ByQual[resolve.Place{Path: file, Qual: qual}]
	twin := typing.TwinOf(file)
	if twin == "" {
		return all
	}
	wanted := func(t *resolve.Definition) bool { return t.Wanted }
	if others := r.ByQual[resolve.Place{Path: twin, Qual: qual}]; len(all) == 0 || slices.ContainsFunc(others, wanted) && !slices.ContainsFunc(all, wanted) {
		return others
	}
	return all
}

// makes returns what makes an object of a type: its constructor, or the type.
func (r *Resolver) makes(site *resolve.Site, found typing.Found, why string) resolve.Resolution {
	for _, qual := range []string{found.Type.Qual + "." + site.Word, found.Type.Qual} {
		if all := r.fitting(site, r.at(found.Type.File.Path, qual), true); len(all) > 0 {
			return r.sure(r.choose(site, all, why), found.Sure)
		}
	}
	return resolve.Open("%s, which does not define it", why)
}

// body returns a resolution with the body of its target, if that is defined outside of its type.
func (r *Resolver) body(site *resolve.Site, v resolve.Resolution, in *typing.Type) resolve.Resolution {
	if v.Target == nil || !v.Target.Bare {
		return v
	}
	var fit []*resolve.Definition
	if in == nil {
		return v
	}
	for _, d := range r.outside(site, in) {
		if d.Most == v.Target.Most {
			fit = append(fit, d)
		}
	}
	if len(fit) > 1 {
		fit = slices.DeleteFunc(fit, func(d *resolve.Definition) bool { return !slices.Equal(d.Parameters, v.Target.Parameters) })
	}
	if len(fit) == 1 {
		v.Target = fit[0]
	}
	return v
}

// outside returns the functions that a type has in languages that declare them outside of it, in whatever file: its own
// before those of traits.
func (r *Resolver) outside(site *resolve.Site, t *typing.Type) []*resolve.Definition {
	l := of(site.Language)
	all := r.Definitions
	switch {
	case l.crates:
		all = r.fitting(site, all, true)
	case !l.outside:
		return nil
	}
	var own, loose []*resolve.Definition
	name := lastOf(t.Qual)
	for _, d := range all {
		if !d.Outside || lastOf(d.Owner) != name || !lang.Related(d.Language, site.Language) || r.World.Named(d.Path, d.Owner) != t {
			continue
		}
		if d.Loose {
			loose = append(loose, d)
		} else {
			own = append(own, d)
		}
	}
	if len(own) > 0 {
		return own
	}
	return loose
}

func lastOf(qual string) string { return qual[strings.LastIndexByte(qual, '.')+1:] }

// chosen is choose for members of one type.
func (r *Resolver) chosen(site *resolve.Site, all []*resolve.Definition, why string) resolve.Resolution {
	if len(all) == 1 {
		return resolve.Bound(all[0], resolve.High, "%s", why)
	}
	return r.choose(site, all, why)
}

// sure makes a resolution at most med unless it is sure.
func (r *Resolver) sure(v resolve.Resolution, is bool) resolve.Resolution {
	if !is && v.Tier == resolve.High {
		v.Tier = resolve.Med
	}
	return v
}

// apart reports whether a type is seen to be neither that of a wanted definition, nor above or below it.
func (r *Resolver) apart(of typing.Found) bool {
	if !r.Dotted || !of.Sure || of.Top() || of.Type != nil && of.Type.Open() {
		return false
	}
	for t := range r.Wanted {
		if t.Owner == "" {
			continue
		}
		own := r.World.Named(t.Path, t.Owner)
		if own == nil || of.Type == nil && own.Open() {
			return false
		}
		if is, sure := r.World.Above(of, own); is || !sure {
			return false
		}
		if of.Type == nil {
			continue
		}
		if is, sure := r.World.Above(typing.Found{Type: own}, of.Type); is || !sure {
			return false
		}
	}
	return true
}

// apartAll reports whether definitions are members of one type that is apart.
func (r *Resolver) apartAll(all []*resolve.Definition) bool {
	if !r.Dotted || all[0].Owner == "" || slices.ContainsFunc(all, func(t *resolve.Definition) bool { return t.Path != all[0].Path || t.Owner != all[0].Owner }) {
		return false
	}
	own := r.World.Named(all[0].Path, all[0].Owner)
	return own != nil && r.apart(typing.Found{Type: own, Sure: true})
}

// mayExtend reports whether what is asked for may be called on objects of types of the library.
func (r *Resolver) mayExtend(language string) bool {
	if of(language).extensions {
		for t := range r.Wanted {
			if t.Extends {
				return true
			}
		}
		return false
	}
	return typing.Rules(language).Extends()
}

// parameterTypes returns the types of the parameters of a function, as they are written; nil if they are not followed.
func (x *Reader) parameterTypes(d *source.Declaration) []string {
	rules := typing.Rules(x.Language)
	if rules == nil || d.Symbol > source.Method {
		return nil
	}
	signature := x.Text[d.Name.End:max(d.Signature.End, d.Name.End)]
	list, ok := x.list(signature)
	if !ok {
		return nil
	}
	var all []string
	if len(list) > 0 {
		for _, p := range parted(list) {
			all = append(all, rules.Parameter(string(p), x.Text, d))
		}
	}
	if rest := signature[bytes.LastIndexByte(signature, ')')+1:]; x.rules.outside && bytes.Contains(rest, []byte("const")) {
		all = append(all, typing.Constant)
	}
	return all
}

// arguments returns what a call hands over; nil if that is not followed.
func (x *Reader) arguments(o *source.Occurrence, s *typing.Scope) []typing.Argument {
	c := &x.Seen.Calls[o.Of]
	if c.Spread || c.SpreadNames || len(c.Keywords) > 0 || c.Positional == 0 {
		return nil
	}
	list, ok := x.list(x.Text[o.Word.End:max(c.Span.End, o.Word.End)])
	if !ok {
		return nil
	}
	parts := parted(list)
	if len(parts) != c.Positional {
		return nil
	}
	all := make([]typing.Argument, len(parts))
	for i, p := range parts {
		all[i] = s.Argument(string(p))
	}
	return all
}

// byTypes returns the definition whose parameters fit the arguments of a call best; nil if several may. It is sure if all
// arguments are seen.
func (r *Resolver) byTypes(site *resolve.Site, all []*resolve.Definition) (best *resolve.Definition, sure bool) {
	if of(site.Language).outside {
		return r.overloaded(site, all)
	}
	args := site.Callee.Arguments
	if args == nil {
		return nil, false
	}
	var fits [][]typing.Fit
	var left []*resolve.Definition
	for _, t := range all {
		if fit := r.fits(t, args); fit != nil {
			left, fits = append(left, t), append(fits, fit)
		}
	}
	for i, t := range left {
		better := true
		known := true
		for k := range args {
			known = known && fits[i][k] != typing.Unknown
		}
		for j := range left {
			better = better && (i == j || known && dominates(fits[i], fits[j]))
		}
		if better {
			return t, known
		}
	}
	return nil, false
}

// overloaded is byTypes for C++. An argument that is not seen decides nothing, and what the others decide is not sure then; of
// functions that differ only in what they do to the object, the object decides.
func (r *Resolver) overloaded(site *resolve.Site, all []*resolve.Definition) (best *resolve.Definition, sure bool) {
	args := site.Callee.Arguments
	fits := make([][]typing.Fit, len(all))
	for i, t := range all {
		for k, a := range args {
			fit := typing.Unknown
			if k < len(t.Parameters) {
				fit = r.World.Takes(a, t.Path, t.Owner, t.Parameters[k])
			}
			fits[i] = append(fits[i], fit)
		}
	}
	var left []int
	for i := range all {
		if !slices.Contains(fits[i], typing.Not) {
			left = append(left, i)
		}
	}
	best, sure = nil, true
	for _, i := range left {
		if !slices.ContainsFunc(left, func(j int) bool { return i != j && !dominates(fits[i], fits[j]) }) {
			best = all[i]
		}
	}
	if best == nil && len(left) == 2 && slices.Equal(fits[left[0]], fits[left[1]]) {
		best = constant(site, all[left[0]], all[left[1]])
	}
	for k := range args {
		differ := slices.ContainsFunc(fits, func(f []typing.Fit) bool { return f[k] != fits[0][k] })
		known := !slices.ContainsFunc(left, func(i int) bool { return fits[i][k] == typing.Unknown })
		sure = sure && (known || !differ && sameParameter(all, k))
	}
	return best, sure
}

// sameParameter reports whether functions have the same type of parameter at a place.
func sameParameter(all []*resolve.Definition, k int) bool {
	return !slices.ContainsFunc(all, func(t *resolve.Definition) bool {
		return k >= len(t.Parameters) || k >= len(all[0].Parameters) || t.Parameters[k] != all[0].Parameters[k]
	})
}

// constant returns the one of two functions that an object means which both take the same, where one leaves the object as it is and
// the other may change it; nil if it is not seen whether the object may change.
func constant(site *resolve.Site, a, b *resolve.Definition) *resolve.Definition {
	if len(a.Parameters) < len(b.Parameters) {
		a, b = b, a
	}
	e := site.Callee.Typed
	if len(a.Parameters) != len(b.Parameters)+1 || a.Parameters[len(b.Parameters)] != typing.Constant || !slices.Equal(a.Parameters[:len(b.Parameters)], b.Parameters) ||
		e == nil || e.Changes == typing.Unseen {
		return nil
	}
	if e.Changes == typing.Never {
		return a
	}
	return b
}

// dominates reports whether one set of fits is nowhere worse than another, and somewhere better.
func dominates(a, b []typing.Fit) bool {
	more := false
	for i := range a {
		if a[i] < b[i] {
			return false
		}
		more = more || a[i] > b[i]
	}
	return more
}

// fits says how well arguments fit the parameters of a definition; nil if one does not.
func (r *Resolver) fits(t *resolve.Definition, args []typing.Argument) []typing.Fit {
	in := r.World.At(t.Path, t.Owner)
	var all []typing.Fit
	for i, a := range args {
		fit := typing.Unknown
		if in != nil && len(t.Parameters) == len(args) {
			if fit = r.World.Fit(a, in, t.Parameters[i]); fit == typing.Not {
				return nil
			}
		}
		all = append(all, fit)
	}
	return all
}
