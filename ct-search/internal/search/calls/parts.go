package calls

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
)

// A Part is what can be added up of what was found in several trees: the calls of each are bound in that tree alone.
type Part struct {
	occurrence.Gaps
	Ledger      ledger.Ledger
	Tree        cursor.Tree
	Near        int64 // occurrences of the name inside longer words
	Files       int64 // with a call
	Lines       int64 // with a call
	Calls       int64
	Defined     int // definitions
	Beyond      int // how many of them are in files that are not searched
	Wanted      int // how many of them are what the symbol means
	Tiers       [resolve.Unresolved + 1]int64
	InFiles     [resolve.Unresolved + 1]int64
	Unread      int64                        // matches that could not be classified as call or not
	UnreadAt    string                       // the file of the first
	Elsewhere   int64                        // calls bound to other definitions, of a dotted symbol
	Whose       map[string]int64             // these, by the types that have them; "" where none is seen
	Conversions int64                        // Go only: conversions to a type of that name, which are not calls
	Dropped     int64                        // by Where
	Mentions    [source.Definition + 1]int64 // matches that are no calls, by kind
	Texts       lookups                      // where names are looked up by texts
	Hazards     [nHazards]Hazard
	Foreign     Foreign

	// The rest is set only in a part of many trees.
	Encoded          int64 // files that are not UTF-8
	UnreadIn         int   // the tree of UnreadAt
	Most             int   // calls that a page shows, and those shown briefly after them
	FirstCalls       []located[call]
	FirstDefinitions []located[resolve.Definition]
	FirstStrings     []located[occurrence.Match]
	FirstLacks       []located[lack]
}

// located is something in a tree, by its number.
type located[T any] struct {
	In int
	Of T
}

// call is a call with what it is bound to.
type call struct {
	occurrence.Match // see resolve.Site.Bound
	Tier             resolve.Tier
}

// lack is what was not read to bind calls; see answer.Limit.
type lack struct {
	Reason, Why string
	N           int64
}

func newFound() *Found { return &Found{Part: Part{Whose: map[string]int64{}}} }

// parts divides the search among many trees.
func (s *symbolSearch) parts() *tool.Parts {
	most := s.Offset + s.Limit + answer.MostEvidence
	return &tool.Parts{
		Set:  []string{fmt.Sprintf("--limit=%d", s.Offset+s.Limit)},
		None: func() tool.Part { return &Part{Most: most} },
		Scan: func(ctx context.Context, _ int, _ any) (tool.Part, error) {
			found, err := s.Search.Run(ctx)
			if err != nil {
				return nil, err
			}
			if s.encoded != nil {
				found.Encoded = s.encoded.Load()
			}
			return found.part(most), nil
		},
		Answer: func(ctx context.Context, all tool.Part, out io.Writer) (*tool.Answer, error) {
			p := tool.PartOf[*Part](all)
			if s.encoded != nil {
				s.encoded.Store(p.Encoded)
			}
			return s.page.Print(ctx, &result{Found: p.found(), search: s, inParts: true}, out)
		},
	}
}

// part returns what can be added up of what was found in a tree, with the first most calls.
func (r *Found) part(most int) *Part {
	p := r.Part
	p.Most = most
	for _, s := range r.Sites[:min(len(r.Sites), most)] {
		p.FirstCalls = append(p.FirstCalls, located[call]{Of: call{s.Bound(), s.Tier}})
	}
	for _, d := range r.Definitions[:min(len(r.Definitions), answer.MostLikely)] {
		p.FirstDefinitions = append(p.FirstDefinitions, located[resolve.Definition]{Of: *d})
	}
	for i := range r.Strings {
		p.FirstStrings = append(p.FirstStrings, located[occurrence.Match]{Of: r.Strings[i]})
	}
	for i := range r.lacks {
		if of, ok := r.lacks[i].Details.Data.(answer.LimitData); ok {
			p.FirstLacks = append(p.FirstLacks, located[lack]{Of: lack{of.Reason, of.Why, of.Total}})
		}
	}
	return &p
}

// found is what was found in all trees, as far as a page shows it.
func (p *Part) found() *Found {
	r := &Found{Part: *p}
	for i := range p.FirstCalls {
		of := &p.FirstCalls[i].Of
		s := &resolve.Site{Match: of.Match, Tier: of.Tier}
		if c := of.Call; c != nil {
			s.Reason, s.Hazards = c.Reason, c.Hazards
		}
		r.Sites = append(r.Sites, s)
	}
	for i := range p.FirstDefinitions {
		r.Definitions = append(r.Definitions, &p.FirstDefinitions[i].Of)
	}
	for i := range p.FirstStrings {
		r.Strings = append(r.Strings, p.FirstStrings[i].Of)
	}
	for i := range p.FirstLacks {
		of := &p.FirstLacks[i].Of
		r.lacks = append(r.lacks, answer.Limit(of.Reason, of.Why, of.N))
	}
	return r
}

