package question

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Shown is the description of a block.
type Shown struct {
	At    int // its place among those to show
	Group occurrence.Group
}

// describe reads the blocks of a tree that may be shown once more, and describes them.
func (s *Search) describe(ctx context.Context, c *collection, blocks []Block, tree int) (*Part, error) {
	type key struct {
		path  string
		start int
	}
	order := map[key]int{}
	var only []string
	for i := range blocks {
		if blocks[i].Tree == tree {
			order[key{blocks[i].Path, blocks[i].Start}] = i
			only = append(only, blocks[i].Path)
		}
	}
	slices.Sort(only)
	files := s.Files
	files.Only, files.Cut = slices.Compact(only), nil
	type result struct {
		head  occurrence.Head
		shown []Shown
	}
	p := &Part{}
	newVisit := func() walk.Visit[*result] {
		chooser := occurrence.NewChooser(ctx, nil)
		words := bm25.NewMatcher(s.question.Terms)
		chooser.Choose = func(f *occurrence.File) []source.Occurrence {
			var places []source.Occurrence
			if _, ok := order[key{f.Path, -1}]; ok {
				places = append(places, outside(f, words, c))
			}
			for i := range f.Seen.Declarations {
				d := &f.Seen.Declarations[i]
				if _, ok := order[key{f.Path, d.Name.Start}]; ok && d.Symbol.Encloses() {
					places = append(places, source.Occurrence{Place: d.Name, Kind: source.Definition, Word: d.Name, Enclosing: d.Parent, Of: i})
				}
			}
			slices.SortStableFunc(places, func(a, b source.Occurrence) int { return a.Place.Start - b.Place.Start })
			return places
		}
		return func(e *walk.Entry) walk.Outcome[*result] {
			f, why, detail := chooser.Read(e)
			r := &result{head: f.Head}
			var whole []source.Span
			if f.Seen != nil {
				whole = spans(f)
			}
			for i := range f.Places {
				m := f.Match(i)
				o := &f.Seen.Occurrences[i]
				start, span := -1, source.Span{Start: match.LineStart(f.Text, 0, o.Place.Start), End: match.LineEnd(f.Text, o.Place.End)}
				if o.Of != source.None {
					start, span = o.Place.Start, whole[o.Of]
				}
				f.Describe(&m, 0, 0)
				m.Snippet = best(f.Text, span, o.Place.Start, m.Line, words, c)
				r.shown = append(r.shown, Shown{order[key{f.Path, start}], occurrence.Group{Match: m, Count: 1}})
			}
			return walk.Outcome[*result]{Value: r, Keep: true, Size: 1000 * (1 + len(r.shown)), Count: walk.NoMatches, Skip: why, Detail: detail}
		}
	}
	var err error
	p.Ledger, err = walk.Run(ctx, files, newVisit, func(r *result) bool {
		p.Gaps.Take(&r.head)
		p.Shown = append(p.Shown, r.shown...)
		return true
	})
	p.sort()
	return p, err
}

// outside returns the first term on the line outside of all definitions whose terms weigh most.
func outside(f *occurrence.File, words *bm25.Matcher, c *collection) source.Occurrence {
	var best, first source.Span // the first term of the best line, and of this one
	most, has := 0.0, uint64(0)
	next, line := 0, 0
	for start, end := bm25.NextWord(f.Text, 0); start < len(f.Text); start, end = bm25.NextWord(f.Text, end) {
		for next < len(f.Seen.Declarations) && (f.Seen.Declarations[next].Span.End <= start || !f.Seen.Declarations[next].Symbol.Encloses()) {
			next++
		}
		if next < len(f.Seen.Declarations) && f.Seen.Declarations[next].Span.Start <= start {
			end = max(end, f.Seen.Declarations[next].Span.End)
			continue
		}
		if begin := match.LineStart(f.Text, 0, start); begin != line || first.Len() == 0 {
			line, has, first = begin, 0, source.Span{Start: start, End: end}
		}
		for _, m := range words.Match(f.Text[start:end]) {
			has |= 1 << m.Term
		}
		if w := c.weight(has); w > most {
			best, most = first, w
		}
	}
	return source.Occurrence{Place: best, Kind: source.Reference, Word: best, Enclosing: source.None, Of: source.None}
}

// mostLines is how many lines of a block are shown.
const mostLines = 3

// best returns the lines of a span whose terms weigh most together. What stands at place is on the line with the number line.
func best(text []byte, span source.Span, place int, line int64, words *bm25.Matcher, c *collection) occurrence.Snippet {
	from := match.LineStart(text, 0, span.Start)
	first := line - int64(bytes.Count(text[from:max(from, place)], []byte{'\n'}))
	lines := bytes.Split(text[from:max(from, span.End)], []byte{'\n'})
	has := make([]uint64, len(lines))
	for i, l := range lines {
		for start, end := bm25.NextWord(l, 0); start < len(l); start, end = bm25.NextWord(l, end) {
			for _, m := range words.Match(l[start:end]) {
				has[i] |= 1 << m.Term
			}
		}
	}
	at, most := 0, -1.0
	for i := range lines {
		together := uint64(0)
		for j := i; j < min(i+mostLines, len(lines)); j++ {
			together |= has[j]
		}
		if w := c.weight(together); w > most {
			at, most = i, w
		}
	}
	s := occurrence.Snippet{First: first + int64(at)}
	for _, l := range lines[at:min(at+mostLines, len(lines))] {
		shown, _ := budget.Clip(bytes.TrimSuffix(l, []byte{'\r'}), 0, 0, occurrence.ClipText)
		s.Lines = append(s.Lines, shown)
	}
	return s
}

