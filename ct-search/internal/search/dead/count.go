package dead

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/lookup"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// mostText bounds how much of a file is read, in bytes.
const mostText = 64 << 20

// A counter counts the words of files for one goroutine.
type counter struct {
	ctx    context.Context
	table  *table
	rules  lookup.Rules
	buffer bytes.Buffer
	places []source.Span
	words  []*word // at places
}

func (v *counter) visit(e *walk.Entry) walk.Outcome[*counted] {
	text, err := grep.Text(v.ctx, e, &v.buffer, mostText)
	skip := func(why ledger.Reason, detail string) walk.Outcome[*counted] {
		return walk.Outcome[*counted]{Skip: why, Detail: detail}
	}
	switch {
	case err != nil && v.ctx.Err() != nil:
		return skip(ledger.Timeout, "")
	case err != nil:
		return skip(ledger.Unreadable, grep.Cause(err))
	case scan.IsUTF16(text):
		return skip(ledger.Unreadable, "words are not counted in UTF-16")
	case !scan.IsText(text[:min(len(text), scan.HeadSize)]):
		return skip(ledger.Binary, "")
	case len(text) == mostText:
		return skip(ledger.TooLarge, "over 64 MiB")
	}
	f := &counted{path: e.Path()}
	f.info, _ = e.Stat()
	language := languages.In(e, text)
	v.find(text)
	role := rank.RoleOf(occurrence.Inside(e, f.path), language != nil, text[:min(len(text), 1024)])
	if len(v.places) > 0 {
		if language == nil {
			v.plain(role)
		} else {
			v.classify(f, language, text, role)
		}
	}
	if language != nil {
		v.look(f, language, text)
	}
	return walk.Outcome[*counted]{Value: f, Keep: true, Size: 100 + 40*len(f.mentions)}
}

// find finds the words of a text that are names of the table and not known to be used.
func (v *counter) find(text []byte) {
	v.places, v.words = v.places[:0], v.words[:0]
	for i := 0; i < len(text); {
		if !isWordByte(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && isWordByte(text[i]) {
			i++
		}
		if w := v.table.names[string(text[start:i])]; w != nil && !w.alive.Load() {
			v.places, v.words = append(v.places, source.Span{Start: start, End: i}), append(v.words, w)
		}
	}
}

func isWordByte(c byte) bool { return pattern.IsIdentifier(c) }

// plain takes the words of a file that no scanner reads: of a document they are nothing, elsewhere they may be uses.
func (v *counter) plain(role rank.Role) {
	if role == rank.Doc {
		return
	}
	for _, w := range v.words {
		w.use(role)
	}
}

// use notes that code uses a name.
func (w *word) use(role rank.Role) {
	if role == rank.Test {
		w.tested.Store(true)
		return
	}
	w.alive.Store(true)
}

// classify takes the words of a file by what its scanner says of them.
func (v *counter) classify(f *counted, language *languages.Language, text []byte, role rank.Role) {
	seen := source.Scan(language.Scan, text, source.Want{Places: v.places})
	l := lang.Named(language.Name)
	data := l != nil && l.Data
	line, at := int64(1), 0
	for i := range seen.Occurrences {
		o, w := &seen.Occurrences[i], v.words[i]
		line += int64(bytes.Count(text[at:o.Place.Start], []byte{'\n'}))
		at = o.Place.Start
		switch {
		case o.Kind == source.Comment && language.Name == "go" && exports(text, o.Place.Start):
			w.use(role)
		case o.Access == source.Declares:
			if family(language.Name) == "c" {
				f.marked(w, text, o.Place.Start)
			}
		case o.Kind == source.Comment, o.Kind == source.Docstring, o.Kind == source.Definition && o.Word == o.Place, assigns(language.Name, o):
		case o.Kind == source.String:
			if data || onlyNames(o.Word.Of(text)) {
				f.mentions = append(f.mentions, mention{word: w, line: line})
			}
		case role == rank.Doc && !o.Kind.Code():
		case data || o.Kind == source.Text:
			f.mentions = append(f.mentions, mention{word: w, line: line})
		case !w.holds(f.path, o.Place):
			w.use(role)
		}
	}
}

// marked notes that an attribute of a prototype may register a name.
func (f *counted) marked(w *word, text []byte, at int) {
	if attribute := registering(statementAround(text, at)); attribute != "" {
		f.mentions = append(f.mentions, mention{word: w, attribute: attribute})
	}
}

// assigns reports whether a place sets a variable of a module of Python, which is no use of it.
func assigns(language string, o *source.Occurrence) bool {
	return language == "py" && o.Kind == source.Assignment && o.Access == source.Plain && o.Enclosing == source.None
}

// exports reports whether a comment of Go at a byte makes what it names known elsewhere.
func exports(text []byte, at int) bool {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1:]
	return bytes.HasPrefix(line, []byte("//export ")) || bytes.HasPrefix(line, []byte("//go:linkname "))
}

// holds reports whether a place is in a definition of the name, or one that is of the table.
func (w *word) holds(path string, place source.Span) bool {
	return slices.ContainsFunc(w.defined, func(c *candidate) bool { return c.path == path && c.span.Holds(place) })
}

// look notices what may make names in a file when its program is built or runs.
func (v *counter) look(f *counted, language *languages.Language, text []byte) {
	if v.rules == nil {
		v.rules = lookup.New()
	}
	rule := v.rules[language.Name]
	if rule == nil {
		return
	}
	f.language, f.spells, f.computes = language.Name, rule.MaySpell(text), rule.MayLookUp(text) && family(language.Name) != "c"
	if family(language.Name) == "c" {
		f.pasted.read(text)
	}
}

// onlyNames reports whether a string is nothing but names with separators between them.
func onlyNames(text string) bool {
	for i := range len(text) {
		if c := text[i]; !isWordByte(c) && c != '.' && c != ':' && c != '/' && c != '-' && c != '"' && c != '\'' && c != '`' {
			return false
		}
	}
	return true
}

func placeAt(path string, line int64) string {
	return fmt.Sprintf("%s:%d", budget.EscapeName(path), line)
}
