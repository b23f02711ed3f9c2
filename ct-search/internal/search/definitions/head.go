package definitions

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
)

// headOf returns the name that a file's package clause says, of Go, and the first line of what documents the module: of
// Python its docstring, of Go the comment before the clause, of others the first comment, licences left aside.
func headOf(language *lang.Language, head []byte) (clause, doc string) {
	if language.Docstrings {
		return "", oneLine(docstring(head))
	}
	comment := ""
	for rest := head; ; {
		rest = bytes.TrimLeft(rest, " \t\r\n\ufeff")
		text, n := commentAt(language.Comment, rest)
		if n == 0 {
			if language.FolderModules {
				if clause = goClause(rest); clause == "" || !touches(head, rest) {
					comment = ""
				}
			}
			return clause, oneLine(comment)
		}
		if said := firstSaid(text); said != "" && (comment == "" || language.FolderModules) {
			comment = said
		}
		rest = rest[n:]
	}
}

// touches reports whether rest, an end of head, follows the line before directly.
func touches(head, rest []byte) bool {
	before := bytes.TrimRight(head[:len(head)-len(rest)], " \t")
	return bytes.HasSuffix(before, []byte("\n")) && !bytes.HasSuffix(before, []byte("\n\n")) && !bytes.HasSuffix(before, []byte("\n\r\n"))
}

// goClause returns the name of the package clause at the beginning of text.
func goClause(text []byte) string {
	rest, ok := bytes.CutPrefix(text, []byte("package "))
	if !ok {
		return ""
	}
	fields := bytes.FieldsFunc(firstLine(rest), func(r rune) bool { return r == ' ' || r == '\t' || r == ';' || r == '/' })
	if len(fields) == 0 {
		return ""
	}
	return string(fields[0])
}

// commentAt returns the comment, or the run of comments, at the beginning of text, and its length; 0 without one.
func commentAt(mark string, text []byte) (comment string, n int) {
	if bytes.HasPrefix(text, []byte("/*")) {
		inner, _, closed := bytes.Cut(text[2:], []byte("*/"))
		if !closed {
			return "", len(text)
		}
		return string(inner), len(inner) + 4
	}
	var lines []string
	for n < len(text) && bytes.HasPrefix(bytes.TrimLeft(text[n:], " \t"), []byte(mark)) {
		line := firstLine(text[n:])
		lines = append(lines, strings.TrimLeft(strings.TrimSpace(string(line)), mark))
		next := bytes.IndexByte(text[n:], '\n')
		if next < 0 {
			return strings.Join(lines, "\n"), len(text)
		}
		n += next + 1
	}
	return strings.Join(lines, "\n"), n
}

// firstSaid returns the first line of a comment about the code: "" for a licence, a program's name, a directive.
func firstSaid(comment string) string {
	for line := range strings.Lines(comment) {
		line = strings.Trim(line, " \t\r\n*!/#-=")
		low := strings.ToLower(line)
		switch {
		case line == "", strings.HasPrefix(low, "spdx-"), strings.HasPrefix(line, "go:"), strings.HasPrefix(low, "-*-"), strings.HasPrefix(low, "vim:"),
			strings.HasPrefix(low, "+build"), strings.HasPrefix(line, "/usr/"), strings.HasPrefix(line, "/bin/"), strings.HasPrefix(line, "usr/"), strings.HasPrefix(line, "bin/"):
			continue
		case strings.Contains(low, "copyright"), strings.Contains(low, "licen"), strings.Contains(low, "all rights reserved"), strings.Contains(low, "@author"):
			return ""
		}
		return line
	}
	return ""
}

// docstring returns the first line of the string that a Python file begins with.
func docstring(head []byte) string {
	rest := bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for {
		rest = bytes.TrimLeft(rest, " \t\r\n\f")
		if len(rest) == 0 || rest[0] != '#' {
			break
		}
		_, rest, _ = bytes.Cut(rest, []byte{'\n'})
	}
	text := strings.TrimLeft(string(rest), "rRuU")
	for _, quote := range []string{`"""`, `'''`, `"`, `'`} {
		if inner, ok := strings.CutPrefix(text, quote); ok {
			inner, _, _ = strings.Cut(inner, quote)
			inner, _, _ = strings.Cut(strings.TrimLeft(inner, " \t\r\n\\"), "\n")
			return inner
		}
	}
	return ""
}

func oneLine(text string) string {
	line, _ := budget.Clip([]byte(strings.Join(strings.Fields(text), " ")), 0, 0, occurrence.ClipText)
	return line
}
