package calls

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
)

// unread counts the matches of a file that may or may not be calls: where a scanner would know, and in files without
// one unless they are prose.
func (f *file) unread() int64 {
	base := strings.ToLower(path.Base(f.Path))
	extension := path.Ext(base)
	prose := extension == "" || lang.PurposeOf(base) == lang.Document
	if lang.IsPage(extension) && (f.Language == "" || f.Partial) || f.Language == "" && !isRead(path.Base(f.Path)) && (f.Role != rank.Doc || !prose) {
		return f.Matches
	}
	return f.Unscanned + f.unsure
}

// isRead reports whether a file is there to be read, whatever its ending: a README,
// and the help of the options of a build.
func isRead(base string) bool {
	return strings.HasPrefix(base, "README") || strings.HasPrefix(base, "Kconfig")
}

// unknown collects files of programming languages without a scanner.
type unknown struct {
	sync.Mutex
	n     int
	first []string // of them, at most mostForeign
}

const mostForeign = 3

// add adds a file if it is one.
func (f *unknown) add(name string) {
	if !languages.IsForeign(name) {
		return
	}
	f.Lock()
	defer f.Unlock()
	f.n++
	at, _ := slices.BinarySearch(f.first, name)
	f.first = slices.Insert(f.first, at, name)
	f.first = f.first[:min(len(f.first), mostForeign)]
}

// Foreign are the files of programming languages without a scanner: how many, and the first.
type Foreign struct {
	N     int
	First []string // at most mostForeign
}

// take sets what was collected.
func (u *Foreign) take(f *unknown) {
	f.Lock()
	defer f.Unlock()
	u.N, u.First = f.n, slices.Clone(f.first)
}

// merge adds those of another tree.
func (u *Foreign) merge(o *Foreign) {
	u.N += o.N
	u.First = append(u.First, o.First...)
	slices.Sort(u.First)
	u.First = u.First[:min(len(u.First), mostForeign)]
}

// typed collects files of languages whose types are followed.
type typed struct {
	sync.Mutex
	paths []string
}

// add adds a file if it is one.
func (f *typed) add(name string) {
	if !typing.Declares(name) {
		return
	}
	f.Lock()
	defer f.Unlock()
	f.paths = append(f.paths, name)
}

// Undefined says that nothing that was searched defines the symbol, and which files no scanner reads; "" if something
// defines or calls it, or not everything was searched.
func (r *Found) Undefined(symbol string) string {
	if r.Calls > 0 || r.Dropped > 0 || r.Ledger.Cut() || r.Wanted > 0 {
		return ""
	}
	text := "nothing here defines " + symbol
	if f := &r.Foreign; f.N > 0 {
		names := strings.Join(f.First, ", ")
		if more := f.N - len(f.First); more > 0 {
			names += fmt.Sprintf(", %d more", more)
		}
		text += fmt.Sprintf("; %s of a language without a scanner (%s)", grep.Plural(int64(f.N), "file is", "files are"), names)
	}
	return text
}

// isUnsure reports whether a scanner could not distinguish a match from a call.
func (x *reader) isUnsure(i int) bool {
	return mayBeCalled(&x.Seen.Occurrences[i]) || x.run(i) || x.inMarkup(i)
}

// inMarkup reports whether a match is outside of the code of a page, where an attribute may call.
func (x *reader) inMarkup(i int) bool {
	return x.Seen.Occurrences[i].Kind == source.Text && lang.IsPage(strings.ToLower(path.Ext(x.Path)))
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
