package search

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

// A diagnosis of a search that found nothing: which other readings of the
// pattern, and which files that were left out, would have given a match.
type diagnosis struct {
	frame    *tool.Frame
	named    bool // there are --name predicates, which a mode option would change too
	empty    bool // nothing was found at all; else only the patterns found nothing
	files    walk.Options
	text     bool // binary files too
	accept   func(*walk.Entry) bool
	patterns []*pattern.Pattern
	// allowance is how many bytes may be read, all passes together.
	allowance int64
	command   func(without, args []string) string
}

// minAllowance lets a diagnosis look into at least a little when the search
// itself read next to nothing, as where everything is ignored. In bytes.
const minAllowance = 256 << 10

// modeOptions are the options that say how a pattern is read.
func modeOptions() []string {
	return []string{"mode", "fixed", "identifier", "word", "regex"}
}

func caseOptions() []string {
	return []string{"case", "ignore-case", "case-sensitive", "smart-case"}
}

// A candidate is another reading of one of the patterns.
type candidate struct {
	of *pattern.Pattern
	pattern.Reading
}

// isCure reports whether c reads a promoted pattern as literal text.
func (c candidate) isCure() bool {
	return c.of.LiteralText() != "" && c.Pattern.Mode == pattern.Literal
}

// run adds to the answer's reading what would have matched, unless nothing was
// to be found or nobody reads it. A promoted pattern that misses while its
// literal text occurs is always looked for: there the verdict itself is in
// doubt.
func (d *diagnosis) run(ctx context.Context, a *tool.Answer) error {
	wanted := d.empty && d.frame.WantsHints()
	d.allowance = max(d.allowance, minAllowance)
	var candidates []candidate
	for _, p := range d.patterns {
		for _, r := range p.Readings() {
			if c := (candidate{p, r}); wanted || c.isCure() {
				candidates = append(candidates, c)
			}
		}
	}
	if wanted {
		if err := d.nearest(ctx, a); err != nil {
			return err
		}
	}
	if len(candidates) > 0 {
		if err := d.tryReadings(ctx, candidates, a, wanted); err != nil {
			return err
		}
	}
	if wanted && (a.Ledger.Count(ledger.Ignored) > 0 || a.Ledger.Count(ledger.Hidden) > 0) {
		return d.tryLeftOut(ctx, a)
	}
	return nil
}

// tryReadings counts, in one pass, the lines that match each reading.
func (d *diagnosis) tryReadings(ctx context.Context, candidates []candidate, a *tool.Answer, show bool) error {
	patterns := make([]*pattern.Pattern, len(candidates))
	for i, c := range candidates {
		patterns[i] = c.Pattern
	}
	counts, whole, err := d.count(ctx, d.files, patterns)
	if err != nil {
		return err
	}
	for i, c := range candidates {
		if counts[i] == 0 {
			continue
		}
		if command, ok := d.selecting(c); ok && show {
			a.Reading.Add(tool.Alternative{Label: c.Label, Count: counts[i], AtLeast: !whole, Command: command})
		}
		if c.isCure() {
			cure := fmt.Sprintf("%q was read as a %s and matches nothing, but occurs literally in %s; use --mode literal", c.of.Source, c.of.Mode, plural(counts[i], "line", "lines"))
			if d.named {
				cure += ", or --grep text:… to leave --name as it is"
			}
			a.Cure = strings.TrimPrefix(a.Cure+"; "+cure, "; ")
		}
	}
	return nil
}

// selecting gives the command that selects the reading c. A mode is one for
// --name too: where there are names only a literal reading can be selected,
// as a payload, and of one pattern alone.
func (d *diagnosis) selecting(c candidate) (command string, ok bool) {
	switch {
	case c.Pattern.Mode == c.of.Mode:
		return d.command(caseOptions(), c.Args), true
	case !d.named:
		return d.command(modeOptions(), c.Args), true
	case c.isCure() && len(d.patterns) == 1:
		return d.command([]string{"grep"}, []string{"--grep=text:" + c.Pattern.Source}), true
	}
	return "", false
}

// tryLeftOut counts the matches in files that are hidden or ignored.
func (d *diagnosis) tryLeftOut(ctx context.Context, a *tool.Answer) error {
	files := d.files
	files.LeftOut = true
	counts, whole, err := d.count(ctx, files, d.patterns)
	if err != nil {
		return err
	}
	// Lines of several patterns may be the same ones.
	if most := slices.Max(counts); most > 0 {
		a.Reading.Add(tool.Alternative{
			Label: "in hidden or ignored files", Count: most, AtLeast: !whole || len(counts) > 1,
			Command: d.command([]string{"hidden", "no-ignore", "unrestricted"}, []string{"--hidden", "--no-ignore"}),
		})
	}
	return nil
}

// count counts the matching lines of each pattern; whole is false when the
// allowance ended the count.
func (d *diagnosis) count(ctx context.Context, files walk.Options, patterns []*pattern.Pattern) (counts []int64, whole bool, err error) {
	matcher, err := match.New(patterns...)
	if err != nil {
		return nil, false, err
	}
	counts = make([]int64, len(patterns))
	whole = true
	newVisit := func() walk.Visit[scan.Result] {
		scanner := scan.New(matcher.Clone(), scan.Request{Want: match.Count, Text: d.text})
		return func(e *walk.Entry) walk.Outcome[scan.Result] {
			if !d.accept(e) {
				return walk.Outcome[scan.Result]{Skip: ledger.Excluded}
			}
			result, why, detail := read(ctx, e, scanner)
			return walk.Outcome[scan.Result]{Value: result, Keep: result.Bytes > 0, Size: result.Size(), Skip: why, Detail: detail}
		}
	}
	led, err := walk.Run(ctx, files, newVisit, func(r scan.Result) bool {
		for i, n := range r.Terms {
			counts[i] += n
		}
		d.allowance -= r.Bytes
		whole = d.allowance > 0
		return whole
	})
	return counts, whole && !led.Cut(), err
}
