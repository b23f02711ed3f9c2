// Package pattern turns the text of a pattern and how it is to be read into a
// validated description of what to look for. It decides everything that can
// be decided from the text alone (the mode, whether case counts, which engine
// runs it) and searches nothing but names.
package pattern

import (
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// MaxText is the longest text of a pattern in bytes, and MaxExpr that of a
// glob or a regular expression; longer ones are refused.
const (
	MaxText = 1 << 20
	MaxExpr = 32 << 10
)

// DefaultTimeout bounds Backtrack where Options.Timeout is 0.
const DefaultTimeout = time.Second

// Options say how the text of a pattern is to be read.
type Options struct {
	Mode    Mode
	Promote bool // with Auto: read the text as regex or glob where it looks like one
	Case    Case
	Engine  Engine        // for mode Regex
	Timeout time.Duration // of Backtrack, a file; 0 = DefaultTimeout

	// Threshold is for mode Fuzzy the least score of a match, up to 1, which is
	// an exact match; 0 = DefaultThreshold, and LeastThreshold is what takes any.
	Threshold float64
}

// A Pattern is what to look for. Its exported fields are for reading only.
type Pattern struct {
	Source   string // as given; in mode Block with "\n" between its lines
	Mode     Mode   // as decided; never Auto, and Block for a literal of several lines
	Promoted bool   // read as Glob or Regex by promotion, not because that was asked for
	Fold     bool   // letters of either case are the same, by Unicode simple folding; never where Source is not valid UTF-8
	Engine   Engine // RE2 or Backtrack in modes Glob and Regex, else EngineAuto

	// Expr is the expression to run in modes Glob and Regex, else "".
	//
	// For RE2 it is complete: regexp.Compile(Expr) needs no flags. ^ and $
	// match at line boundaries, case is folded within, groups capture nothing,
	// and expressions may be joined as (?:a)|(?:b). Unless Multiline, nothing in it
	// matches a newline ([^a] and \s do not) and \A and \z are ^ and $; so it
	// finds the same in a block of lines as in each line by itself, except
	// that ^ and $ also match after the last newline of a block, where no line is.
	//
	// For Backtrack it is for use through Regexp2, on one line without its
	// newline, or on the whole text if Multiline.
	Expr    string
	Timeout time.Duration // of Backtrack, a file

	Threshold float64 // in mode Fuzzy the least score of a match, else 0

	multiline bool
	opts      Options // as given, for Readings
}

// Compile reads text as o says. It refuses text that is empty or blank, too
// long, or not valid in the mode asked for, with an *Error. Promoted text is
// never refused for its form, only where an engine is asked for that does not
// take what the other does, or where it is beyond a limit: what is neither a valid regex nor a valid glob is
// literal. A literal of several lines becomes a Block.
func Compile(text string, o Options) (*Pattern, error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	p := &Pattern{Source: text, opts: o, Timeout: o.timeout()}
	if o.Mode == Auto && o.Promote {
		if err := p.promote(); err != nil {
			return nil, err
		}
		return p, nil
	}
	if err := p.read(o.Mode); err != nil {
		return nil, err
	}
	return p, nil
}

// read fills in p for Source in mode m.
func (p *Pattern) read(m Mode) error {
	switch m {
	case Identifier, Word, Fuzzy:
		if strings.Contains(p.Source, "\n") {
			return &Error{Pattern: p.Source, Problem: "mode " + m.String() + " holds no line break", Cure: "use --mode literal for a text of several lines"}
		}
		if m == Fuzzy {
			if err := p.readThreshold(); err != nil {
				return err
			}
		}
	case Glob:
		return p.readGlob()
	case Regex:
		return p.readRegex()
	case Auto, Literal, Block:
		m = Literal
		if strings.Contains(p.Source, "\n") {
			m = Block
			p.Source = strings.ReplaceAll(p.Source, "\r\n", "\n")
		}
	}
	p.Mode = m
	p.Fold = p.opts.Case.folds(m, p.Source) && utf8.ValidString(p.Source)
	return nil
}

// promote fills in p by the rule of promotion.
func (p *Pattern) promote() error {
	regex, glob := metacharacters(p.Source)
	var err error
	if p.Promoted, err = promote(regex, glob, p.readRegex, p.readGlob); p.Promoted || err != nil {
		return err
	}
	return p.read(Literal)
}

// promote is the rule of promotion: a text with a metacharacter of regexes
// that some engine takes is a regex; else with a metacharacter of globs that
// reads as a glob it is one; else it is literal. It reports whether one of the
// two readings was taken. An error is final.
func promote(regex, glob bool, asRegex, asGlob func() error) (bool, error) {
	if regex {
		err := asRegex()
		if err == nil || final(err) {
			return err == nil, err
		}
	}
	if !glob {
		return false, nil
	}
	err := asGlob()
	if err != nil && !final(err) {
		return false, nil
	}
	return err == nil, err
}

// metacharacters tells which kinds of them text has.
func metacharacters(text string) (regex, glob bool) {
	return strings.ContainsAny(text, `^$()|+{}\.`), strings.ContainsAny(text, "*?[]")
}

// Multiline reports whether p can match a newline, so that it needs the whole
// text at once. A regex can if it says so: by a newline written as \n or the
// like outside [^…], by a dot under (?s), or by a class of everything such as
// [\s\S].
func (p *Pattern) Multiline() bool { return p.Mode == Block || p.multiline }

// LiteralText gives the text of a promoted pattern, "" of any other. Code is
// often a valid regex that does not match itself (price: $5, arr[0]): where p
// misses and this text occurs, mode literal is the cure.
func (p *Pattern) LiteralText() string {
	if p.Promoted {
		return p.Source
	}
	return ""
}

// Regexp compiles Expr of a pattern whose Engine is RE2.
func (p *Pattern) Regexp() (*regexp.Regexp, error) { return regexp.Compile(p.Expr) }

func (o Options) timeout() time.Duration {
	if o.Timeout > 0 {
		return o.Timeout
	}
	return DefaultTimeout
}

// folds decides whether case is ignored for text in mode m, other than Regex.
func (c Case) folds(m Mode, text string) bool {
	switch {
	case c == Sensitive, c == CaseDefault && m == Identifier:
		return false
	case c == Insensitive:
		return true
	}
	return strings.IndexFunc(text, unicode.IsUpper) < 0
}

// checkText refuses what no mode takes.
func checkText(text string) error {
	switch {
	case text == "":
		return &Error{Pattern: text, Problem: "it is empty", Cure: "give a text to look for"}
	case strings.TrimSpace(text) == "":
		return &Error{Pattern: text, Problem: "it is blank", Cure: "give a text to look for"}
	case len(text) > MaxText:
		return tooLong(text, MaxText)
	}
	return nil
}
