// Package ledger holds what a search read and what it left out, and why: the
// account that makes an absence provable and keeps a cut answer from passing
// as a verdict.
package ledger

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Reason says why an entry was left out of a search, or why a search ended
// before everything asked for was seen.
type Reason uint8

// The reasons. Those up to and with Earlier count skipped entries, a pruned
// folder as one; those after it cut a search without skipping an entry.
const (
	None Reason = iota // not skipped: the entry was searched
	Hidden
	Ignored
	Excluded
	Binary
	TooLarge
	Unreadable
	Symlink
	Special
	MaxFiles
	MaxDepth
	Earlier

	Limit
	Timeout
	MaxMatches
	MatchTimeout
	Changed

	reasons
)

const skips = Earlier + 1 // reasons below it are counted under "skipped"

// table is the one place that names the reasons and tells cuts from scope. A
// cut leaves the figures of a search as lower bounds; scope is what the caller
// asked for.
var table = [reasons]struct {
	name string
	cut  bool
	text string // how a sentence names it
}{
	None:         {"none", false, "searched"},
	Hidden:       {"hidden", false, "hidden"},
	Ignored:      {"ignored", false, "ignored"},
	Excluded:     {"excluded", false, "excluded"},
	Binary:       {"binary", false, "binary"},
	TooLarge:     {"too_large", true, "too large"},
	Unreadable:   {"unreadable", true, "unreadable"},
	Symlink:      {"symlink", false, "symlinked"},
	Special:      {"special", false, "special"},
	MaxFiles:     {"max_files", true, "beyond --max-files"},
	MaxDepth:     {"max_depth", false, "beyond --max-depth"},
	Earlier:      {"earlier", false, "on earlier pages"},
	Limit:        {"limit", true, "by --limit"},
	Timeout:      {"timeout", true, "by --timeout"},
	MaxMatches:   {"max_matches", true, "by the match limit"},
	MatchTimeout: {"match_timeout", true, "by the pattern's time limit"},
	Changed:      {"changed", true, "changed while it was read"},
}

// String gives the name of r as it stands in JSON.
func (r Reason) String() string {
	if r < reasons {
		return table[r].name
	}
	return fmt.Sprintf("reason(%d)", uint8(r))
}

// Text gives r in the words of a sentence.
func (r Reason) Text() string { return table[r].text }

// Cuts reports whether r leaves a search incomplete, as opposed to outside
// the scope that was asked for.
func (r Reason) Cuts() bool { return r < reasons && table[r].cut }

// A Ledger accounts for one search. The zero value is empty and ready. It is
// not safe for use by several goroutines: every worker keeps its own and they
// are added up in path order, so that the first entry of a reason is the same
// whatever the parallelism.
type Ledger struct {
	Searched int64 // files that were read, or looked at where only names are asked for
	count    [reasons]int64
	first    [reasons]Entry
}

// An Entry is one place that a reason struck: its path as printed, "" for the
// whole search, and what the system said of it.
type Entry struct {
	Path   string
	Detail string
}

// Skip records that the entry at path was left out, or that the search was
// cut there, because of r. The path and the detail of the first are kept for
// reasons that cut.
func (l *Ledger) Skip(r Reason, path, detail string) {
	if l.count[r] == 0 && table[r].cut {
		l.first[r] = Entry{path, detail}
	}
	l.count[r]++
}

// SkipN records n entries left out for r, a reason that does not cut; it is
// for loops that must not build a path an entry.
func (l *Ledger) SkipN(r Reason, n int64) { l.count[r] += n }

// Add adds o, whose entries come after those of l in path order.
func (l *Ledger) Add(o *Ledger) {
	l.Searched += o.Searched
	for r := range o.count {
		if o.count[r] == 0 {
			continue
		}
		if l.count[r] == 0 {
			l.first[r] = o.first[r]
		}
		l.count[r] += o.count[r]
	}
}

// Count gives how often r was recorded.
func (l *Ledger) Count(r Reason) int64 { return l.count[r] }

// Skipped gives the number of entries left out, a pruned folder as one.
func (l *Ledger) Skipped() int64 {
	var n int64
	for r := None + 1; r < skips; r++ {
		n += l.count[r]
	}
	return n
}

// Cut reports whether the search is incomplete; its figures are then lower
// bounds.
func (l *Ledger) Cut() bool {
	for r := range l.count {
		if l.count[r] > 0 && table[r].cut {
			return true
		}
	}
	return false
}

// Cuts gives what cut the search, in the order of the table.
func (l *Ledger) Cuts() []Cut {
	var cuts []Cut
	for r := range l.count {
		if l.count[r] > 0 && table[r].cut {
			cuts = append(cuts, Cut{Reason(r), l.count[r], l.first[r]})
		}
	}
	return cuts
}

// A Cut is one reason for which a search is incomplete, how many entries it
// struck, and the first of them in path order.
type Cut struct {
	Reason Reason
	Count  int64
	First  Entry
}

// String names the cut and its first entry: "2 unreadable (a/b: permission
// denied)".
func (c Cut) String() string {
	where := c.First.Path
	if c.First.Detail != "" {
		if where != "" {
			where += ": "
		}
		where += c.First.Detail
	}
	if where != "" {
		where = " (" + where + ")"
	}
	if c.Reason < skips || c.Reason > Timeout {
		return fmt.Sprintf("%d %s%s", c.Count, c.Reason.Text(), where)
	}
	return c.Reason.Text() + where
}

// String gives the account in one line: "searched 12 files; skipped 3 hidden,
// 1 unreadable (a/b: permission denied)". Paths in it are as they are: who
// prints the line escapes them.
func (l *Ledger) String() string {
	var b strings.Builder
	unit := "files"
	if l.Searched == 1 {
		unit = "file"
	}
	fmt.Fprintf(&b, "searched %d %s", l.Searched, unit)
	sep := "; skipped "
	for r := None + 1; r < skips; r++ {
		if l.count[r] > 0 {
			b.WriteString(sep)
			b.WriteString(Cut{r, l.count[r], l.first[r]}.String())
			sep = ", "
		}
	}
	sep = "; cut: "
	for r := skips; r < reasons; r++ {
		if l.count[r] > 0 {
			b.WriteString(sep)
			b.WriteString(Cut{r, l.count[r], l.first[r]}.String())
			sep = ", "
		}
	}
	return b.String()
}

// MarshalJSON gives {"searched":n,"skipped":{every reason:n},"cut":[…]}; earlier
// is left out where there is none, cut when the search is complete.
func (l *Ledger) MarshalJSON() ([]byte, error) {
	b := fmt.Appendf(nil, `{"searched":%d,"skipped":{`, l.Searched)
	for r := None + 1; r < skips; r++ {
		if r == Earlier && l.count[r] == 0 {
			continue // only an answer in pages has any
		}
		if r > None+1 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `"%s":%d`, r, l.count[r])
	}
	b = append(b, '}')
	if cuts := l.Cuts(); len(cuts) > 0 {
		type cut struct {
			Reason string `json:"reason"`
			Count  int64  `json:"count"`
			First  string `json:"first,omitempty"`
			Detail string `json:"detail,omitempty"`
		}
		out := make([]cut, len(cuts))
		for i, c := range cuts {
			out[i] = cut{c.Reason.String(), c.Count, strings.ToValidUTF8(c.First.Path, "\uFFFD"), strings.ToValidUTF8(c.First.Detail, "\uFFFD")}
		}
		j, err := json.Marshal(out)
		if err != nil {
			return nil, err
		}
		b = append(b, `,"cut":`...)
		b = append(b, j...)
	}
	return append(b, '}'), nil
}
