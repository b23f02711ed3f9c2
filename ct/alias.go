package main

import (
	"slices"

	"github.com/ct-tools/ct/shared/sibling"
)

// shortcut is another name for a tool together with its first option.
type shortcut struct{ name, tool, option string }

// shortcuts returns all possible aliases. One exists only if its tool is installed, and it takes
// precedence over a tool of the same name.
func shortcuts() []shortcut {
	return []shortcut{
		{"scout", "survey", "--scout"},
		{"sample", "show", "--sample"},
		{"q", "search", "--q"},
		{"calls", "search", "--calls"},
	}
}

// alias returns the alias called name.
func alias(name string) (shortcut, bool) {
	for _, a := range shortcuts() {
		if a.name == name {
			return a, true
		}
	}
	return shortcut{}, false
}

// aliases returns the aliases of the given tools.
func aliases(tools []sibling.Program) []shortcut {
	return slices.DeleteFunc(shortcuts(), func(a shortcut) bool {
		return !slices.ContainsFunc(tools, func(p sibling.Program) bool { return p.Name == a.tool })
	})
}
