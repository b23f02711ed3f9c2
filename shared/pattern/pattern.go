// Package pattern compiles the text of a pattern and options into a validated description of what to look for: all that
// the text alone decides (mode, case, engine). It searches nothing except names.
package pattern

import (
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// maxText is the maximum length of the text of a pattern in bytes, maxExpr that of a glob or regular expression.
const (
	maxText = 1 << 20
	maxExpr = 32 << 10
)

// defaultTimeout is the time limit of Backtrack if Options.Timeout is 0.
const defaultTimeout = time.Second

// Options say how the text of a pattern is read.
type Options struct {
	Mode    Mode
	Promote bool // with Auto: read the text as a regex or glob if it looks like one
	Words   bool // no word character (IsWord) may be directly before or after a match, as with -w of ripgrep
	Lines   bool // a match is a whole line, as with -x of ripgrep; Words then makes no difference
	Case    Case
	Engine  Engine        // for mode Regex
	Timeout time.Duration // of Backtrack, for each file; 0 = defaultTimeout

	// Threshold is the minimum score of a match in mode Fuzzy, from LeastThreshold to 1; 0 = defaultThreshold.
	Threshold float64
}

// Pattern is what to look for. Its exported fields must not be changed.
type Pattern struct {
	Source   string // as given; in mode Block with "\n" between its lines
	Mode     Mode   // the resulting mode; never Auto, and Block for a literal of several lines
	Promoted bool   // read as Glob or Regex by promotion, not because it was requested
	Fold     bool   // case is ignored, by Unicode simple folding; never set if Source is not valid UTF-8
	Words    bool   // in modes Glob and Regex with RE2: a match of Expr counts only without word characters beside it
	Engine   Engine // RE2 or Backtrack in modes Glob and Regex, otherwise EngineAuto

	// Expr is the expression to run in modes Glob and Regex, otherwise "".
	//
	// For RE2 it is complete: regexp.Compile(Expr) needs no flags. ^ and $ match at line boundaries, case folding is
	// included, groups capture nothing, and expressions may be joined as (?:a)|(?:b). Unless Multiline, nothing in it
	// matches a newline ([^a] and \s do not), and \A and \z mean ^ and $. It therefore finds the same in a block of
	// lines as in each line separately, except that ^ and $ also match after the last newline of a block, where there
	// is no line.
	//
	// For Backtrack it must be used through Regexp2, on one line without its newline, or on the
	// whole text if Multiline.
	//
	// $ also matches before the "\r" of a line that ends in "\r\n". In RE2's syntax a match then contains that "\r"; if
	// TrimCR, a "\r" at the end of a match that ends its line is not part of it.
	Expr    string
	TrimCR  bool
	Timeout time.Duration // of Backtrack, for each file

	Threshold float64 // in mode Fuzzy the minimum score of a match, otherwise 0

	multiline bool
	opts      Options // as given, for Readings
}

// Compile compiles text as o says. It is an *Error if text is empty, blank, too long, or invalid in the requested mode.
// Promoted text is never refused because of its form, since text that is neither a valid regex nor a valid glob is
// literal; it is refused only if the requested engine does not accept what the other does, or if it exceeds a limit. A
// literal of several lines becomes a Block.
func Compile(text string, o Options) (*Pattern, error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	p := &Pattern{Source: text, opts: o, Timeout: o.timeout()}
	if o.Mode == Auto && o.Promote {
		if err := p.promote(); err != nil {
			return nil, err
		}
	} else if err := p.read(o.Mode); err != nil {
		return nil, err
	}
	switch {
	case o.Lines:
		return p, p.wholeLines()
	case o.Words:
		return p, p.bound()
	}
	return p, nil
}

// wholeLines makes p find only what is a whole line.
func (p *Pattern) wholeLines() error {
	const begin, end = "(?m:^)(?:", `)(?:\r??(?m:$))`
	switch {
	case p.Mode == Fuzzy, p.Mode == Block:
		return &Error{Pattern: p.Source, Problem: "it cannot be a whole line in mode " + p.Mode.String(), Hint: "leave out {line-regexp}"}
	case p.Engine == Backtrack:
		p.Expr = "^(?:" + p.Expr + `)(?=\r?$)`
	case p.Mode == Glob, p.Mode == Regex:
		p.Expr = begin + p.Expr + end
	case !utf8.ValidString(p.Source):
		return &Error{Pattern: p.Source, Problem: "a whole line must be valid UTF-8", Hint: "leave out {line-regexp}"}
	default:
		text := regexp.QuoteMeta(p.Source)
		if p.Fold {
			text = "(?i:" + text + ")"
		}
		p.Mode, p.Engine, p.Expr, p.TrimCR = Regex, RE2, begin+text+end, true
	}
	return nil
}

// bound makes p find only what has no word characters beside it.
func (p *Pattern) bound() error {
	switch {
	case p.Mode == Literal, p.Mode == Block:
		return p.read(Word)
	case p.Engine == Backtrack:
		p.Expr = "(?<![" + words + "])(?:" + p.Expr + ")(?![" + words + "])"
	case p.Mode == Glob, p.Mode == Regex:
		p.Words = true
	case p.Mode == Fuzzy:
		return &Error{Pattern: p.Source, Problem: "approximate matches have no word boundaries", Hint: "leave out {word-regexp}"}
	}
	return nil
}

// CompileExpression compiles text as a regular expression unless o has a mode. Text without metacharacters becomes
// Literal, which finds the same in less time.
func CompileExpression(text string, o Options) (*Pattern, error) {
	o.Promote = false
	if o.Mode == Auto {
		o.Mode = Regex
		if regex, glob := metacharacters(text); !regex && !glob {
			o.Mode = Literal
		}
	}
	return Compile(text, o)
}

// AsRegex returns a promoted glob as a regular expression, nil for another pattern or if it is none.
func (p *Pattern) AsRegex() *Pattern {
	if !p.Promoted || p.Mode != Glob {
		return nil
	}
	o := p.opts
	o.Promote, o.Mode = false, Regex
	re, err := Compile(p.Source, o)
	if err != nil {
		return nil
	}
	return re
}

// read sets p to Source in mode m.
func (p *Pattern) read(m Mode) error {
	switch m {
	case Identifier, Word, Fuzzy:
		if strings.Contains(p.Source, "\n") {
			return &Error{Pattern: p.Source, Problem: "mode " + m.String() + " cannot contain a line break", Hint: "use {mode} literal for a text of several lines"}
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

// promote sets p by the rule of promotion.
func (p *Pattern) promote() error {
	regex, glob := metacharacters(p.Source)
	var err error
	if p.Promoted, err = promote(regex, glob, p.readRegex, p.readGlob); p.Promoted || err != nil {
		return err
	}
	return p.read(Literal)
}

// promote is the rule of promotion: a text with a metacharacter of regexes that is valid for an engine is a regex;
// otherwise, one with a metacharacter of globs that is a valid glob is a glob; otherwise it is literal. promote reports
// whether the text is a regex or a glob. An error is final.
func promote(regex, glob bool, asRegex, asGlob func() error) (bool, error) {
	if regex {
		if err := asRegex(); err == nil || final(err) {
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

// metacharacters reports which kinds of metacharacters text has.
func metacharacters(text string) (regex, glob bool) {
	return strings.ContainsAny(text, `^$()|+{}\.`), strings.ContainsAny(text, "*?[]")
}

// Multiline reports whether p can match a newline, so that it needs the whole text at once. A regex can if it has one (\n
// outside [^…]), a dot under (?s), or a class of all characters such as [\s\S].
func (p *Pattern) Multiline() bool { return p.Mode == Block || p.multiline }

// LiteralText returns the text of a promoted pattern, and "" for any other. Code is often a valid regex that does not
// match itself (price: $5, arr[0]): if p does not match but this text occurs, mode literal should be suggested.
func (p *Pattern) LiteralText() string {
	if p.Promoted {
		return p.Source
	}
	return ""
}

func (o Options) timeout() time.Duration {
	if o.Timeout > 0 {
		return o.Timeout
	}
	return defaultTimeout
}

// folds reports whether case is ignored for text in mode m, other than Regex.
func (c Case) folds(m Mode, text string) bool {
	switch {
	case c == Sensitive, c == CaseDefault && m == Identifier:
		return false
	case c == Insensitive:
		return true
	}
	return strings.IndexFunc(text, unicode.IsUpper) < 0
}

// checkText returns an error for text that is invalid in every mode.
func checkText(text string) error {
	switch {
	case text == "":
		return &Error{Pattern: text, Problem: "it is empty", Hint: "give a text to look for"}
	case strings.TrimSpace(text) == "":
		return &Error{Pattern: text, Problem: "it is blank", Hint: "give a text to look for"}
	case len(text) > maxText:
		return tooLong(text, maxText)
	}
	return nil
}

// PayloadKind says where the text of a pattern is.
type PayloadKind uint8

const (
	Plain PayloadKind = iota // in the argument itself
	File                     // file:PATH
	Text                     // text:VALUE
)

// Payload splits an argument into the kind and the path, the value or, if it is plain, the argument
// itself. It reads nothing. Text that begins with "file:" is written "text:file:…".
func Payload(arg string) (kind PayloadKind, value string) {
	if path, ok := strings.CutPrefix(arg, "file:"); ok {
		return File, path
	}
	if text, ok := strings.CutPrefix(arg, "text:"); ok {
		return Text, text
	}
	return Plain, arg
}

// CompilePayload compiles a file or text payload without its last line ending. It is never promoted.
func CompilePayload(content string, o Options) (*Pattern, error) {
	if text, ok := strings.CutSuffix(content, "\n"); ok {
		content = strings.TrimSuffix(text, "\r")
	}
	o.Promote = false
	return Compile(content, o)
}
