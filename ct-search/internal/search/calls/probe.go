package calls

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/lookup"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A probe is a matcher that also notices whether a file may look up names by a text.
type probe struct {
	match.Matcher
	rules    lookup.Rules
	name     *lookup.Name
	path     string // of the file that is searched
	rule     *lookup.Rule
	language *languages.Language
	begun    bool // a block of the file was seen
	found    bool

	// Of a file that has several blocks or may look up names:
	looked  bool
	literal bool  // literal text may spell the name
	lines   int64 // lines of the blocks before
	first   int64 // the line of the first computed name, 0 without one
}

// largeBlock is the size of blocks in bytes from which on a file may have several.
const largeBlock = 200 << 10

// Match searches a block; see match.Matcher.
func (p *probe) Match(block []byte, want match.Want, h *match.Hits) error {
	if !p.begun {
		p.begun = true
		if p.language = languages.Of(p.path, block[:min(len(block), 1024)]); p.language != nil {
			p.rule = p.rules[p.language.Name]
		}
	}
	if p.rule != nil {
		p.look(block)
	}
	return p.Matcher.Match(block, want, h)
}

// look notices what a block has.
func (p *probe) look(block []byte) {
	in := !p.found && p.rule.In(block, p.name) || p.found && p.first == 0 && p.lines > 0
	p.found = p.found || in
	if !in && len(block) < largeBlock && p.lines == 0 {
		return
	}
	p.looked = true
	p.literal = p.literal || p.rule.MayBeIn(block, p.name)
	if in && !p.literal {
		if places := p.rule.Find(block, p.name, false, false); len(places) > 0 {
			p.first = p.lines + 1 + int64(bytes.Count(block[:places[0].At], []byte{'\n'}))
		}
	}
	p.lines += int64(bytes.Count(block, []byte{'\n'}))
}

// Reset begins a file.
func (p *probe) Reset() {
	*p = probe{Matcher: p.Matcher, rules: p.rules, name: p.name, path: p.path}
	p.Matcher.Reset()
}

// Clone returns p itself: each goroutine has a probe of its own, whose path it sets.
func (p *probe) Clone() match.Matcher { return p }

// lookups is where names are looked up by texts.
type lookups struct {
	Spelled   []string // the first places where literal text spells the name
	Decides   int64    // the number of all of them
	Computed  int64    // files that look up a name that is wholly computed
	First     string   // the place of the first
	Languages []string // of these files
}

// add adds those of a file.
func (l *lookups) add(of *lookups) {
	l.Spelled = append(l.Spelled, of.Spelled[:min(len(of.Spelled), occurrence.MostInList-len(l.Spelled))]...)
	l.Decides += of.Decides
	if l.Computed == 0 {
		l.First = of.First
	}
	l.Computed += of.Computed
	for _, name := range of.Languages {
		if !slices.Contains(l.Languages, name) {
			l.Languages = append(l.Languages, name)
		}
	}
}

// spells adds a place where literal text spells the name.
func (l *lookups) spells(path string, line int64) {
	place := fmt.Sprintf("%s:%d", budget.EscapeName(path), line)
	if n := len(l.Spelled); n > 0 && l.Spelled[n-1] == place {
		return
	}
	l.Decides++
	if len(l.Spelled) < occurrence.MostInList {
		l.Spelled = append(l.Spelled, place)
	}
}

// lookups returns where a file looks up names by texts that may be the name.
func (v *visitor) lookups(e *walk.Entry, seen *occurrence.File) (*lookups, error) {
	all := &lookups{}
	if v.probe.language != nil {
		defer func() {
			if all.Computed > 0 {
				all.Languages = []string{v.probe.language.Name}
			}
		}()
	}
	if p := v.probe; p.looked && !p.literal && seen.Near+seen.Matches == 0 && !v.search.Strict {
		if p.first > 0 {
			all.Computed, all.First = 1, fmt.Sprintf("%s:%d", budget.EscapeName(e.Path()), p.first)
		}
		return all, nil
	}
	text, err := v.Text(e, seen)
	if err != nil {
		return nil, err
	}
	places := v.probe.rule.Find(text, v.probe.name, seen.Near+seen.Matches > 0, v.search.Strict)
	if len(places) == 0 && !v.probe.rule.In(text, v.probe.name) { // it is not UTF-8
		places = []lookup.Place{{Computed: true}}
	}
	kinds := v.kindsOf(text, places)
	line, counted := int64(1), 0
	for _, p := range places {
		line += int64(bytes.Count(text[counted:p.At], []byte{'\n'}))
		counted = p.At
		switch k := kinds[p.At]; {
		case k == source.Comment || k == source.Docstring || k == source.String && v.probe.language.Name != "sh":
		case !p.Computed:
			all.spells(e.Path(), line)
		case all.Computed == 0:
			all.Computed, all.First = 1, fmt.Sprintf("%s:%d", budget.EscapeName(e.Path()), line)
		}
	}
	return all, nil
}

// kindsOf returns what stands at places, by their offsets: those that decide.
func (v *visitor) kindsOf(text []byte, places []lookup.Place) map[int]source.Kind {
	var asked []source.Span
	for _, p := range places {
		if !p.Computed || v.search.Strict {
			asked = append(asked, source.Span{Start: p.At, End: p.At + 1})
		}
	}
	if len(asked) == 0 {
		return nil
	}
	kinds := map[int]source.Kind{}
	for _, o := range source.Scan(v.probe.language.Scan, text, source.Want{Places: asked}).Occurrences {
		kinds[o.Place.Start] = o.Kind
	}
	return kinds
}

// decide returns why a count of calls is only a lower bound, "" if it is exact.
func (l *lookups) decide(strict bool) string {
	switch {
	case l.Decides > 0:
		return "the name may be called by a text at " + some(l.Spelled)
	case strict && l.Computed > 0:
		return l.counted()
	}
	return ""
}

// counted says how many files look up names that are wholly computed.
func (l *lookups) counted() string {
	return fmt.Sprintf("%s may call by a computed name (%s)", grep.Plural(l.Computed, "file", "files"), l.First)
}
