package main

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxCommand is the length in bytes of the longest command line that is parsed. It also bounds how deep the parser recurses.
const maxCommand = 1024

// pipeline returns the words of each command of a pipeline of simple commands, and reports whether the line is nothing
// else: no expansion, substitution, glob, redirection, assignment, list, negation or background.
func pipeline(line string) ([][]string, bool) {
	if len(line) > maxCommand || strings.ContainsRune(line, 0) {
		return nil, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(line), "")
	if err != nil || len(file.Stmts) != 1 {
		return nil, false
	}
	return commands(file.Stmts[0])
}

func commands(s *syntax.Stmt) ([][]string, bool) {
	if s.Negated || s.Background || s.Coprocess || s.Disown || len(s.Redirs) > 0 {
		return nil, false
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		words, ok := literals(c)
		return [][]string{words}, ok
	case *syntax.BinaryCmd:
		if c.Op != syntax.Pipe {
			return nil, false
		}
		left, ok := commands(c.X)
		if !ok {
			return nil, false
		}
		right, ok := commands(c.Y)
		return append(left, right...), ok
	}
	return nil, false
}

// literals returns the words of a simple command if none of them is expanded.
func literals(c *syntax.CallExpr) ([]string, bool) {
	if len(c.Assigns) > 0 || len(c.Args) == 0 {
		return nil, false
	}
	words := make([]string, len(c.Args))
	for i, arg := range c.Args {
		word, ok := literal(arg)
		if !ok || strings.ContainsAny(word, "\n\r") {
			return nil, false
		}
		words[i] = word
	}
	return words, true
}

// literal returns the text of a word without quotes.
func literal(w *syntax.Word) (string, bool) {
	var b strings.Builder
	for i, part := range w.Parts {
		ok := false
		switch p := part.(type) {
		case *syntax.Lit:
			ok = bare(&b, p.Value, i == 0)
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
			ok = !p.Dollar
		case *syntax.DblQuoted:
			ok = !p.Dollar && doubled(&b, p.Parts)
		}
		if !ok {
			return "", false
		}
	}
	return b.String(), true
}

// bare appends an unquoted text unless a shell would expand it.
func bare(b *strings.Builder, s string, first bool) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			if i++; i == len(s) {
				return false
			}
			b.WriteByte(s[i])
		case strings.IndexByte("*?[]{}", c) >= 0, c == '~' && (first && i == 0 || i > 0 && strings.IndexByte("=:", s[i-1]) >= 0):
			return false
		default:
			b.WriteByte(c)
		}
	}
	return true
}

// doubled appends a text in double quotes unless something in it is expanded.
func doubled(b *strings.Builder, parts []syntax.WordPart) bool {
	for _, part := range parts {
		p, ok := part.(*syntax.Lit)
		if !ok {
			return false
		}
		for i := 0; i < len(p.Value); i++ {
			if p.Value[i] == '\\' && i+1 < len(p.Value) && strings.IndexByte("$`\"\\", p.Value[i+1]) >= 0 {
				i++
			}
			b.WriteByte(p.Value[i])
		}
	}
	return true
}
