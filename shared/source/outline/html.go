package outline

import (
	"slices"
	"strings"
)

// blank ends an HTML block that ends with the next blank line.
const blank = "\n"

// opensHTML returns what ends the HTML block that a line begins, or "" if it begins none (CommonMark 0.31, §4.6);
// inParagraph says that a paragraph is at hand, which not every tag interrupts.
func opensHTML(content string, inParagraph bool) (end string) {
	switch {
	case !strings.HasPrefix(content, "<"):
		return ""
	case strings.HasPrefix(content, "<!--"):
		return "-->"
	case strings.HasPrefix(content, "<?"):
		return "?>"
	case strings.HasPrefix(content, "<![CDATA["):
		return "]]>"
	case len(content) > 2 && content[1] == '!' && letter(content[2]):
		return ">"
	}
	inside, closing := strings.CutPrefix(strings.ToLower(content[1:]), "/")
	name := tagName(inside)
	rest := inside[len(name):]
	whole := rest == "" || strings.IndexByte(" \t>", rest[0]) >= 0
	switch {
	case name == "":
		return ""
	case whole && !closing && slices.Contains(rawTags(), name):
		return "</" + name + ">"
	case (whole || strings.HasPrefix(rest, "/>")) && slices.Contains(strings.Fields(blockTags), name):
		return blank
	case !inParagraph && completeTag(rest, closing):
		return blank
	}
	return ""
}

// rawTags are the names of condition 1. The end of any of them ends a block that one of them began.
func rawTags() []string { return []string{"pre", "script", "style", "textarea"} }

// closesHTML reports whether a line ends the HTML block at hand.
func closesHTML(content, end string) bool {
	switch {
	case end == blank:
		return content == ""
	case strings.HasPrefix(end, "</"):
		lower := strings.ToLower(content)
		return slices.ContainsFunc(rawTags(), func(name string) bool { return strings.Contains(lower, "</"+name+">") })
	}
	return strings.Contains(content, end)
}

// blockTags are the names of condition 6.
const blockTags = `address article aside base basefont blockquote body caption center col colgroup dd details dialog dir
	div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li
	link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead
	title tr track ul`

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// tagName returns the name that s begins with, "" for none.
func tagName(s string) string {
	if s == "" || !letter(s[0]) {
		return ""
	}
	n := 1
	for n < len(s) && (letter(s[n]) || '0' <= s[n] && s[n] <= '9' || s[n] == '-') {
		n++
	}
	return s[:n]
}

// completeTag reports whether rest, after a name, ends the tag and the line (CommonMark 0.31, §6.6).
func completeTag(rest string, closing bool) bool {
	for !closing {
		after, ok := attribute(rest)
		if !ok {
			break
		}
		rest = after
	}
	rest = strings.TrimLeft(rest, " \t")
	if !closing {
		rest = strings.TrimPrefix(rest, "/")
	}
	behind, ok := strings.CutPrefix(rest, ">")
	return ok && strings.Trim(behind, " \t") == ""
}

// attribute returns what is after the attribute that s begins with.
func attribute(s string) (rest string, ok bool) {
	given := len(s)
	s = strings.TrimLeft(s, " \t")
	if len(s) == given || s == "" || !letter(s[0]) && s[0] != '_' && s[0] != ':' {
		return "", false
	}
	n := 1
	for n < len(s) && (letter(s[n]) || '0' <= s[n] && s[n] <= '9' || strings.IndexByte("_.:-", s[n]) >= 0) {
		n++
	}
	s = s[n:]
	value, ok := strings.CutPrefix(strings.TrimLeft(s, " \t"), "=")
	if !ok {
		return s, true
	}
	value = strings.TrimLeft(value, " \t")
	for _, quote := range []string{`"`, "'"} {
		if quoted, ok := strings.CutPrefix(value, quote); ok {
			_, rest, ok := strings.Cut(quoted, quote)
			return rest, ok
		}
	}
	n = strings.IndexAny(value, " \t\"'=<>`")
	if n < 0 {
		n = len(value)
	}
	return value[n:], n > 0
}
