package filter

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// diagnoseNames adds to the answer, if no name matches, which names differ only in case, which entries are left out as
// hidden or ignored, and whether a promoted pattern is itself the name of an entry.
func (s *search) diagnoseNames(ctx context.Context, a *tool.Answer) error {
	for _, n := range s.names {
		if text := n.LiteralText(); text != "" && len(s.names) == 1 {
			same := func(name []byte) (bool, error) {
				return string(name) == text || n.Fold && bytes.EqualFold(name, []byte(text)), nil
			}
			count, _, err := s.countNames(ctx, s.files, same)
			if err != nil {
				return err
			}
			if count > 0 {
				a.Hint = fmt.Sprintf("%q was read as %s and matches no name, but is the name of %s; use --mode literal", n.Source, nameMode(n), grep.Plural(count, "entry", "entries"))
			}
		}
	}
	if !s.frame.WantsHints() {
		return nil
	}
	if slices.ContainsFunc(s.names, func(n *pattern.Name) bool { return !n.Fold }) {
		o := s.options
		o.Case = pattern.Insensitive
		folded := search{frame: s.frame, options: o, request: &request.Request{Table: s.request.Table, Names: s.request.Names}}
		if err := folded.compile(); err != nil {
			return err
		}
		if err := s.addNames(ctx, a, s.files, folded.nameHolds, "ignoring case", "-i"); err != nil {
			return err
		}
	}
	if a.Ledger.Count(ledger.Ignored) == 0 && a.Ledger.Count(ledger.Hidden) == 0 {
		return nil
	}
	files := s.files
	files.LeftOut = true
	if files.Types &^= walk.Dir; files.Types == 0 {
		return nil
	}
	return s.addNames(ctx, a, files, s.nameHolds, "among hidden or ignored files", "--hidden", "--no-ignore")
}

// addNames adds an alternative if the name of an entry holds.
func (s *search) addNames(ctx context.Context, a *tool.Answer, files walk.Options, holds func([]byte) (bool, error), label string, options ...string) error {
	count, whole, err := s.countNames(ctx, files, holds)
	if err == nil && count > 0 {
		a.Reading.Add(tool.Alternative{Label: label, Count: count, AtLeast: !whole, Command: s.command(options...)})
	}
	return err
}

// countNames counts the entries for which all holds; whole is false if it read as much as it may before the end.
func (s *search) countNames(ctx context.Context, files walk.Options, holds func([]byte) (bool, error)) (count int64, whole bool, err error) {
	other := search{
		conditions: s.conditions, compiled: true, patterns: s.patterns, absent: s.absent, options: s.options,
		frame: s.frame, request: s.request, files: files, named: holds, sizes: s.sizes, matcher: s.matcher, page: s.page, where: s.where, byLine: s.byLine,
		scan: scan.Request{Want: match.First, Text: s.scan.Text}, every: true, read: new(atomic.Int64), filtered: new(atomic.Int64),
	}
	if s.byLine {
		other.scan.Want = match.Lines
	}
	allowance := grep.Allowance(s.read.Load())
	whole = true
	led, err := walk.Run(ctx, files, other.visitor(ctx), func(e entry) bool {
		if e.match {
			count++
		}
		allowance -= e.read
		whole = allowance > 0
		return whole
	})
	return count, whole && !led.Cut(), err
}

// nameMode returns how a name was read, as part of a sentence.
func nameMode(n *pattern.Name) string {
	if n.Promoted && n.Mode == pattern.Literal {
		return "alternatives"
	}
	return "a " + n.Mode.String()
}
