package required

import "slices"

// maxWritten bounds the texts that texts of any case are written out to.
const maxWritten = 4

// sameCase makes sets fit to be crossed where one has texts of any case and the
// other texts of one case: few texts of any case are written out, so that [Tt]he is
// The and the; else all become texts of any case, which say less.
func sameCase(a, b set) (set, set) {
	if !(a.anyFold() && b.anyCased() || b.anyFold() && a.anyCased()) {
		return a, b
	}
	if a.writtenOut()*b.writtenOut() <= maxWritten {
		return a.writeOut(), b.writeOut()
	}
	return a.fold(), b.fold()
}

func (s set) anyFold() bool {
	return slices.ContainsFunc(s.texts, func(p piece) bool { return p.Fold })
}

// anyCased reports whether s has a text that is of one case but has others.
func (s set) anyCased() bool {
	return slices.ContainsFunc(s.texts, func(p piece) bool { return p.cased && !p.Fold })
}

// fold gives s with all texts in any case.
func (s set) fold() set {
	if !s.anyCased() {
		return s
	}
	u := newUnion()
	for _, p := range s.texts {
		u.add(set{texts: []piece{newPiece(p.Text.Text, true)}})
	}
	return u.set()
}

// writtenOut gives how many texts s has written out, or more than maxWritten.
func (s set) writtenOut() int {
	all := 0
	for _, p := range s.texts {
		n := 1
		if p.Fold {
			for _, r := range p.Text.Text {
				if n = min(n*len(Forms(r)), maxWritten+1); n > maxWritten {
					break
				}
			}
		}
		all = min(all+n, maxWritten+1)
	}
	return all
}

// writeOut gives s with each form of its texts of any case in their place.
func (s set) writeOut() set {
	u := newUnion()
	u.certain = s.certain
	for _, p := range s.texts {
		for _, text := range p.spellings() {
			u.add(set{texts: []piece{newPiece(text, false)}, certain: s.certain})
		}
	}
	return u.set()
}

// spellings gives the texts that p stands for.
func (p piece) spellings() []string {
	if !p.Fold {
		return []string{p.Text.Text}
	}
	all := []string{""}
	for _, r := range p.Text.Text {
		var longer []string
		for _, start := range all {
			for _, f := range Forms(r) {
				longer = append(longer, start+string(f))
			}
		}
		all = longer
	}
	return all
}
