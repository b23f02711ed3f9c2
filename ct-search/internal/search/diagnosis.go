package search

import (
	"context"
	"fmt"
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

// run adds to the answer's reading what would have matched, unless nothing was
// to be found or nobody reads it. A promoted pattern that misses while its
// literal text occurs is always looked for: there the verdict itself is in
// doubt.
func (d *diagnosis) run(ctx context.Context, a *tool.Answer) error {
	wanted := d.empty && d.frame.WantsHints()
	d.allowance = max(d.allowance, minAllowance)
	var readings []pattern.Reading
	for _, p := range d.patterns {
		for _, r := range p.Readings() {
			if wanted || isCure(p, r) {
				readings = append(readings, r)
			}
		}
	}
	if wanted {
		if err := d.nearest(ctx, a); err != nil {
			return err
		}
	}
	if len(readings) > 0 {
		if err := d.tryReadings(ctx, readings, a, wanted); err != nil {
			return err
		}
	}
	if wanted && (a.Ledger.Count(ledger.Ignored) > 0 || a.Ledger.Count(ledger.Hidden) > 0) {
		return d.tryLeftOut(ctx, a)
	}
	return nil
}

// isCure reports whether r reads the promoted pattern p as literal text.
func isCure(p *pattern.Pattern, r pattern.Reading) bool {
	return p.LiteralText() != "" && r.Pattern.Mode == pattern.Literal
}

// tryReadings counts, in one pass, the lines that match each reading.
func (d *diagnosis) tryReadings(ctx context.Context, readings []pattern.Reading, a *tool.Answer, show bool) error {
	patterns := make([]*pattern.Pattern, len(readings))
	for i, r := range readings {
		patterns[i] = r.Pattern
	}
	counts, whole, err := d.count(ctx, d.files, patterns)
	if err != nil {
		return err
	}
	for i, r := range readings {
		if counts[i] == 0 {
			continue
		}
		if command, ok := d.selecting(r); ok && show {
			a.Reading.Alternatives = append(a.Reading.Alternatives, tool.Alternative{Label: r.Label, Count: counts[i], AtLeast: !whole, Command: command})
		}
		if p := d.promoted(r); p != nil {
			cure := fmt.Sprintf("%q was read as a %s and matches nothing, but occurs literally in %s; use --mode literal", p.Source, p.Mode, plural(counts[i], "line", "lines"))
			if d.named {
				cure += ", or --grep text:… to leave --name as it is"
			}
			a.Cure = strings.TrimPrefix(a.Cure+"; "+cure, "; ")
		}
	}
	return nil
}

// selecting gives the command that selects the reading r. A mode is one for
// --name too: where there are names only a literal reading can be selected,
// as a payload, and of one pattern alone.
func (d *diagnosis) selecting(r pattern.Reading) (command string, ok bool) {
	switch {
	case r.Pattern.Mode == d.patterns[0].Mode:
		return d.command(caseOptions(), r.Args), true
	case !d.named:
		return d.command(modeOptions(), r.Args), true
	case d.promoted(r) != nil && len(d.patterns) == 1:
		return d.command([]string{"grep"}, []string{"--grep=text:" + r.Pattern.Source}), true
	}
	return "", false
}

// promoted gives the promoted pattern that r is the literal reading of.
func (d *diagnosis) promoted(r pattern.Reading) *pattern.Pattern {
	for _, p := range d.patterns {
		if isCure(p, r) && p.LiteralText() == r.Pattern.Source {
			return p
		}
	}
	return nil
}

// tryLeftOut counts the matches in files that are hidden or ignored.
func (d *diagnosis) tryLeftOut(ctx context.Context, a *tool.Answer) error {
	files := d.files
	files.LeftOut = true
	counts, whole, err := d.count(ctx, files, d.patterns)
	if err != nil {
		return err
	}
	total := int64(0)
	for _, n := range counts {
		total += n
	}
	if total > 0 {
		a.Reading.Alternatives = append(a.Reading.Alternatives, tool.Alternative{
			Label: "in hidden or ignored files", Count: total, AtLeast: !whole,
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
