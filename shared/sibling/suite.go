package sibling

// Tools returns the names of the programs of the suite that answer calls, in the order in which
// they are listed.
func Tools() []string { return []string{"search", "survey", "show", "spec", "test"} }

// Suite returns the names of all programs of a complete installation except ct. Plugins are not
// included.
func Suite() []string { return append(Tools(), "mcp", Hosting) }
