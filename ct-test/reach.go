package main

import (
	"regexp/syntax"
	"strings"

	"github.com/ct-tools/ct/shared/pattern"
)

// reach is how much of a text a regular expression depends on.
type reach uint8

const (
	withinLine reach = iota // its matches contain no line end, or package pattern knows that they do
	overLines               // its matches may contain a line end, because of \s or [^a]
	ofText                  // it refers to an end of the text: \A, \z
)

// reachOf returns the reach of a pattern. A Multiline one gets the whole text anyway; a glob matches within a line.
func reachOf(p *pattern.Pattern) reach {
	if p.Mode != pattern.Regex || p.Multiline() {
		return withinLine
	}
	if p.Engine == pattern.Backtrack {
		return reachOfBacktracked(p.Source)
	}
	tree, err := syntax.Parse(p.Source, syntax.Perl&^syntax.OneLine)
	if err != nil {
		return withinLine
	}
	return reachOfTree(tree)
}

func reachOfTree(tree *syntax.Regexp) reach {
	r := withinLine
	switch tree.Op {
	case syntax.OpBeginText, syntax.OpEndText:
		r = ofText
	case syntax.OpCharClass:
		for i := 0; i < len(tree.Rune); i += 2 {
			if tree.Rune[i] <= '\n' && '\n' <= tree.Rune[i+1] {
				r = overLines
			}
		}
	}
	for _, sub := range tree.Sub {
		r = max(r, reachOfTree(sub))
	}
	return r
}

// reachOfBacktracked searches a valid expression for parts that can match a line end. It may err on
// the side of too many; the whole text is then searched unnecessarily.
func reachOfBacktracked(expr string) reach {
	r, class := withinLine, false
	for i := 0; i < len(expr); i++ {
		next := byte(0)
		if i+1 < len(expr) {
			next = expr[i+1]
		}
		switch c := expr[i]; {
		case c == '\\':
			i++
			switch {
			case !class && strings.IndexByte("AzZ", next) >= 0:
				return ofText
			case strings.IndexByte("sWDpP", next) >= 0, class && strings.IndexByte("abctux0", next) >= 0: // the latter may begin a range
				r = overLines
			}
		case class && c == ']':
			class = false
		case class && (c < '\n' || c == '[' && next == ':'):
			r = overLines
		case c == '[' && !class:
			class = true
			if next == '^' {
				r = overLines
				i++
			}
			if rest := expr[i+1:]; strings.HasPrefix(rest, "]") { // it is a literal
				i++
			}
		}
	}
	return r
}

// acrossLines returns p as package pattern reads an expression that says that it can match a line
// end: \A and \z are then the ends of the text, and \s and [^a] match a newline.
func acrossLines(p *pattern.Pattern) (*pattern.Pattern, error) {
	const noNewline = `\n{0}` // makes it multiline, and matches none
	o := pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive, Engine: p.Engine, Timeout: p.Timeout}
	if p.Fold {
		o.Case = pattern.Insensitive
	}
	return pattern.Compile(noNewline+p.Source, o)
}
