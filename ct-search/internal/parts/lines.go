package parts

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc64"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// Lines are the answers of some trees, which are printed one after another.
type Lines struct {
	Kept    []Kept
	Keep    int64 // how many lines
	Apart   bool  // a line of dashes is before each answer, and not printed before the first
	Lines   int64 // of all answers
	After   int64 // of these, those from where the question begins
	Matched int64 // lines with matches
	Encoded int64 // files that are not UTF-8
	Near    int64 // matches inside longer words, as HasNear says that they were counted
	HasNear bool
	Figures verdict.Figures
	Ledger  ledger.Ledger
	First   int // number of the first tree, whose reading this is
	Reading *tool.Reading
	Notes   []string
}

// Kept is the part of one tree's answer that is kept, from its beginning or from where the question begins.
type Kept struct {
	Number int
	Before int64  // lines of the tree's answer before it
	Sum    uint64 // of these
	Lines  int64
	Text   []byte
}

// A Place is between two lines of all answers: in that of the tree with a number, after so many of its lines, whose sum says
// whether they are still the same.
type Place struct {
	Number int
	Lines  int64
	Sum    uint64
}

// table is that of the sums.
var table = crc64.MakeTable(crc64.ECMA)

// summed returns the sum of some lines after others, by their sum, without their colours (terminal.Paint).
func summed(sum uint64, text []byte) uint64 {
	for {
		plain, coloured, found := bytes.Cut(text, []byte{'\x1b'})
		sum = crc64.Update(sum, table, plain)
		if !found {
			return sum
		}
		_, text, _ = bytes.Cut(coloured, []byte{'m'})
	}
}

// scanLines runs a job that prints lines.
func (q *Question) scanLines(ctx context.Context, t *Tree, job *tool.Job, roots []string) (*Lines, error) {
	out := &keeper{most: q.Keep}
	switch {
	case t.Number < q.From.Number:
		out.most = 0
	case t.Number == q.From.Number:
		out.skip = q.From.Lines
	}
	if q.Apart && out.skip == 0 {
		out.before = "--\n"
	}
	to := io.Writer(out)
	if t.All != nil {
		to = io.MultiWriter(out, t.All)
	}
	a, err := job.Run(ctx, to)
	if err != nil {
		return nil, err
	}
	if whole := ctx.Err() == nil && !a.Ledger.Cut(); out.skip > 0 && (out.skip > out.passed && whole || out.skip == out.passed && out.sum != q.From.Sum) {
		return nil, &FaultyError{opt.Usagef("cursor", "{cursor}: what was printed of %s is no longer the same: begin again without it", t.Name)}
	}
	p := &Lines{Keep: q.Keep, Apart: q.Apart, Lines: out.lines, Matched: a.Lines, Encoded: a.Encoded, Figures: a.Figures, Ledger: *a.Ledger}
	if t.Number >= q.From.Number {
		p.After = out.lines - out.passed
	}
	if out.kept > 0 {
		p.Kept = []Kept{{t.Number, out.skip, out.sum, out.kept, out.text.Bytes()}}
	}
	if a.Reading != nil {
		p.Reading, p.Notes = a.Reading, a.Reading.Notes
		if near := a.Reading.Near; near != nil {
			p.Near, p.HasNear = *near, true
		}
		p.Reading.Notes, p.Reading.Near = nil, nil
		if len(roots) == 0 {
			roots = []string{t.Name}
		}
		var here bool // what is left is said of every tree
		if p.Reading.Scope, here = strings.CutPrefix(p.Reading.Scope, "in "+strings.Join(roots, " ")); !here {
			p.Reading.Scope = ""
		}
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
	p.After += o.After
	p.Near, p.HasNear = p.Near+o.Near, p.HasNear || o.HasNear
	p.Figures.Add(&o.Figures)
	if o.First < p.First {
		p.First, p.Reading = o.First, o.Reading
	}
	p.Notes = joined(p.Notes, o.Notes)
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

// joined returns the notes of both, each once. Counts of what was left out are added.
func joined(a, b []string) []string {
	counts := map[string]int64{}
	var all []string
	for _, note := range slices.Concat(a, b) {
		count, rest, _ := strings.Cut(note, " ")
		n, err := strconv.ParseInt(count, 10, 64)
		if err != nil || !strings.HasPrefix(rest, "more ") && !strings.HasPrefix(rest, "left out ") { // others have a plural
			all = append(all, note)
			continue
		}
		counts[rest] += n
	}
	for rest, n := range counts {
		all = append(all, fmt.Sprintf("%d %s", n, rest))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Text returns the first lines of what was kept, how many of them are not between groups, and the place after them.
func (p *Lines) Text(lines int64) (text string, own int64, end Place) {
	k := &keeper{most: lines}
	for i := range p.Kept {
		kept := &p.Kept[i]
		if k.kept == lines {
			break
		}
		of, shown := kept.Text, -k.kept
		if p.Apart && kept.Before == 0 {
			if i == 0 {
				_, of, _ = bytes.Cut(of, []byte{'\n'})
			} else {
				shown--
			}
		}
		begin := k.text.Len()
		_, _ = k.Write(of)
		shown += k.kept
		own += shown
		printed := k.text.Bytes()[begin:]
		if p.Apart && kept.Before == 0 && i > 0 {
			_, printed, _ = bytes.Cut(printed, []byte{'\n'})
		}
		end = Place{kept.Number, kept.Before + shown, summed(kept.Sum, printed)}
	}
	return k.text.String(), own, end
}

// keeper counts lines, and keeps some of them.
type keeper struct {
	skip, passed      int64  // lines that are not kept, at the beginning, and how many were passed over
	sum               uint64 // of those
	most, kept, lines int64
	text              bytes.Buffer
	before            string // a line that precedes the first one, and does not count
}

func (k *keeper) Write(text []byte) (int, error) {
	size := len(text)
	k.lines += int64(bytes.Count(text, []byte{'\n'}))
	for k.skip > k.passed && len(text) > 0 {
		end := bytes.IndexByte(text, '\n') + 1
		k.sum = summed(k.sum, text[:end])
		text = text[end:]
		k.passed++
	}
	if k.before != "" && len(text) > 0 && k.most > 0 {
		text, k.before = append([]byte(k.before), text...), ""
	}
	if left := k.most - k.kept; left > 0 && len(text) > 0 {
		n := int64(bytes.Count(text, []byte{'\n'}))
		if n > left {
			end := 0
			for range left {
				end += bytes.IndexByte(text[end:], '\n') + 1
			}
			text, n = text[:end], left
		}
		k.text.Write(text)
		k.kept += n
	}
	return size, nil
}
