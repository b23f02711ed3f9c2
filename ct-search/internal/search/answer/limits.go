package answer

import (
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
)

// Limits returns why an answer is incomplete or inexact: what cut the
// search, and which of its matches were not classified.
func Limits(l *ledger.Ledger, gaps *occurrence.Gaps) []Finding {
	var findings []Finding
	add := func(reason, why string, total int64) { findings = append(findings, Limit(reason, why, total)) }
	if l.Count(ledger.Timeout) > 0 {
		add("timeout", "the search ended at --timeout; all figures are lower bounds", 0)
	}
	for _, cut := range l.Cuts() {
		if reason := cut.Reason; reason != ledger.Timeout {
			add(reason.String(), budget.EscapeName(cut.String()), cut.Count)
		}
	}
	if n := gaps.Unscanned; n > 0 {
		add("not_parsed", grep.Plural(n, "match was", "matches were")+" not scanned for what they are (text_match)", n)
	}
	for _, d := range gaps.Doubts {
		add("not_parsed", d, 0)
	}
	if n := gaps.Unknown; n > 0 {
		add("not_parsed", grep.Plural(n, "file is", "files are")+" of a language without a scanner (text_match)", n)
	}
	return findings
}

// Limit is the finding for one thing that the answer lacks, with the reason; total is
// its number, 0 if it was not counted.
func Limit(reason, why string, total int64) Finding {
	return Finding{
		Category: "truncated", Message: why, Severity: "warning",
		Details: Details{Kind: "smart_search.limit", Impact: Med, Confidence: High, Data: LimitData{Reason: reason, Why: why, Total: total}},
	}
}