// why says which terms of the question a block has, and where, the weightiest first.
func (c *collection) why(b *Block) string {
	tallies := slices.SortedFunc(slices.Values(b.Tallies), func(a, b Tally) int {
		return cmp.Or(cmp.Compare(c.IDF(c.Terms[b.Term].Any), c.IDF(c.Terms[a.Term].Any)), cmp.Compare(a.Term, b.Term))
	})
	var parts []string
	for field, name := range []string{"name", "path", "text"} {
		var terms []string
		for i := range tallies {
			if n := &tallies[i].Counts; n.Forms[field]|n.Longer[field] > 0 {
				terms = append(terms, c.question.Terms[tallies[i].Term].Text)
			}
		}
		if len(terms) > 0 {
			parts = append(parts, name+": "+strings.Join(terms, " "))
		}
	}
	return strings.Join(parts, "; ")
}

// Report returns the whole answer; see findings.Result.
func (r *Found) Report(_ context.Context, sum answer.Summary, _ []answer.Finding) (*answer.Answer, error) {
	s := r.search
	sum.Query, sum.Mode, sum.Notes = s.text, "question", r.notes()
	a := answer.New(sum)
	from, to := s.Shown(len(r.Groups))
	shown := r.Groups[from:to]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = r.key(shown, sum.TimedOut)
	top, _ := answer.Matches(shown, s.Offset, s.text)
	for i := range top {
		r.explain(&top[i], &shown[i])
	}
	a.Add(answer.TitleTop, top)
	a.Add(answer.TitleFollow, r.follow(shown))
	a.Add(answer.TitleLimits, r.limits())
	a.AddEvidence(r.Groups[to:], s.Offset+s.Limit+1, s.text)
	return a, nil
}

// explain adds to the finding of a block its range, its qualified name and why it ranks.
func (r *Found) explain(f *answer.Finding, g *occurrence.Group) {
	if d := g.Definition; d != nil {
		at := answer.At(g)
		if d.Last > d.First {
			at = fmt.Sprintf("%s:%d-%d", budget.EscapeName(g.Path), d.First, d.Last)
		}
		text := d.Signature
		if text == "" {
			text = strings.TrimSpace(g.Text)
		}
		f.Message = fmt.Sprintf("%s  %s  %s", at, budget.EscapeName(d.Qualname), text)
	}
	f.Message += "  (" + budget.EscapeLine(r.why[answer.At(g)]) + ")"
}

// limits says what was not read.
func (r *Found) limits() []answer.Finding {
	all := answer.Limits(&r.Ledger, &r.Gaps)
	if r.Left > 0 {
		all = append(all, answer.Limit("max_files", r.left(), int64(r.Left)))
	}
	return all
}

// key returns the findings to read first.
func (r *Found) key(shown []occurrence.Group, timedOut bool) []answer.Finding {
	if len(shown) == 0 {
		data := answer.HintData{Kind: "broaden_scope", Why: "no block has a word of the question"}
		if r.search.Offset > 0 {
			data.Why = "no more blocks"
		}
		if timedOut {
			data.TimedOut()
		}
		return []answer.Finding{answer.Nothing(data)}
	}
	best := &shown[0]
	what, ranks := "statements outside of definitions", "rank"
	data := answer.PrimaryData{Type: "match", Why: "first by rank", Path: best.Path}
	if d := best.Definition; d != nil {
		what, ranks = d.Qualname, "ranks"
		data = answer.PrimaryData{Type: "symbol", Why: "first by rank", Symbol: d.Symbol, SymbolKind: d.Kind.String(), Path: best.Path}
	}
	first := "first"
	if r.search.Offset > 0 {
		first = fmt.Sprintf("number %d", r.search.Offset+1)
	}
	message := fmt.Sprintf("%s at %s %s %s of %s in %s", budget.EscapeName(what), answer.At(best), ranks, first, grep.Plural(r.Blocks, "block", "blocks"), grep.Plural(r.Files, "file", "files"))
	return []answer.Finding{{
		Category: "summary", Message: message, Severity: "info", Anchor: answer.AnchorOf(&best.Match),
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.Med, Data: data},
	}}
}

// follow returns the commands to run next.
func (r *Found) follow(shown []occurrence.Group) []answer.Finding {
	var steps answer.Steps
	if len(shown) == 0 || shown[0].Definition == nil {
		return nil
	}
	best := &shown[0]
	steps.Add("the whole definition", r.search.page.Show(fmt.Sprintf("--range=%d:%d", best.Definition.First, best.Definition.Last), best.Path), "read it before changing it")
	if k := best.Definition.Kind; k == source.Function || k == source.Method {
		steps.Add("who calls it", r.search.page.CallsOf(best.Definition), "what it is for")
	}
	return steps
}

// Suggest returns nothing: a question has no other readings.
func (r *Found) Suggest(context.Context, *tool.Answer) ([]answer.Finding, error) { return nil, nil }

// Draw returns nothing: a question has no graph.
func (r *Found) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, nil
}
