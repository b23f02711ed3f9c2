// Command bench measures ct's programs against ripgrep: whole processes on the same work, in pairs, after comparing
// what both print. It is for developers of ct and is not installed; make bench runs it.
//
// The rows are one table (rows.go). Each is compared (compare.go), then timed (measure.go), and becomes a line of a
// table (table.go) in the section for the tree in docs/performance.md (page.go).
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns the exit status: 0 if every row was measured, 1 if one could not be, 2 for wrong arguments.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	if err := bench(o, stdout); err != nil {
		say(stderr, "bench:", err)
		return 1
	}
	return 0
}

// say prints a line for a person and ignores errors.
func say(w io.Writer, words ...any) { _, _ = fmt.Fprintln(w, words...) }

// options are the command line.
type options struct {
	tree string // folder to search; empty: Go's own source
	rg   string // ripgrep; empty: the one on PATH
	bin  string // folder of ct's programs

	gotool string
	runs   int            // pairs of processes per row
	rows   *regexp.Regexp // names of the rows to measure

	growth bool // measure how time grows, and nothing else
	cold   bool // measure what is not in memory, and nothing else
	write  bool
	page   string // the file that write writes
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	var rows string
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.tree, "tree", "", "`folder` to search (Go's own source)")
	f.StringVar(&o.rg, "rg", "", "ripgrep's `program` (rg on PATH)")
	f.StringVar(&o.bin, "bin", "bin", "`folder` of ct's programs")
	f.StringVar(&o.gotool, "go", "go", "the go `command`")
	f.StringVar(&o.page, "page", "docs/performance.md", "the `file` that -write writes")
	f.IntVar(&o.runs, "runs", 7, "`pairs` of processes a row")
	f.StringVar(&rows, "rows", "", "only rows whose name matches `regexp`; not with -write")
	f.BoolVar(&o.growth, "growth", false, "measure only how time grows with trees and requests")
	f.BoolVar(&o.cold, "cold", false, "measure only a tree that is not in memory; empties the page cache, as root")
	f.BoolVar(&o.write, "write", false, "run the micro-benchmarks too, and write the page")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	err := o.check(f.Args(), rows)
	if err != nil {
		say(stderr, "bench:", err)
	}
	return o, err
}

func (o *options) check(rest []string, rows string) (err error) {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("%q is not an option: say -tree %s", rest[0], rest[0])
	case o.runs < 1:
		return fmt.Errorf("-runs %d: at least one pair is needed", o.runs)
	case rows != "" && o.write:
		return errors.New("-rows with -write: a page holds all rows; leave one of them out")
	}
	if o.rows, err = regexp.Compile(rows); err != nil {
		return fmt.Errorf("-rows: %w", err)
	}
	return nil
}

// bench measures what o asks for. Its output is for a waiting person.
func bench(o options, stdout io.Writer) error {
	programs, err := findPrograms(o)
	if err != nil {
		return err
	}
	if o.growth {
		return growth(o, programs, stdout)
	}
	t, err := findTree(o, programs)
	if err != nil {
		return err
	}
	say(stdout, t.name+": "+t.size()+"\n"+programs.versions[rgName]+"\n"+machine()+"\n")
	if o.cold {
		return cold(o, programs, t, stdout)
	}
	specs, remove, err := temporarySpecs()
	defer remove()
	if err != nil {
		return err
	}
	var results []result
	matchers, removeMatchers, err := exampleMatcher(o.gotool)
	defer removeMatchers()
	if err != nil {
		return err
	}
	programs.matchers = matchers
	for _, r := range rows(vocabularyOf(t.dir), t.small, specs, matchers) {
		if !o.rows.MatchString(r.name) {
			continue
		}
		done := r.measure(programs, t.dir, o.runs)
		say(stdout, done.plain())
		results = append(results, done)
	}
	if len(results) == 0 {
		return fmt.Errorf("-rows %q: no row has such a name", o.rows)
	}
	over := summary(results)
	for _, s := range over {
		say(stdout, s.plain())
	}
	if o.write {
		err = write(o, programs, section{t.name, treeSection(t, programs, o.runs, results, over)})
	}
	return errors.Join(err, refusals(results))
}

// cold measures a tree that is not in memory, and with -write writes its section.
func cold(o options, p programs, t tree, stdout io.Writer) error {
	done := coldRow(vocabularyOf(t.dir)).measure(p, t.dir, o.runs)
	say(stdout, done.plain())
	if err := refusals([]result{done}); err != nil || !o.write {
		return err
	}
	text := treeSection(t, p, o.runs, []result{done}, nil)
	return writePage(o.page, section{t.name + ", not in memory", text})
}

// growth measures how time grows, and with -write writes its section.
func growth(o options, p programs, stdout io.Writer) error {
	text, err := p.growth(o.runs, func(table string) { say(stdout, table) })
	if err == nil && o.write {
		err = writePage(o.page, section{growthName, text})
	}
	return err
}

// write runs the micro-benchmarks and puts their section and the tree's into the page.
func write(o options, p programs, tree section) error {
	sections := []section{tree}
	table, err := runParts(o.gotool, p.goBuild)
	if table != "" {
		sections = append(sections, section{partsName, p.facts() + "\n" + table})
	}
	return errors.Join(err, writePage(o.page, sections...))
}

// refusals returns an error that names the rows without a ratio, nil if there are none.
func refusals(results []result) error {
	var errs []error
	for _, r := range results {
		if r.refused != "" {
			errs = append(errs, fmt.Errorf("%s: %s", r.row.name, r.refused))
		}
	}
	return errors.Join(errs...)
}
