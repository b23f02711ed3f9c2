package impact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

// A Fit says whether a call fits a signature.
type Fit uint8

// The fits.
const (
	Unjudged Fit = iota // it is no call, or rather one of another definition which would fit, or no signature was given
	Breaks
	MayBreak
	Fits
)

// String returns the name of a fit in JSON, "" for Unjudged.
func (f Fit) String() string { return [...]string{"", "breaks", "may_break", "fits"}[f] }

// Word returns the fit as Markdown names it.
func (f Fit) Word() string { return strings.ReplaceAll(f.String(), "_", " ") }

// order is the place of a fit in an answer: what breaks first, what fits last.
func (f Fit) order() int { return [...]int{2, 0, 1, 3}[f] }

// judge sets whether the places fit a signature: calls by their arguments, and values that are handed on, whose calls are not seen.
func (s *Signature) judge(places []*Place) {
	for _, p := range places {
		switch {
		case p.Part == Call:
			p.Fit, p.FitWhy = s.fit(p.Site)
			switch {
			case p.Maybe && p.Fit == Breaks:
				p.Fit, p.FitWhy = MayBreak, "if it is a call of the symbol: "+p.FitWhy
			case p.Site.Rather && p.Fit == Fits:
				p.Fit = Unjudged
			}
		case p.Part == Override:
			p.Fit, p.FitWhy = MayBreak, "an override has to agree with the new signature"
		case p.Part == Reference:
			p.Fit, p.FitWhy = MayBreak, "it is used as a value, and may be called elsewhere"
		}
	}
}

// fit says whether a call fits, and why not.
func (s *Signature) fit(site *resolve.Site) (Fit, string) {
	a := site.Shape
	if a == nil {
		return MayBreak, "how it hands over its arguments is not seen"
	}
	if a.Unread {
		return MayBreak, "the expression before its name is not followed, and its first argument may be the object"
	}
	placed, least, most := s.count(site)
	if a.Positional > most && !s.Rest {
		return s.broken(site, fmt.Sprintf("%s by place, and at most %d can be", amount(a.Positional, "argument"), most))
	}
	if why := s.unknownName(a, placed); why != "" {
		return Breaks, why
	}
	if missing := s.missing(a, placed); len(missing) > 0 || a.Positional+len(a.Keywords) < least && !byNames(site) {
		switch {
		case a.Spread || a.SpreadNames:
			return MayBreak, "its arguments are spread, and may be too few"
		case a.Block:
			return MayBreak, "a block may be the argument that lacks"
		case a.Nested && site.Language == gocalls.Language:
			return MayBreak, "its argument is a call, which may return several values"
		case byNames(site):
			return Breaks, "lacks " + strings.Join(missing, ", ")
		}
		return s.broken(site, fmt.Sprintf("%s, and at least %d are needed", amount(a.Positional+len(a.Keywords), "argument"), least))
	}
	if (a.Spread && !s.Rest) || (a.SpreadNames && !s.RestNames) {
		return MayBreak, "its arguments are spread, and may be too many"
	}
	return Fits, ""
}

// broken is Breaks, except in JavaScript, where a call may have more and fewer arguments than there are parameters.
func (s *Signature) broken(site *resolve.Site, why string) (Fit, string) {
	if site.Language == "js" {
		return MayBreak, why + "; JavaScript lets it"
	}
	return Breaks, why
}

// byNames reports whether the language of a call gives arguments by their names.
func byNames(site *resolve.Site) bool {
	switch site.Language {
	case pycalls.Language, "kotlin", "cs", "swift":
		return true
	}
	return len(site.Shape.Keywords) > 0
}

// count returns the parameters that arguments of a call may be given for, and how many arguments it takes at least, and at most by place.
// A receiver counts if the call names its class or its type: C.f(object, 1), T.M(t, 1).
func (s *Signature) count(site *resolve.Site) (placed []Parameter, least, most int) {
	placed = s.Parameters
	if s.Receiver == "" && site.Shape.ByType {
		placed = slices.Concat([]Parameter{{ByPlace: true}}, placed)
	}
	if s.Receiver != "" && s.Receiver != "cls" && ofClass(site) {
		placed = slices.Concat([]Parameter{{Name: s.Receiver}}, placed)
	}
	for _, p := range placed {
		if !p.Optional {
			least++
		}
		if !p.ByName {
			most++
		}
	}
	return placed, least, most
}

// ofClass reports whether a call is of a method by the name of its class.
func ofClass(site *resolve.Site) bool {
	last := strings.LastIndexAny(site.Callee.Written, ".:>")
	if last < 0 || site.Target == nil || site.Target.Owner == "" {
		return false
	}
	return lastName(strings.TrimRight(site.Callee.Written[:last], ".:")) == lastName(site.Target.Owner)
}

// unknownName says that a call gives an argument by a name that no parameter has, or that one has that a place gives too.
func (s *Signature) unknownName(a *resolve.Shape, placed []Parameter) string {
	for _, k := range a.Keywords {
		at := slices.IndexFunc(placed, func(p Parameter) bool { return p.Name == k && !p.ByPlace })
		switch {
		case at < 0 && !s.RestNames:
			return "no parameter is named " + k
		case at >= 0 && at < a.Positional && !placed[at].ByName:
			return k + " is given by place and by name"
		}
	}
	return ""
}

// missing returns the parameters that a call gives no argument for, though they have no default.
func (s *Signature) missing(a *resolve.Shape, placed []Parameter) []string {
	var lacks []string
	for i, p := range placed {
		if p.Optional || !p.ByName && i < a.Positional || p.Name != "" && slices.Contains(a.Keywords, p.Name) || p.Name == "" {
			continue
		}
		lacks = append(lacks, p.Name)
	}
	return lacks
}

// amount counts something.
func amount(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
