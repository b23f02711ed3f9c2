package pattern

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// Name matches the names of files and folders. Its exported fields must not be changed.
type Name struct {
	Source   string // as given
	Mode     Mode   // the resulting mode; if alternatives have different modes, Regex before Glob before Literal
	Promoted bool   // divided into alternatives, or read as Glob or Regex, by promotion
	Fold     bool   // case is ignored, by Unicode simple folding

	any []nameMatcher // alternatives, one of which must match
}

// CompileName compiles text as a pattern for names. In mode Literal the whole name must equal text; in Glob and Regex
// the whole name must match; in Identifier and Word the name must contain the text with a boundary on both sides. Glob
// and promoted text is split at | into alternatives (outside parentheses and classes, and not if text begins with flags
// such as (?i)); blank alternatives are ignored. In an alternative with * or ?, promotion does not consider the dot a
// metacharacter of regexes: *.java is a glob. In names * and ? match everything but '/'. Case is decided for the whole
// text. Mode Fuzzy is an error.
//
// The other errors are those of Compile.
func CompileName(text string, o Options) (*Name, error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	n := &Name{Source: text, Mode: o.Mode}
	switch {
	case o.Mode == Auto && o.Promote:
		if err := n.promote(o); err != nil {
			return nil, err
		}
		return n, nil
	case o.Mode == Glob:
		n.Fold = o.Case.folds(Glob, text)
		for _, glob := range alternatives(text) {
			if err := n.addGlob(glob); err != nil {
				return nil, err
			}
		}
		if len(n.any) == 0 {
			return nil, refuse(text, "every alternative is blank")
		}
		return n, nil
	case o.Mode == Regex:
		n.Fold = o.Case.foldsRegex(survey(text))
		if err := n.addRegex(text, o); err != nil {
			return nil, meansGlob(text, err)
		}
		return n, nil
	case o.Mode == Identifier || o.Mode == Word:
		n.Fold = o.Case.folds(o.Mode, text) && utf8.ValidString(text)
		n.any = []nameMatcher{newBoundedName(text, o.Mode, n.Fold)}
		return n, nil
	case o.Mode == Fuzzy:
		return nil, &Error{Pattern: text, Problem: "names are not matched in mode fuzzy", Hint: "choose files with {include} GLOB"}
	}
	n.Mode = Literal
	n.Fold = o.Case.folds(Literal, text) && utf8.ValidString(text)
	n.addLiteral(text)
	return n, nil
}

// meansGlob returns err, the error for a name as a regular expression, with useGlob as its hint if text is a glob.
func meansGlob(text string, err error) error {
	if e, ok := errors.AsType[*Error](err); ok && strings.ContainsAny(text, "*?") && (&Name{}).addGlob(text) == nil {
		glob := *e
		glob.Hint = useGlob
		return &glob
	}
	return err
}

// promote sets n by the rule of promotion, separately for each alternative.
func (n *Name) promote(o Options) error {
	n.Mode = Literal
	n.Fold = o.Case.foldsRegex(survey(n.Source)) && utf8.ValidString(n.Source)
	texts := alternatives(n.Source)
	if len(texts) == 0 {
		n.addLiteral(n.Source)
		return nil
	}
	n.Promoted = texts[0] != n.Source
	for _, text := range texts {
		regex, glob := metacharacters(text)
		if strings.ContainsAny(text, "*?") {
			regex, _ = metacharacters(strings.ReplaceAll(text, ".", ""))
		}
		asRegex := func() error { return n.addRegex(text, o) }
		asGlob := func() error { return n.addGlob(text) }
		promoted, err := promote(regex, glob, asRegex, asGlob)
		switch {
		case err != nil:
			return err
		case promoted:
			n.Promoted = true
		default:
			n.addLiteral(text)
		}
	}
	return nil
}

func (n *Name) addLiteral(text string) { n.any = append(n.any, newLiteralName([]byte(text), n.Fold)) }

func (n *Name) addGlob(text string) error {
	m, err := newGlobName(text, n.Fold)
	if err != nil {
		return err
	}
	n.any = append(n.any, m)
	if n.Mode != Regex {
		n.Mode = Glob
	}
	return nil
}

func (n *Name) addRegex(text string, o Options) error {
	o.Case = Sensitive
	if n.Fold {
		o.Case = Insensitive
	}
	m, err := newRegexName(text, o)
	if err != nil {
		return err
	}
	n.any = append(n.any, m)
	n.Mode = Regex
	return nil
}

// alternatives splits text at | outside parentheses and classes and drops blank parts. If parentheses are unbalanced,
// they are ordinary characters. Text that begins with flags is not split.
func alternatives(text string) []string {
	if kind, _ := lexGroup(text); strings.HasPrefix(text, "(?") && kind == tokFlags {
		return []string{text}
	}
	parts, paired := splitAlternatives(text, true)
	if !paired {
		parts, _ = splitAlternatives(text, false)
	}
	return slices.DeleteFunc(parts, func(s string) bool { return strings.TrimSpace(s) == "" })
}

func splitAlternatives(text string, nested bool) (parts []string, paired bool) {
	depth, start, negative := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			i = max(i, classEnd(text, i))
		case '(':
			depth++
		case ')':
			depth--
			negative = negative || depth < 0
		case '|':
			if depth == 0 || !nested {
				parts = append(parts, text[start:i])
				start = i + 1
			}
		}
	}
	return append(parts, text[start:]), depth == 0 && !negative
}

// classEnd returns the position of the ] that closes the class beginning at text[at], or -1.
func classEnd(text string, at int) int {
	i := at + 1
	if i < len(text) && (text[i] == '^' || text[i] == '!') {
		i++
	}
	for first := true; i < len(text); first = false {
		switch {
		case text[i] == ']' && !first:
			return i
		case text[i] == '\\':
			i++
		default:
			if name, ok := posixClass(text[i:]); ok {
				i += len(name) + len("[::]") - 1
			}
		}
		i++
	}
	return -1
}

// Match reports whether a base name matches. The error is Backtrack's timeout. It is safe for concurrent use.
func (n *Name) Match(name []byte) (bool, error) {
	for _, m := range n.any {
		if ok, err := m(name); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// LiteralText returns the text of a promoted pattern, and "" for any other; see Pattern.LiteralText.
func (n *Name) LiteralText() string {
	if n.Promoted {
		return n.Source
	}
	return ""
}
