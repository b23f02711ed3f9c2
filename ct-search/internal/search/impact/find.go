// Package impact finds every place that a change of a symbol touches. Each occurrence of its name is one place: a definition, an
// override, a call, another reference, an import, a string, a comment, a document. What the calls of the name are bound to, and what
// other uses are, comes from package calls; what is certainly of another definition is left out and counted, and what is not certain is
// kept and says so. With a new signature, each call says whether its arguments fit.
package impact

import (
	"context"

	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

// A Found is the places of a symbol.
type Found struct {
	*calls.Found
	Places  []*Place // in the order of an answer
	Renamed int64    // calls by another name, which an import gives; they are not among Places
	Others  int64    // places left out, because they are certainly of another definition
	Defined int      // definitions of the symbol
	Wholly  bool     // all types that may override it were looked at
}

// Find searches for the places of the symbol that s asks for. With renamed, calls by another name, which an import gives, are kept too.
func Find(ctx context.Context, s *calls.Search, renamed bool) (*Found, error) {
	s.Every = true
	limit := s.Limit
	s.Limit = 0 // texts are read for the places of a page
	all, err := s.Run(ctx)
	s.Limit = limit
	if err != nil {
		return nil, err
	}
	f := &Found{Found: all, Wholly: true}
	over, err := f.overrides(ctx, s)
	if err != nil {
		return nil, err
	}
	f.Others = all.Elsewhere + all.ElsewhereUses + all.Locals
	dotted := s.Chain.Qualified()
	for _, d := range all.Definitions {
		switch why, is := over[d]; {
		case is:
			p := ofDefinition(d, Override)
			p.Reason, p.Confidence, p.Maybe = why.reason, why.confidence, why.confidence == "low"
			f.Places = append(f.Places, p)
		case dotted && !d.Wanted && !d.Heading:
			f.Others++
		default:
			p := ofDefinition(d, Definition)
			if p.Part == Definition {
				f.Defined++
			}
			f.Places = append(f.Places, p)
		}
	}
	for _, site := range all.Sites {
		if site.Renamed && !renamed {
			f.Renamed++
			continue
		}
		f.Places = append(f.Places, ofSite(site))
	}
	for _, use := range all.Uses {
		f.Places = append(f.Places, ofSite(use))
	}
	f.Places = unique(f.Places)
	arrange(f.Places, false)
	return f, nil
}

// Describe reads the texts of places.
func Describe(ctx context.Context, s *calls.Search, places []*Place) error {
	var sites []*resolve.Site
	for _, p := range places {
		if p.Site != nil {
			sites = append(sites, p.Site)
		}
	}
	if err := s.Describe(ctx, sites); err != nil {
		return err
	}
	for _, p := range places {
		p.change()
	}
	return nil
}
