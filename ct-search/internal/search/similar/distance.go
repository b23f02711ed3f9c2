package similar

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/pattern"
)

// A target is the name that was searched.
type target struct {
	name  string
	plain []rune // the result of plain
	text  string // the same
	edits int    // at most these
}

// newTarget returns the target of a name; owned says that an owner is asked for too.
func newTarget(name string, owned bool) target {
	p := plain(name)
	t := target{name: name, plain: p, text: string(p), edits: edits(len(p))}
	if owned && len(p) == shortestOwned {
		t.edits = 1
	}
	return t
}

// plain returns a name without underscores, in lower case.
func plain(name string) []rune {
	var out []rune
	for _, r := range name {
		if r != '_' {
			out = append(out, unicode.ToLower(r))
		}
	}
	return out
}

// A distance says how far a name is from the one that was searched.
type distance struct {
	difference difference
	size       int // edits, or characters more or less
	raw        int // edits with case and underscores
}

// difference says in which way names differ, the nearest first.
type difference uint8

const (
	same    difference = iota
	spelled            // only by case and underscores
	edited             // by few edits
	longer             // one contains the other
	far
)

// compare orders distances by edits, before those of case and underscores.
func (d distance) compare(o distance) int {
	return cmp.Or(cmp.Compare(d.size, o.size), cmp.Compare(d.difference, o.difference), cmp.Compare(d.raw, o.raw))
}

// unrelated is the distance of owners that are not similar.
const unrelated = 1 << 10

// Apart returns the distance from owner to what encloses a definition: 0 if they have the same name, or if owner is
// empty. A definition that nothing encloses is owned by its file and folder. Separators of path are slashes.
func Apart(owner, qualname, file string) int {
	_, least := nearestOwner(owner, qualname, file)
	return least
}

// nearestOwner returns what Apart does, and the name of what encloses a definition, "" if none is similar.
func nearestOwner(owner, qualname, file string) (name string, least int) {
	if owner == "" {
		return "", 0
	}
	around := strings.Split(qualname, ".")
	if around = around[:len(around)-1]; len(around) == 0 {
		around = []string{strings.TrimSuffix(path.Base(file), path.Ext(file)), path.Base(path.Dir(file))}
	}
	wanted := plain(owner)
	least = unrelated
	for _, other := range around {
		if n := apart(owner, wanted, other); n < least {
			name, least = other, n
		}
	}
	return name, least
}

// apart returns the distance from an owner, and the same as plain returns it, to a name: 0 for the same, else one more
// than the edits.
func apart(owner string, wanted []rune, name string) int {
	if name == owner {
		return 0
	}
	if other := plain(name); between(len(other)-len(wanted), edits(len(wanted))) {
		if n := nearest.Distance(wanted, other); n <= edits(len(wanted)) {
			return n + 1
		}
	}
	return unrelated
}

// shortest is the least number of characters of a name that is compared by more than its spelling.
const shortest = 4

// shortestOwned is the same for a name whose owner is similar too.
const shortestOwned = 3

// edits returns the greatest number of edits for a name of so many characters.
func edits(n int) int {
	switch {
	case n < shortest:
		return 0
	case n < 8:
		return 1
	}
	return 2
}

// distance compares a name with the target.
func (t *target) distance(name string) distance {
	if name == t.name {
		return distance{}
	}
	if len(name) > 4*len(t.name)+utf8.UTFMax || len(t.plain) == 0 {
		return distance{difference: far}
	}
	other := plain(name)
	text := string(other)
	if text == t.text {
		return distance{spelled, 0, nearest.Distance([]rune(t.name), []rune(name))}
	}
	if between(len(other)-len(t.plain), t.edits) {
		if n := nearest.Distance(t.plain, other); n <= t.edits {
			return distance{edited, n, nearest.Distance([]rune(t.name), []rune(name))}
		}
	}
	long, short := text, t.text
	if len(long) < len(short) {
		long, short = short, long
	}
	if n := utf8.RuneCountInString(short); n >= shortest && 2*n >= utf8.RuneCountInString(long) && strings.Contains(long, short) {
		return distance{longer, len(long) - len(short), 0}
	}
	return distance{difference: far}
}

func between(n, most int) bool { return -most <= n && n <= most }

