// Package explain holds the guides of the programs, as --explain prints them.
package explain

import _ "embed"

// The guides stand in the program as they are, and no start copies one.
var (
	//go:embed ct.md
	umbrella string
	//go:embed ct-history.md
	past string
	//go:embed ct-mcp.md
	server string
	//go:embed ct-search.md
	search string
	//go:embed ct-show.md
	show string
	//go:embed ct-spec.md
	spec string
	//go:embed ct-steer.md
	steer string
	//go:embed ct-survey.md
	survey string
	//go:embed ct-test.md
	test string
)

// Guide returns the guide of the program called name in Markdown, "" if it has none.
func Guide(name string) string {
	switch name {
	case "ct":
		return umbrella
	case "ct-history":
		return past
	case "ct-mcp":
		return server
	case "ct-search":
		return search
	case "ct-show":
		return show
	case "ct-spec":
		return spec
	case "ct-steer":
		return steer
	case "ct-survey":
		return survey
	case "ct-test":
		return test
	}
	return ""
}
