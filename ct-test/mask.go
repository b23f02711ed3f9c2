package main

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
)

// newMask returns a matcher for what is masked before runs are compared, or nil.
func newMask(masks []*pattern.Pattern) (match.Matcher, error) {
	if len(masks) == 0 {
		return nil, nil
	}
	for _, p := range masks {
		if p.Multiline() {
			text, _ := budget.Clip([]byte(p.Source), 0, 0, differenceBytes)
			return nil, opt.Usagef("mask", "{mask} %q can match several lines, but lines are masked one by one", text)
		}
	}
	return match.New(masks...)
}

// mark replaces a match of a mask when runs are compared. No text contains it by chance.
var mark = []byte("\xff\x00masked\x00\xff")

// Limits for what is kept of a stream in order to say where another differs.
const (
	comparedLines = 50_000  // lines with hashes
	comparedBytes = 1 << 20 // of text, masked
)

// longestMasked is the longest line, in bytes, that is searched for masks: all positions on it are in memory at once.
const longestMasked = 1 << 20

// fingerprint is used to compare two runs: a hash of a stream, in which a mark replaces what the
// masks match, and enough text to show the first line that differs. It takes about 2 MiB at most.
type fingerprint struct {
	mask      match.Matcher // nil for none
	found     match.Hits
	undecided string // why it is not usable; otherwise ""

	whole  maphash.Hash // of all bytes
	line   maphash.Hash // of the current line
	hashes []uint64     // of the first lines, with their line ends
	text   []byte       // the first of these lines, masked, with their line ends
	ends   []int32      // the end of each of them in text
	full   bool         // text has reached its limit
}

// newFingerprint returns the fingerprint of an empty stream. Those with the same seed can be compared.
func newFingerprint(mask match.Matcher, seed maphash.Seed) *fingerprint {
	f := &fingerprint{}
	if mask != nil {
		f.mask = mask.Clone()
	}
	f.whole.SetSeed(seed)
	f.line.SetSeed(seed)
	return f
}

// block adds whole lines; first is the number of the first one.
func (f *fingerprint) block(b []byte, first int64, stream string) {
	if f.undecided != "" {
		return
	}
	f.found.Reset()
	if f.mask != nil {
		if len(b) > longestMasked { // such a part is one line
			f.undecided = longLine(stream, first, longestMasked)
			return
		}
		if err := f.mask.Match(b, match.Spans, &f.found); err != nil {
			f.undecided = why(err) + " in " + stream
			return
		}
	}
	at, spans := 0, f.found.Spans
	for at < len(b) && len(f.hashes) < comparedLines {
		end, n := min(match.LineEnd(b, at)+1, len(b)), 0
		for n < len(spans) && spans[n].Start < end {
			n++
		}
		f.line.Reset()
		begun := len(f.text)
		feed(b, at, end, spans[:n], f.takeOfLine)
		f.hashes = append(f.hashes, f.line.Sum64())
		if f.full {
			f.text = f.text[:begun]
		} else {
			f.ends = append(f.ends, int32(len(f.text)))
		}
		at, spans = end, spans[n:]
	}
	feed(b, at, len(b), spans, f.take)
}

// feed passes b[at:end] to take, with each span replaced by the mark.
func feed(b []byte, at, end int, spans []match.Span, take func([]byte)) {
	for _, sp := range spans {
		if sp.Start == sp.End {
			continue
		}
		take(b[at:sp.Start])
		take(mark)
		at = sp.End
	}
	take(b[at:end])
}

func (f *fingerprint) take(part []byte) { _, _ = f.whole.Write(part) } // it cannot fail

// takeOfLine adds a part of one of the lines that are compared individually.
func (f *fingerprint) takeOfLine(part []byte) {
	f.take(part)
	_, _ = f.line.Write(part)
	if f.full = f.full || len(f.text)+len(part) > comparedBytes; !f.full {
		f.text = append(f.text, part...)
	}
}

// piece adds a part of a line that is too long.
func (f *fingerprint) piece(p piece, stream string) {
	if f.mask != nil {
		f.undecided = p.undecided(stream)
	}
	if f.undecided != "" {
		return
	}
	f.full = true
	if p.first {
		f.line.Reset()
	}
	f.take(p.text[p.fresh:])
	_, _ = f.line.Write(p.text[p.fresh:])
	if p.last && len(f.hashes) < comparedLines {
		f.hashes = append(f.hashes, f.line.Sum64())
	}
}

// lineOf returns line i, from 0, masked. none is set if there is no such line, unknown if its text was not kept.
func (f *fingerprint) lineOf(i int) (text []byte, none, unknown bool) {
	switch {
	case i >= len(f.hashes):
		return nil, true, false
	case i >= len(f.ends):
		return nil, false, true
	case i == 0:
		return f.text[:f.ends[0]], false, false
	}
	return f.text[f.ends[i-1]:f.ends[i]], false, false
}

// prints are the fingerprints of the two streams of a run.
type prints [2]*fingerprint

// prints returns the fingerprints of the run, after close. They stay valid when another run begins.
func (o *output) prints() prints { return prints{o.stdout.print, o.stderr.print} }

// differs returns where the output of another run first differs, stdout before stderr: `stdout line 3: "took 12 ms" /
// "took 15 ms"`. It is "" if the runs agree, or if undecided says why that is unknown.
func (p prints) differs(other prints) (difference, undecided string) {
	for i, stream := range []string{"stdout", "stderr"} {
		a, b := p[i], other[i]
		switch {
		case a.undecided != "" || b.undecided != "":
			undecided = cmp.Or(a.undecided, b.undecided)
		case a.whole.Sum64() != b.whole.Sum64():
			return stream + " " + a.difference(b), ""
		}
	}
	return "", undecided
}

// differenceBytes is how much of each of two differing lines is shown.
const differenceBytes = 120

// difference describes the first line in which f and g differ.
func (f *fingerprint) difference(g *fingerprint) string {
	i := 0
	for i < len(f.hashes) && i < len(g.hashes) && f.hashes[i] == g.hashes[i] {
		i++
	}
	if i == comparedLines {
		return "after line " + grouped(comparedLines)
	}
	place := "line " + grouped(int64(i)+1)
	a, noA, unknownA := f.lineOf(i)
	b, noB, unknownB := g.lineOf(i)
	if unknownA || unknownB {
		return place
	}
	if bytes.HasSuffix(a, []byte{'\n'}) && (noB || bytes.HasSuffix(b, []byte{'\n'})) || noA {
		a, b = bytes.TrimSuffix(a, []byte{'\n'}), bytes.TrimSuffix(b, []byte{'\n'})
	}
	shown := shownMark(a, b)
	a, b = bytes.ReplaceAll(a, mark, shown), bytes.ReplaceAll(b, mark, shown)
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	return fmt.Sprintf("%s: %s / %s", place, quotedAt(a, at, noA), quotedAt(b, at, noB))
}

// shownMark returns the text that replaces a mask's match when two lines are shown. Neither line contains it.
func shownMark(a, b []byte) []byte {
	shown := []byte("***")
	if bytes.Contains(a, shown) || bytes.Contains(b, shown) {
		shown = []byte("<masked>")
	}
	for bytes.Contains(a, shown) || bytes.Contains(b, shown) {
		shown = slices.Concat([]byte("<"), shown, []byte(">"))
	}
	return shown
}

// quotedAt returns a line in quotes, clipped around offset at.
func quotedAt(line []byte, at int, none bool) string {
	if none {
		return "no such line"
	}
	text, _ := budget.ClipLine(line, min(at, len(line)), min(at+1, len(line)), differenceBytes)
	return `"` + text + `"`
}
