package required

import "strings"

// undominated returns texts without duplicates and without those that contain another: wherever
// they occur, the other occurs as well.
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
