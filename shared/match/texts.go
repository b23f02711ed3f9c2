package match

import (
	"github.com/ct-tools/ct/shared/match/frequency"
	"github.com/ct-tools/ct/shared/match/kernel"
	"github.com/ct-tools/ct/shared/match/required"
)

// ahead is the number of candidates requested at a time.
const ahead = 8

// texts finds several texts in one pass. None of them contains a newline.
type texts struct {
	teddy *kernel.Teddy
	of    []int // for each window the number of its text
	all   []text
}

// text is one of texts.
type text struct {
	offset int    // of the window in plain
	plain  []byte // nil for a text in any case
	folding
}

func newTexts(list []required.Text) *texts {
	t := &texts{}
	var windows []kernel.Window
	for i, one := range list {
		text, own := newText(one)
		t.all = append(t.all, text)
		windows = append(windows, own...)
		for range own {
			t.of = append(t.of, i)
		}
	}
	t.teddy = kernel.NewTeddy(windows)
	return t
}

// newText returns a text and the windows by which it is searched for.
func newText(t required.Text) (text, []kernel.Window) {
	if !t.Fold || !folds(t.Text) {
		at := rarestWindow(t.Text)
		return text{offset: at, plain: []byte(t.Text)}, []kernel.Window{windowOf(t.Text[at:min(at+windowSize, len(t.Text))])}
	}
	units := unitsOf(t.Text)
	if first, window, ok := bestWindow(spots(units), len(t.Text)); ok && first.within == 0 {
		return text{folding: folding{units[:first.unit], units[first.unit:]}}, []kernel.Window{window}
	}
	anchor, windows := bestForms(units)
	return text{folding: folding{units[:anchor], units[anchor:]}}, windows
}

// rarestWindow returns the offset of the rarest three consecutive bytes, considering which byte precedes which.
func rarestWindow(text string) int {
	at, most := 0, -1
	for i := 0; i+windowSize <= min(len(text), mostSpots); i++ {
		bits := frequency.Bits(text[i])
		for k := i + 1; k < i+windowSize; k++ {
			bits += frequency.Following(text[k-1], text[k])
		}
		if bits > most {
			at, most = i, bits
		}
	}
	return at
}

// at returns the occurrence at the candidate c, if it starts at or after floor; start is -1 if there is none.
func (t *texts) at(b []byte, floor int, c kernel.Candidate) (start, end int) {
	x := &t.all[t.of[c.Window]]
	if x.plain == nil {
		return x.folding.at(b, floor, c.At)
	}
	start = c.At - x.offset
	end = start + len(x.plain)
	if start < floor || end > len(b) || string(b[start:end]) != string(x.plain) {
		return -1, -1
	}
	return start, end
}

// find returns an occurrence of one of the texts that starts at or after from, on the first line that has one.
func (t *texts) find(b []byte, from int) (start, end int) {
	var few [ahead]kernel.Candidate
	for at := from; at < len(b); {
		var candidates []kernel.Candidate
		candidates, at = t.teddy.Candidates(few[:0], b, at, ahead)
		for _, c := range candidates {
			if start, end = t.at(b, from, c); start >= 0 {
				return start, end
			}
		}
	}
	return -1, -1
}

// Texts finds all occurrences of several texts.
type Texts struct {
	short []*kernel.Pair // the texts of less than three bytes
	long  *texts         // all others, nil without any
	of    []int          // for each of long, then for each of short, its place in the list
}

// NewTexts returns the Texts for list, of texts without newlines that are not empty.
func NewTexts(list ...string) *Texts {
	all := &Texts{}
	var long []required.Text
	var of []int
	for i, one := range list {
		if len(one) < windowSize {
			all.short = append(all.short, kernel.NewPair([]byte(one)))
			of = append(of, i)
		} else {
			long = append(long, required.Text{Text: one})
			all.of = append(all.of, i)
		}
	}
	if len(long) > 0 {
		all.long = newTexts(long)
	}
	all.of = append(all.of, of...)
	return all
}

// Each calls do with the start of every occurrence of a text in b, and the text's place in the list, in no particular
// order, until do returns false.
func (t *Texts) Each(b []byte, do func(start, text int) bool) {
	long := len(t.of) - len(t.short)
	for i, p := range t.short {
		for at := p.Index(b, 0); at >= 0; at = p.Index(b, at+1) {
			if !do(at, t.of[long+i]) {
				return
			}
		}
	}
	var few [ahead]kernel.Candidate
	for at := 0; t.long != nil && at < len(b); {
		var candidates []kernel.Candidate
		candidates, at = t.long.teddy.Candidates(few[:0], b, at, ahead)
		for _, c := range candidates {
			if start, _ := t.long.at(b, 0, c); start >= 0 && !do(start, t.of[t.long.of[c.Window]]) {
				return
			}
		}
	}
}

// In reports whether b has one of the texts.
func (t *Texts) In(b []byte) bool {
	in := false
	t.Each(b, func(int, int) bool {
		in = true
		return false
	})
	return in
}
