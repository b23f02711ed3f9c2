package dead

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// isExpression reports whether a function or class of JavaScript stands in an expression, as what is returned, assigned or handed on:
// its name is only known in its own body, and what is around it uses it where it stands.
func isExpression(language string, text []byte, d *source.Declaration) bool {
	if language != "js" && language != "ts" || d.Symbol != source.Function && d.Symbol != source.Class {
		return false
	}
	before, head := text[:d.Name.Start], headOf(text, d)
	if head == "" {
		return false
	}
	before = withoutComments(bytes.TrimSuffix(bytes.TrimRight(before, " \t\r\n*"), []byte(head)))
	if rest, ok := bytes.CutSuffix(before, []byte("async")); ok && endingWord(before) == len("async") {
		before = withoutComments(rest)
	}
	if len(before) == 0 {
		return false
	}
	if n := endingWord(before); n > 0 {
		return slices.Contains([]string{"return", "new", "typeof", "void", "await", "yield", "throw", "in", "of", "case"}, string(before[len(before)-n:]))
	}
	return strings.IndexByte("(,=:?[!&|+-~>", before[len(before)-1]) >= 0 && !isLabel(before)
}

// isOnObject reports whether a definition of JavaScript is set on an object, as in window.onload = function () {}; a prototype is a class.
func isOnObject(language string, text []byte, d *source.Declaration) bool {
	before := text[:d.Name.Start]
	return (language == "js" || language == "ts") && bytes.HasSuffix(before, []byte(".")) && !bytes.HasSuffix(before, []byte(".prototype.")) && !bytes.HasSuffix(before, []byte("exports."))
}

// headOf returns the keyword before a name: function or class, "" for another.
func headOf(text []byte, d *source.Declaration) string {
	before := bytes.TrimRight(text[:d.Name.Start], " \t\r\n*")
	switch word := string(before[len(before)-endingWord(before):]); word {
	case "function", "class":
		return word
	}
	return ""
}

// isLabel reports whether a text ends with the colon of a case or default of a switch.
func isLabel(before []byte) bool {
	if before[len(before)-1] != ':' {
		return false
	}
	line := bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])
	return bytes.HasPrefix(line, []byte("case ")) || bytes.HasPrefix(line, []byte("default:"))
}

// withoutComments trims blanks and block comments from the end of a text.
func withoutComments(text []byte) []byte {
	for {
		text = bytes.TrimRight(text, " \t\r\n")
		if !bytes.HasSuffix(text, []byte("*/")) {
			return text
		}
		start := bytes.LastIndex(text, []byte("/*"))
		if start < 0 {
			return text
		}
		text = text[:start]
	}
}
