package required

import (
	"math"
	"strings"

	"github.com/ct-tools/ct/shared/match/frequency"
)

// Costs in nanoseconds per byte, as of vector code: of looking for so many texts at once, and of what is found.
const (
	scanOne  = 0.05 // a packed pair
	scanFew  = 0.07 // a Teddy in which every text has a bucket of its own
	scanMany = 0.10 // buckets of several texts
	scanMost = 0.20 // more than maxCrossed texts
	scanHigh = 0.04 // bytes beyond ASCII

	perMatch = 5    // for a text that makes the line match
	perLine  = 60   // for a text after which the expression runs on the line
	doubt    = 0.03 // added if the expression may have to run at all: texts are not spread evenly
)

func (s set) cost() float64 {
	if !s.known() {
		return math.Inf(1)
	}
	scan := scanMost
	switch n := len(s.texts); {
	case n == 1:
		scan = scanOne
	case n <= 8:
		scan = scanFew
	case n <= maxCrossed:
		scan = scanMany
	}
	if s.certain {
		return scan + perMatch*s.share
	}
	return scan + doubt + perLine*s.share
}

func costBeyondASCII() float64 { return scanHigh + doubt + perLine*shareBeyondASCII() }

// better returns the cheaper one of a and b, or a if they cost the same.
func better(a, b set) set {
	if b.cost() < a.cost() {
		return b
	}
	return a
}

// Frequency returns the share of the positions in a text at which one of the texts of s, or the byte that is not ASCII,
// is expected, estimated from how often bytes occur in text and source code. It is 1 if nothing is known. A text that
// is expected more often than about once per line is hardly worth looking for.
func (s Set) Frequency() float64 {
	if s.BeyondASCII {
		return shareBeyondASCII()
	}
	if len(s.Texts) == 0 {
		return 1
	}
	share := 0.0
	for _, t := range s.Texts {
		share += newPiece(t.Text, t.Fold).share()
	}
	return min(share, 1)
}

func shareBeyondASCII() float64 {
	share := 0.0
	for c := 0x80; c <= 0xff; c++ {
		share += math.Exp2(-float64(frequency.Bits(byte(c))) / 8)
	}
	return share
}

// undominated returns texts without duplicates and without those that contain another, which says as much.
func undominated(texts []piece) []Text {
	if len(texts) == 1 {
		return []Text{texts[0].Text}
	}
	asWritten, inAnyCase := index{}, index{}
	for _, p := range texts {
		if !p.Fold {
			asWritten.add(p.Text)
		}
		if p.Fold || !p.cased {
			inAnyCase.add(p.Text)
		}
	}
	var kept []Text
	seen := map[Text]bool{}
	for _, p := range texts {
		if seen[p.Text] || !p.Fold && asWritten.containedIn(p.Text, p.Text.Text) || len(inAnyCase.texts) > 0 && inAnyCase.containedIn(p.Text, leastForms(p.Text.Text)) {
			continue
		}
		seen[p.Text] = true
		kept = append(kept, p.Text)
	}
	return kept
}

// index finds which of its texts a string contains, in time that does not grow with their number.
type index struct {
	texts []Text
	least int               // length in bytes of the shortest text
	by    map[string][]Text // by their first least bytes; nil until needed
}

func (x *index) add(t Text) {
	if len(x.texts) == 0 || len(t.Text) < x.least {
		x.least = len(t.Text)
	}
	x.texts = append(x.texts, t)
}

// containedIn reports whether s, a spelling of t, contains a text other than t.
func (x *index) containedIn(t Text, s string) bool {
	if x.by == nil {
		x.by = map[string][]Text{}
		for _, other := range x.texts {
			x.by[other.Text[:x.least]] = append(x.by[other.Text[:x.least]], other)
		}
	}
	if len(x.texts) == 0 {
		return false
	}
	for i := 0; i+x.least <= len(s); i++ {
		for _, other := range x.by[s[i:i+x.least]] {
			if other != t && strings.HasPrefix(s[i:], other.Text) {
				return true
			}
		}
	}
	return false
}
