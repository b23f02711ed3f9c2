package definitions

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
)

// maxSymbol bounds a name or an expression over names, in bytes.
const maxSymbol = 4 << 10

// prepare reads Symbol and decides which files are scanned. The error is one line.
func (s *Search) prepare(r *request.Request) error {
	text, isExpr := strings.CutPrefix(s.Symbol, "~")
	switch {
	case len(s.Symbol) > maxSymbol:
		return fmt.Errorf("a name of %d bytes: at most %d are taken", len(s.Symbol), maxSymbol)
	case s.Symbol == "":
		return nil
	case isExpr:
		return s.prepareExpr(text)
	case s.Kind == Import || s.Kind == Module:
		return s.prepareModule(text)
	case !r.IsSymbol(text) && !documented(s.Kind):
		return fmt.Errorf("%q is not a name; an expression over names is written ~REGEX", text)
	}
	if documented(s.Kind) {
		s.name = text
	} else {
		s.chain, s.name = occurrence.NewChain(text, s.Here, s.Files.View())
	}
	return s.look(s.name)
}

// documented reports whether names of the kind can be any text: headings and keys.
func documented(k Kind) bool { return k.holds(source.Section) || k.holds(source.Key) }

// look makes the matcher of literal texts on their own.
func (s *Search) look(texts ...string) error {
	var patterns []*pattern.Pattern
	for _, text := range texts {
		p, err := alone(text)
		if err != nil {
			return err
		}
		patterns = append(patterns, p)
	}
	return s.scan(patterns...)
}

// scan makes the matchers of the files that are scanned: those in which a pattern matches, or an import may be computed.
func (s *Search) scan(patterns ...*pattern.Pattern) (err error) {
	if s.matcher, err = match.New(patterns...); err != nil || s.Kind != Import {
		return err
	}
	s.loaders = map[string]match.Matcher{}
	all := slices.Clone(patterns)
	rows := lang.Rows()
	for i := range rows {
		loads := rows[i].Loads
		if s.loaders[loads] != nil || loads == "" {
			continue
		}
		p, err := pattern.Compile(loads, pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive})
		if err != nil {
			return err
		}
		if s.loaders[loads], err = match.New(append(slices.Clone(patterns), p)...); err != nil {
			return err
		}
		all = append(all, p)
	}
	s.loaders[""], err = match.New(all...)
	return err
}

// alone returns the pattern of a literal text, as a whole word if it is one.
func alone(text string) (*pattern.Pattern, error) {
	mode := pattern.Literal
	if qualname.Is(text) {
		mode = pattern.Identifier
	}
	return pattern.Compile(text, pattern.Options{Mode: mode, Case: pattern.Sensitive})
}

// prepareExpr compiles an expression over names and makes a matcher of the texts that every matching name contains.
func (s *Search) prepareExpr(text string) error {
	if text == "" {
		return errors.New("~ has no expression after it: ~REGEX")
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		e := &syntax.Error{}
		if errors.As(err, &e) {
			return fmt.Errorf("%s in %q; without ~ it is a plain name", e.Code, e.Expr)
		}
		return fmt.Errorf("~%s: %w", text, err)
	}
	if s.expr, err = regexp.Compile(text); err != nil {
		return fmt.Errorf("~%s: %w", text, err)
	}
	if s.Kind == Module {
		return nil // names of files are not in them
	}
	set := required.Of(unanchored(tree))
	var patterns []*pattern.Pattern
	for _, t := range set.Texts {
		o := pattern.Options{Mode: pattern.Literal, Case: pattern.Sensitive}
		if t.Fold {
			o.Case = pattern.Insensitive
		}
		if strings.TrimSpace(t.Text) == "" {
			return nil // no pattern; every file is scanned
		}
		p, err := pattern.Compile(t.Text, o)
		if err != nil {
			return err
		}
		patterns = append(patterns, p)
	}
	if len(patterns) == 0 {
		return nil
	}
	return s.scan(patterns...)
}

// unanchored returns an expression without anchors of the text, which match the ends of a name, not of a line.
func unanchored(re *syntax.Regexp) *syntax.Regexp {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return &syntax.Regexp{Op: syntax.OpEmptyMatch, Flags: re.Flags}
	}
	out := *re
	out.Sub = make([]*syntax.Regexp, len(re.Sub))
	for i, sub := range re.Sub {
		out.Sub[i] = unanchored(sub)
	}
	return &out
}
