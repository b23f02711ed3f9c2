package pattern

import (
	"cmp"
	"errors"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// regex is a regular expression that an engine has accepted.
type regex struct {
	engine          Engine
	fold, multiline bool
	trimCR          bool
	expr            string
}

// readRegex sets p to Source as a regular expression.
func (p *Pattern) readRegex() error {
	re, err := compileRegex(p.Source, p.opts, false)
	if err != nil {
		return err
	}
	p.Mode, p.Engine, p.Fold, p.multiline, p.Expr, p.TrimCR = Regex, re.engine, re.fold, re.multiline, re.expr, re.trimCR
	return nil
}

// compileRegex compiles text. For a name, ^ and $ match only at its ends, and a newline is an ordinary character.
func compileRegex(text string, o Options, name bool) (regex, error) {
	switch {
	case len(text) > maxExpr:
		return regex{}, tooLong(text, maxExpr)
	case !utf8.ValidString(text):
		return regex{}, refuse(text, "a regular expression must be valid UTF-8")
	}
	has := survey(text)
	re := regex{engine: RE2, fold: o.Case.foldsRegex(has), multiline: has.newline}
	if o.Engine != Backtrack {
		simple, err := re.re2(text, name)
		switch {
		case err == nil:
			return simple, nil
		case isLimit(err):
			refused := refusedRE2(text, err)
			refused.tooMuch = true
			return regex{}, refused
		}
		return re.fallBack(text, o.Engine, has, err)
	}
	back, err := re.backtrack(text, has)
	if err != nil {
		if _, other := re.re2(text, name); other == nil {
			return regex{}, &Error{text, err.Problem, "leave out {engine} backtrack", true, false}
		}
		return regex{}, err
	}
	return back, nil
}

// re2 compiles text for RE2.
func (re regex) re2(text string, name bool) (regex, error) {
	var extra syntax.Flags
	if name {
		extra = syntax.OneLine
	}
	tree, err := parseRE2(text, re.fold, extra)
	if err != nil {
		return regex{}, err
	}
	re.multiline = re.multiline || matchesAny(tree)
	in := inLines
	if name || re.multiline {
		in = inText
	}
	re.trimCR = trimsCR(tree)
	re.expr, err = writeRE2(tree, in)
	return re, err
}

// fallBack tries Backtrack for text that RE2 refused with the error refused.
func (re regex) fallBack(text string, asked Engine, has features, refused error) (regex, error) {
	back, err := re.backtrack(text, has)
	switch {
	case err == nil && asked == RE2:
		return regex{}, &Error{text, refusedRE2(text, refused).Problem + " in RE2 syntax", "leave out {engine} re2", true, false}
	case err != nil && has.perl && asked != RE2:
		return regex{}, err // RE2's message would be about what the other engine accepts
	case err != nil:
		return regex{}, refusedRE2(text, refused)
	}
	return back, nil
}

// foldsRegex reports whether case is ignored for an expression.
func (c Case) foldsRegex(has features) bool { return c == Insensitive || c != Sensitive && !has.upper }

// features are properties of an expression that its tokens show.
type features struct {
	cased   bool   // it has something to which case applies
	upper   bool   // it has an upper-case literal letter
	newline bool   // it asks for a newline, outside [^…]
	dotall  bool   // it has a dot and somewhere (?s), or a class of all characters
	perl    bool   // look-around, back-references and the like
	quote   bool   // \Q
	unknown string // the first escape without a meaning
	depth   int    // nesting of groups
}

func survey(expr string) features {
	var has features
	var dot, flagS bool
	depth := 0
	tokens(expr, func(t token) {
		switch t.kind {
		case tokRune:
			has.cased = has.cased || hasCase(t.value)
			has.upper = has.upper || unicode.IsUpper(t.value)
			has.newline = has.newline || t.value == '\n' && !t.none
		case tokSet:
			has.cased = has.cased || len(t.text) > len(`\w`)
		case tokDot:
			dot = true
		case tokBackref:
			has.perl = true
		case tokQuote:
			has.quote = true
		case tokUnknown:
			has.unknown = cmp.Or(has.unknown, t.text)
		case tokOpen:
			depth++
			has.depth = max(has.depth, depth)
			has.perl = has.perl || isPerlGroup(t.text)
			flagS = flagS || setsFlag(t.text, 's')
		case tokFlags:
			flagS = flagS || setsFlag(t.text, 's')
		case tokClose:
			depth--
		}
	})
	has.dotall = dot && flagS || hasClassOfAll(expr)
	return has
}

// hasClassOfAll reports whether expr contains a class of all characters, written in one of the usual ways.
func hasClassOfAll(expr string) bool {
	return slices.ContainsFunc([]string{`[\s\S]`, `[\S\s]`, `[\d\D]`, `[\D\d]`, `[\w\W]`, `[\W\w]`}, func(class string) bool {
		return strings.Contains(expr, class)
	})
}

// isPerlGroup reports whether open begins a group that RE2 does not have.
func isPerlGroup(open string) bool {
	switch open {
	case "(?=", "(?!", "(?<=", "(?<!", "(?>":
		return true
	}
	return open == "(?" || strings.HasPrefix(open, "(?'")
}

// setsFlag reports whether open, the beginning of a group, sets flag.
func setsFlag(open string, flag byte) bool {
	flags, ok := strings.CutPrefix(open, "(?")
	if !ok || strings.ContainsAny(flags, "<'") {
		return false
	}
	on, _, _ := strings.Cut(flags, "-")
	return strings.IndexByte(on, flag) >= 0
}

// isLimit reports whether RE2 refused an expression because of its size and not because of its syntax.
func isLimit(err error) bool {
	var e *syntax.Error
	return errors.As(err, &e) && (e.Code == syntax.ErrNestingDepth || e.Code == syntax.ErrLarge)
}

// refusedRE2 describes in the user's words what RE2 refused in text.
func refusedRE2(text string, err error) *Error {
	e, ok := errors.AsType[*syntax.Error](err)
	if !ok {
		return refuse(text, err.Error())
	}
	at := inline(e.Expr)
	problem := e.Code.String()
	switch e.Code {
	case syntax.ErrMissingParen, syntax.ErrMissingBracket, syntax.ErrUnexpectedParen:
	case syntax.ErrMissingRepeatArgument:
		problem = "there is nothing before " + at + " to be repeated"
	case syntax.ErrTrailingBackslash:
		problem = `a \ ends it`
	case syntax.ErrInvalidEscape:
		problem = "unknown escape " + at
	case syntax.ErrInvalidPerlOp:
		problem = "unknown group " + at
	case syntax.ErrInvalidNamedCapture:
		if strings.HasPrefix(at, "(?<=") || strings.HasPrefix(at, "(?<!") {
			problem, at = "unknown group", at[:len("(?<=")]
		}
		problem += " " + at
	case syntax.ErrNestingDepth:
		problem = "it nests too deeply"
	case syntax.ErrLarge:
		problem = "it is too large when its repetitions and classes are written out"
	default:
		problem += " " + at
	}
	return refuse(text, problem)
}
