package impact

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
)

// A Part says what a place is to the symbol.
type Part uint8

// The parts, in the order in which an answer counts them.
const (
	Definition  Part = iota
	Override         // a method of a type below or above that has the name
	Declaration      // it declares what is defined elsewhere
	Call
	Reference
	Import
	ReExport
	String
	Comment
	Document
	Text // of a file that no scanner reads, or data
	parts
)

var partNames = [...]string{"definition", "override", "declaration", "call", "reference", "import", "re_export", "string", "comment", "document", "text"}

// String returns the name of a part in JSON.
func (p Part) String() string { return partNames[p] }

// Word returns the part as Markdown names it.
func (p Part) Word() string { return strings.ReplaceAll(p.String(), "re_export", "re-export") }

// refers reports whether a place of the part uses what is defined elsewhere, so that it is bound or maybe.
func (p Part) refers() bool { return p >= Call && p <= ReExport }

// Bound reports whether a place of the part refers to a definition.
func (p Part) Bound() bool { return p <= ReExport }

// A Place is one place of the name.
type Place struct {
	*occurrence.Match
	Part       Part
	Maybe      bool // it may be of another definition of the name
	Site       *resolve.Site
	Definition *resolve.Definition
	Reason     string // why it is bound, or why that is open
	Confidence string

	Fit    Fit
	FitWhy string
}

// ofDefinition returns the place of a definition.
func ofDefinition(d *resolve.Definition, part Part) *Place {
	p := &Place{Match: &d.Match, Part: part, Definition: d, Confidence: "high"}
	switch {
	case d.Role == rank.Doc:
		p.Part, p.Confidence = Document, ""
	case d.Heading:
		p.Part, p.Confidence = Text, ""
	}
	return p
}

// ofSite returns the place of a call or of another use.
func ofSite(s *resolve.Site) *Place {
	p := &Place{Match: &s.Match, Part: partOf(s), Site: s}
	if p.Part.Bound() {
		p.Reason, p.Confidence, p.Maybe = s.Reason, s.Tier.Confidence(), s.Tier == resolve.Unresolved
	}
	if p.Part == Declaration {
		p.Maybe, p.Confidence = false, "med"
	}
	return p
}

// partOf returns the part of a site.
func partOf(s *resolve.Site) Part {
	switch {
	case s.Use == nil:
		return Call
	case s.Role == rank.Doc && !s.Kind.Code():
		return Document
	case s.Use.Declares:
		return Declaration
	}
	switch s.Kind {
	case source.Import, source.FromImport:
		if s.Use.ReExport {
			return ReExport
		}
		return Import
	case source.String:
		return String
	case source.Comment, source.Docstring:
		return Comment
	case source.Text:
		return Text
	}
	return Reference
}

// InTest reports whether the place is in a test.
func (p *Place) InTest() bool { return p.Role == rank.Test }

// change sets what the place says in JSON.
func (p *Place) change() {
	p.Match.Change = &occurrence.Change{
		Part: p.Part.String(), Confidence: p.Confidence, Reason: p.Reason, InTest: p.InTest(), OtherName: p.Site != nil && p.Site.Renamed,
		Fit: p.Fit.String(), FitReason: p.FitWhy,
	}
	if p.Site == nil || p.Part != Call && p.Part != Reference && p.Part != Import && p.Part != ReExport {
		return
	}
	bound := p.Site.Bound()
	p.Match.Call = bound.Call
}

// byPlace compares places by path, line and column.
func byPlace(a, b *Place) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Part, b.Part))
}

// arrange orders places by file: those with code that has the name before those where only text has it, and of both sources before tests
// before documents; the files that define the symbol come first. With fits, the calls that break come first, then those that may, and
// those that fit last.
func arrange(places []*Place, fits bool) {
	defining, code := map[string]bool{}, map[string]bool{}
	for _, p := range places {
		defining[p.Path] = defining[p.Path] || p.Part == Definition
		code[p.Path] = code[p.Path] || p.Part.Bound()
	}
	no := func(in map[string]bool, p *Place) int {
		if in[p.Path] {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(places, func(a, b *Place) int {
		first := 0
		if fits {
			first = cmp.Compare(a.Fit.order(), b.Fit.order())
		}
		return cmp.Or(first, no(code, a)-no(code, b), cmp.Compare(a.Role.Tier(), b.Role.Tier()), no(defining, a)-no(defining, b), byPlace(a, b))
	})
}

// unique drops the places that stand where another one does: what assigns a variable of Python is a definition too.
func unique(places []*Place) []*Place {
	slices.SortStableFunc(places, byPlace)
	return slices.CompactFunc(places, func(a, b *Place) bool {
		return a.Path == b.Path && a.Line == b.Line && a.Column == b.Column
	})
}
