package required

import "strings"

// undominated gives texts, each once, without those that hold another: where they
// are the other is as well.
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
		if seen[p.Text] || !p.Fold && asWritten.heldBy(p.Text, p.Text.Text) || len(inAnyCase.texts) > 0 && inAnyCase.heldBy(p.Text, leastForms(p.Text.Text)) {
			continue
		}
		seen[p.Text] = true
		kept = append(kept, p.Text)
	}
	return kept
}

// An index finds which of its texts a string holds, in time that does not grow
// with their number.
type index struct {
	texts []Text
	least int               // bytes of the shortest
	by    map[string][]Text // their first bytes, least of them; nil until asked for
}

func (x *index) add(t Text) {
	if len(x.texts) == 0 || len(t.Text) < x.least {
		x.least = len(t.Text)
	}
	x.texts = append(x.texts, t)
}

// heldBy reports whether s, as which t is spelled, holds a text other than t.
func (x *index) heldBy(t Text, s string) bool {
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
