package question

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// The fields of a block.
const (
	inName = iota // its name with that of its class
	inPath        // its file's path
	inText        // its text with comments and strings
)

// A Block is a part of a file that may answer a question.
type Block struct {
	Path    string
	Tree    int    // its number
	Name    string // empty for what stands outside of all definitions
	Owner   string // the definition around it
	Start   int    // of its name in the file; -1 for what stands outside of all definitions
	Role    rank.Role
	Lengths bm25.Lengths
	Tallies []Tally
	Pairs   []bm25.PairCounts // as in the question; nil if there are none
	Has     uint64            // its terms
	score   float64
}

// outer is a definition in a file; without a name, the file.
type outer struct{ path, name string }

func (b *Block) outer() outer { return outer{b.Path, b.Owner} }

// A Tally is how often a term is in a block.
type Tally struct {
	Term uint16
	bm25.Counts
}

// tally returns the counts of a term.
func (b *Block) tally(term uint16) *bm25.Counts {
	b.Has |= 1 << term
	for i := range b.Tallies {
		if b.Tallies[i].Term == term {
			return &b.Tallies[i].Counts
		}
	}
	b.Tallies = append(b.Tallies, Tally{Term: term})
	return &b.Tallies[len(b.Tallies)-1].Counts
}

// A reader reads the blocks of files.
type reader struct {
	search  *Search
	chooser *occurrence.Chooser
	words   *bm25.Matcher
	found   []Block
	of      []int // block of each declaration, or that of what is around it
	last    []place
}

// A place is where a term was seen last, in words of a block.
type place struct{ block, at int }

// read returns the blocks of some files.
func (s *Search) read(ctx context.Context, only []string) (*Part, error) {
	files := s.Files
	files.Only, files.Cut = only, nil
	type result struct {
		blocks []Block
		lines  int64
		info   occurrence.Head
	}
	p := &Part{}
	newVisit := func() walk.Visit[result] {
		r := &reader{search: s, chooser: occurrence.NewChooser(ctx, nil), words: bm25.NewMatcher(s.question.Terms), last: make([]place, len(s.question.Terms))}
		r.chooser.Choose = r.choose
		return func(e *walk.Entry) walk.Outcome[result] {
			r.found = nil
			f, why, detail := r.chooser.Read(e)
			size := 100
			for i := range r.found {
				size += 120 + 40*len(r.found[i].Tallies)
			}
			return walk.Outcome[result]{Value: result{r.found, int64(bytes.Count(f.Text, []byte{'\n'})), f.Head}, Keep: true, Size: size, Count: walk.NoMatches, Skip: why, Detail: detail}
		}
	}
	var err error
	p.Ledger, err = walk.Run(ctx, files, newVisit, func(r result) bool {
		p.Lines += r.lines
		counted := int64(0)
		for i := range r.blocks {
			if s.counts(&r.blocks[i]) {
				counted++
			}
		}
		if counted > 0 {
			p.WithBlocks++
			p.Counted += counted
			p.Tree.Add(r.info.Path, r.info.Info.Size, r.info.Info.ModTime)
		}
		p.Blocks = append(p.Blocks, r.blocks...)
		return true
	})
	return p, err
}

// counts reports whether a block is in the answer, and the verdict: it has a rare word, or every word if those are asked for.
func (s *Search) counts(b *Block) bool {
	return b.Has&s.rare != 0 && (!s.whole || b.Has == 1<<len(s.question.Terms)-1)
}

// isScript reports whether statements of a language run outside of definitions.
func isScript(word string) bool {
	switch word {
	case "py", "js", "ts", "tsx", "ruby", "sh", "lua", "php":
		return true
	}
	return false
}

// isDocument reports whether a language's files have sections in place of code.
func isDocument(name string) bool {
	l := lang.Named(name)
	return l != nil && (l.Name == "markdown" || l.Name == "mdx")
}

// isData reports whether the declarations of a language are keys.
func isData(language string) bool {
	return language == "json" || language == "yaml" || language == "toml"
}

// choose makes blocks of the declarations of a file. It chooses no occurrence, for nothing is shown yet.
func (r *reader) choose(f *occurrence.File) []source.Occurrence {
	if isData(f.Language) || isDocument(f.Language) && !r.search.documents {
		return nil
	}
	role := rank.RoleOf(f.Path, true, f.Text[:min(len(f.Text), 1024)])
	r.of = r.of[:0]
	r.found = append(r.found, Block{Path: f.Path, Start: -1, Role: role})
	for i := range f.Seen.Declarations {
		d := &f.Seen.Declarations[i]
		around := 0
		if d.Parent != source.None {
			around = r.of[d.Parent]
		}
		if !d.Symbol.Encloses() || d.Prototype {
			r.of = append(r.of, around)
			continue
		}
		r.of = append(r.of, len(r.found))
		r.found = append(r.found, Block{Path: f.Path, Start: d.Name.Start, Role: role})
	}
	r.text(f)
	for i := range f.Seen.Declarations {
		if at := r.of[i]; r.found[at].Start == f.Seen.Declarations[i].Name.Start {
			r.name(&r.found[at], f.Seen.Qualname(f.Text, i))
		}
	}
	where := strings.TrimSuffix(f.Path, path.Ext(f.Path))
	for i := range r.found {
		r.field(&r.found[i], inPath, []byte(where))
	}
	r.found = slices.DeleteFunc(r.found, func(b Block) bool {
		return b.Lengths[inText] == 0 || b.Has == 0 || b.Start < 0 && !isScript(f.Language) || !r.search.Where.Holds(r.match(f, &b))
	})
	return nil
}

