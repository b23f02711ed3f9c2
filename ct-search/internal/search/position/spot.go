package position

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/position"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A spot is what a file says of a position.
type spot struct {
	path    string // as printed
	info    walk.Info
	around  *occurrence.Match // the innermost definition around the position, nil without one
	inside  *occurrence.Match // the innermost function around it, nil without one
	symbol  *occurrence.Match // what stands there, nil if that is no symbol
	what    string            // why it is none
	bound   *occurrence.Match // what binds the symbol in the file itself, nil if nothing does
	binding source.BindingKind
	// bindings is how many places of its scope bind the symbol; the last one before it is bound.
	bindings int
	module   bool     // an import binds it to a module
	renamed  string   // its name in the module that it is imported from, if it has another one here
	modules  []string // of imports that may bring the symbol, or what stands before it
	member   bool     // it is reached through something else
}

// name returns the name of the symbol where it is defined.
func (s *spot) name(word string) string {
	if s.renamed != "" {
		return s.renamed
	}
	return word
}

// reader reads the file of a position.
type reader struct {
	at   position.Position
	spot spot
	err  error

	around, inside, symbol, bound int // where the names of these begin in the file, -1 for none
}

// read returns what the file says of a position. The ledger is of that file alone.
func read(ctx context.Context, at position.Position, view walk.View) (*spot, ledger.Ledger, error) {
	r := &reader{at: at, around: -1, inside: -1, symbol: -1, bound: -1}
	files := walk.Options{Roots: []string{at.File}, Sandbox: view.Sandbox, At: view.At, Hidden: true, NoIgnore: true, Types: walk.File | walk.Dir | walk.Link, MaxDepth: 1, Workers: 1}
	met := false
	visit := func(e *walk.Entry) walk.Outcome[struct{}] {
		if met = e.Depth() == 0 && e.Type() == walk.File; !met {
			return walk.Outcome[struct{}]{Keep: true}
		}
		why, detail := r.visit(ctx, e)
		return walk.Outcome[struct{}]{Skip: why, Detail: detail}
	}
	led, err := walk.Run(ctx, files, func() walk.Visit[struct{}] { return visit }, func(struct{}) bool { return false })
	switch name := grep.Echo(at.File, 200); {
	case err != nil:
		return nil, led, err
	case led.Count(ledger.Timeout) > 0:
		return &r.spot, led, nil
	case led.Count(ledger.Unreadable) > 0:
		return nil, led, refuse("%s cannot be read: %s", name, led.Cuts()[0].First.Detail)
	case !met:
		return nil, led, refuse("%s is not a regular file; give FILE:LINE of a file", name)
	}
	return &r.spot, led, r.err
}

// refuse returns an error about the position.
func refuse(format string, args ...any) error {
	return opt.Usagef("position", "{position}: "+format, args...)
}

// visit reads the file.
func (r *reader) visit(ctx context.Context, e *walk.Entry) (ledger.Reason, string) {
	chooser := occurrence.NewChooser(ctx, nil)
	read := false
	chooser.Choose = func(f *occurrence.File) []source.Occurrence {
		read = true
		var all []source.Occurrence
		all, r.err = r.choose(e, f)
		return all
	}
	f, why, detail := chooser.Read(e)
	name := grep.Echo(r.at.File, 200)
	switch {
	case why == ledger.Binary:
		r.err = refuse("%s is binary", name)
		return ledger.None, ""
	case why != ledger.None:
		return why, detail
	case !read:
		r.err = refuse("no scanner knows the language of %s; give {QUERY} to look for a word in it", name)
	}
	r.spot.path, r.spot.info = e.Path(), f.Info
	if r.err == nil {
		r.describe(f)
	}
	return ledger.None, ""
}

