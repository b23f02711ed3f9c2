package outline

import "strings"

// heading returns the level and the title of a line that is a heading by its number signs, or level
// 0.
func heading(content string) (level int, title string) {
	rest := strings.TrimLeft(content, "#")
	level = len(content) - len(rest)
	if level == 0 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	title = strings.Trim(rest, " \t")
	if bare := strings.TrimRight(title, "#"); bare == "" || strings.HasSuffix(bare, " ") || strings.HasSuffix(bare, "\t") {
		title = strings.TrimRight(bare, " \t")
	}
	return level, title
}

// underlined returns the level of the heading that a line makes of the paragraph above it, or 0.
func underlined(content string) int {
	switch {
	case strings.Trim(content, "=") == "":
		return 1
	case strings.Trim(content, "-") == "":
		return 2
	}
	return 0
}

// opensFence returns the marks that open fenced code, "" for none.
func opensFence(content string) string {
	for _, mark := range []string{"`", "~"} {
		rest := strings.TrimLeft(content, mark)
		if n := len(content) - len(rest); n >= 3 && (mark == "~" || !strings.Contains(rest, mark)) {
			return content[:n]
		}
	}
	return ""
}

// closes reports whether a line ends the code that fence opened.
func closes(content, fence string) bool {
	return strings.HasPrefix(content, fence) && strings.Trim(content, fence[:1]) == ""
}

// unlist returns the text after the markers of list items that a line begins with, and how wide
// these are.
func unlist(content string) (rest string, width int) {
	for rest = content; ; {
		marker := strings.TrimLeft(rest, "0123456789")
		switch digits := len(rest) - len(marker); {
		case digits > 9 || marker == "":
			return rest, width
		case digits > 0 && marker[0] != '.' && marker[0] != ')', digits == 0 && strings.IndexByte("-*+", marker[0]) < 0:
			return rest, width
		}
		text := strings.TrimLeft(marker[1:], " ")
		if text == marker[1:] || text == "" && underlined(rest) > 0 {
			return rest, width
		}
		width += len(rest) - len(text)
		rest = text
	}
}
