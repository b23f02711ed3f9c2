package walk

import (
	"bytes"
	"strings"
)

// excludesFile returns the last core.excludesFile in the text of a git configuration file, up to its first error, without
// includes. Source of the syntax: git-config(1), "Syntax".
func excludesFile(text []byte) (value string, ok bool) {
	s := &configScanner{text: bytes.TrimPrefix(text, []byte("\ufeff"))}
	inCore := false
	for {
		s.at = len(s.text) - len(bytes.TrimLeft(s.text[s.at:], " \t\n\r"))
		c, more := s.next()
		switch {
		case !more:
			return value, ok
		case c == '#' || c == ';':
			s.skipLine()
		case c == '[':
			section, valid := s.section()
			if !valid {
				return value, ok
			}
			inCore = section == "core"
		default:
			s.at--
			key, v, valid := s.variable()
			if !valid {
				return value, ok
			}
			if inCore && key == "excludesfile" {
				value, ok = v, true
			}
		}
	}
}

// configScanner reads one configuration file.
type configScanner struct {
	text []byte
	at   int
}

// next returns the next byte; a carriage return before a line end is skipped.
func (s *configScanner) next() (byte, bool) {
	if s.at >= len(s.text) {
		return 0, false
	}
	c := s.text[s.at]
	s.at++
	if c == '\r' && s.at < len(s.text) && s.text[s.at] == '\n' {
		s.at++
		c = '\n'
	}
	return c, true
}

func (s *configScanner) skipLine() {
	for {
		if c, more := s.next(); !more || c == '\n' {
			return
		}
	}
}

// section reads what follows '['. It returns the name in lower case, or "" for a section with a subsection.
func (s *configScanner) section() (string, bool) {
	end := bytes.IndexByte(s.text[s.at:], ']')
	line := bytes.IndexByte(s.text[s.at:], '\n')
	if quote := bytes.IndexByte(s.text[s.at:], '"'); quote >= 0 && quote < end {
		return "", s.skipSubsection(s.at + quote + 1)
	}
	if end < 0 || line >= 0 && line < end {
		return "", false
	}
	name := s.text[s.at : s.at+end]
	s.at += end + 1
	for _, c := range name {
		if !isConfigKeyByte(c) && c != '.' {
			return "", false
		}
	}
	return strings.ToLower(string(name)), true
}

// skipSubsection skips a quoted subsection whose text begins at i, and the bracket after it.
func (s *configScanner) skipSubsection(i int) bool {
	for ; i < len(s.text) && s.text[i] != '"'; i++ {
		switch s.text[i] {
		case '\n':
			return false
		case '\\':
			i++
		}
	}
	if i+1 >= len(s.text) || s.text[i+1] != ']' {
		return false
	}
	s.at = i + 2
	return true
}

// variable reads "key" or "key = value" to the end of its line.
func (s *configScanner) variable() (key, value string, ok bool) {
	start := s.at
	for s.at < len(s.text) && isConfigKeyByte(s.text[s.at]) {
		s.at++
	}
	key = strings.ToLower(string(s.text[start:s.at]))
	if key == "" || key[0] < 'a' || key[0] > 'z' {
		return "", "", false
	}
	s.at = len(s.text) - len(bytes.TrimLeft(s.text[s.at:], " \t"))
	switch c, more := s.next(); {
	case !more || c == '\n':
		return key, "", true
	case c != '=':
		return "", "", false
	}
	value, ok = s.value()
	return key, value, ok
}

// value reads to the end of the line: quotes group, a backslash escapes a character or joins lines,
// '#' and ';' outside quotes begin a comment, blanks around the value are dropped.
func (s *configScanner) value() (string, bool) {
	var v []byte
	kept := 0 // length of v without unquoted blanks at its end
	quoted := false
	for {
		c, more := s.next()
		switch {
		case !more || c == '\n':
			return string(v[:kept]), !quoted
		case !quoted && (c == '#' || c == ';'):
			s.skipLine()
			return string(v[:kept]), true
		case !quoted && isConfigSpace(c):
			if kept > 0 {
				v = append(v, c)
			}
			continue
		case c == '"':
			quoted = !quoted
			kept = len(v)
			continue
		case c == '\\':
			if c, more = s.next(); !more {
				return string(v[:kept]), false
			}
			if c == '\n' {
				continue
			}
			i := strings.IndexByte("tbn\\\"", c)
			if i < 0 {
				return "", false
			}
			c = "\t\b\n\\\""[i]
		}
		v = append(v, c)
		kept = len(v)
	}
}

func isConfigSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isConfigKeyByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-'
}