// choose returns the occurrences that describe needs, in order.
func (r *reader) choose(e *walk.Entry, f *occurrence.File) ([]source.Occurrence, error) {
	from, to, err := r.span(f.Text)
	if err != nil {
		return nil, err
	}
	language := languages.In(e, f.Text)
	*f.Seen = *source.Scan(language.Scan, f.Text, source.Want{Words: true, Declarations: true, Bindings: true, Prototypes: true, Calls: true})
	o := r.pick(f, from, to)
	at := from
	var all []source.Occurrence
	if o != nil {
		at = o.Place.Start
		r.symbol, r.spot.member = at, o.Access == source.Member
		all = append(all, *o)
		if b := r.bind(f, o); b != nil {
			r.bound = b.Place.Start
			if b.Place != o.Place {
				all = append(all, *b)
			}
		}
	}
	name := func(d int) int {
		if d == source.None {
			return -1
		}
		all = append(all, definition(f, d))
		return all[len(all)-1].Place.Start
	}
	r.around = name(innermost(f, at, func(source.Symbol) bool { return true }))
	r.inside = name(innermost(f, at, callable))
	slices.SortStableFunc(all, func(a, b source.Occurrence) int { return cmp.Compare(a.Place.Start, b.Place.Start) })
	return all, nil
}

// span returns the bytes of the position: those of its line, or an empty span at its column.
func (r *reader) span(text []byte) (from, to int, err error) {
	lines := int64(bytes.Count(text, []byte{'\n'}))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		lines++
	}
	if r.at.Line > lines {
		return 0, 0, refuse("%s ends with line %d; there is no line %d", grep.Echo(r.at.File, 200), lines, r.at.Line)
	}
	for range r.at.Line - 1 {
		from += bytes.IndexByte(text[from:], '\n') + 1
	}
	to = from + len(bytes.TrimRight(text[from:match.LineEnd(text, from)], "\r\n"))
	if r.at.Column == 0 {
		return from, to, nil
	}
	if r.at.Column > to-from+1 {
		return 0, 0, refuse("line %d of %s has %d bytes; there is no column %d", r.at.Line, grep.Echo(r.at.File, 200), to-from, r.at.Column)
	}
	at := from + r.at.Column - 1
	for at > from && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at, at, nil
}

// pick returns what stands at a place: the word there, or the one that ends there; in a line, its first definition, else
// its first call, else its first name. It is nil, and r.spot.what says what is there, if that is no symbol.
func (r *reader) pick(f *occurrence.File, from, to int) *source.Occurrence {
	var best *source.Occurrence
	for i := range f.Seen.Occurrences {
		o := &f.Seen.Occurrences[i]
		switch {
		case o.Place.Start > to:
		case r.at.Column > 0 && o.Place.Start <= from && from < o.Place.End:
			best = o
		case r.at.Column > 0 && o.Place.End == from && best == nil:
			best = o
		case r.at.Column == 0 && o.Place.Start >= from && o.Kind.Code() && (best == nil || precedence(o) > precedence(best)):
			best = o
		}
	}
	if best != nil && best.Kind.Code() {
		return best
	}
	r.spot.what = nameless(r.at.Column, best)
	return nil
}

// nameless says what is at a place that no symbol is at.
func nameless(column int, o *source.Occurrence) string {
	switch {
	case column == 0:
		return "no name is on the line"
	case o == nil:
	case o.Kind == source.String:
		return "it is in a string"
	case o.Kind == source.Comment:
		return "it is in a comment"
	case o.Kind == source.Docstring:
		return "it is in a docstring"
	}
	return "no name is at the column"
}

// precedence orders the names of a line.
func precedence(o *source.Occurrence) int {
	switch o.Kind {
	case source.Definition:
		return 2
	case source.Callsite:
		return 1
	}
	return 0
}

func callable(s source.Symbol) bool {
	return s == source.Function || s == source.Method || s == source.Macro
}

