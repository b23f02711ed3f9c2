// Package docs holds the documents that a program serves as they are.
package docs

import _ "embed"

//go:embed tour.md
var tour string

// Tour returns the tour, in Markdown.
func Tour() string { return tour }
