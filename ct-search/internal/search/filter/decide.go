package filter

import (
	"slices"

	"github.com/ct-tools/ct/shared/match"
)

// A decider is the match.Matcher that decides whether a file meets the conditions: it finds a line when it knows that,
// which ends the search of the file. It belongs to one worker.
type decider struct {
	of   *conditions
	all  []match.Matcher
	none []match.Matcher
	sets *match.Sets // of all and then none; nil if it does not matter on which lines they match
	// chosen reports whether a line counts (--where); nil if all do.
	chosen func(line int64, text []byte) bool

	// The state of the file.
	blocks  int
	seen    uint64  // the groups of conditions.all that were found
	last    []int64 // of each group, the line of its last match
	windows windows
	denied  bool // a --none-of matches
	decided bool // before the end of the file
	dropped int64
}

// newDecider returns a decider; byLine says that chosen will be set.
func (c *conditions) newDecider(byLine bool) *decider {
	d := &decider{of: c, all: clones(c.all), none: clones(c.none), last: make([]int64, len(c.all))}
	if byLine || c.within > 0 {
		d.sets = match.NewSets(slices.Concat(d.all, d.none)...)
	}
	return d
}

func clones(list []match.Matcher) []match.Matcher {
	c := make([]match.Matcher, len(list))
	for i, m := range list {
		c[i] = m.Clone()
	}
	return c
}

func (d *decider) Clone() match.Matcher { return d.of.newDecider(d.sets != nil) }

func (d *decider) Multiline() bool {
	wide := func(m match.Matcher) bool { return m.Multiline() }
	return slices.ContainsFunc(d.all, wide) || slices.ContainsFunc(d.none, wide)
}

func (d *decider) Reset() {
	for _, m := range slices.Concat(d.all, d.none) {
		m.Reset()
	}
	if d.sets != nil {
		d.sets.Reset()
	}
	d.blocks, d.seen, d.denied, d.decided, d.dropped, d.windows = 0, 0, false, false, 0, nil
	clear(d.last)
}

// whole returns the set of all groups.
func (d *decider) whole() uint64 { return 1<<len(d.all) - 1 }

// holds reports whether what was read of the file meets the conditions.
func (d *decider) holds() bool {
	return !d.denied && d.seen == d.whole() && (d.of.within == 0 || len(d.windows) > 0)
}

func (d *decider) Match(block []byte, _ match.Want, h *match.Hits) error {
	d.blocks++
	var err error
	if d.sets != nil {
		err = d.lines(block)
	} else {
		err = d.texts(block, h.Last)
	}
	if err == nil && d.decided {
		h.Lines++ // with match.First the file's last
	}
	return err
}

// texts looks for what is still to be found in a block, each for itself: what is absent decides before the others are
// looked for.
func (d *decider) texts(block []byte, last bool) error {
	for _, i := range d.of.order {
		if d.seen>>i&1 == 1 {
			continue
		}
		found, err := has(d.all[i], block)
		switch {
		case err != nil:
			return err
		case found:
			d.seen |= 1 << i
		case last:
			d.decided = true
			return nil
		}
	}
	for i, m := range d.none {
		if d.denied && d.of.refuted[i].Load() {
			continue
		}
		found, err := has(m, block)
		if err != nil {
			return err
		}
		if found {
			d.denied = true
			d.of.refuted[i].Store(true)
		}
	}
	d.decided = d.denied || d.seen == d.whole() && len(d.none) == 0
	if d.denied {
		d.deny(last)
	}
	return nil
}

// deny counts a file that was left out because of --none-of alone, if that is known.
func (d *decider) deny(last bool) {
	switch {
	case d.seen == d.whole() && d.of.within == 0:
		d.of.denied.Add(1)
	case !last:
		d.of.guessed.Store(true)
	}
}

func has(m match.Matcher, block []byte) (bool, error) {
	var h match.Hits
	err := m.Match(block, match.First, &h)
	return h.Lines > 0, err
}

// lines looks at every line of a block on which something is found.
func (d *decider) lines(block []byte) error {
	return d.sets.Match(block, d.whole()|(1<<len(d.none)-1)<<len(d.all), func(line int64, set uint64, text []byte) bool {
		if d.chosen != nil && !d.chosen(line, text) {
			d.dropped++
			return true
		}
		return d.line(line, set)
	})
}

// line takes a line that counts. It returns false once the file is decided.
func (d *decider) line(line int64, set uint64) (more bool) {
	for i := range d.none {
		if set>>(len(d.all)+i)&1 == 1 {
			d.denied = true
			d.of.refuted[i].Store(true)
		}
	}
	if d.denied {
		d.deny(false)
		d.decided = true
		return false
	}
	d.seen |= set & d.whole()
	for i := range d.last {
		if set>>i&1 == 1 {
			d.last[i] = line
		}
	}
	enough := d.seen == d.whole()
	if within := d.of.within; enough && within > 0 {
		first := slices.Min(d.last)
		if enough = line-first < within; enough {
			d.windows.add(span{line - within + 1, first + within - 1})
		}
	}
	if enough && len(d.none) == 0 && (!d.of.reads || d.of.within == 0) {
		d.decided = true
	}
	return !d.decided
}

// A span is a range of lines, both ends included.
type span struct{ from, to int64 }

// windows are the lines from which a match of each can be reached within a window: ascending, apart from each other.
type windows []span

// add adds a span that begins and ends no earlier than the last one.
func (w *windows) add(s span) {
	if n := len(*w); n > 0 && s.from <= (*w)[n-1].to+1 {
		(*w)[n-1].to = s.to
		return
	}
	*w = append(*w, s)
}

// has reports whether a line lies in a window.
func (w windows) has(line int64) bool {
	_, found := slices.BinarySearchFunc(w, line, func(s span, line int64) int {
		switch {
		case s.to < line:
			return -1
		case s.from > line:
			return 1
		}
		return 0
	})
	return found
}
