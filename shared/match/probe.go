package match

import (
	"math"
	"slices"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/frequency"
	"github.com/ct-tools/ct/shared/match/kernel"
	"github.com/ct-tools/ct/shared/match/required"
)

// spot is a byte of a folded text that is the same in all forms of its character, or an ASCII letter in both cases. Spots
// of one run are at fixed distances: all forms of each character between them have the same length.
type spot struct {
	unit   int    // the number of its character
	within int    // its offset in the character
	run    int    // the number of its run
	column int    // its offset in the run
	set    []byte // the bytes that may occur there
}

func (s *spot) byte() byte { return s.set[0] }
func (s *spot) bits() int  { return frequency.Expected(s.set...) }

// mostSpots is the number of characters of a text that are considered.
const mostSpots = 256

// spots returns the spots at the beginning of a text.
func spots(units []unit) []spot {
	var all []spot
	run, column := 0, 0
	for i, u := range units[:min(len(units), mostSpots)] {
		forms := u.forms()
		size := len(forms[0])
		if slices.ContainsFunc(forms, func(f string) bool { return len(f) != size }) {
			run++
			column = 0
			continue
		}
		for within := range size {
			if set, ok := sameByte(forms, within); ok {
				all = append(all, spot{i, within, run, column + within, set})
			}
		}
		column += size
	}
	return all
}

// sameByte returns the bytes that forms have at an offset, and whether they make a spot.
func sameByte(forms []string, at int) ([]byte, bool) {
	var set []byte
	for _, f := range forms {
		if !slices.Contains(set, f[at]) {
			set = append(set, f[at])
		}
	}
	letters := len(set) == 2 && set[0] < utf8.RuneSelf && set[1] < utf8.RuneSelf
	return set, len(set) == 1 || letters
}

// forms returns the ways to write u.
func (u unit) forms() []string {
	if u < 0 {
		return []string{string([]byte{byte(-1 - u)})}
	}
	var forms []string
	for _, r := range required.Forms(rune(u)) {
		forms = append(forms, string(r))
	}
	return forms
}

// bestPair returns the two spots of one run that are rarest together, in order.
func bestPair(all []spot) (first, second spot, ok bool) {
	best := -1
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].run == all[0].run {
			n++
		}
		if a, b, bits := rarestTwo(all[:n]); bits > best {
			first, second, best = a, b, bits
		}
		all = all[n:]
	}
	return first, second, best >= 0
}

// rarestTwo returns the two rarest spots of a run, in order, and their bits, or -1 for one. Equal bytes have less.
func rarestTwo(run []spot) (first, second spot, bits int) {
	if len(run) < 2 {
		return spot{}, spot{}, -1
	}
	rarest := 0
	for i := range run {
		if run[i].bits() > run[rarest].bits() {
			rarest = i
		}
	}
	other, most := 0, -1
	for i := range run {
		b := run[i].bits()
		if run[i].byte() == run[rarest].byte() {
			b /= 4
		}
		if i != rarest && b > most {
			other, most = i, b
		}
	}
	return run[min(rarest, other)], run[max(rarest, other)], run[rarest].bits() + most
}

// windowSize is the number of bytes of a text that a kernel.Teddy compares.
const windowSize = 3

// bestWindow returns the rarest window of three consecutive spots, or of all of a shorter text, and its first spot.
func bestWindow(all []spot, whole int) (first spot, window kernel.Window, ok bool) {
	size := min(windowSize, whole)
	best := -1
	for i := 0; i+size <= len(all); i++ {
		row := all[i : i+size]
		if row[size-1].run != row[0].run || row[size-1].column-row[0].column != size-1 {
			continue
		}
		bits := 0
		for j := range row {
			bits += row[j].bits()
		}
		if bits > best {
			first, best = row[0], bits
			window = make(kernel.Window, 0, size)
			for j := range row {
				window = append(window, row[j].set)
			}
		}
	}
	return first, window, best >= 0
}

// bestForms returns the character from which on the forms, up to three bytes of each, are rarest, and these forms.
func bestForms(units []unit) (anchor int, windows []kernel.Window) {
	best := math.Inf(1)
	for i := range units[:min(len(units), mostSpots)] {
		forms := formsFrom(units[i:])
		share := 0.0
		for _, f := range forms {
			bits := 0
			for _, c := range []byte(f) {
				bits += frequency.Bits(c)
			}
			share += math.Exp2(-float64(bits) / 8)
		}
		if share < best {
			best, anchor, windows = share, i, nil
			for _, f := range forms {
				windows = append(windows, windowOf(f))
			}
		}
	}
	return anchor, windows
}

// formsFrom returns the first three bytes, or all if there are fewer, of each form of a text.
func formsFrom(units []unit) []string {
	forms := []string{""}
	for _, u := range units {
		if !slices.ContainsFunc(forms, func(f string) bool { return len(f) < windowSize }) {
			break
		}
		var longer []string
		for _, f := range forms {
			if len(f) >= windowSize {
				longer = append(longer, f)
				continue
			}
			for _, next := range u.forms() {
				longer = append(longer, (f + next)[:min(windowSize, len(f)+len(next))])
			}
		}
		slices.Sort(longer)
		forms = slices.Compact(longer)
	}
	return forms
}

// windowOf returns a window with one possible byte at each position.
func windowOf(text string) kernel.Window {
	w := make(kernel.Window, 0, len(text))
	for _, c := range []byte(text) {
		w = append(w, []byte{c})
	}
	return w
}
