package calls

import (
	"path"
	"strings"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/rank"
)

// unread counts the matches of a file that may or may not be calls: where a scanner would know, and in files without
// one unless they are prose.
func (f *file) unread() int64 {
	base := strings.ToLower(path.Base(f.Path))
	extension := path.Ext(base)
	prose := extension == "" || lang.PurposeOf(base) == lang.Document
	if lang.IsPage(extension) || f.Language == "" && !isRead(path.Base(f.Path)) && (f.Role != rank.Doc || !prose) {
		return f.Matches
	}
	return f.Unscanned + f.unsure
}

// isRead reports whether a file is there to be read, whatever its ending: a README,
// and the help of the options of a build.
func isRead(base string) bool {
	return strings.HasPrefix(base, "README") || strings.HasPrefix(base, "Kconfig")
}

// run reports whether a match in data may be code: a name with a bracket after
// it, or one that the name of a module stands before, as in "app:main".
func (x *reader) run(i int) bool {
	if language := lang.Named(x.Language); language == nil || !language.Data {
		return false
	}
	at := x.Places[i].Span
	if at.End < len(x.Text) && x.Text[at.End] == '(' {
		return true
	}
	return at.Start > 1 && x.Text[at.Start-1] == ':' && pattern.IsIdentifier(x.Text[at.Start-2])
}
