package outline

import (
	"bytes"
	"io"
	"testing/iotest"

	"github.com/ct-tools/ct/shared/source"
)

// A collector is the sink that keeps everything.
type collector struct {
	keys     []seenKey
	units    []seenUnit    // in the order of their beginnings
	contents []source.Span // not ascending by their ends
	comments []source.Span
	open     []unit
	indexes  []int // in units of those that are open
}

type seenKey struct {
	key
	path string // from the outermost unit on
}

type seenUnit struct {
	source.Span
	path   string
	parent int
	named  bool
}

func (c *collector) push(at int, u unit, named bool) {
	parent := source.None
	if len(c.indexes) > 0 {
		parent = c.indexes[len(c.indexes)-1]
	}
	u.text = bytes.Clone(u.text)
	c.open = append(c.open, u)
	c.indexes = append(c.indexes, len(c.units))
	c.units = append(c.units, seenUnit{Span: source.Span{Start: at, End: -1}, path: pathOf(c.open), parent: parent, named: named})
}

func (c *collector) key(k key) {
	c.push(k.at, unit{style: k.style, text: k.text}, true)
	k.text = nil
	c.keys = append(c.keys, seenKey{key: k, path: pathOf(c.open)})
}

func (c *collector) element(at, index int) { c.push(at, unit{style: element, index: index}, false) }

func (c *collector) close(end int) {
	last := len(c.open) - 1
	c.units[c.indexes[last]].End = end
	c.open, c.indexes = c.open[:last], c.indexes[:last]
}

func (c *collector) content(from, to int) {
	c.contents = append(c.contents, source.Span{Start: from, End: to})
}

func (c *collector) text(s source.Span, k source.Kind) {
	if k == source.Comment {
		c.comments = append(c.comments, s)
	}
}
func (c *collector) word(source.Span, source.Kind) {}
func (c *collector) done(int) bool                 { return false }

// collect reads all of src from memory.
func collect(src []byte, scan func(*nest)) *collector {
	c := &collector{}
	scan(newNest(&cursor{buf: src}, c))
	return c
}

// collectSlowly reads it in pieces, in the least room that there can be.
func collectSlowly(src []byte, scan func(*nest)) *collector {
	c := &collector{}
	var r io.Reader = bytes.NewReader(src)
	if len(src) < 1<<14 {
		r = iotest.OneByteReader(r)
	}
	scan(newNest(&cursor{r: r, block: ahead + maxKey + 1, seen: func(int, []byte) {}}, c))
	return c
}
