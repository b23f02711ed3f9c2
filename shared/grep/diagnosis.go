package grep

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Diagnosis explains why a search found nothing: which readings of the pattern and which files would have matched.
type Diagnosis struct {
	Hints    bool // report everything that would have matched; else only what puts the verdict in doubt
	Files    walk.Options
	Binary   bool                   // search binary files too
	Accept   func(*walk.Entry) bool // whether an entry was to be searched; nil for every one
	Patterns []*pattern.Pattern     // those that matched nothing
	// Bytes is how much the search read; twice that is read at most, all passes together.
	Bytes int64
	// Refuses, if set, returns an error about a pattern that the program does not take.
	Refuses func(*pattern.Pattern) error
	// Command returns the command line of the search with some options, in place of what was given for them.
	Command func(options ...string) string
	// Select returns the command that selects another reading of a pattern, if one does; nil means Command.
	Select func(of *pattern.Pattern, r pattern.Reading) (command string, ok bool)
	// Paths returns the command line with some options and other paths; nil if Files.Prune leaves nothing out.
	Paths func(options, paths []string) string
	// Hint ends the sentence about a promoted pattern that matches nothing while its literal text occurs.
	Hint string

	begun     bool
	allowance int64 // bytes that may still be read
}

// minAllowance, in bytes, lets a diagnosis read a little even if the search read next to nothing.
const minAllowance = 256 << 10

// Allowance returns how many bytes a diagnosis may read after a search that read so many.
func Allowance(read int64) int64 { return max(2*read, minAllowance) }

// A candidate is another reading of one of the patterns.
type candidate struct {
	of *pattern.Pattern
	pattern.Reading
}

// IsLiteral reports whether r reads the promoted pattern of as literal text.
func IsLiteral(of *pattern.Pattern, r pattern.Reading) bool {
	return of.LiteralText() != "" && r.Pattern.Mode == pattern.Literal
}

// begin returns the context of a pass.
func (d *Diagnosis) begin(ctx context.Context) context.Context {
	if !d.begun {
		d.begun, d.allowance = true, Allowance(d.Bytes)
		// To read a revision takes ten times as long. Only a promoted pattern must be searched for again as a whole: the
		// verdict depends on it.
		if d.Files.At != nil && !slices.ContainsFunc(d.Patterns, func(p *pattern.Pattern) bool { return p.Promoted && p.LiteralText() != "" }) {
			d.allowance = max(d.Bytes/4, minAllowance)
		}
	}
	walk.ProgressOf(ctx).Diagnose()
	return walk.WithProgress(ctx, nil) // what is read again is not searched again
}

// Count returns how many lines match each of patterns, whatever else is searched for; whole is false if these may be more.
func (d *Diagnosis) Count(ctx context.Context, patterns []*pattern.Pattern) (lines []int64, whole bool, err error) {
	return d.count(d.begin(ctx), d.Files, patterns)
}

// Run adds to the answer's reading what would have matched, if d.Hints is set. The literal text of a promoted pattern
// is always looked for: if it occurs, the verdict itself is in doubt.
func (d *Diagnosis) Run(ctx context.Context, a *tool.Answer) error {
	ctx = d.begin(ctx)
	var candidates []candidate
	for _, p := range d.Patterns {
		for _, r := range p.Readings() {
			if (d.Hints || IsLiteral(p, r)) && (d.Refuses == nil || d.Refuses(r.Pattern) == nil) {
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
		if IsLiteral(c.of, c.Reading) {
			hint := fmt.Sprintf("%q was read as a %s and matches nothing, but occurs literally in %s; use --mode literal%s", c.of.Source, c.of.Mode, Plural(counts[i], "line", "lines"), d.Hint)
			a.Hint = strings.TrimPrefix(a.Hint+"; "+hint, "; ")
		}
	}
	return nil
}

// selecting returns the command that selects the reading c, if one does.
func (d *Diagnosis) selecting(c candidate) (command string, ok bool) {
	if d.Select != nil {
		return d.Select(c.of, c.Reading)
	}
	return d.Command(c.Args...), true
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
			Command: d.Command("--hidden", "--no-ignore"),
		})
	}
	return nil
}

// count counts the matching lines of each pattern; whole is false if the allowance ended the count.
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

// each calls emit with what matches in each accepted file; whole is false if the allowance or emit ended that.
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

// tryPruned counts the matches in what is always left out (Options.Prune), and returns the command that names it: a named
// path is searched whatever it is called. What is hidden or ignored as well is looked at if that alone is not enough.
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

// prunes reports whether an entry, which was reached without Options.Prune, is left out by it.
func (d *Diagnosis) prunes(e *walk.Entry) bool {
	f := Found{}
	f.place(e)
	_, glob := pruned(f, d.Files.Prune)
	return glob != ""
}

// pruned returns the path to name so that a file is not left out, its last component below the root that one of globs
// strikes with what stands above it, and the glob; "" if none does. The globs are of base names.
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
