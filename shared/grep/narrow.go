package grep

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/walk"
)

// When a search of the programs that narrow it in steps (Request.Steps) is broad, and when it ends.
const (
	BroadLines = 1000    // matching lines; more is broad
	BroadFiles = 100     // files with one
	ScanLines  = 100_000 // matching lines in path order; no more are counted
)

// What ct-survey takes at once.
const (
	MostTerms = 12
	MostPaths = 8
)

// Broad reports whether so many matching lines, or so many files with one, are too much to look through.
func Broad(lines, files int64) bool { return lines > BroadLines || files > BroadFiles }

// Hardest is the largest budget that options of such a program can ask for, in every format.
var Hardest = budget.Budget{Lines: 40, Bytes: 8000}

// MaxStep bounds the command line of a follow-up of such a program, in bytes: it fits every usual budget.
const MaxStep = 2000

// RefuseAlternation returns a *opt.UsageError about QUERY if p is an expression for one of several texts.
func RefuseAlternation(p *pattern.Pattern) error {
	if p.Mode != pattern.Regex || !UnescapedAlternation(p.Source) {
		return nil
	}
	return opt.Usagef("QUERY", `the expression %q has an unescaped |, so that the answer could not say which alternative matches: compare them with ct-survey --term A --term B, or write \| for the character`, Echo(p.Source, MaxEcho))
}

// MaxEcho bounds what an answer repeats of a query or a path, in bytes; LeanEcho is the bound if hardly anything fits.
const (
	MaxEcho  = 256
	LeanEcho = 64
)

// Echo returns a text as an answer repeats it, in at most so many bytes: clipped at its end, and with a byte that is
// not UTF-8 as \xff, so that texts that differ in such bytes stay different.
func Echo(text string, most int) string {
	if !utf8.ValidString(text) {
		var b strings.Builder
		for len(text) > 0 {
			r, n := utf8.DecodeRuneInString(text)
			if r == utf8.RuneError && n == 1 {
				fmt.Fprintf(&b, `\x%02x`, text[0])
			} else {
				b.WriteString(text[:n])
			}
			text = text[n:]
		}
		text = b.String()
	}
	text, _ = budget.Clip([]byte(text), 0, 0, most)
	return text
}

// NameGlob returns the glob of the names that contain a text, and whether there is one.
func NameGlob(text string) (glob string, ok bool) {
	const longest = 60 // bytes
	if len(text) > longest || strings.ContainsAny(text, "/\n\x00") {
		return "", false
	}
	return "*" + walk.EscapeGlob(text) + "*", true
}
