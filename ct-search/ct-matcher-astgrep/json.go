package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Limits of what ast-grep prints.
const (
	maxText   = 32 << 10 // bytes of a string that is kept; other strings are skipped, whatever their length
	maxNested = 64       // brackets that are open at the same time
)

// errShape means that a text is JSON, or starts like it, but not the expected JSON.
var errShape = errors.New("its report is not what this version knows")

// decoder reads JSON value by value and keeps only the values that are asked for: a report repeats
// the lines of its match, which may be megabytes for each of thousands of matches.
type decoder struct {
	in   *bufio.Reader
	open int
}

// next reads the first byte that is not white space. At the end it returns io.EOF.
func (d *decoder) next() (byte, error) {
	for {
		b, err := d.in.ReadByte()
		if err != nil || b != ' ' && b != '\t' && b != '\n' && b != '\r' {
			return b, err
		}
	}
}

// peek is next without consuming the byte.
func (d *decoder) peek() (byte, error) {
	b, err := d.next()
	if err == nil {
		err = d.in.UnreadByte()
	}
	return b, err
}

// expect reads one byte, which must be want.
func (d *decoder) expect(want byte) error {
	b, err := d.next()
	if err == nil && b != want {
		err = fmt.Errorf("%w: %q where %q was expected", errShape, b, want)
	}
	return whole(err)
}

// whole turns the end of the input inside a value into io.ErrUnexpectedEOF.
func whole(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// object reads an object and calls member for each key; member must read the value.
func (d *decoder) object(member func(key string) error) error {
	return d.bracket('{', '}', func() error {
		key, err := d.text()
		if err == nil {
			err = d.expect(':')
		}
		if err != nil {
			return err
		}
		return member(key)
	})
}

// array reads an array and calls element for each element; element must read it.
func (d *decoder) array(element func() error) error { return d.bracket('[', ']', element) }

// bracket reads the items between two brackets.
func (d *decoder) bracket(first, last byte, item func() error) error {
	if err := d.expect(first); err != nil {
		return err
	}
	if d.open++; d.open > maxNested {
		return fmt.Errorf("%w: it is nested too deeply", errShape)
	}
	defer func() { d.open-- }()
	b, err := d.peek()
	if err == nil && b == last {
		return d.expect(last)
	}
	for err == nil {
		if err = item(); err != nil {
			break
		}
		if b, err = d.next(); err == nil && b != ',' {
			if b != last {
				err = fmt.Errorf("%w: %q inside %c%c", errShape, b, first, last)
			}
			return err
		}
	}
	return whole(err)
}

// text reads a string of at most maxText bytes in the input.
func (d *decoder) text() (string, error) {
	raw := []byte{'"'}
	plain := true
	err := d.string(func(part []byte) error {
		if raw = append(raw, part...); len(raw) > maxText {
			return fmt.Errorf("%w: a text of over %d bytes", errShape, maxText)
		}
		return nil
	}, &plain)
	switch {
	case err != nil:
		return "", err
	case plain:
		return string(raw[1 : len(raw)-1]), nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", fmt.Errorf("%w: %w", errShape, err)
	}
	return s, nil
}

// string reads a string and passes its raw bytes to part, without the first quote and with the
// last. It sets plain to false if the string contains an escape.
func (d *decoder) string(part func([]byte) error, plain *bool) error {
	if err := d.expect('"'); err != nil {
		return err
	}
	escaped := false
	for {
		b, err := d.in.ReadSlice('"')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return whole(err)
		}
		if err := part(b); err != nil {
			return err
		}
		end := err == nil
		for i, c := range b {
			switch {
			case escaped:
				escaped = false
				if i == len(b)-1 {
					end = false
				}
			case c == '\\':
				escaped, *plain = true, false
			}
		}
		if end {
			return nil
		}
	}
}

// number reads a number that is an offset in a file.
func (d *decoder) number() (int, error) {
	raw, err := d.word()
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(raw)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%w: %q is not an offset", errShape, raw)
	}
	return n, nil
}

// word reads a number, true, false or null, of at most 32 bytes.
func (d *decoder) word() (string, error) {
	var raw []byte
	b, err := d.next()
	for ; err == nil; b, err = d.in.ReadByte() {
		if (b < '0' || b > '9') && (b < 'a' || b > 'z') && b != '-' && b != '+' && b != '.' && b != 'E' {
			if err := d.in.UnreadByte(); err != nil {
				return "", err
			}
			break
		}
		if raw = append(raw, b); len(raw) > 32 {
			return "", errShape
		}
	}
	if err == nil && len(raw) == 0 {
		return "", fmt.Errorf("%w: %q where a value was expected", errShape, b)
	}
	return string(raw), whole(err)
}

// skip skips a value of any type.
func (d *decoder) skip() error {
	b, err := d.peek()
	if err != nil {
		return whole(err)
	}
	switch b {
	case '{':
		return d.object(func(string) error { return d.skip() })
	case '[':
		return d.array(d.skip)
	case '"':
		var plain bool
		return d.string(func([]byte) error { return nil }, &plain)
	}
	_, err = d.word()
	return err
}
