package toolcall

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Setting is an option of a command line: its long name without dashes, and its value, "true" for a flag.
type Setting struct{ Name, Value string }

// Command returns the call that asks what a command line of a program asks, as {"tool":…,"arguments":…}, and as the
// words that a text has for it: the name of the tool and its arguments. It returns "" if no tool can ask that.
func Command(program string, settings []Setting, operands []string) string {
	c := command{program: program, operands: operands, set: Arguments{}}
	for _, s := range settings {
		if !c.add(s) {
			return ""
		}
	}
	asked, t := c.way()
	if asked == nil {
		return ""
	}
	if a := c.by(asked); a != nil {
		return t.words(a)
	}
	return ""
}

// way returns the way that the command asks for, and its tool; nil if there is none.
func (c *command) way() (asked *way, of *Tool) {
	for _, t := range tools.Get() {
		for i := range t.ways {
			w := &t.ways[i]
			switch {
			case t.Program != c.program:
			case c.needs(w):
				return w, t
			case len(w.needs) == 0 && asked == nil: // unless another one has what it needs
				asked, of = w, t
			}
		}
	}
	if len(c.asks) > 0 {
		return nil, nil
	}
	return asked, of
}

// Words returns a call in the words of a text: the name of the tool and its arguments.
func Words(tool string, arguments map[string]any) string {
	a := Arguments{}
	for name, value := range arguments {
		a[name] = encoded(value)
	}
	t := Of("", tool)
	if t == nil {
		t = &Tool{Name: tool}
	}
	return t.words(a)
}

func (t *Tool) words(a Arguments) string { return t.Name + " " + string(ordered(t, a)) }

// FromShell is Command for a command line as answers have it; "" also if it is none of a program of the suite.
func FromShell(line string) string {
	words, ok := split(line)
	if !ok || len(words) == 0 {
		return ""
	}
	var settings []Setting
	var operands []string
	for i, word := range words[1:] {
		name, isOption := strings.CutPrefix(word, "--")
		switch {
		case word == "--":
			return Command(words[0], settings, append(operands, words[i+2:]...))
		case isOption:
			name, value, valued := strings.Cut(name, "=")
			if !valued {
				value = "true"
			}
			settings = append(settings, Setting{name, value})
		case strings.HasPrefix(word, "-"):
			return ""
		default:
			operands = append(operands, word)
		}
	}
	return Command(words[0], settings, operands)
}

// split returns the words of a command line that quotes with single quotes alone.
func split(line string) (words []string, ok bool) {
	if strings.ContainsAny(line, "\"$`\n") {
		return nil, false
	}
	var word strings.Builder
	quoted, begun := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'':
			quoted, begun = !quoted, true
		case quoted:
			word.WriteByte(c)
		case c == ' ' && begun:
			words, begun = append(words, word.String()), false
			word.Reset()
		case c == ' ':
		case c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			begun = true
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words, !quoted
}

// Parse returns the tool and the arguments of what Command returns, and reports whether text is that.
func Parse(text string) (tool string, arguments json.RawMessage, ok bool) {
	tool, rest, ok := strings.Cut(text, " ")
	if !ok || Of("", tool) == nil || !strings.HasPrefix(rest, "{") || !json.Valid([]byte(rest)) {
		return "", nil, false
	}
	return tool, json.RawMessage(rest), true
}

// Unquoted returns a text whose lines NAME: "CALL", where CALL is what Command returns, have it without quotes and
// escapes.
func Unquoted(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		name, quoted, found := strings.Cut(line, `: "`)
		call, err := strconv.Unquote(`"` + quoted)
		if _, _, ok := Parse(call); found && err == nil && ok {
			lines[i] = name + ": " + call
		}
	}
	return strings.Join(lines, "\n")
}

// command is a command line as properties.
type command struct {
	program  string
	operands []string
	set      Arguments
	asks     []string // flags that are no properties: they choose a form
}

// isNumber and isList report how the values of a property are written; those of others are strings.
func isNumber(name string) bool {
	switch name {
	case "limit", "depth", "context", "line", "skip", "max_depth", "max_files", "max_count", "within", "min_lines", "repeat", "capture_tail":
		return true
	}
	return false
}

func isList(name string) bool {
	switch name {
	case "term", "terms", "include", "exclude", "lang", "name", "type", "grep", "size", "all_of", "none_of", "ext", "root", "paths", "args",
		"ok_match", "ok_match_stdout", "ok_match_stderr", "err_match", "err_match_stdout", "err_match_stderr", "ok_when", "err_when", "mask", "emit", "emit_stderr":
		return true
	}
	return false
}

// choice returns the property and the value that an option is short for, "" if it is short for none.
func choice(option string) (property, value string) {
	switch option {
	case "literal", "exact", "identifier", "word", "regex", "glob", "fuzzy":
		return "mode", option
	case "fixed", "fixed-strings", "F":
		return "mode", "literal"
	case "w", "word-regexp":
		return "mode", "word"
	case "ignore-case", "i":
		return "case", "insensitive"
	case "case-sensitive", "s":
		return "case", "sensitive"
	case "smart-case", "S":
		return "case", "smart"
	}
	return "", ""
}

