// Package cursor encodes where a page of a search ended, so that another run of the same search can continue there:
// which entry and match were shown last, what was asked for, and the state of the tree up to there. A cursor is refused
// for another query, or if the files of earlier pages have changed. Nothing is kept between runs.
package cursor

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
)

// A Cursor is the end of a page.
type Cursor struct {
	At    Place
	Query Query // what was asked for
	Tree  Tree  // the entries up to At

	brief *brief // instead of Query and Tree, if the text was that of Brief
}

// A Place is a position in the results of a search, which are in path order.
type Place struct {
	Path  string // printed path of the entry shown last
	Shown int64  // how many of its matches were shown, 0 for all
}

// The layout of a cursor, before base64: version, checksum, tree, number of matches shown, number of parts of the
// query, these, and the path up to the end.
const (
	version   = 2
	checkSize = 6
	// maxText bounds a cursor: the longest path, and a query of every option.
	maxText = 16 << 10
)

// String returns the text, of letters, digits, '-' and '_'. Its length depends on At and Query alone.
func (c *Cursor) String() string {
	var b []byte
	b = binary.BigEndian.AppendUint64(b, uint64(c.Tree.Newest))
	b = binary.BigEndian.AppendUint32(b, c.Tree.Entries)
	b = binary.BigEndian.AppendUint64(b, c.Tree.Sum)
	b = binary.BigEndian.AppendUint64(b, c.Tree.Squares)
	b = binary.AppendUvarint(b, uint64(c.At.Shown))
	b = binary.AppendUvarint(b, uint64(len(c.Query)))
	for _, p := range c.Query {
		b = binary.BigEndian.AppendUint16(b, p.name)
		b = binary.BigEndian.AppendUint32(b, p.values)
	}
	b = append(b, c.At.Path...)
	return encoding().EncodeToString(append(append([]byte{version}, check(b)...), b...))
}

func encoding() *base64.Encoding { return base64.RawURLEncoding.Strict() }

func check(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:checkSize]
}

var (
	errDamaged = errors.New("it is not a complete cursor; pass the next_cursor of an answer unchanged")
	errVersion = errors.New("it is a cursor of another version of this program; begin again without it")
)

// Parse reads the result of String. The error, one line, does not repeat text.
func Parse(text string) (*Cursor, error) {
	raw, err := encoding().DecodeString(text)
	if err != nil || len(text) > maxText || strings.ContainsAny(text, "\r\n") || len(raw) < 1+checkSize { // the decoder skips line ends
		return nil, errDamaged
	}
	if raw[0] == briefVersion {
		return parseBrief(text, raw)
	}
	b := raw[1+checkSize:]
	switch {
	case string(check(b)) != string(raw[1:1+checkSize]):
		return nil, errDamaged
	case raw[0] != version:
		return nil, errVersion
	}
	r := reader{b: b}
	c := &Cursor{Tree: Tree{Newest: int64(r.fixed(8)), Entries: uint32(r.fixed(4)), Sum: r.fixed(8), Squares: r.fixed(8)}}
	c.At.Shown = r.number()
	for range r.number() {
		if r.bad {
			break
		}
		c.Query = append(c.Query, part{uint16(r.fixed(2)), uint32(r.fixed(4))})
	}
	c.At.Path = string(r.b)
	if r.bad || c.At.Path == "" || c.String() != text {
		return nil, errDamaged
	}
	return c, nil
}

// A reader decodes what String wrote from the front of b; bad is set if that was something else.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) fixed(size int) (n uint64) {
	if len(r.b) < size {
		r.bad = true
		return 0
	}
	for _, c := range r.b[:size] {
		n = n<<8 | uint64(c)
	}
	r.b = r.b[size:]
	return n
}

func (r *reader) number() int64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || int64(n) < 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[size:]
	return int64(n)
}
