package required

import "slices"

const (
	maxTexts   = 4096 // texts in a set
	maxCrossed = 64   // texts in the cross of two sets with several texts each
	maxLength  = 64   // bytes of a text that is joined from two
)

// set is a list of alternative texts. One with the empty text says nothing alone, but its cross may.
type set struct {
	texts []piece
	// certain means that the part matches wherever a text of the set is; for an exact part each text is a match.
	certain bool
	share   float64 // of the positions in a text at which one of texts begins
}

// nothingRead returns the set that consists of the empty text.
func nothingRead() set { return set{texts: []piece{{}}, certain: true, share: 1} }

func newSet(texts []piece, certain bool) set {
	s := set{texts: texts, certain: certain}
	for _, t := range texts {
		s.share += t.share()
	}
	return s
}

// known reports whether every match contains one of the texts of s.
func (s set) known() bool {
	return len(s.texts) > 0 && !slices.ContainsFunc(s.texts, func(t piece) bool { return t.Text.Text == "" })
}

// longest returns the length in bytes of the longest text.
func (s set) longest() int {
	n := 0
	for _, t := range s.texts {
		n = max(n, len(t.Text.Text))
	}
	return n
}

// cross returns each text of a followed by each of b, or false if these are too many or too long. If one side is a
// single text, as when the parser has factored it out of alternatives, the number of texts does not grow.
func cross(a, b set) (set, bool) {
	if x, y := a.longest(), b.longest(); x > 0 && y > 0 && x+y > maxLength {
		return set{}, false
	}
	a, b = sameCase(a, b)
	n := len(a.texts) * len(b.texts)
	if n > maxCrossed && (len(a.texts) > 1 && len(b.texts) > 1 || n > maxTexts) {
		return set{}, false
	}
	texts := make([]piece, 0, n)
	for _, x := range a.texts {
		for _, y := range b.texts {
			texts = append(texts, x.then(y))
		}
	}
	return newSet(texts, a.certain && b.certain), true
}

// union unites sets, without duplicates.
type union struct {
	texts   []piece
	certain bool
	full    bool // more than maxTexts were added, or nothing is known; no further texts are added
	has     map[Text]bool
}

func newUnion() *union { return &union{certain: true, has: map[Text]bool{}} }

func (u *union) add(s set) {
	u.certain = u.certain && s.certain
	if len(s.texts) == 0 { // nothing is known about one alternative
		u.full = true
	}
	for _, t := range s.texts {
		if u.full || u.has[t.Text] {
			continue
		}
		u.has[t.Text] = true
		u.texts = append(u.texts, t)
		u.full = len(u.texts) > maxTexts
	}
}

func (u *union) set() set {
	if u.full {
		s := nothingRead()
		s.certain = false
		return s
	}
	return newSet(u.texts, u.certain)
}