// Number makes the part that of a tree; see tool.Part.
func (p *Part) Number(n int, name string) {
	p.Ledger.Number(n, name)
	p.UnreadIn = n
	number(p.FirstCalls, n)
	number(p.FirstDefinitions, n)
	number(p.FirstStrings, n)
	number(p.FirstLacks, n)
	for i := range p.Hazards {
		number(p.Hazards[i].First, n)
	}
}

func number[T any](list []located[T], n int) {
	for i := range list {
		list[i].In = n
	}
}

// Sum returns the ledger of the trees.
func (p *Part) Sum() *ledger.Ledger { return &p.Ledger }

// Merge adds another part, whose trees may come before or after.
func (p *Part) Merge(other tool.Part) {
	o := tool.PartOf[*Part](other)
	p.Ledger.Merge(&o.Ledger)
	p.Gaps.Merge(&o.Gaps)
	p.Tree.Merge(&o.Tree)
	if o.Unread > 0 && (p.Unread == 0 || o.UnreadIn < p.UnreadIn) {
		p.UnreadAt, p.UnreadIn = o.UnreadAt, o.UnreadIn
	}
	for _, n := range [][2]*int64{
		{&p.Near, &o.Near}, {&p.Files, &o.Files}, {&p.Lines, &o.Lines}, {&p.Calls, &o.Calls}, {&p.Unread, &o.Unread}, {&p.Elsewhere, &o.Elsewhere},
		{&p.Conversions, &o.Conversions}, {&p.Dropped, &o.Dropped}, {&p.Encoded, &o.Encoded},
	} {
		*n[0] += *n[1]
	}
	p.Defined, p.Beyond, p.Wanted = p.Defined+o.Defined, p.Beyond+o.Beyond, p.Wanted+o.Wanted
	for i := range p.Tiers {
		p.Tiers[i], p.InFiles[i] = p.Tiers[i]+o.Tiers[i], p.InFiles[i]+o.InFiles[i]
	}
	for i := range p.Mentions {
		p.Mentions[i] += o.Mentions[i]
	}
	if p.Whose == nil {
		p.Whose = map[string]int64{}
	}
	for name, n := range o.Whose {
		p.Whose[name] += n
	}
	p.Foreign.merge(&o.Foreign)
	p.FirstCalls = first(p.FirstCalls, o.FirstCalls, p.Most, compareCalls)
	p.FirstDefinitions = first(p.FirstDefinitions, o.FirstDefinitions, answer.MostLikely, compareDefinitions)
	p.FirstStrings = first(p.FirstStrings, o.FirstStrings, mostStrings, nil)
	p.FirstLacks = first(p.FirstLacks, o.FirstLacks, occurrence.MostInList, nil)
	p.mergeTexts(o)
}

// mergeTexts adds where names are looked up by texts, and what else makes calls hard to follow.
func (p *Part) mergeTexts(o *Part) {
	p.Texts.Decides, p.Texts.Computed = p.Texts.Decides+o.Texts.Decides, p.Texts.Computed+o.Texts.Computed
	p.Texts.Languages = append(slices.Clip(p.Texts.Languages), o.Texts.Languages...)
	slices.Sort(p.Texts.Languages)
	p.Texts.Languages = slices.Compact(p.Texts.Languages)
	for i := range p.Hazards {
		h := &p.Hazards[i]
		*h = Hazard{h.N + o.Hazards[i].N, first(h.First, o.Hazards[i].First, occurrence.MostInList, nil)}
	}
	p.Texts.Spelled, p.Texts.First = p.Hazards[ofText].places(), strings.Join(p.Hazards[ofComputed].places()[:min(1, len(p.Hazards[ofComputed].First))], "")
}

// first returns the first of two lists, by compare and then by the trees.
func first[T any](a, b []located[T], most int, compare func(a, b *T) int) []located[T] {
	all := slices.Concat(a, b)
	slices.SortStableFunc(all, func(a, b located[T]) int {
		if compare != nil {
			if n := compare(&a.Of, &b.Of); n != 0 {
				return n
			}
		}
		return cmp.Compare(a.In, b.In)
	})
	return all[:min(len(all), most)]
}

// compareCalls orders calls as Found.rank does.
func compareCalls(a, b *call) int {
	x, y := a.Key(), b.Key()
	return cmp.Or(cmp.Compare(a.Tier, b.Tier), rank.Compare(&x, &y))
}

// compareDefinitions orders definitions as Found.rank does.
func compareDefinitions(a, b *resolve.Definition) int {
	if a.Wanted != b.Wanted {
		if a.Wanted {
			return -1
		}
		return 1
	}
	return occurrence.Compare(&a.Match, &b.Match)
}
