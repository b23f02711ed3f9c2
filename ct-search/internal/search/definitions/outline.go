package definitions

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/source"
)

// usualOutline is how many declarations a page of an outline shows at most.
const usualOutline = 400

// An outline is what --outline asks for: the declarations of files, in their order, or of folders, where each file gets a
// share of the page by its size and shows its largest and most used declarations first.
type outline struct {
	files bool // only files are looked in
	level int  // the deepest that is shown, 1 for the outermost; 0 for all
	sizes bool
	short bool         // level is not what was asked for
	inner atomic.Int64 // declarations that are nested deeper
	uses  *uses        // of the words of a folder; nil for files
}

// newOutline returns the outline that the request asks for, nil for none.
func newOutline(r *request.Request, roots []string) (*outline, error) {
	for _, option := range []struct {
		name  string
		given bool
	}{{"match", r.Match != ""}, {"sizes", r.WithSizes}, {"depth", r.Depth > 0}} {
		if option.given && !r.Outline {
			advice := "leave it out"
			if option.name == "depth" {
				advice = "for levels of calls use {expand} 'callers(depth=N)'"
			}
			return nil, opt.Usagef(option.name, "{"+option.name+"} is for {outline}; "+advice)
		}
	}
	if !r.Outline {
		return nil, nil
	}
	o := &outline{level: int(r.Depth), sizes: r.WithSizes, files: len(roots) > 0}
	for _, root := range roots {
		if !r.View().IsFile(root) {
			o.files = false
		}
	}
	if o.level == 0 && !o.files && r.Entity == "" && r.Match == "" {
		o.level, o.short = 1, true
	}
	return o, nil
}

// holds reports whether a declaration of a file belongs to the outline.
func (o *outline) holds(s *Search, f *occurrence.File, of int) bool {
	if !o.lists(s, f, of) {
		return false
	}
	if o.level > 0 && levelOf(f, of) > o.level {
		o.inner.Add(1)
		return false
	}
	return true
}

// lists reports whether a declaration belongs to the outline at some level.
func (o *outline) lists(s *Search, f *occurrence.File, of int) bool {
	d := &f.Seen.Declarations[of]
	switch {
	case d.Prototype && !lang.IsHeader(path.Ext(f.Path)):
		return false // its definition is listed
	case s.Kind != "":
		return s.Kind.holds(d.Symbol)
	case d.Symbol == source.Field, d.Symbol == source.Key && levelOf(f, of) > 2, d.Symbol == source.Macro && !o.files && isDefine(f):
		return false
	case d.Symbol == source.Constant, d.Symbol == source.Variable:
		return (o.files || s.public) && !inFunction(f, of)
	}
	return true
}

// note says how many declarations are nested too deep for an outline whose depth nobody chose, "" if none is.
func (o *outline) note() string {
	n := o.inner.Load()
	if n == 0 || !o.short {
		return ""
	}
	return grep.Plural(n, "nested one is", "nested ones are") + " not listed (--depth 2)"
}

// isDefine reports whether macros of a file are those of C, which headers define by the thousand.
func isDefine(f *occurrence.File) bool {
	l := lang.Named(f.Language)
	return l != nil && l.Family == "c"
}

// levelOf returns how deep a declaration is nested, 1 at the top. Modules do not count, the type of a method does.
func levelOf(f *occurrence.File, of int) int {
	level := 1
	for at := of; at != source.None; at = f.Seen.Declarations[at].Parent {
		d := &f.Seen.Declarations[at]
		if d.Receiver != "" || at != of && d.Symbol != source.Module {
			level++
		}
	}
	return level
}

// inFunction reports whether a function is among the definitions around a declaration.
func inFunction(f *occurrence.File, of int) bool {
	for at := f.Seen.Declarations[of].Parent; at != source.None; at = f.Seen.Declarations[at].Parent {
		if s := f.Seen.Declarations[at].Symbol; s == source.Function || s == source.Method {
			return true
		}
	}
	return false
}

// A share is the place of a declaration in the outline of a folder.
type share struct {
	Tier     int
	Quotient float64
	Path     string
	Line     int64
	Of       int64 // declarations of its file
	Lines    int64 // of its file
}

// compare orders shares: sources before tests, then by the quotients.
func (a *share) compare(b *share) int {
	return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(b.Quotient, a.Quotient), strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
}

// shares returns the places of the declarations of a file. The page is divided among files by the method of Sainte-Laguë:
// the declaration with the i-th greatest importance, from 0, has the lines of its file divided by 2i+1.
func (o *outline) shares(f *file) []share {
	order := make([]int, len(f.matches))
	weights := make([]float64, len(f.matches))
	for i := range order {
		d := f.matches[i].Definition
		order[i], weights[i] = i, importance(d.Last-d.First+1, o.uses.of(d.Symbol))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
	all := make([]share, len(order))
	for i, at := range order {
		all[at] = share{
			Tier: f.Role.Tier(), Quotient: float64(f.lines) / float64(2*i+1), Path: f.Path, Line: f.matches[at].Line,
			Of: int64(len(order)), Lines: f.lines,
		}
	}
	return all
}

// outlineFindings turns the findings of a page into lines of an outline.
func (r *Found) outlineFindings(top []answer.Finding, shown []occurrence.Group, shares []share) {
	for i := range top {
		f, g := &top[i], &shown[i]
		d := g.Definition
		f.Anchor.Line, f.Anchor.Column = d.First, 1
		text := declared(d)
		if r.search.outline.sizes {
			text += fmt.Sprintf("  (%s)", grep.Plural(d.Last-d.First+1, "line", "lines"))
		}
		head := budget.EscapeName(g.Path)
		if shares != nil {
			head += fmt.Sprintf(" (%s, %s)", grep.Plural(shares[i].Lines, "line", "lines"), grep.Plural(shares[i].Of, "declaration", "declarations"))
		}
		span := fmt.Sprintf("%d-%d", d.First, d.Last)
		f.Message = fmt.Sprintf("%s:%s  %s", budget.EscapeName(g.Path), span, text)
		f.Under(head, fmt.Sprintf("%s %s", span, text))
	}
}

// declared returns a declaration as an outline shows it: its signature, after its kind if that does not say it, with its
// qualified name if it is nested.
func declared(d *occurrence.Definition) string {
	text := d.Signature
	if !d.Kind.Encloses() || text == "" {
		text = d.Qualname
	} else if d.Qualname != d.Symbol && !strings.HasPrefix(text, "func (") {
		if at := nameIn(text, d.Symbol); at >= 0 {
			text = text[:at] + d.Qualname + text[at+len(d.Symbol):]
		}
	}
	words := strings.Fields(text)
	if len(words) > 0 && !slices.ContainsFunc(words[:min(len(words), 5)], func(w string) bool { return slices.Contains(says(d.Kind), w) }) {
		text = d.Kind.String() + " " + text
	}
	return text
}

// nameIn returns where a signature has the name as a word, -1 if it has not.
func nameIn(text, name string) int {
	from := 0
	for {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return -1
		}
		at := from + i
		end := at + len(name)
		if (at == 0 || !isWord(text[at-1])) && (end == len(text) || !isWord(text[end])) {
			return at
		}
		from = end
	}
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// says returns the words of a signature that say its kind.
func says(k source.Symbol) []string {
	switch k {
	case source.Function, source.Method:
		return []string{"func", "fn", "def", "function", "fun", "sub"}
	case source.Module:
		return []string{"module", "mod", "namespace", "package"}
	case source.Macro:
		return []string{"macro", "macro_rules!", "#define"}
	}
	return []string{k.String()}
}
