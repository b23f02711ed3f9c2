package grep

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Diagnosis of a search that found nothing: which other readings of the
// pattern, and which files that were left out, would have given a match.
type Diagnosis struct {
	Hints    bool // tell all that would have matched; else only what puts the verdict in doubt
	Files    walk.Options
	Binary   bool                   // search binary files too
	Accept   func(*walk.Entry) bool // whether an entry was to be searched; nil for every one
	Patterns []*pattern.Pattern     // those that matched nothing
	// Bytes is how much the search read; twice that is read at most, all passes
	// together.
	Bytes int64
	// Command gives the command line of the search without some options and
	// with some arguments.
	Command func(without, args []string) string
	// Select gives the command that selects another reading of a pattern, if one
	// does; nil for the usual, Command with what the reading needs.
	Select func(of *pattern.Pattern, r pattern.Reading) (command string, ok bool)
	// Paths gives the command line of the search with some arguments and other
	// paths; nil where nothing is left out by Files.Prune.
	Paths func(args, paths []string) string
	// Cure is what else can be done for a promoted pattern that misses while its
	// literal text occurs, as the end of a sentence.
	Cure string

	allowance int64 // bytes that may still be read
}

// minAllowance lets a diagnosis look into at least a little when the search
// itself read next to nothing, as where everything is ignored. In bytes.
const minAllowance = 256 << 10

// Allowance gives how many bytes a diagnosis may read of a search that read so
// many.
func Allowance(read int64) int64 { return max(2*read, minAllowance) }

// A candidate is another reading of one of the patterns.
type candidate struct {
	of *pattern.Pattern
	pattern.Reading
}

// IsCure reports whether r reads the promoted pattern of as literal text.
func IsCure(of *pattern.Pattern, r pattern.Reading) bool {
	return of.LiteralText() != "" && r.Pattern.Mode == pattern.Literal
}

// Run adds to the answer's reading what would have matched, if d.Hints. A
// promoted pattern that misses while its literal text occurs is always looked
// for: there the verdict itself is in doubt.
func (d *Diagnosis) Run(ctx context.Context, a *tool.Answer) error {
	walk.ProgressOf(ctx).Diagnose()
	ctx = walk.WithProgress(ctx, nil) // what is read again is not searched again
	d.allowance = Allowance(d.Bytes)
	var candidates []candidate
	for _, p := range d.Patterns {
		for _, r := range p.Readings() {
			if d.Hints || IsCure(p, r) {
				candidates = append(candidates, candidate{p, r})
			}
		}
	}
	if d.Hints {
		if err := d.nearest(ctx, a); err != nil {
			return err
		}
	}
	if len(candidates) > 0 {
		if err := d.tryReadings(ctx, candidates, a); err != nil {
			return err
		}
	}
	leftOut := a.Ledger.Count(ledger.Ignored)+a.Ledger.Count(ledger.Hidden) > 0
	if d.Hints && leftOut {
		if err := d.tryLeftOut(ctx, a); err != nil {
			return err
		}
	}
	if d.Hints && d.Paths != nil && (leftOut || a.Ledger.Count(ledger.Excluded) > 0) {
		return d.tryPruned(ctx, a)
	}
	return nil
}

// tryReadings counts, in one pass, the lines that match each reading.
func (d *Diagnosis) tryReadings(ctx context.Context, candidates []candidate, a *tool.Answer) error {
	patterns := make([]*pattern.Pattern, len(candidates))
	for i, c := range candidates {
		patterns[i] = c.Pattern
	}
	counts, whole, err := d.count(ctx, d.Files, patterns)
	if err != nil {
		return err
	}
	for i, c := range candidates {
		if counts[i] == 0 {
			continue
		}
		if command, ok := d.selecting(c); ok && d.Hints {
			a.Reading.Add(tool.Alternative{Label: c.Label, Count: counts[i], AtLeast: !whole, Command: command})
		}
		if IsCure(c.of, c.Reading) {
			cure := fmt.Sprintf("%q was read as a %s and matches nothing, but occurs literally in %s; use --mode literal%s", c.of.Source, c.of.Mode, Plural(counts[i], "line", "lines"), d.Cure)
			a.Cure = strings.TrimPrefix(a.Cure+"; "+cure, "; ")
		}
	}
	return nil
}

// selecting gives the command that selects the reading c.
func (d *Diagnosis) selecting(c candidate) (command string, ok bool) {
	switch {
	case d.Select != nil:
		return d.Select(c.of, c.Reading)
	case c.Pattern.Mode == c.of.Mode:
		return d.Command(CaseOptions(), c.Args), true
	}
	return d.Command(ModeOptions(), c.Args), true
}

// tryLeftOut counts the matches in files that are hidden or ignored.
func (d *Diagnosis) tryLeftOut(ctx context.Context, a *tool.Answer) error {
	files := d.Files
	files.LeftOut = true
	counts, whole, err := d.count(ctx, files, d.Patterns)
	if err != nil {
		return err
	}
	// Lines of several patterns may be the same ones.
	if most := slices.Max(counts); most > 0 {
		a.Reading.Add(tool.Alternative{
			Label: "in hidden or ignored files", Count: most, AtLeast: !whole || len(counts) > 1,
			Command: d.Command([]string{"hidden", "no-ignore", "unrestricted"}, []string{"--hidden", "--no-ignore"}),
		})
	}
	return nil
}

// count counts the matching lines of each pattern; whole is false when the
// allowance ended the count.
func (d *Diagnosis) count(ctx context.Context, files walk.Options, patterns []*pattern.Pattern) (counts []int64, whole bool, err error) {
	counts = make([]int64, len(patterns))
	whole, err = d.each(ctx, files, patterns, d.accepts, func(f Found) bool {
		for i, n := range f.Result.Terms {
			counts[i] += n
		}
		return true
	})
	return counts, whole, err
}

// each hands what matches in each file that is accepted to emit, as Search.Run
// does; whole is false when the allowance or emit ended that.
func (d *Diagnosis) each(ctx context.Context, files walk.Options, patterns []*pattern.Pattern, accept func(*walk.Entry) bool, emit func(Found) bool) (whole bool, err error) {
	matcher, err := match.New(patterns...)
	if err != nil {
		return false, err
	}
	whole = true
	newVisit := func() walk.Visit[Found] {
		scanner := scan.New(matcher.Clone(), scan.Request{Want: match.Count, Text: d.Binary})
		return func(e *walk.Entry) walk.Outcome[Found] {
			if !accept(e) {
				return walk.Outcome[Found]{Skip: ledger.Excluded}
			}
			result, why, detail := Read(ctx, e, scanner)
			f := Found{Result: result}
			if result.Lines > 0 {
				f.place(e)
			}
			return walk.Outcome[Found]{Value: f, Keep: result.Bytes > 0, Size: result.Size() + len(f.Path), Skip: why, Detail: detail}
		}
	}
	led, err := walk.Run(ctx, files, newVisit, func(f Found) bool {
		if d.allowance -= f.Result.Bytes; f.Result.Lines > 0 && !emit(f) {
			whole = false
			return false
		}
		whole = d.allowance > 0
		return whole
	})
	return whole && !led.Cut(), err
}

func (d *Diagnosis) accepts(e *walk.Entry) bool { return d.Accept == nil || d.Accept(e) }
