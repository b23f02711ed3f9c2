package request

import "github.com/ct-tools/ct/shared/opt"

// MaxWithin bounds --within, in lines.
const MaxWithin = 10_000

// A Conjunction is what a file of a filter has to hold and must not hold, beside a match of --grep.
type Conjunction struct {
	AllOf  []string // patterns: the file holds a match of each
	NoneOf []string // patterns: it holds a match of none
	Within int64    // lines, which contain a match of each that the file has to hold; 0 for the whole file
}

// Conjoins reports whether a file has to be read as a whole to know whether it meets the conditions.
func (c *Conjunction) Conjoins() bool { return len(c.AllOf)+len(c.NoneOf) > 0 }

// allOfRows returns the rows of a conjunction.
func (r *Request) allOfRows(all []opt.Option) []opt.Option {
	return append(all, rows([]opt.Option{
		{Name: "all-of", Arg: "PATTERN", Asks: Filter, Role: opt.Question, Var: opt.List(&r.AllOf), Brief: "the file holds all of these", Help: "the file holds a match of PATTERN, read as --grep reads it; if repeated, of each of them, and of --grep or -e if given; their matching lines are printed and counted"},
		{Name: "none-of", Arg: "PATTERN", Asks: Filter, Role: opt.Question, Var: opt.List(&r.NoneOf), Brief: "the file holds none of these", Help: "the file was read to its end and holds no match of PATTERN, read as --grep reads it; if repeated, of none of them"},
		{Name: "within", Arg: "N", Role: opt.Question, Var: opt.IntRange(&r.Within, 1, MaxWithin), Brief: "a match of each in at most N lines", Help: "the file holds N lines in a row, or fewer, with a match of each --all-of, and of --grep if given; only matching lines in such a window are printed and counted; 1 is the same line"},
	}, "Filter", Filter)...)
}
