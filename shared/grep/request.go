// Package grep looks for text in the files of a tree. It is what the programs
// that search have in common, so that the same options mean the same in each:
// the rows that say what to look for and where, the walk with a scanner in
// each worker, and how a search that found nothing is explained.
package grep

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
)

// A Request is what to look for and where, as options ask for it.
type Request struct {
	Modes, Cases []string // as chosen, maybe contradicting
	Engine       string

	In                      []string // folders, beside the arguments
	Hidden, NoIgnore        bool
	Follow, Text            bool
	Unrestricted            int
	Include, Exclude, Langs []string // globs; Langs are those of languages
	LangNames               []string // the languages, as given
	MaxDepth, MaxFiles      int64
	MaxFileSize             int64 // bytes
}

// What gives the rows that say how a text is read; parsing fills r. The tool
// calls of doors have those that are no shorthand.
func (r *Request) What(doors []string) []opt.Option {
	const group = "What to look for"
	return []opt.Option{
		{Name: "mode", Arg: "MODE", Var: opt.AddText(&r.Modes), Values: pattern.ModeNames(), Group: group, Doors: doors, Help: "how the pattern is read: literal (exact), identifier, word, glob, regex, or fuzzy: nearly the text"},
		{Name: "fixed", Short: "F", Aliases: []string{"fixed-strings"}, Var: opt.Add(&r.Modes, "literal"), Group: group, Help: "--mode literal"},
		{Name: "identifier", Var: opt.Add(&r.Modes, "identifier"), Group: group, Help: "--mode identifier: no letter, digit or _ on either side"},
		{Name: "word", Short: "w", Aliases: []string{"word-regexp"}, Var: opt.Add(&r.Modes, "word"), Group: group, Help: "--mode word: Unicode word boundaries on both sides"},
		{Name: "regex", Var: opt.Add(&r.Modes, "regex"), Group: group, Help: "--mode regex"},
		{Name: "fuzzy", Var: opt.Add(&r.Modes, "fuzzy"), Group: group, Help: "--mode fuzzy: at most a fifth of the text's characters left out, added, replaced or exchanged with the next"},
		{Name: "case", Arg: "CASE", Var: opt.AddText(&r.Cases), Values: pattern.CaseNames(), Group: group, Doors: doors, Help: "sensitive, insensitive, or smart: insensitive unless the pattern has an upper-case letter"},
		{Name: "ignore-case", Short: "i", Var: opt.Add(&r.Cases, "insensitive"), Group: group, Help: "--case insensitive"},
		{Name: "case-sensitive", Short: "s", Var: opt.Add(&r.Cases, "sensitive"), Group: group, Help: "--case sensitive"},
		{Name: "smart-case", Short: "S", Var: opt.Add(&r.Cases, "smart"), Group: group, Help: "--case smart"},
		{Name: "engine", Arg: "ENGINE", Var: opt.Text(&r.Engine), Values: pattern.EngineNames(), Default: "auto", Group: group, Help: "re2 (linear time), backtrack (look-around and back-references, with a time limit), or auto: re2 where it can"},
	}
}

