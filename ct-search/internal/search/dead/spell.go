package dead

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/lookup"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// mostPairs bounds how many pairs of a name and a file that may look names up are compared, for each language of the names.
const mostPairs = 100_000

// A speller compares the names of candidates of high confidence with the texts of the files that may look names up.
type speller struct {
	of    map[string][]string     // names by the language of their definitions
	own   map[string][]string     // by path: names of definitions of C there, if there are too many for the files of others
	files map[string][]string     // by language of the files: those that may look names up
	names map[string]*lookup.Name // by text
	found map[string]string       // by name: the first place that spells it
}

// spell lowers the confidence of the candidates whose names a text may spell, as a search for one of them says it.
// The ledger has what could not be read.
func (s *listing) spell(ctx context.Context, t *table, all []*candidate) (ledger.Ledger, error) {
	p := &speller{of: map[string][]string{}, own: map[string][]string{}, files: t.hazards, names: map[string]*lookup.Name{}, found: map[string]string{}}
	sure := slices.DeleteFunc(slices.Clone(all), func(c *candidate) bool {
		return c.confidence != answer.High && !c.public || len(c.reasons) > 0 || c.name == ""
	})
	by := map[string][]*candidate{}
	for _, c := range sure {
		by[c.language] = append(by[c.language], c)
	}
	for language, of := range by {
		p.plan(language, of)
	}
	l, err := p.run(ctx, s.Files)
	if err != nil {
		return l, err
	}
	for _, c := range sure {
		if at := p.found[c.name]; at != "" && len(c.reasons) == 0 {
			c.lower("a text may spell it when the program runs (" + at + ")")
		}
	}
	return l, nil
}

// lower notes a reason that leaves the use of a candidate open.
func (c *candidate) lower(reason string) { c.confidence, c.reasons = answer.Med, []string{reason} }

// plan chooses what is compared for the candidates of a language.
func (p *speller) plan(language string, of []*candidate) {
	n, first := 0, ""
	for other, files := range p.files {
		if lang.Related(other, language) {
			n += len(files)
			if at := slices.Min(files); first == "" || at < first {
				first = at
			}
		}
	}
	within := n*len(of) <= mostPairs
	for _, c := range of {
		switch {
		case n == 0:
			continue
		case within:
			p.of[language] = append(p.of[language], c.name)
		case family(language) == "c": // what macros elsewhere paste is known by its pieces
			p.own[c.path] = append(p.own[c.path], c.name)
		default:
			c.lower(fmt.Sprintf("%s may spell it, too many to compare all names (%s)", grep.Plural(int64(n), "file", "files"), first))
			continue
		}
		if p.names[c.name] == nil {
			p.names[c.name] = lookup.NewName(c.name)
		}
	}
}

// run reads the files that may look names up.
func (p *speller) run(ctx context.Context, files walk.Options) (ledger.Ledger, error) {
	files.Only, files.Cut = nil, nil
	for _, all := range p.files {
		files.Only = append(files.Only, all...)
	}
	if len(p.names) == 0 || len(files.Only) == 0 {
		return ledger.Ledger{}, nil
	}
	slices.Sort(files.Only)
	return walk.Run(ctx, files, func() walk.Visit[map[string]string] {
		rules := lookup.New()
		var buffer bytes.Buffer
		return func(e *walk.Entry) walk.Outcome[map[string]string] {
			if _, wanted := slices.BinarySearch(files.Only, e.Path()); !wanted {
				return walk.Outcome[map[string]string]{}
			}
			text, err := grep.Text(ctx, e, &buffer, mostText)
			if err != nil {
				return walk.Outcome[map[string]string]{Skip: ledger.Unreadable, Detail: grep.Cause(err)}
			}
			l := languages.In(e, text)
			if l == nil || rules[l.Name] == nil {
				return walk.Outcome[map[string]string]{}
			}
			found := p.compare(e.Path(), l.Name, rules[l.Name], text)
			return walk.Outcome[map[string]string]{Value: found, Keep: true, Size: 100 * len(found)}
		}
	}, func(found map[string]string) bool {
		for name, at := range found {
			if p.found[name] == "" {
				p.found[name] = at
			}
		}
		return true
	})
}

// compare returns the places in a file that spell names.
func (p *speller) compare(path, language string, rule *lookup.Rule, text []byte) map[string]string {
	found := map[string]string{}
	look := func(name string) {
		n := p.names[name]
		if found[name] != "" || !rule.In(text, n) {
			return
		}
		for _, place := range rule.Find(text, n, bytes.Contains(text, []byte(name)), true) {
			if !place.Computed {
				found[name] = placeAt(path, int64(1+bytes.Count(text[:place.At], []byte{'\n'})))
				return
			}
		}
	}
	for of, names := range p.of {
		if lang.Related(of, language) {
			for _, name := range names {
				look(name)
			}
		}
	}
	for _, name := range p.own[path] {
		look(name)
	}
	return found
}
