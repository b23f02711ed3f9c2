package required

import "slices"

const (
	maxTexts   = 4096 // texts of a set
	maxCrossed = 64   // texts of a set that two with several texts each are crossed to
	maxLength  = 64   // bytes of a text that two are joined to
)

// A set is alternative texts. One that holds the empty text says nothing by
// itself, but what it is crossed with may.
type set struct {
	texts []piece
	// certain says that the part has a match wherever a text of the set is. For
	// the set of an exact part it means that each text is a match, whatever stands
	// around it.
	certain bool
	share   float64 // of the places in a text at which one of texts begins
}

// nothingRead gives the set that holds only the empty text.
func nothingRead() set { return set{texts: []piece{{}}, certain: true, share: 1} }

func newSet(texts []piece, certain bool) set {
	s := set{texts: texts, certain: certain}
	for _, t := range texts {
		s.share += t.share()
	}
	return s
}

// known reports whether a match holds anything for sure.
func (s set) known() bool {
	return len(s.texts) > 0 && !slices.ContainsFunc(s.texts, func(t piece) bool { return t.Text.Text == "" })
}

// longest gives the length in bytes of the longest text.
func (s set) longest() int {
	n := 0
	for _, t := range s.texts {
		n = max(n, len(t.Text.Text))
	}
	return n
}

// cross gives each text of a followed by each of b; false if that is too many or
// too long. Where one side is a single text, as where the parser took it out of
// alternatives, no more come of it than there were.
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

// A union puts sets together, each text once.
type union struct {
	texts   []piece
	certain bool
	full    bool // more than maxTexts were added; it holds none now
	has     map[Text]bool
}

func newUnion() *union { return &union{certain: true, has: map[Text]bool{}} }

func (u *union) add(s set) {
	u.certain = u.certain && s.certain
	if len(s.texts) == 0 { // nothing is known of one alternative
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
