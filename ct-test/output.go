package main

import (
	"hash/maphash"
	"slices"

	"github.com/ct-tools/ct/shared/pattern"
)

// looks are what to look for in the output of a command, and what to keep of it, while it arrives.
type looks struct {
	assertions []assertion
	focus      *pattern.Pattern // nil for none
	context    int              // lines around each line that focus matches
	focusBytes int              // maximum size of these; 0 = defaultFocus
	focusLines int              // maximum number of these; 0 = no limit
	compare    bool             // take fingerprints of the streams
	masks      []*pattern.Pattern
}

// sizes limit the memory for one stream, in bytes. Tests make them small.
type sizes struct {
	block   int // searched at once, if lines are shorter
	line    int // the longest line that is searched as a whole
	overlap int // minimum that two pieces of a longer line share; at most a quarter of line
	keep    int // kept of the text, half of it from each end
}

// defaultSizes keep the two streams of a run below 80 MiB.
var defaultSizes = sizes{block: 256 << 10, line: 4 << 20, overlap: 64 << 10, keep: 32 << 20}

// output receives the two streams of a command, run after run. Each stream may be written by a
// goroutine of its own; begin, close and the results may be used only while neither is written.
type output struct {
	stdout, stderr *stream

	looks looks
	// sought has the patterns of the assertions, then those of the masks, then that of the focus if
	// it is promoted. For masks and focus only the existence of a match matters.
	sought []*sought
	focus  *sought // nil for none
	masked []bool  // which of the masks have matched, in any run
}

// newOutput returns an output that is ready for the first run. It is an error if a pattern cannot be used.
func newOutput(l looks, s sizes) (*output, error) {
	if l.focusBytes <= 0 {
		l.focusBytes = defaultFocus
	}
	o := &output{looks: l, masked: make([]bool, len(l.masks))}
	if err := o.compile(); err != nil {
		return nil, err
	}
	for _, p := range o.sought {
		s.overlap = max(s.overlap, p.longest())
	}
	if o.focus != nil {
		s.overlap = max(s.overlap, o.focus.longest())
	}
	s.overlap = min(s.overlap, s.line/4*3)
	mask, err := newMask(l.masks)
	if err != nil {
		return nil, err
	}
	o.stdout, o.stderr = newStream("stdout", s), newStream("stderr", s)
	if l.compare {
		seed := maphash.MakeSeed()
		o.stdout.print, o.stderr.print = newFingerprint(mask, seed), newFingerprint(mask, seed)
	}
	o.begin()
	return o, nil
}

// compile prepares the patterns.
func (o *output) compile() error {
	for _, a := range o.looks.assertions {
		p, err := newSought(a.pattern)
		if err != nil {
			return err
		}
		o.sought = append(o.sought, p)
	}
	for _, mask := range o.looks.masks {
		p, err := newSoughtInLines(mask)
		if err != nil {
			return err
		}
		o.sought = append(o.sought, p)
	}
	if o.looks.focus == nil {
		return nil
	}
	var err error
	if o.focus, err = newSought(o.looks.focus); err == nil && len(o.focus.others) > 0 {
		o.sought = append(o.sought, o.focus)
	}
	return err
}

// begin prepares o for another run. It keeps the fingerprints of the previous run and reuses its memory.
func (o *output) begin() {
	for i, s := range []*stream{o.stdout, o.stderr} {
		s.begin()
		s.watches = s.watches[:0]
		for j, p := range o.sought {
			if j >= len(o.looks.assertions) || o.looks.assertions[j].on.has(i) {
				s.watches = append(s.watches, newWatch(p, s.name))
			} else {
				s.watches = append(s.watches, nil)
			}
		}
		s.focus = nil
		if o.focus != nil {
			s.focus = newFocus(o.focus, s.name, o.looks)
		}
	}
}

// close ends the run: it searches the rest of each stream, and whole streams for patterns that need them.
func (o *output) close() {
	o.stdout.close()
	o.stderr.close()
	for i := range o.masked {
		o.masked[i] = o.masked[i] || o.occurs(len(o.looks.assertions)+i)
	}
}

// occurs reports whether pattern i matches, or may.
func (o *output) occurs(i int) bool {
	return slices.ContainsFunc([]*stream{o.stdout, o.stderr}, func(s *stream) bool {
		w := s.watches[i]
		return w != nil && (w.hit != nil || w.undecided != "")
	})
}

// unmatched describes masks that match nothing, and a focus that matches nothing and was probably meant otherwise.
func (o *output) unmatched() []string {
	var list []string
	n := len(o.looks.assertions)
	for i, mask := range o.looks.masks {
		if o.masked[i] {
			continue
		}
		note := "--mask " + quoted(mask.Source) + " matches nothing"
		if hint := o.hint(n + i); hint != "" {
			note = "--mask: " + hint
		}
		list = append(list, note)
	}
	if n += len(o.looks.masks); n < len(o.sought) && !o.occurs(n) {
		if hint := o.hint(n); hint != "" {
			list = append(list, "--focus: "+hint)
		}
	}
	return list
}
