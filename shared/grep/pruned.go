package grep

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// tryPruned counts the matches in what is always left out (Options.Prune), and
// gives the command that names it: a named path is searched whatever it is
// called. What is hidden or ignored as well is looked at if that alone is not
// enough.
func (d *Diagnosis) tryPruned(ctx context.Context, a *tool.Answer) error {
	for _, args := range [][]string{nil, {"--hidden", "--no-ignore"}} {
		files := d.Files
		files.Prune = nil
		files.Hidden, files.NoIgnore = files.Hidden || args != nil, files.NoIgnore || args != nil
		var paths, globs []string
		counts := make([]int64, len(d.Patterns))
		accept := func(e *walk.Entry) bool { return d.accepts(e) && d.prunes(e) }
		whole, err := d.each(ctx, files, d.Patterns, accept, func(f Found) bool {
			at, glob := pruned(f, d.Files.Prune)
			if !slices.Contains(paths, at) {
				if len(paths) == MostPaths {
					return false
				}
				paths = append(paths, at)
			}
			if !slices.Contains(globs, glob) {
				globs = append(globs, glob)
			}
			for i, n := range f.Result.Terms {
				counts[i] += n
			}
			return true
		})
		if err != nil {
			return err
		}
		if most := slices.Max(counts); most > 0 {
			a.Reading.Add(tool.Alternative{
				Label: "in what is left out by default, " + strings.Join(globs, " "), Count: most, AtLeast: !whole || len(counts) > 1,
				Command: d.Paths(args, paths),
			})
			return nil
		}
	}
	return nil
}

// prunes reports whether an entry, which was reached without Options.Prune, is
// left out by it.
func (d *Diagnosis) prunes(e *walk.Entry) bool {
	f := Found{}
	f.place(e)
	_, glob := pruned(f, d.Files.Prune)
	return glob != ""
}

// pruned returns the path to name so that a file is not left out, its last
// component below the root that one of globs strikes with what stands above it,
// and the glob; "" if none does. The globs are of base names.
func pruned(f Found, globs []string) (at, glob string) {
	for end := len(f.Path); end > len(f.Path)-len(f.Below); end = max(strings.LastIndexByte(f.Path[:end], '/'), 0) {
		for _, g := range globs {
			if ok, err := path.Match(g, path.Base(f.Path[:end])); ok && err == nil {
				return f.Path[:end], g
			}
		}
	}
	return "", ""
}
