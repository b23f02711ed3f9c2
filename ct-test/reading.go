package main

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/render"
)

// reading is another way to read a promoted pattern, used if the pattern matches nothing.
type reading struct {
	*sought
	message string // what it finds, and what to do; "%s" is replaced by the number of lines
}

// readings returns those of p, best first: its text and, for a glob, what matches if * and ? also match a slash.
func readings(p *pattern.Pattern) ([]reading, error) {
	if p.LiteralText() == "" {
		return nil, nil
	}
	var list []reading
	add := func(p *pattern.Pattern, message string) error {
		s, err := newSoughtInLines(p)
		list = append(list, reading{s, message})
		return err
	}
	for _, r := range p.Readings() {
		if r.Pattern.Mode == pattern.Literal || r.Pattern.Mode == pattern.Block {
			if err := add(r.Pattern, "occurs literally in %s; use --mode literal"); err != nil {
				return nil, err
			}
			break
		}
	}
	if crossing := overSlashes(p); crossing != nil {
		source := strings.ReplaceAll(render.Shell(crossing.Source), "%", "%%")
		return list, add(crossing, "does in %s if * and ? may match a /; use --mode regex "+source)
	}
	return list, nil
}

// overSlashes returns the expression of a glob whose * and ? also match a slash, nil if it has none or is invalid.
func overSlashes(p *pattern.Pattern) *pattern.Pattern {
	if p.Mode != pattern.Glob {
		return nil
	}
	tree, err := syntax.Parse(p.Expr, syntax.Perl)
	if err != nil || !freeSlashes(tree) {
		return nil
	}
	expr := tree.String()
	if inner, ok := strings.CutPrefix(expr, "(?-s:"); ok {
		if inner, ok = strings.CutSuffix(inner, ")"); ok {
			if _, err := syntax.Parse(inner, syntax.Perl); err == nil { // otherwise it closes another group
				expr = inner
			}
		}
	}
	o := pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive}
	if p.Fold {
		o.Case = pattern.Insensitive
	}
	crossing, err := pattern.Compile(expr, o)
	if err != nil {
		return nil
	}
	return crossing
}

// freeSlashes replaces the class for ? in the expression of a glob by a dot, and reports whether there was one.
func freeSlashes(tree *syntax.Regexp) bool {
	if tree.Op == syntax.OpCharClass && slices.Equal(tree.Rune, []rune{0, '\n' - 1, '\n' + 1, '/' - 1, '/' + 1, unicode.MaxRune}) {
		*tree = syntax.Regexp{Op: syntax.OpAnyCharNotNL, Flags: tree.Flags}
		return true
	}
	freed := false
	for _, sub := range tree.Sub {
		freed = freeSlashes(sub) || freed
	}
	return freed
}

// otherWatch counts the lines that another reading of a pattern matches on one stream.
type otherWatch struct {
	reading *reading
	matcher match.Matcher
	lines   int64
	long    bool // the current long line matches
}

// count counts matches in whole lines. It uses found as a buffer.
func (o *otherWatch) count(b []byte, found *match.Hits) {
	found.Reset()
	if o.matcher.Match(b, match.Count, found) == nil {
		o.lines += found.Lines
	}
}

// piece is count for a part of a line that is too long.
func (o *otherWatch) piece(p piece, found *match.Hits) {
	if p.first {
		o.long = false
	}
	if err := o.reading.in(p, o.matcher, found); err == nil && len(found.Spans) > 0 && !o.long {
		o.lines++
		o.long = true
	}
}

// hint says how pattern i, which did not match, matches when it is read differently, and what to do; "" if it does not.
func (o *output) hint(i int) string {
	s := o.sought[i]
	for j, r := range s.others {
		lines := int64(0)
		for _, stream := range []*stream{o.stdout, o.stderr} {
			if w := stream.watches[i]; w != nil {
				lines += w.others[j].lines
			}
		}
		if lines > 0 {
			return fmt.Sprintf("%q was read as a %s and matches nothing, but "+r.message, s.pattern.Source, s.pattern.Mode, amount(lines, "line"))
		}
	}
	return ""
}
