package request

import "github.com/ct-tools/ct/shared/opt"

// A TreeRequest is what a tree counts, and how it is shown.
type TreeRequest struct {
	Tree     bool
	Exts     []string // extensions of the files that count; none means all
	MinLines int64    // of a file that counts
	Flat     bool     // list files, not folders
	SortBy   string   // one of Sorts, "" for lines, the most first
	Desc     bool
}

// What a tree can be sorted by.
const (
	SortLines = "lines"
	SortBytes = "bytes"
	SortFiles = "files"
	SortName  = "name"
	SortPath  = "path" // the order of a filter
)

// Sorts returns what a tree can be sorted by.
func Sorts() []string { return []string{SortLines, SortBytes, SortFiles, SortName} }

// treeRows returns the rows of a tree.
func (r *Request) treeRows(all []opt.Option) []opt.Option {
	return append(all, rows([]opt.Option{
		{Name: "tree", Asks: Tree, Role: opt.Question, Var: opt.Flag(&r.Tree), Brief: "count files, lines and bytes", Help: "count the files, lines and bytes of each folder, by language, the largest first; arguments are paths"},
		{Name: "ext", Arg: "EXT", Role: opt.Place, Var: opt.List(&r.Exts), Brief: "tree: extensions", Help: "with --tree, only files with these extensions, joined by commas: rs, or go,mod"},
		{Name: "min-lines", Arg: "N", Role: opt.Place, Var: opt.Int(&r.MinLines, 1), Brief: "tree: lines, at least", Help: "with --tree, only files of at least N lines"},
		{Name: "flat", Role: opt.Question, Var: opt.Flag(&r.Flat), Brief: "tree: list files, not folders", Help: "with --tree, list the files that count, not their folders"},
		{Name: "sort", Arg: "KEY", Forms: []string{Tree, Filter}, Role: opt.Question, CommandLine: true, Var: opt.Once(&r.SortBy), Values: append(Sorts(), SortPath), Help: "with --tree, sort by lines, bytes, files or name, the smallest first; without it by lines, the most first; a filter takes path alone, its order in any case"},
		{Name: "desc", Role: opt.Question, CommandLine: true, Needs: "sort", Var: opt.Flag(&r.Desc), Help: "with --sort, the largest first, or names from the last"},
	}, "Tree (--tree)", Tree)...)
}
