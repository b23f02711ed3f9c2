package request

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// Changed has the options about what changed since a commit, and what is known of that once the search begins.
type Changed struct {
	Since          bool   // only files that differ from a commit
	Revision       string // the revision whose merge base with HEAD that is; "" for the usual one
	Passed         string // the word after the option that was not taken for a revision, because a path has that name
	Staged         bool   // of the index, not of the working tree
	Added, Removed bool   // only lines that were added, or removed

	// Set when the search begins.
	Selection walk.Selection
	Notes     []string // what was compared
	Base      string   // ID of the commit that it differs from
	// Touched reports whether one of the lines from first to last of a file, by its printed path, is searched. It is nil if
	// all lines are.
	Touched func(path string, first, last int64) bool
	files   walk.Options
}

// changedForms are the forms that can be limited to what changed.
func changedForms() []string { return []string{Query, Filter, Definitions, Calls, Question, Tree} }

// changedRows returns the rows about what changed.
func (r *Request) changedRows(all []opt.Option) []opt.Option {
	lines := []string{Query, Filter, Definitions, Calls, Question}
	const instead = "leave it out: a tree has no lines"
	return append(all, rows([]opt.Option{
		{
			Name: "changed", Arg: "[BASE]", Role: opt.Place, Var: opt.Func(opt.KindMaybe, r.setChanged), Takes: r.takesRevision,
			Default: "upstream, origin/HEAD, main or master",
			Brief:   "files that differ from this base; empty for the usual", Complete: opt.Revisions,
			Help: "only files that differ from the merge base of HEAD and the revision BASE, with what is not committed or not tracked yet; the next word is BASE unless a path has that name (then write --changed=BASE)",
		},
		{Name: "staged", Role: opt.Place, Var: opt.Flag(&r.Staged), Brief: "files that differ, as the index has them", Help: "only files that git diff --cached shows, as the index has them; with --changed, those that differ from its base"},
		{Name: "added", Role: opt.Question, Forms: lines, Instead: map[string]string{Tree: instead}, Var: opt.Flag(&r.Added), Brief: "only added lines of what changed", Help: "with --changed or --staged, only lines that were added or changed"},
		{Name: "removed", Role: opt.Question, Forms: lines, Instead: map[string]string{Tree: instead}, Var: opt.Flag(&r.Removed), Brief: "only removed lines of what changed", Help: "with --changed or --staged, only lines that were removed or changed, as the base has them, with its line numbers"},
	}, "Change (--changed)", changedForms()...)...)
}

func (r *Request) setChanged(revision string) error {
	r.Since, r.Revision = true, revision
	return nil
}

// takesRevision reports whether the word after --changed is a revision: what is not, and is no path either, is an error
// when the search begins.
func (r *Request) takesRevision(word string) bool {
	if opt.IsNoPath(word) {
		return true
	}
	r.Passed = word
	return false
}

// Compares reports whether the search is limited to what changed.
func (r *Request) Compares() bool { return r.Since || r.Staged }

// comparing returns the options by which Compares holds.
func comparing() []string { return []string{"changed", "staged"} }

// OfChange reports whether the question is about all definitions that changed, not about one symbol.
func (r *Request) OfChange() bool {
	return r.Compares() && r.Tests == "" && r.Impact.Impact == "" && len(r.Table.Given("tests", "impact")) > 0
}

// Ends reports whether the search is of a repository (--at, --changed, --staged) that ends at a folder.
func (r *Request) Ends(dir string) bool {
	if at := r.View().At; at != nil {
		real, err := filepath.EvalSymlinks(dir)
		return err == nil && at.Top() == real
	}
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return r.Compares() && err == nil
}

// Versions reports whether other versions of files are searched than those in the working tree.
func (r *Request) Versions() bool { return r.Staged || r.Removed }

// Shown returns the revision whose files a search prints, "" for the working tree, and whether a command can name it: not
// the index.
func (r *Request) Shown() (revision string, ok bool) {
	switch {
	case r.Removed:
		return r.Base, r.Base != ""
	case r.Staged:
		return "", false
	}
	return r.At, true
}

