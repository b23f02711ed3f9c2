package main

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// syntax is how headings are written in a file.
type syntax uint8

// The syntaxes.
const (
	markdown syntax = iota // and anything unknown
	rst                    // reStructuredText
	adoc
)

// syntaxOf returns the syntax of a file by its extension.
func syntaxOf(name string) syntax {
	switch strings.ToLower(path.Ext(name)) {
	case ".rst":
		return rst
	case ".adoc":
		return adoc
	}
	return markdown
}

// adornment returns the sign of a line of signs without spaces, which stands above or below a title, or divides text; 0
// for any other.
func adornment(line []byte) byte {
	line = bytes.TrimRight(line, " \t")
	if len(line) < 3 || asciiWord(line[0]) || line[0] <= ' ' || line[0] >= utf8.RuneSelf || len(bytes.Trim(line, string(line[:1]))) > 0 {
		return 0
	}
	return line[0]
}

// lookRST is look for reStructuredText, where the signs under a title, and above it, mean a level in the order in which a
// file has them.
func (o *outline) lookRST(line, next []byte) (k kind, level int, text []byte) {
	text = bytes.TrimSpace(line)
	below, over := adornment(next), o.over
	o.over = 0
	switch sign := adornment(line); {
	case len(text) == 0:
		return prose, 0, nil
	case sign != 0:
		if len(bytes.TrimSpace(next)) > 0 && below == 0 {
			o.over = sign
		}
		return rule, 0, nil
	case below == 0 || over != 0 && over != below || over == 0 && line[0] <= ' ' || len(bytes.TrimSpace(next)) < utf8.RuneCount(text):
		return prose, 0, nil
	}
	style := string([]byte{below, over})
	if level = slices.Index(o.styles, style) + 1; level == 0 {
		o.styles = append(o.styles, style)
		level = len(o.styles)
	}
	o.under = true
	return heading, level, withoutRoles(text)
}

// withoutRoles returns text with :role:`words` as `words`.
func withoutRoles(text []byte) []byte {
	for len(text) <= maxName {
		at := bytes.Index(text, []byte(":`"))
		from := bytes.LastIndexByte(text[:max(at, 0)], ':')
		if from < 0 || bytes.IndexByte(text[from:at], ' ') >= 0 {
			return text
		}
		text = slices.Concat(text[:from], text[at+1:])
	}
	return text
}

// lookADoc is look for AsciiDoc: "== Title", a title with a line of nearly its length below it, and blocks of text
// that is not markup.
func (o *outline) lookADoc(line, next []byte) (k kind, level int, text []byte) {
	line = bytes.TrimRight(line, " \t")
	sign := adornment(line)
	switch {
	case o.fence != 0:
		if sign == o.fence && len(line) == o.run {
			o.fence = 0
		}
		return code, 0, nil
	case len(line) == 0:
		return prose, 0, nil
	case sign != 0 && strings.IndexByte("-.+/`", sign) >= 0:
		o.fence, o.run = sign, len(line)
		return code, 0, nil
	case sign != 0 || bytes.HasPrefix(line, []byte("//")) || line[0] == '[' && line[len(line)-1] == ']':
		return rule, 0, nil
	}
	if level, text = adocTitle(line, next); level == 0 {
		return prose, 0, nil
	}
	o.under = len(text) == len(line)
	return heading, level, text
}

// adocTitle returns the level and text of a title, and level 0 for any other line.
func adocTitle(line, next []byte) (level int, text []byte) {
	for _, c := range []byte("=#") {
		rest := bytes.TrimLeft(line, string(c))
		if level = len(line) - len(rest); level > 0 && level <= 6 && len(rest) > 1 && rest[0] == ' ' {
			return level, bytes.TrimSpace(rest)
		}
	}
	next = bytes.TrimRight(next, " \t")
	sign := adornment(next)
	longer := len(next) - utf8.RuneCount(line)
	if sign == 0 || longer < -1 || longer > 1 || line[0] == '.' || line[0] == '|' || line[0] <= ' ' {
		return 0, nil
	}
	return strings.IndexByte("=-~^+", sign) + 1, line
}
