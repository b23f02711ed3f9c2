// Package grep looks for text in the files of a tree. It is what the programs that search have in common, so that the
// same options mean the same in each: the rows that say what to look for and in which files, the walk with a scanner in
// each worker, and the explanation of a search that found nothing.
package grep

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/revision"
	"github.com/ct-tools/ct/shared/walk"
)

// A Request is what to look for and where, as options ask for it.
type Request struct {
	Modes, Cases []string // as chosen; the last counts
	Engine       string
	Words, Lines bool // see pattern.Options

	In                             []string // folders, beside the arguments
	Hidden, NoIgnore, Follow, Text bool
	Unrestricted                   int
	Include, Exclude, Langs        []string // globs; Langs are those of languages
	LangNames                      []string // the languages, as given
	NotLangs                       []string // globs of languages that are left out
	MaxDepth, MaxFiles             int64
	MaxFileSize                    int64  // bytes
	At                             string // a revision, "" for the files that are there

	Corpus *Corpus // the many trees that are searched in place of the working folder; nil for that

	mount   *walk.Mount     // the tree that is searched in place of the working folder; nil for that
	tree    *revision.Tree  // of At, or the mounted one
	workers int             // see Elsewhere
	config  *walk.GitConfig // likewise
}

// What returns the rows that say how a text is read, for the given forms; parsing fills r.
func (r *Request) What(forms ...string) []opt.Option {
	rows := []opt.Option{
		{Name: "mode", Arg: "MODE", Var: opt.AddText(&r.Modes, map[string]string{"exact": "literal"}), Values: pattern.ModeNames(), Help: "how the pattern is read: literal (exact), identifier, word, glob, regex, or fuzzy (approximately)"},
		{Name: "fixed", Short: "F", Aliases: []string{"fixed-strings"}, Of: "mode", Var: opt.Add(&r.Modes, "literal"), Help: "--mode literal"},
		{Name: "identifier", Of: "mode", Var: opt.Add(&r.Modes, "identifier"), Help: "--mode identifier: no letter, digit or _ on either side"},
		{Name: "word", Of: "mode", Var: opt.Add(&r.Modes, "word"), Help: "--mode word: literal, with Unicode word boundaries on both sides"},
		{Name: "regex", Of: "mode", Var: opt.Add(&r.Modes, "regex"), Help: "--mode regex"},
		{Name: "fuzzy", Of: "mode", Var: opt.Add(&r.Modes, "fuzzy"), Help: "--mode fuzzy: up to a fifth of the text's characters missing, added, replaced or swapped with the next"},
		{Name: "word-regexp", Short: "w", CommandLine: true, Var: opt.Flag(&r.Words), Help: "Unicode word boundaries around what the mode finds, a regular expression too"},
		{Name: "case", Arg: "CASE", Var: opt.AddText(&r.Cases, nil), Values: pattern.CaseNames(), Help: "sensitive, insensitive, or smart: insensitive unless the pattern has an upper-case letter"},
		{Name: "ignore-case", Short: "i", Of: "case", Var: opt.Add(&r.Cases, "insensitive"), Help: "--case insensitive"},
		{Name: "case-sensitive", Short: "s", Of: "case", Var: opt.Add(&r.Cases, "sensitive"), Help: "--case sensitive"},
		{Name: "smart-case", Short: "S", Of: "case", Var: opt.Add(&r.Cases, "smart"), Help: "--case smart"},
		{Name: "engine", Arg: "ENGINE", CommandLine: true, Var: opt.Text(&r.Engine), Values: pattern.EngineNames(), Default: "auto", Help: "re2 (linear time), backtrack (look-around and back-references, with a time limit), or auto: re2 if it can"},
	}
	return all(rows, "What to look for", opt.Question, forms)
}

// Where returns the rows that say which files are searched, for the given forms; parsing fills r.
func (r *Request) Where(forms ...string) []opt.Option {
	rows := []opt.Option{
		{Name: "in", Arg: "DIR", CommandLine: true, Operands: true, Var: opt.List(&r.In), Complete: opt.Folders, Help: "search in DIR, as an argument PATH does"},
		{Name: "include", Short: "g", Aliases: []string{"glob"}, Arg: "GLOB", Var: globs(&r.Include), Brief: "globs of files; !GLOB leaves out", Help: "only files that match, as '*.py' or 'src/**/*.go'; !GLOB leaves out"},
		{Name: "iglob", Arg: "GLOB", CommandLine: true, Var: foldedGlobs(&r.Include), Help: "--include, whatever the case of letters"},
		{Name: "exclude", Arg: "GLOB", Var: globs(&r.Exclude), Brief: "globs to leave out", Help: "leave out files and folders that match"},
		{Name: "lang", Short: "t", Arg: "LANG", Var: opt.Func(opt.KindList, r.addLang), Suggest: lang.Names(), Brief: "languages, as go, python, rust", Help: "only files of the language: go, python, rust, …"},
		{Name: "lang-not", Short: "T", Aliases: []string{"type-not"}, Arg: "LANG", CommandLine: true, Var: opt.Func(opt.KindList, r.addLangNot), Suggest: lang.Names(), Help: "leave out files of the language"},
		{Name: "hidden", Role: opt.Wider, Var: opt.Flag(&r.Hidden), Brief: "also names with a dot", Help: "also names that begin with a dot"},
		{Name: "no-ignore", Role: opt.Wider, Var: opt.Flag(&r.NoIgnore), Brief: "also what ignore files exclude", Help: "also what .gitignore and other ignore files exclude"},
		{Name: "follow", Role: opt.Wider, Var: opt.Flag(&r.Follow), Brief: "read links to files", Help: "read links to files; links to folders are never followed"},
		{Name: "text", Short: "a", Role: opt.Wider, Var: opt.Flag(&r.Text), Help: "search binary files as text"},
		{Name: "unrestricted", Short: "u", Of: "no-ignore", Role: opt.Wider, Var: opt.Count(&r.Unrestricted), Help: "-u is --no-ignore, -uu also --hidden, -uuu also --text"},
		{Name: "at", Arg: "REVISION", Role: opt.Version, Var: opt.Once(&r.At), Complete: opt.Revisions, Brief: "a commit or branch", Help: "search the tree of REVISION, a commit, branch or tag of git, in place of the files that are there; every file in it is searched, ignored or not"},
		{Name: "max-depth", Arg: "N", Var: opt.Int(&r.MaxDepth, 1), Brief: "folders deep, at most", Help: "go at most N folders deep; 1 is a folder's own entries"},
		{Name: "max-files", Arg: "N", Var: opt.Int(&r.MaxFiles, 1), Brief: "only the first N files", Help: "look at the first N files in path order"},
		{Name: "max-file-size", Arg: "SIZE", Var: opt.Func(opt.KindText, r.setMaxFileSize), Brief: "leave out larger files", Help: "leave out larger files; SIZE is bytes, or with k, M, G"},
	}
	return all(rows, "Where", opt.Place, forms)
}

