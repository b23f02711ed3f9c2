// Package ledger records what a search read and what it skipped, and why. With it "not found" can be proved, and an
// incomplete answer cannot be mistaken for a verdict.
package ledger

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Reason is why a search skipped an entry, or why it ended early.
type Reason uint8

// The reasons. Those up to Unreachable count skipped entries, a pruned folder as one. Those after it
// cut a search without skipping an entry.
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
	Unreachable

	Limit
	Timeout
	MaxMatches
	MatchTimeout
	Changed

	reasons
)

const skips = Unreachable + 1 // reasons below it are counted under "skipped"

// table is the only place that names the reasons and says which of them cut. After a cut the counts
// of a search are lower bounds; the other reasons are part of the requested scope.
var table = [reasons]struct {
	name string
	cut  bool
	text string // in a sentence
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
	Unreachable:  {"unreachable", true, "of the shards not searched, or not wholly"},
	Limit:        {"limit", true, "by --limit"},
	Timeout:      {"timeout", true, "by --timeout"},
	MaxMatches:   {"max_matches", true, "by the match limit"},
	MatchTimeout: {"match_timeout", true, "by the pattern's time limit"},
	Changed:      {"changed", true, "changed while it was read"},
}

// String returns the name of r in JSON.
func (r Reason) String() string {
	if r < reasons {
		return table[r].name
	}
	return fmt.Sprintf("reason(%d)", uint8(r))
}

// Text returns r as words in a sentence.
func (r Reason) Text() string { return table[r].text }

// Cuts reports whether r makes a search incomplete. Reasons that belong to the requested scope do not.
func (r Reason) Cuts() bool { return r < reasons && table[r].cut }

// Ledger is the record of one search. The zero value is empty and ready to use. It is not safe for
// concurrent use: every worker keeps its own, and they are added in path order, so that the first
// entry for a reason is the same at any parallelism.
type Ledger struct {
	Searched int64  // files that were read, or only looked at if only names are needed
	Unit     string // what Searched counts, in the singular; "" is files
	Stale    int64  // of these, files with which the index of a matcher does not agree: they were searched without it
	count    [reasons]int64
	first    [reasons]Entry
	Rules    Rules
	Resolved *Resolved // by what names were bound beside the files searched; nil if a search binds none
}

// Resolved says which folders have the definitions that names are bound to, and what was read of them beside the files searched.
type Resolved struct {
	In   []string // the folders, as printed
	Read int64    // files in them that were read, beside those searched
	Cut  Ledger   // what kept others from being read: with it a binding is less sure, and nothing is left out for it
}

// Rules is what a search says about the ignore files that it could not read. What they would have ignored or shown
// again is unknown: matches below their folders may be too many, and entries that other files ignore there may have some.
type Rules struct {
	Unread  int64    // ignore files, counted under Unreadable too
	Ignored int64    // entries below them that other ignore files ignore
	Unsure  int64    // matches below them, at least
	Outer   []string // ignore files above what was searched, outside a repository, that ignored entries
	Notes   []string // about files of the user's configuration that are taken for absent
}

// Entry is a place to which a reason applies: its printed path, "" for the whole search, and the system's message.
type Entry struct {
	Path, Detail string

	Part int // of a search in parts (Number)
}

// Skip records that the entry at path was skipped, or that the search was cut there, because of r.
// For reasons that cut, it keeps the path and detail of the first.
func (l *Ledger) Skip(r Reason, path, detail string) {
	if l.count[r] == 0 && table[r].cut {
		l.first[r] = Entry{Path: path, Detail: detail}
	}
	l.count[r]++
}

// AllMatches, as a number of unsure matches, says that there may be no other.
const AllMatches = 1 << 40

// SkipRules records that the ignore file at path could not be read.
func (l *Ledger) SkipRules(path, detail string) {
	l.Skip(Unreadable, path, detail)
	l.Rules.Unread++
}

// SkipN records n entries skipped for r, which does not cut, without building a path for each.
func (l *Ledger) SkipN(r Reason, n int64) { l.count[r] += n }

// Add adds o, whose entries come after those of l in path order.
func (l *Ledger) Add(o *Ledger) {
	l.Searched += o.Searched
	l.Stale += o.Stale
	for r := range o.count {
		if o.count[r] == 0 {
			continue
		}
		if l.count[r] == 0 {
			l.first[r] = o.first[r]
		}
		l.count[r] += o.count[r]
	}
	l.Rules.Unread += o.Rules.Unread
	l.Rules.Ignored += o.Rules.Ignored
	l.Rules.Unsure += o.Rules.Unsure
	for _, name := range o.Rules.Outer {
		if !slices.Contains(l.Rules.Outer, name) {
			l.Rules.Outer = append(l.Rules.Outer, name)
		}
	}
	if len(l.Rules.Notes) == 0 {
		l.Rules.Notes = o.Rules.Notes
	}
}

// AlsoCut adds what cut a further pass over the same files, for each reason that cut none before: an entry that
// several passes meet counts once.
func (l *Ledger) AlsoCut(further *Ledger) {
	for _, cut := range further.Cuts() {
		if l.count[cut.Reason] == 0 {
			l.count[cut.Reason], l.first[cut.Reason] = cut.Count, cut.First
		}
	}
}

// Forget drops what was skipped for a reason, because another one says it.
func (l *Ledger) Forget(r Reason) { l.count[r], l.first[r] = 0, Entry{} }

