package sibling

// Tools gives the names of the programs of the suite that answer calls, in the
// order in which they are listed.
func Tools() []string { return []string{"search", "survey", "show", "spec", "test"} }

// Suite gives the names of all programs that a whole installation has beside ct.
// Plugins are no part of it.
func Suite() []string { return append(Tools(), "mcp", Hosting) }
