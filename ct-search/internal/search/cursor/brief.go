package cursor

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A brief is what the text of Brief has of a query, of the place it is asked of, and of a tree: another one is seen, but not
// which option differs.
type brief struct {
	query, place uint32
	tree         uint64
}

// briefVersion is the first byte of a brief cursor.
const briefVersion = 4

// The names of the words that say what a query is asked of.
const (
	Folder = "the working folder"
	Shards = "the list of shards" // many trees
)

// briefCheck is the number of bytes of its checksum.
const briefCheck = 4

// Findings is the path of a place that is a number of findings.
const Findings = "findings"

// Brief returns the cursor of a place that is a number of findings as a text of at most 40 bytes, for a command line. It
// is refused for another query or tree as that of String is, but the message cannot say
// which option differs.
func (c *Cursor) Brief() string {
	query, place := c.Query.sums()
	b := binary.BigEndian.AppendUint32(nil, query)
	b = binary.BigEndian.AppendUint32(b, place)
	b = binary.BigEndian.AppendUint64(b, c.Tree.all())
	b = binary.AppendUvarint(b, uint64(c.At.Shown))
	return encoding().EncodeToString(append(append([]byte{briefVersion}, check(b)[:briefCheck]...), b...))
}

// parseBrief reads what Brief wrote; raw is its bytes.
func parseBrief(text string, raw []byte) (*Cursor, error) {
	b := raw[1+briefCheck:]
	r := reader{b: b}
	sums := brief{uint32(r.fixed(4)), uint32(r.fixed(4)), r.fixed(8)}
	shown := r.number()
	again := binary.AppendUvarint(nil, uint64(shown))
	if string(check(b)[:briefCheck]) != string(raw[1:1+briefCheck]) || r.bad || len(r.b) > 0 || len(again) != len(b)-16 || encoding().EncodeToString(raw) != text {
		return nil, errDamaged
	}
	return &Cursor{At: Place{Path: Findings, Shown: shown}, brief: &sums}, nil
}

// sums returns a hash of what is asked, and one of what it is asked of.
func (q Query) sums() (query, place uint32) {
	asked, of := sha256.New(), sha256.New()
	for _, p := range q {
		h := asked
		if p.name == nameOf(Folder) || p.name == nameOf(Shards) {
			h = of
		}
		_ = binary.Write(h, binary.BigEndian, p)
	}
	return binary.BigEndian.Uint32(asked.Sum(nil)), binary.BigEndian.Uint32(of.Sum(nil))
}

// all returns a hash of all that is known of a tree.
func (t *Tree) all() uint64 {
	b := binary.BigEndian.AppendUint64(nil, uint64(t.Newest))
	for _, n := range []uint64{uint64(t.Entries), t.Sum, t.Squares} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	sum := sha256.Sum256(b)
	return binary.BigEndian.Uint64(sum[:])
}

// SameQuery returns an error of one line if the cursor is of another query than that of words; it says which of names
// differ, as far as the cursor has it.
func (c *Cursor) SameQuery(words, names []string) error {
	if c.brief == nil {
		return c.Query.Same(words, names)
	}
	const repeat = "; repeat the command that came with it"
	switch query, place := NewQuery(words).sums(); {
	case c.brief.query != query:
		return errors.New("it belongs to another query" + repeat)
	case c.brief.place == place:
		return nil
	case slices.Contains(names, Shards):
		return fmt.Errorf("%s was another then"+repeat, Shards)
	}
	return fmt.Errorf("%s was another then"+repeat, Folder)
}

// sameTree returns an error of one line if now is another tree than that of a brief cursor.
func (c *Cursor) sameTree(now *Tree) error {
	if c.brief.tree != now.all() {
		return errors.New("the tree changed since: a file with matches was added, removed or written to; begin again without the cursor")
	}
	return nil
}