// pieces returns patterns; nearly every plausible name contains one of them. For a name that is too short to be
// compared by more than its spelling, that is the name. For a short one, it is the characters at its ends, because most
// edits keep one end, and the results of the other edits, except for a replaced character in the middle. For a longer
// one, it is its first, its middle and its last half, because one edit keeps one of them, and two mostly do; and, for
// other underscores, the longest of its words, or without words every other four characters. owned says that an owner is
// asked for too.
func pieces(name string, owned bool) []*pattern.Pattern {
	var all []*pattern.Pattern
	add := func(text string, o pattern.Options) {
		o.Case = pattern.Insensitive
		if p, err := pattern.Compile(text, o); err == nil {
			all = append(all, p)
		}
	}
	runes := []rune(name)
	n := len(runes)
	half := n / 2
	switch {
	case n == shortestOwned && owned:
		add(oneEdit(runes), pattern.Options{Mode: pattern.Regex, Engine: pattern.RE2})
	case n < shortest:
		add(name, pattern.Options{Mode: pattern.Identifier})
	case half < shortest:
		for _, text := range ends(runes) {
			add(text, pattern.Options{Mode: pattern.Literal})
		}
	default:
		for _, from := range []int{0, n / 4, n - half} {
			add(string(runes[from:from+half]), pattern.Options{Mode: pattern.Literal})
		}
	}
	words := words(name)
	if len(words) < 2 { // where other spellings put underscores is unknown
		for from := 0; half >= shortest && from+shortest <= n; from += 2 {
			add(string(runes[from:from+shortest]), pattern.Options{Mode: pattern.Literal})
		}
		return all
	}
	longest := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
	if len(longest) > shortest {
		add(longest, pattern.Options{Mode: pattern.Literal})
		return all
	}
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	add(strings.Join(words, "_?"), pattern.Options{Mode: pattern.Regex, Engine: pattern.RE2})
	return all
}

// piece is how many characters of a short name are looked for.
const piece = 3

// ends returns the first and the last piece characters of a short name, and the results of
// leaving out a character, or exchanging two, if neither end stays.
func ends(name []rune) []string {
	n := len(name)
	all := []string{string(name[:piece]), string(name[n-piece:])}
	add := func(text string) {
		if !slices.ContainsFunc(all, func(a string) bool { return strings.Contains(text, a) }) {
			all = append(all, text)
		}
	}
	for i := range name {
		add(string(name[:i]) + string(name[i+1:]))
		if i+1 < n {
			add(string(name[:i]) + string(name[i+1]) + string(name[i]) + string(name[i+2:]))
		}
	}
	return all
}

// oneEdit returns an expression for the words that are one edit away from a name.
func oneEdit(name []rune) string {
	var all []string
	quoted := func(part []rune) string { return regexp.QuoteMeta(string(part)) }
	for i := range len(name) + 1 {
		all = append(all, quoted(name[:i])+`\w?`+quoted(name[i:]))
		if i < len(name) {
			all = append(all, quoted(name[:i])+`\w?`+quoted(name[i+1:]))
		}
		if i+1 < len(name) {
			all = append(all, quoted(name[:i])+quoted(name[i+1:i+2])+quoted(name[i:i+1])+quoted(name[i+2:]))
		}
	}
	return `\b(?:` + strings.Join(all, "|") + `)\b`
}

// words returns the parts of a name between underscores and before capitals.
func words(name string) []string {
	var all []string
	begin := 0
	runes := []rune(name)
	cut := func(at int) {
		if at > begin {
			all = append(all, string(runes[begin:at]))
		}
	}
	for i, r := range runes {
		switch {
		case r == '_':
			cut(i)
			begin = i + 1
		case i > 0 && unicode.IsUpper(r) && !unicode.IsUpper(runes[i-1]):
			cut(i)
			begin = i
		}
	}
	cut(len(runes))
	return all
}

// word returns the first identifier that text[start:end] meets; it is empty if there is none.
func word(text []byte, start, end int) (int, int) {
	for start < end && !part(text[start]) {
		start++
	}
	if start >= end {
		return end, end
	}
	last := start
	for last < len(text) && part(text[last]) {
		last++
	}
	for start > 0 && part(text[start-1]) {
		start--
	}
	return start, last
}

// part reports whether c can be part of an identifier.
func part(c byte) bool { return pattern.IsIdentifier(c) || c >= utf8.RuneSelf }
