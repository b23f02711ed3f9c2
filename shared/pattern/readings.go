package pattern

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/qualname"
)

// Reading is another way to read the text of a pattern.
type Reading struct {
	Label   string   // its name in a sentence: "ignoring case", "as literal text", "as substring", "as regular expression"
	Pattern *Pattern // that reading
	Args    []string // the options that select it, once the options that contradict them are removed
}

// Readings returns the other readings of p's text that may match where p does not, for the diagnosis of a search that
// found nothing: ignoring case, as literal text, as part of a longer word, and, for a literal that looks like one, as a
// regular expression for RE2. Each is the pattern that the command line produces with its Args.
func (p *Pattern) Readings() []Reading {
	var all []Reading
	add := func(label string, o Options, args ...string) {
		if r, err := Compile(p.Source, o); err == nil {
			all = append(all, Reading{label, r, args})
		}
	}
	as := func(m Mode) Options {
		o := p.opts
		o.Promote, o.Mode = false, m
		return o
	}
	if p.caseMatters() {
		o := as(p.Mode)
		o.Case = Insensitive
		add("ignoring case", o, "-i")
	}
	switch p.Mode {
	case Glob, Regex:
		if regex, glob := metacharacters(p.Source); regex || glob {
			add("as literal text", as(Literal), "--fixed")
		}
	case Identifier, Word:
		o, args := as(Literal), []string{"--fixed"}
		if !p.Fold && o.Case == CaseDefault && o.Case.folds(Literal, p.Source) {
			o.Case, args = Sensitive, append(args, "-s")
		}
		label := "as substring"
		if !qualname.Is(p.Source) {
			label = "as literal text"
		}
		add(label, o, args...)
	case Literal:
		if marksRegex(p.Source) {
			o := as(Regex)
			o.Engine = RE2
			add("as regular expression", o, "--regex")
		}
	}
	return all
}

// caseMatters reports whether p would match more if it ignored case.
func (p *Pattern) caseMatters() bool {
	switch {
	case p.Fold || !utf8.ValidString(p.Source):
		return false
	case p.Mode != Regex:
		return strings.IndexFunc(p.Source, hasCase) >= 0
	case !survey(p.Source).cased:
		return false
	case p.Engine != RE2:
		return true
	}
	folded, err := regex{fold: true}.re2(p.Source, false)
	return err == nil && folded.expr != p.Expr
}

// hasCase reports whether folding makes r equal to another character.
func hasCase(r rune) bool { return unicode.SimpleFold(r) != r }

// marksRegex reports whether text has what is common in regexes and rare in other text.
func marksRegex(text string) bool {
	marks := []string{".*", ".+", `\b`, `\d`, `\s`, `\S`, `\w`, `\W`, `\.`, `\(`, `\[`, "]+", "]*"}
	if slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(text, mark) }) {
		return true
	}
	return strings.HasPrefix(text, "^") || strings.HasSuffix(text, "$") ||
		strings.Contains(strings.ReplaceAll(text, "||", ""), "|")
}
