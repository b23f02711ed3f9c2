package checks

import (
	"errors"
	"fmt"
	"strings"
)

// split divides a text into words as a POSIX shell does, and expands nothing: 'as it is', "with \" and \\ in it", and \
// before a character that is meant. It is an error if a character outside of quotes would make a shell run more than one
// program.
func split(text string) ([]string, error) {
	s := splitter{words: []string{}}
	for s.rest = text; s.rest != ""; {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	s.end()
	return s.words, nil
}

// splitter is a text that is being divided.
type splitter struct {
	words []string
	rest  string
	word  strings.Builder
	begun bool // a word has begun, although it may be empty
}

// next takes one character or one quoted text.
func (s *splitter) next() error {
	c := s.rest[0]
	s.rest = s.rest[1:]
	switch {
	case strings.IndexByte(" \t\r\n", c) >= 0:
		s.end()
		return nil
	case c == '\'':
		inner, rest, closed := strings.Cut(s.rest, "'")
		if !closed {
			return errors.New("run has a ' without its end")
		}
		s.word.WriteString(inner)
		s.rest = rest
	case c == '"':
		return s.double()
	case c == '\\':
		if s.rest == "" {
			return errors.New(`run ends with a \; put it in quotes`)
		}
		s.word.WriteByte(s.rest[0])
		s.rest = s.rest[1:]
	case strings.IndexByte("|&;<>`", c) >= 0:
		return fmt.Errorf("run has a %c outside of quotes; a check is one call, and no shell runs it", c)
	default:
		s.word.WriteByte(c)
	}
	s.begun = true
	return nil
}

// double takes what follows a double quote up to the next one.
func (s *splitter) double() error {
	s.begun = true
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			s.rest = s.rest[i+1:]
			return nil
		case c == '\\' && i+1 < len(s.rest) && strings.IndexByte("\"\\$`", s.rest[i+1]) >= 0:
			i++
			s.word.WriteByte(s.rest[i])
		default:
			s.word.WriteByte(c)
		}
	}
	return errors.New(`run has a " without its end`)
}

// end ends a word.
func (s *splitter) end() {
	if s.begun {
		s.words = append(s.words, s.word.String())
		s.word.Reset()
		s.begun = false
	}
}
