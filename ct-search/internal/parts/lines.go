package parts

import (
	"bytes"
	"context"
	"slices"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// Lines are the answers of some trees, which are printed one after another.
type Lines struct {
	Kept    []Kept
	Keep    int64 // how many lines
	Apart   bool  // a line of dashes is before each answer, and not printed before the first
	Lines   int64 // of all answers
	Matched int64 // lines with matches
	Encoded int64 // files that are not UTF-8
	Figures verdict.Figures
	Ledger  ledger.Ledger
	First   int // number of the first tree, whose reading this is
	Reading *tool.Reading
	Notes   []string
}

// Kept is the beginning of the answer of one tree.
type Kept struct {
	Number int
	Lines  int64
	Text   []byte
}

// scanLines runs a job that prints lines.
func (q *Question) scanLines(ctx context.Context, job *tool.Job) (*Lines, error) {
	out := &keeper{most: q.Keep}
	if q.Apart {
		out.before = "--\n"
	}
	a, err := job.Run(ctx, out)
	if err != nil {
		return nil, err
	}
	p := &Lines{Keep: q.Keep, Apart: q.Apart, Lines: out.lines, Matched: a.Lines, Encoded: a.Encoded, Figures: a.Figures, Ledger: *a.Ledger}
	if out.kept > 0 {
		p.Kept = []Kept{{0, out.kept, out.text.Bytes()}}
	}
	if a.Reading != nil {
		p.Reading, p.Notes = a.Reading, a.Reading.Notes
		p.Reading.Notes, p.Reading.Near = nil, nil
	}
	return p, nil
}

// Number makes the part that of a tree; see tool.Part.
func (p *Lines) Number(n int, name string) {
	p.First = n
	p.Ledger.Number(n, name)
	for i := range p.Kept {
		p.Kept[i].Number = n
	}
}

// Sum returns the ledger of the trees.
func (p *Lines) Sum() *ledger.Ledger { return &p.Ledger }

// Merge adds the answers of other trees.
func (p *Lines) Merge(other tool.Part) {
	o := tool.PartOf[*Lines](other)
	p.Ledger.Merge(&o.Ledger)
	p.Lines, p.Matched, p.Encoded = p.Lines+o.Lines, p.Matched+o.Matched, p.Encoded+o.Encoded
	p.Figures.Add(&o.Figures)
	if o.First < p.First {
		p.First, p.Reading = o.First, o.Reading
	}
	p.Notes = slices.Concat(p.Notes, o.Notes)
	slices.Sort(p.Notes)
	p.Notes = slices.Compact(p.Notes)
	p.Kept = append(p.Kept, o.Kept...)
	slices.SortFunc(p.Kept, func(x, y Kept) int { return x.Number - y.Number })
	var n int64
	for i := range p.Kept {
		if n >= p.Keep {
			p.Kept = slices.Clip(p.Kept[:i])
			break
		}
		n += p.Kept[i].Lines
	}
}

// Count returns how many lines the answer has.
func (p *Lines) Count() int64 {
	if p.Apart && p.Lines > 0 {
		return p.Lines - 1
	}
	return p.Lines
}

// Text returns the first lines of what was kept.
func (p *Lines) Text(lines int64) string {
	k := &keeper{most: lines}
	for i := range p.Kept {
		text := p.Kept[i].Text
		if p.Apart && i == 0 {
			_, text, _ = bytes.Cut(text, []byte{'\n'})
		}
		_, _ = k.Write(text)
	}
	return k.text.String()
}

// keeper counts lines, and keeps the first.
type keeper struct {
	most, kept, lines int64
	text              bytes.Buffer
	before            string // a line that precedes the first one
}

func (k *keeper) Write(text []byte) (int, error) {
	size := len(text)
	if k.before != "" && size > 0 {
		text, k.before = append([]byte(k.before), text...), ""
	}
	n := int64(bytes.Count(text, []byte{'\n'}))
	k.lines += n
	if left := k.most - k.kept; left > 0 {
		begin := text
		if n > left {
			end := 0
			for range left {
				end += bytes.IndexByte(text[end:], '\n') + 1
			}
			begin, n = text[:end], left
		}
		k.text.Write(begin)
		k.kept += n
	}
	return size, nil
}
