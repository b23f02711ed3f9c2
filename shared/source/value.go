package source

import (
	"bytes"
	"slices"
	"strings"
)

// receivers says of each call what it is called on.
func (r *Recorder) receivers() {
	for i := range r.file.Occurrences {
		o := &r.file.Occurrences[i]
		if !o.mayBeCalled() {
			continue
		}
		c := &r.file.Calls[o.Of]
		start := c.Callee.Start
		if c.Chain > 0 {
			start = c.Chain
		}
		w := &backward{Operands: r.operands, src: r.src, least: max(start-maxOperand, 0)}
		switch {
		case c.Receiver.Root != NoValue:
		case o.Access == Plain:
			if r.operands != nil && r.operands.Path != "" {
				c.Receiver, start = w.path(start, o.Word.Start)
			}
		case c.Cut, start >= o.Word.Start:
			c.Receiver.Root = Opaque
		default:
			c.Receiver = r.file.value(r.src[start:o.Word.Start])
		}
		if r.operands != nil && w.created(start) < start {
			c.Form |= ByNew
		}
	}
}

// mayBeCalled reports whether Of, if there is one, is the index of a call.
func (o *Occurrence) mayBeCalled() bool {
	switch o.Kind {
	case Callsite, Reference, Annotation, Assignment:
		return o.Of != None
	}
	return false
}

// opened returns where the types between < and > open that end before pos, with a sign of a path before
// them; -1 if they open before from.
func (w *backward) opened(from, pos int) int {
	for depth := 0; pos > from; {
		pos--
		switch c := w.src[pos]; {
		case c == '>' && pos > from && w.src[pos-1] != '-' && w.src[pos-1] != '=':
			depth++
		case c == '<':
			if depth--; depth == 0 {
				return from + len(bytes.TrimSuffix(w.src[from:pos], []byte(w.Path)))
			}
		}
	}
	return -1
}

// path reads the path before a plain name at pos, whose operand begins at from, and returns where it begins.
func (w *backward) path(from, pos int) (v Value, start int) {
	var names []string
	within := func() {
		if pos > from {
			pos = max(w.blank(pos), from)
		}
	}
	for within(); bytes.HasSuffix(w.src[w.least:pos], []byte(w.Path)); within() {
		pos -= len(w.Path)
		within()
		if w.Generics && pos > from && w.src[pos-1] == '>' {
			if pos = w.opened(from, pos); pos < 0 {
				return Value{Root: Opaque}, pos
			}
			within()
		}
		start = w.wordStart(pos)
		if start == pos {
			if before := w.blank(pos); before > w.least && before == pos && strings.IndexByte(")>]", w.src[pos-1]) >= 0 {
				return Value{Root: Opaque}, pos
			}
			names = append(names, "")
			break
		}
		for _, name := range slices.Backward(strings.Split(string(w.src[start:pos]), w.Path)) {
			names = append(names, name)
		}
		pos = start
	}
	if before := w.blank(pos); w.Hides != "" && bytes.HasSuffix(w.src[w.least:before], []byte(w.Hides)) && w.wordStart(before) == before-len(w.Hides) {
		return Value{Root: Opaque}, pos
	}
	switch {
	case len(names) == 0:
		return Value{}, pos
	case w.member(pos) >= 0: // a member of an object, which the type before it has
		return Value{Root: Opaque}, pos
	}
	v = Value{Root: Named, Name: names[len(names)-1]}
	for _, name := range slices.Backward(names[:len(names)-1]) {
		v.Steps = append(v.Steps, "::"+name)
	}
	return v, pos
}