// long returns the name of the property that an option of one letter sets, "" if there is none.
func long(letter string) string {
	switch letter {
	case "a":
		return "text"
	case "C":
		return "context"
	case "g":
		return "include"
	case "m":
		return "max_count"
	case "t":
		return "lang"
	}
	return ""
}

// isFraming reports whether calls decide otherwise what an option says.
func isFraming(option string) bool {
	switch option {
	case "format", "json", "json-pretty", "max-lines", "max-bytes", "sandbox", "no-config", "color", "quiet", "confine", "question", "timeout", "detail", "list", "call", "content":
		return true
	}
	return false
}

// add takes an option, and reports whether calls have it.
func (c *command) add(s Setting) bool {
	name := strings.ReplaceAll(s.Name, "-", "_")
	property, value := choice(s.Name)
	if len(name) == 1 && property == "" {
		name = long(name)
	}
	switch {
	case s.Name == "u", s.Name == "uu", s.Name == "unrestricted":
		c.set["no_ignore"] = encoded(true)
		if s.Name == "uu" {
			c.set["hidden"] = encoded(true)
		}
	case s.Name == "e":
		return c.add(Setting{"regexp", s.Value})
	case s.Name == "l", s.Name == "n", s.Name == "q": // framing
	case name == "" && property == "":
		return false
	case isFraming(s.Name):
	case s.Name == "scout", s.Name == "sample":
		c.asks = append(c.asks, s.Name)
	case property != "":
		c.set[property] = encoded(value)
	case s.Name == "regexp":
		c.append("grep", s.Value)
		c.set["mode"] = encoded("regex")
	case isNumber(name):
		n, err := strconv.Atoi(s.Value)
		c.set[name] = encoded(n)
		return err == nil
	case isList(name):
		c.append(name, s.Value)
	case s.Value == "true":
		c.set[name] = encoded(true)
	default:
		c.set[name] = encoded(s.Value)
	}
	return true
}

func (c *command) append(name, value string) {
	var values []string
	_ = json.Unmarshal(c.set[name], &values)
	c.set[name] = encoded(append(values, value))
}

// by returns the arguments of a call by a way, nil if it cannot ask for the command.
func (c *command) by(w *way) Arguments {
	a := maps.Clone(c.set)
	if !w.place(a, c.operands) {
		return nil
	}
	for name, value := range w.fixed {
		if !bytes.Equal(a[name], encoded(value)) {
			return nil
		}
		delete(a, name)
	}
	if w.splits != nil {
		if w.splits(a); slices.ContainsFunc(w.hides, a.has) {
			return nil
		}
	}
	call := Arguments{}
	for property, value := range a {
		call[w.argument(property)] = value
	}
	w.choose(call)
	return call
}

// needs reports whether the command has one of the options by which a command line asks for the way.
func (c *command) needs(w *way) bool {
	return slices.ContainsFunc(w.needs, func(need string) bool {
		name, value, valued := strings.Cut(need, "=")
		return slices.Contains(c.asks, need) || c.set.has(name) && (!valued || c.set.text(name) == value)
	})
}

// place sets the properties of positional arguments, and reports whether the way has a place for all of them.
func (w *way) place(a Arguments, operands []string) bool {
	names := w.operands
	if len(names) == 2 && names[1] == "file" && len(operands) == 1 { // FILE without QUERY
		file, at := Place(operands[0])
		if len(at) > 0 && !a.has("line") {
			a["line"] = encoded(at[0])
		} else {
			file = operands[0]
		}
		a["file"] = encoded(file)
		return true
	}
	for i, name := range names {
		switch many := isList(name); {
		case i >= len(operands):
			return true
		case many:
			a[name] = encoded(operands[i:])
			return true
		default:
			a[name] = encoded(operands[i])
		}
	}
	return len(operands) <= len(names)
}

// argument returns the name that a property has in calls.
func (w *way) argument(property string) string {
	for name, as := range w.as {
		if as == property && as != "" {
			return name
		}
	}
	return property
}

// choose adds the argument by which a call chooses the way.
func (w *way) choose(a Arguments) {
	if w.chosen == nil || w.chosen(a) {
		return
	}
	for _, extra := range []Arguments{{"find": encoded("tests")}, {"find": encoded("implementations")}, {"unused": encoded(true)}} {
		with := maps.Clone(a)
		maps.Copy(with, extra)
		if w.chosen(with) {
			maps.Copy(a, extra)
			return
		}
	}
}

// ordered returns the arguments as a JSON object, in the order in which the tool lists them.
func ordered(t *Tool, a Arguments) []byte {
	names := make([]string, 0, len(a))
	for _, listed := range t.Arguments {
		if a.has(listed.Name) {
			names = append(names, listed.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encoded(name))
		b.WriteByte(':')
		b.Write(a[name])
	}
	b.WriteByte('}')
	return b.Bytes()
}
