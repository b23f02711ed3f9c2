// Package explain holds the guides of the programs, as --explain prints them.
package explain

import "embed"

//go:embed *.md
var guides embed.FS

// Guide gives the guide of the program called name in Markdown, "" if it has
// none.
func Guide(name string) string {
	text, err := guides.ReadFile(name + ".md")
	if err != nil {
		return ""
	}
	return string(text)
}