// Count returns how often r was recorded.
func (l *Ledger) Count(r Reason) int64 { return l.count[r] }

// Skipped returns the number of skipped entries, a pruned folder as one.
func (l *Ledger) Skipped() int64 {
	var n int64
	for r := None + 1; r < skips; r++ {
		n += l.count[r]
	}
	return n
}

// Cut reports whether the search is incomplete. Its counts, less Rules.Unsure, are then lower bounds. An ignore file that
// could not be read makes no difference if nothing was found or ignored below its folder.
func (l *Ledger) Cut() bool {
	cuts := l.Cuts()
	if len(cuts) == 1 && l.count[Unreadable] == l.Rules.Unread {
		return cuts[0].Reason != Unreadable || l.Rules.Ignored+l.Rules.Unsure > 0
	}
	return len(cuts) > 0
}

// Cuts returns what cut the search, in the order of the reasons, and the ignore files that could not be read.
func (l *Ledger) Cuts() []Cut {
	var cuts []Cut
	for r := range l.count {
		if l.count[r] > 0 && table[r].cut {
			cuts = append(cuts, Cut{Reason(r), l.count[r], l.first[r]})
		}
	}
	return cuts
}

// Cut is a reason why a search is incomplete, to how many entries it applies, and the first in path order.
type Cut struct {
	Reason Reason
	Count  int64
	First  Entry
}

// String describes the cut and its first entry: "2 unreadable (a/b: permission denied)".
func (c Cut) String() string {
	place := c.First.Path
	if c.First.Detail != "" {
		if place != "" {
			place += ": "
		}
		place += c.First.Detail
	}
	if place != "" {
		place = " (" + place + ")"
	}
	if c.Reason == MaxFiles { // the first of them ended the search
		return fmt.Sprintf("at least %d %s%s", c.Count, c.Reason.Text(), place)
	}
	if c.Reason < skips || c.Reason > Timeout {
		return fmt.Sprintf("%d %s%s", c.Count, c.Reason.Text(), place)
	}
	return c.Reason.Text() + place
}

// String describes the ledger in one line: "searched 12 files; skipped 3 hidden, 1 unreadable (a/b:
// permission denied)". Paths are not escaped; the caller escapes the line when it prints it.
func (l *Ledger) String() string {
	var b strings.Builder
	unit := cmp.Or(l.Unit, "file")
	if l.Searched != 1 {
		unit += "s"
	}
	fmt.Fprintf(&b, "searched %d %s", l.Searched, unit)
	if l.Stale > 0 {
		fmt.Fprintf(&b, " (%d stale in the index)", l.Stale)
	}
	list := func(heading string, from, to Reason) {
		for r := from; r < to; r++ {
			if l.count[r] > 0 {
				b.WriteString(heading + Cut{r, l.count[r], l.first[r]}.String())
				heading = ", "
			}
		}
	}
	if r := l.Resolved; r != nil && r.Read > 0 {
		fmt.Fprintf(&b, ", and %d more in %s for bindings", r.Read, strings.Join(r.In, " "))
	}
	list("; skipped ", None+1, skips)
	list("; cut: ", skips, reasons)
	return b.String()
}

// MarshalJSON returns {"searched":n,"stale":n,"resolved_in":{"folders":[…],"read":n,"cut":[…]},"skipped":{reason:n},"cut":[…]}, without
// stale, resolved_in, earlier, unreachable or cut if they are empty.
func (l *Ledger) MarshalJSON() ([]byte, error) {
	b := fmt.Appendf(nil, `{"searched":%d`, l.Searched)
	if l.Stale > 0 {
		b = fmt.Appendf(b, `,"stale":%d`, l.Stale)
	}
	if r := l.Resolved; r != nil {
		in := make([]string, len(r.In))
		for i, folder := range r.In {
			in[i] = strings.ToValidUTF8(folder, "\uFFFD")
		}
		folders, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		b = fmt.Appendf(b, `,"resolved_in":{"folders":%s,"read":%d`, folders, r.Read)
		if b, err = r.Cut.appendCuts(b); err != nil {
			return nil, err
		}
		b = append(b, '}')
	}
	b = append(b, `,"skipped":{`...)
	for r := None + 1; r < skips; r++ {
		if r >= Earlier && l.count[r] == 0 {
			continue // only an answer in pages, or over many trees, has any
		}
		if r > None+1 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `"%s":%d`, r, l.count[r])
	}
	b = append(b, '}')
	b, err := l.appendCuts(b)
	return append(b, '}'), err
}

// appendCuts appends ,"cut":[…] unless nothing cut the search.
func (l *Ledger) appendCuts(b []byte) ([]byte, error) {
	cuts := l.Cuts()
	if len(cuts) == 0 {
		return b, nil
	}
	type cut struct {
		Reason string `json:"reason"`
		Count  int64  `json:"count"`
		Least  bool   `json:"at_least,omitempty"`
		First  string `json:"first,omitempty"`
		Detail string `json:"detail,omitempty"`
	}
	out := make([]cut, len(cuts))
	for i, c := range cuts {
		out[i] = cut{c.Reason.String(), c.Count, c.Reason == MaxFiles, strings.ToValidUTF8(c.First.Path, "\uFFFD"), strings.ToValidUTF8(c.First.Detail, "\uFFFD")}
	}
	j, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	return append(append(b, `,"cut":`...), j...), nil
}
