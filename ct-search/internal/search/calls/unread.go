package calls

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/rank"
)

// prose are the endings of documents that nothing runs.
var prose = []string{"", ".md", ".markdown", ".rst", ".txt", ".adoc", ".tex", ".1", ".3", ".8"}

// pages are the endings of documents and data that hold code, which no scanner
// looks for there.
var pages = []string{".html", ".htm", ".xhtml", ".svg", ".ipynb", ".mdx", ".rmd", ".qmd"}

// unread counts the matches of a file of which it is not known whether they are
// calls: where a scanner would know, and in files without one unless they are
// prose.
func (f *file) unread() int64 {
	extension := strings.ToLower(path.Ext(f.Path))
	if slices.Contains(pages, extension) || f.Language == "" && (f.Role != rank.Doc || !slices.Contains(prose, extension)) {
		return f.Matches
	}
	return f.Unscanned + f.unsure
}