// Files returns which files to walk, limited to what changed if that was asked for.
func (r *Request) Files(f *tool.Frame, paths []string) (walk.Options, error) {
	o, err := r.Request.Files(f, paths)
	if r.Changed.files = o; err != nil || !r.Compares() || r.OfChange() {
		return o, err
	}
	o.Hidden, o.NoIgnore, o.Select = true, true, &r.Selection // what changed is searched whatever it is called
	r.Changed.files = o
	return o, nil
}

// Searched returns the files to walk, as Files returned them.
func (r *Request) Searched() walk.Options {
	o := r.Changed.files
	o.Base = r.Base
	return o
}

// Reading reports how the request was understood; see grep.Request.
func (r *Request) Reading(files walk.Options, patterns []*pattern.Pattern, near int64) *tool.Reading {
	out := r.Request.Reading(files, patterns, near)
	if r.Compares() {
		out.Scope = strings.TrimSuffix(out.Scope, " with hidden and ignored files")
		out.Notes, out.Literal = append(out.Notes, r.Notes...), false
	}
	return out
}

// LineTest returns Touched, which is set only when the search begins, as a function; nil if all lines are searched.
func (r *Request) LineTest() func(path string, first, last int64) bool {
	if !r.Added && !r.Removed {
		return nil
	}
	return func(path string, first, last int64) bool { return r.Touched != nil && r.Touched(path, first, last) }
}

// LeftOutBy names the options that leave matches out.
func (r *Request) LeftOutBy() string {
	var names []string
	for _, o := range []struct {
		given bool
		name  string
	}{{r.Condition != "", "--where"}, {r.Added, "--added"}, {r.Removed, "--removed"}} {
		if o.given {
			names = append(names, o.name)
		}
	}
	return strings.Join(names, " and ")
}

// LeavingOut returns the options by which LeftOutBy is not empty.
func LeavingOut(more ...string) []string {
	return append([]string{"where", "added", "removed"}, more...)
}

// CheckChanged returns an error about options that do not go together.
func (r *Request) CheckChanged(f *tool.Frame) error {
	lines := r.Table.Given("added", "removed")
	switch {
	case len(lines) > 0 && !r.Compares():
		return opt.Usagef(strings.TrimLeft(lines[0], "-"), "%s needs {changed} or {staged}, which say what to compare with", lines[0])
	case !r.Compares():
		return nil
	case r.At != "":
		return opt.Usagef("at", "{at} searches a revision, and %s what differs from one; give one of them", r.Table.Given(comparing()...)[0])
	case len(lines) > 1:
		return opt.Usagef("removed", "{added} and {removed} look at different versions; give one of them")
	case f.Form == Query && r.Position != "":
		return opt.Usagef("position", "{position} asks about one place, whether it changed or not; leave %s out", r.Table.Given(comparing()...)[0])
	}
	if r.OfChange() {
		if len(lines) > 0 {
			return opt.Usagef(strings.TrimLeft(lines[0], "-"), "%s chooses among lines, and %s asks about definitions; leave it out", lines[0], r.Table.Given("tests", "impact")[0])
		}
		return nil
	}
	for _, name := range append(whole(), "matcher") {
		given := r.Table.Given(name)
		if len(given) == 0 {
			continue
		}
		return opt.Usagef(name, "%s has to look at all files; leave %s out", given[0], r.Table.Given(comparing()...)[0])
	}
	return nil
}

// whole returns the options that look at all files, whatever changed.
func whole() []string { return []string{"dead", "dead-all", "impl", "tests", "impact"} }

// Narrowing returns the options about what changed that a command with other options cannot have.
func Narrowing(options []string) []string {
	for _, o := range options {
		name, value, valued := strings.Cut(strings.TrimPrefix(o, "--"), "=")
		if slices.Contains(whole(), name) && (value != "" || !valued) {
			return append(comparing(), "added", "removed")
		}
	}
	return nil
}
