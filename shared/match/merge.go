package match

// merge is the source of the matches of several terms: the leftmost match, and among those that
// start together the match of the first term. After start, next must be called with ascending from.
type merge struct {
	terms []term
	ahead []Span // for each term its next match; Start is -1 if it was not searched for yet
	low   []int  // for each term an offset before which it has no match
	out   []bool // the term has no match left
}

func newMerge(terms []term) *merge {
	n := len(terms)
	return &merge{terms, make([]Span, n), make([]int, n), make([]bool, n)}
}

// start begins another search, up to the offset end. Term i has no match before at[i], and none at
// all if at[i] is negative or beyond end.
func (m *merge) start(at []int, end int) {
	for i := range m.terms {
		m.ahead[i], m.low[i], m.out[i] = none, at[i], at[i] < 0 || at[i] > end
	}
}

func (m *merge) next(b []byte, from int) (Span, error) {
	best := none
	for i, t := range m.terms {
		if best.Start == from {
			break // a later term cannot win, and finding its match may take long
		}
		if m.out[i] {
			continue
		}
		if m.ahead[i].Start < from {
			sp, err := t.next(b, max(from, m.low[i]))
			if err != nil {
				return none, err
			}
			m.ahead[i], m.out[i] = sp, sp.Start < 0
		}
		if sp := m.ahead[i]; sp.Start >= 0 && (best.Start < 0 || sp.Start < best.Start) {
			best = sp
		}
	}
	return best, nil
}