// Where gives the rows that say which files are searched; parsing fills r. The
// tool calls of doors have those that are no shorthand.
func (r *Request) Where(doors []string) []opt.Option {
	const group = "Where"
	return []opt.Option{
		{Name: "in", Arg: "DIR", Var: opt.List(&r.In), Complete: opt.Folders, Group: group, Help: "search in DIR, as an argument PATH does"},
		{Name: "include", Short: "g", Aliases: []string{"glob"}, Arg: "GLOB", Var: opt.List(&r.Include), Group: group, Doors: doors, Help: "only files that match, as '*.py' or 'src/**/*.go'; !GLOB leaves out"},
		{Name: "exclude", Arg: "GLOB", Var: opt.List(&r.Exclude), Group: group, Doors: doors, Help: "leave out files and folders that match"},
		{Name: "lang", Short: "t", Arg: "LANG", Var: opt.Func(opt.KindList, r.addLang), Suggest: lang.Names(), Group: group, Doors: doors, Help: "only files of the language: go, python, rust, …"},
		{Name: "hidden", Var: opt.Flag(&r.Hidden), Group: group, Doors: doors, Help: "also entries whose name begins with a dot"},
		{Name: "no-ignore", Var: opt.Flag(&r.NoIgnore), Group: group, Doors: doors, Help: "also what .gitignore and its like leave out"},
		{Name: "follow", Var: opt.Flag(&r.Follow), Group: group, Doors: doors, Brief: "through links", Help: "read links to files; links to folders are never followed"},
		{Name: "text", Var: opt.Flag(&r.Text), Group: group, Doors: doors, Brief: "binary files too", Help: "search binary files as if they were text"},
		{Name: "unrestricted", Short: "u", Var: opt.Count(&r.Unrestricted), Group: group, Help: "-u is --no-ignore, -uu also --hidden, -uuu also --text"},
		{Name: "max-depth", Arg: "N", Var: opt.Int(&r.MaxDepth, 1), Group: group, Doors: doors, Help: "go at most N folders deep; 1 is a folder's own entries"},
		{Name: "max-files", Arg: "N", Var: opt.Int(&r.MaxFiles, 1), Group: group, Doors: doors, Help: "look at the first N files in path order"},
		{Name: "max-file-size", Arg: "SIZE", Var: opt.Func(opt.KindText, r.setMaxFileSize), Group: group, Doors: doors, Help: "leave out larger files; SIZE is bytes, or with k, M, G"},
	}
}

// Steps gives the rows, of What and Where, of the programs that narrow a search
// step by step: the same in each, so that the command of one step can be made
// of that of the step before.
func (r *Request) Steps(doors []string) []opt.Option {
	rows := Without(r.What(doors), "engine")
	mode, _ := Row(rows, "mode")
	mode.Values = slices.DeleteFunc(pattern.ModeNames(), func(m string) bool { return m == pattern.Glob.String() })
	mode.Help = "how the text is read: literal (exact), the default, identifier, word, regex, or fuzzy: nearly the text"
	sort, _ := Row(rows, "case")
	sort.Default = pattern.Sensitive.String()
	where := Without(r.Where(doors), "in", "follow", "text")
	all, _ := Row(where, "unrestricted")
	all.Help = "-u is --no-ignore, -uu also --hidden"
	return append(rows, where...)
}

// Row gives the row of that name, to be changed.
func Row(rows []opt.Option, name string) (row *opt.Option, ok bool) {
	i := slices.IndexFunc(rows, func(o opt.Option) bool { return o.Name == name })
	if i < 0 {
		return nil, false
	}
	return &rows[i], true
}

// Without gives rows without those of the given names.
func Without(rows []opt.Option, names ...string) []opt.Option {
	return slices.DeleteFunc(rows, func(o opt.Option) bool { return slices.Contains(names, o.Name) })
}

func (r *Request) setMaxFileSize(s string) (err error) {
	if r.MaxFileSize, err = ParseSize(s); err == nil && r.MaxFileSize == 0 {
		err = errors.New("wants a size of at least 1 byte")
	}
	return err
}

// addLang takes --lang: the globs of a language, by any of its names.
func (r *Request) addLang(name string) error {
	globs, ok := lang.Globs(name)
	if !ok {
		hint := nearest.Hint(name, lang.AllNames())
		if hint == "" {
			hint = "; it knows " + strings.Join(lang.Names(), ", ")
		}
		return fmt.Errorf("knows no language %q%s", name, hint)
	}
	r.Langs = append(r.Langs, globs...)
	r.LangNames = append(r.LangNames, name)
	return nil
}

// ParseSize reads a number of bytes: 100, 100c, 4k, 2M, 1G; the letters stand
// for powers of 1,024.
func ParseSize(s string) (int64, error) {
	digits, unit := s, int64(1)
	if n := len(s); n > 0 {
		switch s[n-1] {
		case 'c':
			digits = s[:n-1]
		case 'k', 'K':
			digits, unit = s[:n-1], 1<<10
		case 'M':
			digits, unit = s[:n-1], 1<<20
		case 'G':
			digits, unit = s[:n-1], 1<<30
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > (1<<62)/unit || strings.HasPrefix(digits, "+") {
		return 0, fmt.Errorf("wants a size such as 100, 100c, 4k, 2M or 1G, not %q", s)
	}
	return n * unit, nil
}
