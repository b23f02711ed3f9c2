package workspace

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads the list of packages of a pnpm-workspace.yaml. A library for all of YAML would make its tables at each start
// of the program; it is the slow twin in the tests. What could be read in another way than the library does is refused.

// pnpmPackages returns the texts of the list "packages" of a YAML document; nil if it has none. It is not ok if the document
// has that list, or what stands beside it, in a form that is not read here.
func pnpmPackages(text string) (globs []string, ok bool) {
	var found, open, empty bool // the list; brackets of another value; the last key has a value in the lines after it
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }) {
		return nil, false
	}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); {
		line := uncommented(lines[i])
		i++
		key, value, isKey := strings.Cut(line, ":")
		value = strings.Trim(value, " ")
		switch {
		case line == "", line == "---" && i == 1, strings.ContainsAny(line[:1], " \t"), empty && strings.HasPrefix(line, "- "):
		case open:
			if line != "]" && line != "}" {
				return nil, false
			}
			open = false
		case !isKey, !isPlainKey(key), value != "" && !strings.HasPrefix(line[len(key)+1:], " "):
			return nil, false
		case key != "packages":
			if open, ok = passes(value); !ok {
				return nil, false
			}
			empty = value == ""
		case found:
			return nil, false
		default:
			found = true
			var n int
			if globs, n, ok = pnpmList(value, lines[i:]); !ok {
				return nil, false
			}
			i += n
		}
	}
	return globs, !open
}

// uncommented returns a line without its comment and the spaces at its end.
func uncommented(line string) string {
	if at := strings.Index(" "+line, " #"); at >= 0 && !strings.ContainsAny(line[:at], `"'`) {
		line = line[:at]
	}
	return strings.TrimRight(line, " ")
}

// isPlainKey reports whether a key is a word.
func isPlainKey(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
	})
}

// passes reports whether the value of a key ends in its line or in the indented lines after it, and whether it opens brackets
// that a later line may close.
func passes(value string) (open, ok bool) {
	switch {
	case value == "[" || value == "{":
		return true, true
	case strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{"):
		return false, strings.HasSuffix(value, "]") || strings.HasSuffix(value, "}")
	case strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "'"):
		return false, strings.Count(value, value[:1])%2 == 0
	}
	return false, true
}

// pnpmList returns the texts of the list that a value begins and lines go on with, and how many of the lines it has.
func pnpmList(value string, lines []string) (texts []string, n int, ok bool) {
	if strings.HasPrefix(value, "[") {
		for !strings.HasSuffix(value, "]") && n < len(lines) {
			value += " " + strings.Trim(uncommented(lines[n]), " ")
			n++
		}
		texts, ok = pnpmBrackets(value)
		return texts, n, ok
	}
	if value != "" {
		return nil, 0, false
	}
	indent := -1
	for ; n < len(lines); n++ {
		line := uncommented(lines[n])
		rest := strings.TrimLeft(line, " ")
		at := len(line) - len(rest)
		switch {
		case rest == "":
			continue
		case at == 0 && (rest[0] != '-' || rest == "---"):
			return texts, n, true
		case indent >= 0 && at != indent:
			return nil, n, false
		}
		indent = at
		item, isItem := strings.CutPrefix(rest, "- ")
		one, left, ok := pnpmText(strings.Trim(item, " "), "")
		if !isItem || !ok || strings.Trim(uncommented(left), " ") != "" {
			return nil, n, false
		}
		texts = append(texts, one)
	}
	return texts, n, true
}

// pnpmBrackets returns the texts between brackets.
func pnpmBrackets(value string) (texts []string, ok bool) {
	rest := strings.Trim(value[1:], " ")
	for rest != "]" {
		var one string
		one, rest, ok = pnpmText(rest, ",[]{}")
		rest = strings.TrimLeft(rest, " ")
		if !ok || rest == "" || rest[0] != ',' && rest != "]" {
			return nil, false
		}
		texts, rest = append(texts, one), strings.TrimLeft(strings.TrimPrefix(rest, ","), " ")
	}
	return texts, true
}

// pnpmText returns the text that s begins with, in quotes or plain, and what comes after it; a plain text ends before one of the
// bytes in ends.
func pnpmText(s, ends string) (text, rest string, ok bool) {
	if s == "" {
		return "", "", false
	}
	if q := s[:1]; q == `"` || q == "'" {
		text, rest, ok = strings.Cut(s[1:], q)
		return text, rest, ok && !strings.Contains(text, `\`) && !strings.HasPrefix(rest, "'") && (rest == "" || ends != "" || rest[0] == ' ')
	}
	end := len(s)
	if at := strings.IndexAny(s, ends); at >= 0 {
		end = at
	}
	text = strings.TrimRight(s[:end], " ")
	plain := text != "" && !strings.ContainsAny(text[:1], "[]{},#&*!|>%@`?-:~=<\t") && !strings.Contains(text, ": ") && !strings.HasSuffix(text, ":") &&
		!strings.Contains(text, " #") && !strings.ContainsAny(text, "\t\"'")
	return text, s[end:], plain && !isTyped(text)
}

// isTyped reports whether YAML may read a plain text as something else than a text.
func isTyped(text string) bool {
	switch strings.ToLower(text) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return true
	}
	return strings.ContainsAny(text[:1], "0123456789+.") && !strings.Contains(text, "/")
}