// Value reads what a chain of names says where a value comes from: a.b(1)[2].c with or without a sign after it. The
// result is Opaque if text has anything but names, calls and elements, or more than maxOperand bytes.
func (o *Operands) Value(text []byte) Value {
	v, sign := Value{}, ""
	if len(text) > maxOperand {
		return Value{Root: Opaque}
	}
	c := chain{Operands: o, text: text}
	for c.blank(); c.at < len(text); c.blank() {
		name := c.name(v.Root != NoValue)
		if name == "new" && o.Creates && v.Root == NoValue && c.created(&v) {
			name = ""
		} else if name == "" || o.Path != "" && strings.Contains(name, o.Path) {
			return Value{Root: Opaque}
		}
		switch {
		case name == "":
		case v.Root == NoValue:
			v.Root, v.Name = o.root(name)
		default:
			v.Steps = append(v.Steps, sign+name)
		}
		for c.blank(); c.at < len(text); c.blank() {
			if sign = c.sign(); sign != "" {
				break
			}
			step := c.step()
			if step == "" {
				return Value{Root: Opaque}
			}
			v.Steps = append(v.Steps, step)
		}
	}
	return v
}

// root says what the first name of a chain stands for.
func (o *Operands) root(name string) (Root, string) {
	switch {
	case name == o.Super:
		return Super, ""
	case slices.Contains(strings.Fields(o.Self), name):
		return Self, ""
	}
	return Named, name
}

// A chain is text that is read from its beginning.
type chain struct {
	*Operands
	text []byte
	at   int
}

// blank passes over white space and comments.
func (c *chain) blank() {
	for c.at < len(c.text) {
		switch b := c.text[c.at]; {
		case b <= ' ' || b == '\\':
			c.at++
		case !c.comment():
			return
		}
	}
}

// comment passes over a comment up to its line's end.
func (c *chain) comment() bool {
	for _, sign := range c.Comments {
		if bytes.HasPrefix(c.text[c.at:], []byte(sign)) {
			line, _, _ := bytes.Cut(c.text[c.at:], []byte("\n"))
			c.at += len(line)
			return true
		}
	}
	return false
}

// name reads a name, or the number of a member; it is empty where none stands.
func (c *chain) name(member bool) string {
	w := backward{Operands: c.Operands}
	from := c.at
	for c.at < len(c.text) && w.isWord(c.text[c.at]) {
		c.at++
	}
	if from < c.at && isDigit(c.text[from]) && (!member || c.at > from+2) {
		return ""
	}
	return string(c.text[from:c.at])
}

// sign passes over what stands before a member, and returns the beginning of the step to it.
func (c *chain) sign() string {
	rest := bytes.TrimLeft(c.text[c.at:], c.Suffixes)
	if c.Scope != "" && bytes.HasPrefix(rest, []byte(c.Scope)) {
		c.at = len(c.text) - len(rest) + len(c.Scope)
		return "::"
	}
	for _, sign := range c.Signs {
		if bytes.HasPrefix(rest, []byte(sign)) {
			c.at = len(c.text) - len(rest) + len(sign)
			return "."
		}
	}
	return ""
}

// step passes over a bracket after an operand, and says what it does; empty for anything else.
func (c *chain) step() string {
	step, open := "[]", c.text[c.at]
	if open == '(' {
		step = "()"
	}
	if open != '(' && open != '[' || !c.bracket() {
		return ""
	}
	return step
}

// created reads the names of the type after new, with its arguments.
func (c *chain) created(v *Value) bool {
	c.blank()
	start := c.at
	for {
		if c.name(false) == "" {
			return false
		}
		end := c.at
		if c.blank(); c.sign() == "" {
			v.Root, v.Name = OfType, string(c.text[start:end])
			return c.at == len(c.text) || c.step() == "()"
		}
		c.blank()
	}
}

// bracket passes over a bracket with what it holds; false where that does not end.
func (c *chain) bracket() bool {
	for depth := 0; c.at < len(c.text); c.at++ {
		switch b := c.text[c.at]; {
		case b == '(' || b == '[' || b == '{':
			depth++
		case b == ')' || b == ']' || b == '}':
			if depth--; depth == 0 {
				c.at++
				return true
			}
		case strings.IndexByte(c.Quotes, b) >= 0:
			if !c.quoted(b) {
				return false
			}
		case c.comment():
			c.at--
		}
	}
	return false
}

// quoted passes over a text up to its last quote.
func (c *chain) quoted(quote byte) bool {
	for c.at++; c.at < len(c.text); c.at++ {
		switch c.text[c.at] {
		case '\\':
			c.at++
		case quote:
			return true
		}
	}
	return false
}