// match returns what a condition sees of a block: its definition; nil without a condition.
func (r *reader) match(f *occurrence.File, b *Block) *occurrence.Match {
	if r.search.Where == nil {
		return nil
	}
	m := &occurrence.Match{Path: b.Path, Language: f.Language, Kind: source.Reference, Line: 1}
	if b.Start >= 0 {
		m.Kind, m.Word, m.Enclosing = source.Definition, b.Name, b.Owner
		m.Line += int64(bytes.Count(f.Text[:b.Start], []byte{'\n'}))
	}
	return m
}

// name counts the words of a name and that of its class.
func (r *reader) name(b *Block, qualname string) {
	names := strings.Split(qualname, ".")
	b.Name, b.Owner = names[len(names)-1], strings.Join(names[:len(names)-1], ".")
	r.field(b, inName, []byte(strings.Join(names[max(0, len(names)-2):], " ")))
}

// field counts the words of a short text.
func (r *reader) field(b *Block, field int, text []byte) {
	for start, end := bm25.NextWord(text, 0); start < len(text); start, end = bm25.NextWord(text, end) {
		b.Lengths[field]++
		for _, m := range r.words.Match(text[start:end]) {
			b.tally(m.Term).Add(field, m.Form)
		}
	}
}

// text counts the words of a file, each in the innermost block around it. A comment that ends on the line before a
// declaration is of its block.
func (r *reader) text(f *occurrence.File) {
	clear(r.last)
	spans := spans(f)
	var open []int // the declarations around a word
	next := 0
	for start, end := bm25.NextWord(f.Text, 0); start < len(f.Text); start, end = bm25.NextWord(f.Text, end) {
		for next < len(spans) && spans[next].Start <= start {
			open = append(open, next)
			next++
		}
		for len(open) > 0 && spans[open[len(open)-1]].End <= start {
			open = open[:len(open)-1]
		}
		at := 0
		if len(open) > 0 {
			at = r.of[open[len(open)-1]]
		}
		b := &r.found[at]
		b.Lengths[inText]++
		for _, m := range r.words.Match(f.Text[start:end]) {
			b.tally(m.Term).Add(inText, m.Form)
			r.pairs(b, at, m.Term)
		}
	}
}

// pairs counts the pairs of the question whose second term was met.
func (r *reader) pairs(b *Block, at int, term uint16) {
	now := int(b.Lengths[inText])
	for i, p := range r.search.question.Pairs {
		first := r.last[p.First]
		if p.Second != term || first.block != at+1 {
			continue
		}
		if b.Pairs == nil {
			b.Pairs = make([]bm25.PairCounts, len(r.search.question.Pairs))
		}
		b.Pairs[i].Add(now - first.at)
	}
	r.last[term] = place{at + 1, now}
}

// spans returns the spans of the declarations, each from the comment before it.
func spans(f *occurrence.File) []source.Span {
	spans := make([]source.Span, len(f.Seen.Declarations))
	for i := range f.Seen.Declarations {
		d := &f.Seen.Declarations[i]
		spans[i] = d.Span
		for spans[i].Start > 0 {
			start := match.LineStart(f.Text, 0, spans[i].Start)
			if start == 0 {
				break
			}
			before := match.LineStart(f.Text, 0, start-1)
			if line := bytes.TrimSpace(f.Text[before:start]); !isComment(line) || i > 0 && before < spans[i-1].End && spans[i-1].End <= d.Span.Start {
				break
			}
			spans[i].Start = before
		}
		if d.Parent != source.None {
			spans[i].Start = max(spans[i].Start, spans[d.Parent].Start)
		}
		if i > 0 {
			spans[i].Start = max(spans[i].Start, spans[i-1].Start)
		}
	}
	return spans
}

// isComment reports whether a line looks like one of a comment, an attribute or a decorator before a declaration.
func isComment(line []byte) bool {
	for _, begin := range []string{"//", "#", "*", "/*", "@", "--", "%"} {
		if bytes.HasPrefix(line, []byte(begin)) {
			return true
		}
	}
	return false
}
