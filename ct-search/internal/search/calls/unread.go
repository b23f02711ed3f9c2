package calls

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/pattern"
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
	if slices.Contains(pages, extension) || f.Language == "" && !isRead(path.Base(f.Path)) && (f.Role != rank.Doc || !slices.Contains(prose, extension)) {
		return f.Matches
	}
	return f.Unscanned + f.unsure
}

// isRead tells whether a file is there to be read, whatever its ending: a README,
// and the help of the options of a build.
func isRead(base string) bool {
	return strings.HasPrefix(base, "README") || strings.HasPrefix(base, "Kconfig")
}

// data are the languages of data, whose texts other programs may run.
var data = []string{"json", "toml", "yaml"}

// run tells whether a match in data may be code: a name with a bracket behind
// it, or one that the name of a module stands before, as in "app:main".
func (x *reader) run(i int) bool {
	if !slices.Contains(data, x.Language) {
		return false
	}
	at := x.Places[i].Span
	if at.End < len(x.Text) && x.Text[at.End] == '(' {
		return true
	}
	return at.Start > 1 && x.Text[at.Start-1] == ':' && pattern.IsIdentifier(x.Text[at.Start-2])
}