// innermost returns the innermost declaration around a byte that holds, None without one. One that only declares, such
// as a variable, is around its name alone.
func innermost(f *occurrence.File, at int, holds func(source.Symbol) bool) int {
	best := source.None
	for i := range f.Seen.Declarations {
		d := &f.Seen.Declarations[i]
		span := d.Span
		if !d.Symbol.Encloses() {
			span = d.Name
		}
		if span.Start <= at && at < span.End && holds(d.Symbol) && (best == source.None || span.Len() <= f.Seen.Declarations[best].Span.Len()) {
			best = i
		}
	}
	return best
}

// definition returns the occurrence of a declaration's name.
func definition(f *occurrence.File, of int) source.Occurrence {
	d := &f.Seen.Declarations[of]
	return source.Occurrence{Place: d.Name, Kind: source.Definition, Word: d.Name, Enclosing: d.Parent, Of: of}
}

// bind finds what binds a symbol in its own file, and returns its occurrence; it notes the modules of imports.
func (r *reader) bind(f *occurrence.File, o *source.Occurrence) *source.Occurrence {
	if o.Kind == source.Definition || r.imports(f, o) {
		return nil
	}
	name, at := o.Word.Of(f.Text), o.Place.Start
	if r.spot.member {
		name, at = qualifier(f.Text, o.Place.Start)
	}
	var last *source.Binding // before the symbol, else the first
	for _, b := range f.Seen.Lookup(name, o.Enclosing, at) {
		switch {
		case b.Import != source.None:
			im := &f.Seen.Imports[b.Import]
			r.spot.modules, r.spot.binding = append(r.spot.modules, im.Module), source.Imported
			if r.spot.member {
				continue
			}
			if r.spot.module = im.Name == "" && b.Kind == source.Imported; r.spot.module {
				return &source.Occurrence{Place: b.Place, Kind: source.Import, Word: b.Place, Enclosing: b.Scope, Of: b.Import}
			}
			if im.Alias == name && im.Name != "*" {
				r.spot.renamed = im.Name
			}
		case r.spot.member:
		case b.Kind == source.Defined && b.Declaration != source.None:
			r.spot.binding = source.Defined
			d := definition(f, b.Declaration)
			return &d
		case b.Kind == source.Parameter || b.Kind == source.Local:
			r.spot.bindings++
			if last == nil || b.Place.Start <= at {
				last = b
			}
		}
	}
	if last == nil {
		return nil
	}
	r.spot.binding = last.Kind
	return &source.Occurrence{Place: last.Place, Kind: source.Assignment, Word: last.Place, Enclosing: last.Scope, Of: source.None}
}

// imports reports whether a symbol stands in an import, whose module it notes.
func (r *reader) imports(f *occurrence.File, o *source.Occurrence) bool {
	if o.Of == source.None || o.Kind != source.Import && o.Kind != source.FromImport {
		return false
	}
	r.spot.modules = append(r.spot.modules, f.Seen.Imports[o.Of].Module)
	r.spot.binding = source.Imported
	return true
}

// qualifier returns the name before a member, and where it begins; "" if none stands there.
func qualifier(text []byte, at int) (string, int) {
	before := text[:at]
	for _, separator := range []string{"?.", "->", "::", "."} {
		if rest, ok := bytes.CutSuffix(before, []byte(separator)); ok {
			start := len(rest)
			for start > 0 && (rest[start-1] >= utf8.RuneSelf || isWord(rest[start-1])) {
				start--
			}
			return string(rest[start:]), start
		}
	}
	return "", at
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// describe makes matches of what choose returned.
func (r *reader) describe(f *occurrence.File) {
	for i := range f.Places {
		m := f.Match(i)
		f.Describe(&m, 1, 1)
		o := &f.Seen.Occurrences[i]
		for _, want := range []struct {
			of  **occurrence.Match
			at  int
			not bool
		}{{&r.spot.around, r.around, o.Kind != source.Definition}, {&r.spot.inside, r.inside, o.Kind != source.Definition}, {&r.spot.symbol, r.symbol, false}, {&r.spot.bound, r.bound, false}} {
			if want.at == o.Place.Start && !want.not {
				*want.of = &m
			}
		}
	}
}
