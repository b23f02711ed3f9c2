package walk

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
)

// A Selection limits walks to files that are found only when a search begins. Several Options may have the same one.
type Selection struct {
	// Files are printed paths, as in Options.Only. Named roots that are not among them are excluded too.
	Files []string
	// Unseen are paths that may belong to the selection: that is unknown. Every walk records them as unreadable.
	Unseen []ledger.Entry
	// At, unless nil, replaces that of the Options: other versions of the files.
	At Snapshot
}

// apply returns o with its selection.
func (o Options) apply() Options {
	s := o.Select
	if s == nil {
		return o
	}
	o.Only = slices.Concat([]string{}, s.Files)
	if s.At != nil {
		o.At = s.At
	}
	return o
}

// selects returns a visit that excludes what is not in the selection: named roots, and the folders on the way.
func selects[T any](s *Selection, newVisit func() Visit[T]) func() Visit[T] {
	if s == nil {
		return newVisit
	}
	files := make(map[string]bool, len(s.Files))
	for _, f := range s.Files {
		files[f] = true
	}
	return func() Visit[T] {
		visit := newVisit()
		return func(e *Entry) Outcome[T] {
			if !files[e.Path()] {
				return Outcome[T]{Skip: ledger.Excluded}
			}
			return visit(e)
		}
	}
}

// Locate returns the printed paths of files, which are given by absolute paths without links, as a walk with these
// options prints them: "" for a file that is below none of the roots. The files need not exist.
func (o Options) Locate(files []string) ([]string, error) {
	o.Select, o.Only = nil, nil
	o.stop = func() bool { return false }
	p, err := newPlan(o)
	if err != nil {
		return nil, err
	}
	defer p.close()
	type at struct{ real, printed string }
	var roots []at
	var collect func(k *place)
	collect = func(k *place) {
		if r := k.root; r != nil {
			real, err := filepath.EvalSymlinks(r.full)
			if err != nil {
				real = r.full
			}
			roots = append(roots, at{real, r.printed})
		}
		for _, kid := range k.kids {
			collect(kid)
		}
	}
	collect(p.top)
	slices.SortStableFunc(roots, func(a, b at) int { return len(b.real) - len(a.real) }) // the innermost first
	out := make([]string, len(files))
	for i, file := range files {
		for _, r := range roots {
			if rel, ok := within(r.real, file); ok {
				out[i] = r.printed
				if rel != "" {
					out[i] = join(strings.TrimSuffix(r.printed, "/"), filepath.ToSlash(rel))
				}
				break
			}
		}
	}
	return out, nil
}
