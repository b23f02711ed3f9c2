package cursor

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A brief is what the text of Brief has of a query and of a tree: another one is seen, but not what differs.
type brief struct{ query, tree uint64 }

// briefVersion is the first byte of a brief cursor.
const briefVersion = 3

// briefCheck is the number of bytes of its checksum.
const briefCheck = 4

// Findings is the path of a place that is a number of findings.
const Findings = "findings"

// Brief returns the cursor of a place that is a number of findings as a text of at most 40 bytes, for a command line. It
// is refused for another query or tree as that of String is, but the message cannot say what differs.
func (c *Cursor) Brief() string {
	b := binary.BigEndian.AppendUint64(nil, c.Query.sum())
	b = binary.BigEndian.AppendUint64(b, c.Tree.all())
	b = binary.AppendUvarint(b, uint64(c.At.Shown))
	return encoding().EncodeToString(append(append([]byte{briefVersion}, check(b)[:briefCheck]...), b...))
}

// parseBrief reads what Brief wrote; raw is its bytes.
func parseBrief(text string, raw []byte) (*Cursor, error) {
	b := raw[1+briefCheck:]
	r := reader{b: b}
	sums := brief{r.fixed(8), r.fixed(8)}
	shown := r.number()
	again := binary.AppendUvarint(nil, uint64(shown))
	if string(check(b)[:briefCheck]) != string(raw[1:1+briefCheck]) || r.bad || len(r.b) > 0 || len(again) != len(b)-16 || encoding().EncodeToString(raw) != text {
		return nil, errDamaged
	}
	return &Cursor{At: Place{Path: Findings, Shown: shown}, brief: &sums}, nil
}

// sum returns a hash of all of a query.
func (q Query) sum() uint64 {
	h := sha256.New()
	for _, p := range q {
		_ = binary.Write(h, binary.BigEndian, p)
	}
	return binary.BigEndian.Uint64(h.Sum(nil))
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

// Shards is the name of the word that identifies many trees.
const Shards = "the list of shards"

// SameQuery returns an error of one line if the cursor is of another query than that of words; it says which of names
// differ, as far as the cursor has it.
func (c *Cursor) SameQuery(words, names []string) error {
	if c.brief == nil {
		return c.Query.Same(words, names)
	}
	if c.brief.query != NewQuery(words).sum() {
		other := "query or folder"
		if slices.Contains(names, Shards) {
			other = "query, folder or list of shards"
		}
		return fmt.Errorf("it belongs to another %s; repeat the command that came with it", other)
	}
	return nil
}

// sameTree returns an error of one line if now is another tree than that of a brief cursor.
func (c *Cursor) sameTree(now *Tree) error {
	if c.brief.tree != now.all() {
		return errors.New("the tree changed since: a file with matches was added, removed or written to; begin again without the cursor")
	}
	return nil
}
