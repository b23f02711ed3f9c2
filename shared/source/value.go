package source

import (
	"bytes"
	"strings"
)

// Value reads what a chain of names says where a value comes from: a.b(1)[2].c with or without a
// sign after it. What is more than names, calls and elements makes it Opaque, and more than
// maxOperand bytes.
func (o *Operands) Value(text []byte) Value {
	v := Value{}
	if len(text) > maxOperand {
		return Value{Root: Opaque}
	}
	c := chain{Operands: o, text: text}
	for c.blank(); c.at < len(text); c.blank() {
		name := c.name()
		switch {
		case name == "":
			return Value{Root: Opaque}
		case v.Root == NoValue:
			v.Root, v.Name = Named, name
		default:
			v.Steps = append(v.Steps, "."+name)
		}
		for c.blank(); c.at < len(text) && !c.sign(); c.blank() {
			step, open := "[]", text[c.at]
			if open == '(' {
				step = "()"
			} else if open != '[' {
				return Value{Root: Opaque}
			}
			if !c.bracket() {
				return Value{Root: Opaque}
			}
			v.Steps = append(v.Steps, step)
		}
	}
	return v
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
			end := bytes.IndexByte(c.text[c.at:], '\n')
			if end < 0 {
				end = len(c.text) - c.at
			}
			c.at += end
			return true
		}
	}
	return false
}

// name reads a name; it is empty if none stands.
func (c *chain) name() string {
	w := backward{Operands: c.Operands}
	from := c.at
	for c.at < len(c.text) && w.isWord(c.text[c.at]) {
		c.at++
	}
	if from < c.at && isDigit(c.text[from]) {
		return ""
	}
	return string(c.text[from:c.at])
}

// sign passes over what is before a member.
func (c *chain) sign() bool {
	for _, sign := range c.Signs {
		if bytes.HasPrefix(c.text[c.at:], []byte(sign)) {
			c.at += len(sign)
			return true
		}
	}
	return false
}

// bracket passes over a bracket with what it holds; false if that does not end.
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
