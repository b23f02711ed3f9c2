package sibling

import "strings"

// An Alias is another name for a tool together with its first option. The name may have a second word, an option that
// chooses among aliases of one name.
type Alias struct{ Name, Tool, Option string }

// IsWord reports whether the name is one word.
func (a Alias) IsWord() bool { return !strings.Contains(a.Name, " ") }

// Aliases returns all aliases. In ct one exists if its tool is installed, and precedes a tool of the same name.
func Aliases() []Alias {
	return []Alias{
		{"scout", "survey", "--scout"},
		{"sample", "show", "--sample"},
		{"q", "search", "--q"},
		{"calls", "search", "--calls"},
		{"outline", "search", "--outline"},
		{"impl", "search", "--impl"},
		{"at", "search", "--position"},
		{"tree", "search", "--tree"},
		{"tests", "search", "--tests"},
		{"impact", "search", "--impact"},
		{"dead", "search", "--dead"},
		{"dead --all", "search", "--dead-all"},
		{"ask", "search", "--mode=question"},
	}
}

// AliasIn returns the alias that a command line begins with, the longest one, and the words after it; false if there is none.
func AliasIn(line []string) (a Alias, args []string, ok bool) {
	for n := min(len(line), 2); n > 0; n-- {
		if a, ok := AliasOf(strings.Join(line[:n], " ")); ok {
			return a, line[n:], true
		}
	}
	return Alias{}, line, false
}

// AliasOf returns the alias with a name, and false if there is none.
func AliasOf(name string) (Alias, bool) {
	for _, a := range Aliases() {
		if a.Name == name {
			return a, true
		}
	}
	return Alias{}, false
}
