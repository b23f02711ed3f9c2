package main

import (
	"slices"

	"github.com/ct-tools/ct/shared/sibling"
)

// A shortcut is another name for a tool together with its first option.
type shortcut struct{ name, tool, option string }

// shortcuts gives every alias there can be. One exists only where its tool is
// installed; a tool of the same name does not come before it.
func shortcuts() []shortcut {
	return []shortcut{
		{"scout", "survey", "--scout"},
		{"sample", "show", "--sample"},
		{"q", "search", "--q"},
		{"calls", "search", "--calls"},
	}
}

// alias finds the alias called name.
func alias(name string) (shortcut, bool) {
	for _, a := range shortcuts() {
		if a.name == name {
			return a, true
		}
	}
	return shortcut{}, false
}

// aliases gives those that exist among the given tools.
func aliases(tools []sibling.Program) []shortcut {
	return slices.DeleteFunc(shortcuts(), func(a shortcut) bool {
		return !slices.ContainsFunc(tools, func(p sibling.Program) bool { return p.Name == a.tool })
	})
}
