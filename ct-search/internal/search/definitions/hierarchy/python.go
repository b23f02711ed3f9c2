package hierarchy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// protocols looks for classes of Python that have all methods of a protocol, and do not name it.
func (s *Search) protocols(ctx context.Context, found *Found, j *judge) error {
	for _, r := range found.Roots {
		if !r.protocol || r.Method != "" {
			continue
		}
		methods := j.python.Methods(r.Path, r.Qualname)
		if len(methods) == 0 {
			continue
		}
		rare := slices.MaxFunc(methods, func(a, b string) int { return len(a) - len(b) })
		files, err := s.again(ctx, found, &query{names: map[string]bool{rare: true}, families: map[string]bool{pycalls.Language: true}, structural: true})
		if err != nil {
			return err
		}
		for _, f := range files {
			for i := range f.candidates {
				j.structural(r, methods, f, &f.candidates[i])
			}
		}
	}
	return nil
}

// structural adds a class that has all methods of a protocol.
func (j *judge) structural(r *Root, methods []string, f *file, c *candidate) {
	full := j.full(f.language, f.path, c.qual, c.start)
	if j.known[full] != nil {
		return
	}
	for _, m := range methods {
		if has, _ := j.python.Has(f.path, c.qual, m); !has {
			return
		}
	}
	j.known[full] = &node{full: full}
	what := fmt.Sprintf("all %d methods", len(methods))
	if len(methods) == 1 {
		what = "the method"
	}
	j.found.Items = append(j.found.Items, &Implementation{
		Match: occurrence.Match{Path: f.path, Line: c.line, Role: f.role, Language: f.language}, Start: c.start, Level: 1, Relation: "implements",
		Of: r, Confidence: resolve.Med, Reason: fmt.Sprintf("it has %s of the protocol, by name, and does not name it", what),
		qualname: c.qual, symbol: lastName(c.qual), kind: c.kind,
	})
}

// classesWith adds the classes that define a function of one of the names.
func (x *reader) classesWith() {
	for i := range x.Seen.Declarations {
		d := &x.Seen.Declarations[i]
		if d.Symbol != source.Method && d.Symbol != source.Function || d.Parent == source.None || !x.query.names[d.Name.Of(x.Text)] {
			continue
		}
		if in := &x.Seen.Declarations[d.Parent]; in.Symbol == source.Class {
			x.out.candidates = append(x.out.candidates, candidate{start: in.Name.Start, qual: x.Seen.Qualname(x.Text, d.Parent), kind: in.Symbol})
		}
	}
}

// isProtocol reports whether a class of Python is a protocol.
func (x *reader) isProtocol(d *source.Declaration) bool {
	return x.Language == pycalls.Language && slices.ContainsFunc(d.Bases, func(b source.Span) bool {
		return strings.HasSuffix(lastName(b.Of(x.Text)), "Protocol")
	})
}