// foldedGlobs is globs for globs that ignore the case of letters.
func foldedGlobs(list *[]string) opt.Var {
	plain := globs(list)
	return opt.Func(opt.KindList, func(s string) error {
		if err := plain.Set(s); err != nil {
			return err
		}
		rest, out := strings.CutPrefix(s, "!")
		if rest = walk.FoldGlob(rest); out {
			rest = "!" + rest
		}
		(*list)[len(*list)-1] = rest
		return nil
	})
}

// globs returns a Var that appends valid globs to *list; one of --include may begin with !.
func globs(list *[]string) opt.Var {
	return opt.Func(opt.KindList, func(s string) error {
		if err := walk.ValidGlob(strings.TrimPrefix(s, "!")); err != nil {
			return fmt.Errorf("has no valid value: %w", err)
		}
		*list = append(*list, s)
		return nil
	})
}

// all sets the heading, the forms and, unless they have one, the role of rows.
func all(rows []opt.Option, group string, role opt.Role, forms []string) []opt.Option {
	for i := range rows {
		rows[i].Group, rows[i].Role, rows[i].Forms = group, cmp.Or(rows[i].Role, role), forms
	}
	return rows
}

// Steps returns the rows of What and Where for the programs that narrow a search step by step: they are the same in
// each, so that an answer of one can suggest a command of the next. where are the forms that search a tree.
func (r *Request) Steps(what, where []string) []opt.Option {
	rows := Without(r.What(what...), "engine")
	mode, _ := Row(rows, "mode")
	mode.Values = slices.DeleteFunc(pattern.ModeNames(), func(m string) bool { return m == pattern.Glob.String() })
	mode.Help = "how the text is read: literal (exact), the default, identifier, word, regex, or fuzzy (approximately)"
	sort, _ := Row(rows, "case")
	sort.Default = pattern.Sensitive.String()
	files := Without(r.Where(where...), "in", "follow", "text")
	all, _ := Row(files, "unrestricted")
	all.Help = "-u is --no-ignore, -uu also --hidden"
	return append(rows, files...)
}

// Row returns a pointer to the row with a name, and whether there is one.
func Row(rows []opt.Option, name string) (row *opt.Option, ok bool) {
	i := slices.IndexFunc(rows, func(o opt.Option) bool { return o.Name == name })
	if i < 0 {
		return nil, false
	}
	return &rows[i], true
}

// Without returns rows without those of the given names.
func Without(rows []opt.Option, names ...string) []opt.Option {
	return slices.DeleteFunc(rows, func(o opt.Option) bool { return slices.Contains(names, o.Name) })
}

func (r *Request) setMaxFileSize(s string) (err error) {
	if r.MaxFileSize, err = ParseSize(s); err == nil && r.MaxFileSize == 0 {
		err = errors.New("must be a size of at least 1 byte")
	}
	return err
}

// addLang adds the globs of a language, which may have any of its names.
func (r *Request) addLang(name string) error {
	globs, err := langGlobs(name)
	if err != nil {
		return err
	}
	r.Langs = append(r.Langs, globs...)
	r.LangNames = append(r.LangNames, name)
	return nil
}

// addLangNot is addLang for a language that is left out.
func (r *Request) addLangNot(name string) error {
	globs, err := langGlobs(name)
	r.NotLangs = append(r.NotLangs, globs...)
	return err
}

func langGlobs(name string) ([]string, error) {
	globs, ok := lang.Globs(name)
	if !ok {
		hint := nearest.Hint(name, lang.AllNames())
		if hint == "" {
			hint = "; the languages are " + strings.Join(lang.Names(), ", ")
		}
		return nil, fmt.Errorf("has no language %q%s", name, hint)
	}
	return globs, nil
}

// ParseSize reads a number of bytes: 100, 100c, 4k, 2M, 1G; the letters stand for powers of 1,024.
func ParseSize(s string) (int64, error) {
	digits, unit := s, int64(1)
	if n := len(s); n > 0 {
		switch s[n-1] {
		case 'c':
			digits = s[:n-1]
		case 'k', 'K':
			digits, unit = s[:n-1], 1<<10
		case 'm', 'M':
			digits, unit = s[:n-1], 1<<20
		case 'g', 'G':
			digits, unit = s[:n-1], 1<<30
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > (1<<62)/unit || strings.HasPrefix(digits, "+") {
		return 0, fmt.Errorf("must be a size such as 100, 100c, 4k, 2M or 1G, not %q", s)
	}
	return n * unit, nil
}
