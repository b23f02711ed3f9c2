package searchfiles

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"sort"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// document is the answer of search_files.
type document struct {
	Path            string          `json:"path"`
	Query           string          `json:"query"`
	Mode            string          `json:"mode"`
	Case            string          `json:"case"`
	Matches         []matchDocument `json:"matches"`
	Returned        int             `json:"returned"`
	MaxResults      int64           `json:"max_results"`
	Truncated       bool            `json:"truncated"`
	TruncatedReason *string         `json:"truncated_reason"`
	Stats           stats           `json:"stats"`
	Errors          []fault         `json:"errors"`
	Skipped         skipped         `json:"skipped"`
	NextCursor      *string         `json:"next_cursor"`
}

type stats struct {
	FilesScanned int64 `json:"files_scanned"`
	FilesMatched int64 `json:"files_matched"`
	MatchesTotal int64 `json:"matches_total"`
	ElapsedMS    int64 `json:"elapsed_ms"`
}

// fault is what went wrong with a file, or was cut of it.
type fault struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// skipped counts what was left out, by reason. In the least answer it has totals alone, also of the errors.
type skipped struct {
	ledger *ledger.Ledger
	least  bool
	errors int64
}

func (c skipped) MarshalJSON() ([]byte, error) {
	if c.least {
		return fmt.Appendf(nil, `{"total":%d,"errors":%d}`, c.ledger.Skipped(), c.errors), nil
	}
	b := fmt.Appendf(nil, `{"%s":%d`, ledger.Hidden, c.ledger.Count(ledger.Hidden))
	for r := ledger.Hidden + 1; r <= ledger.MaxDepth; r++ {
		b = fmt.Appendf(b, `,"%s":%d`, r, c.ledger.Count(r))
	}
	if n := c.ledger.Count(ledger.Earlier); n > 0 {
		b = fmt.Appendf(b, `,"%s":%d`, ledger.Earlier, n)
	}
	return append(b, '}'), nil
}

// The reasons for which an answer has not all there is.
const (
	cutByResults = "max_results"
	cutByFiles   = "max_files"
	cutByBytes   = "max_output_bytes"
)

// keep takes a match into the answer, if there may be room for it.
func (s *search) keep(path string, h *scan.Hit, span int) {
	if s.full {
		return
	}
	bytes, farthest := s.frame.Budget.Bytes, whole
	if s.cut {
		farthest = s.near
	}
	o := newSighting(path, h, span, s.score)
	o.takeContext(h, farthest, bytes)
	o.at = cursor.Place{Path: path, Shown: s.file.shown}
	s.found = append(s.found, o)
	// What no answer can hold is let go of, each time it has grown to as much again.
	if s.held += o.size(whole, whole); s.held > max(2*bytes, s.bound) {
		n := len(s.found)
		s.found, s.near = s.found.prune(bytes)
		s.held = s.found.size(whole, whole)
		s.bound = 2 * s.held
		s.full, s.cut = len(s.found) < n, true
	}
}

// document returns the answer, as large as its bound allows.
func (s *search) document() any {
	const roomy = 4096 // bytes from which there is room to indent
	f := s.frame
	f.Indent = f.Indent && f.Budget.Bytes >= roomy
	for most := f.Budget.Bytes - len("\n"); ; {
		doc, least := s.page(most)
		j, err := render.JSON(doc, f.Indent)
		over := len(j) + len("\n") - f.Budget.Bytes
		switch {
		case over <= 0 || err != nil:
			return s.seal(doc)
		case least: // indented it takes more than was reckoned
			f.Indent = false
			return s.seal(doc)
		}
		most -= over
	}
}

// seal has the cursor of the answer know the tree.
func (s *search) seal(doc *document) any {
	if at, more := s.reached(len(doc.Matches)); more && doc.NextCursor != nil {
		if *doc.NextCursor = s.pages.Ended(s.ctx, at); *doc.NextCursor == "" {
			doc.NextCursor = nil
		}
	}
	return doc
}

// page returns the answer within so many bytes of compact JSON, and whether that is the least that there is.
func (s *search) page(most int) (doc *document, least bool) {
	doc = s.envelope(len(s.found))
	if !s.cut && s.found.size(whole, whole)+s.faults.size() <= most-jsonSize(doc) {
		return s.fill(doc, s.found, s.faults.list), false
	}
	s.cut = true
	all, clipped := s.found.sizes(0, whole), s.found.sizes(0, leastLine)
	everything := s.found.size(whole, whole)
	for n := s.within(most, clipped); n > 0 || len(s.found) == 0 && n == 0; n-- {
		doc = s.envelope(n)
		room, wanted := most-jsonSize(doc), all[n]
		if n == len(s.found) {
			wanted = everything
		}
		if list, size := s.faults.within(max(room-wanted, room/4)); clipped[n] <= room-size {
			return s.fill(doc, s.found[:n].fitted(room-size, n == len(s.found) && !s.full), list), false
		}
	}
	shown := s.found[:min(1, len(s.found))]
	doc = s.envelope(len(shown))
	doc.Skipped.least, doc.Skipped.errors = true, s.faults.count()
	if len(shown) > 0 {
		o := *shown[0]
		if most-jsonSize(doc) < o.size(0, leastText) {
			doc.NextCursor = nil
		}
		o.squeeze(most - jsonSize(doc))
		shown = sightings{&o}
	}
	return s.fill(doc, shown, nil), true
}

// within returns a number of matches that no answer of so many bytes has more of,
// and hardly less; clipped are the sizes of the least that the first n can take.
func (s *search) within(most int, clipped []int) int {
	doc := s.envelope(0)
	doc.NextCursor = nil
	most -= jsonSize(doc)
	longest := 0 // path of a cursor
	for _, o := range s.found {
		longest = max(longest, len(o.at.Path))
	}
	if s.faults.count() > 0 { // they have a quarter of the room that the longest cursor leaves
		const slack = 512 // what else a cursor takes
		_, size := s.faults.within(max(most-2*longest-slack, 0) / 4)
		most -= min(size, most/4)
	}
	return sort.Search(len(s.found), func(n int) bool { return clipped[n+1] > most })
}

// longestMS is as many milliseconds as a search may take without what fits of its answer depending on it.
const longestMS = 9_999_999

// envelope returns the answer that has the first n matches, without these and without errors.
func (s *search) envelope(n int) *document {
	d := &document{
		Path: s.shown, Query: s.query, Mode: s.mode, Case: s.letters,
		Matches: []matchDocument{}, Returned: n, MaxResults: s.maxResults,
		Stats:   stats{s.scanned, s.matched, s.total, longestMS},
		Errors:  []fault{},
		Skipped: skipped{ledger: &s.ledger},
	}
	reason := ""
	switch {
	case s.cut:
		reason = cutByBytes
	case s.stopped == ledger.Limit:
		reason = cutByResults
	case s.stopped == ledger.MaxFiles:
		reason = cutByFiles
	}
	if reason != "" {
		d.TruncatedReason = &reason
	}
	d.Truncated = s.cut || s.short || s.stopped != ledger.None
	d.NextCursor = s.next(n)
	return d
}

// next returns the cursor of the answer after the first n matches, in its final length; nil at the end.
func (s *search) next(n int) *string {
	at, more := s.reached(n)
	if !more {
		return nil
	}
	text := s.pages.Next(at).String()
	return &text
}

// reached returns the place where the answer that has the first n matches ends, and whether more is to be had after it.
func (s *search) reached(n int) (at cursor.Place, more bool) {
	switch {
	case n > 0 && int64(n) < s.returned:
		return s.found[n-1].at, true
	case s.stopped == ledger.Limit && s.file.shown > 0:
		return cursor.Place{Path: s.at, Shown: s.file.shown}, true
	case s.stopped == ledger.Limit || s.stopped == ledger.MaxFiles:
		return cursor.Place{Path: s.passed}, s.passed != ""
	}
	return cursor.Place{}, false
}

// fill puts the matches and the errors into the answer.
func (s *search) fill(d *document, found sightings, list []fault) *document {
	for _, o := range found {
		o.match.LineClipped = o.clipped(whole, whole)
		d.Matches = append(d.Matches, o.match)
	}
	at, more := s.reached(len(found))
	behind := 1 // what is after is the next answer's, and so is what is said of a file that goes on there
	if at.Shown > 0 {
		behind = 0
	}
	for _, f := range list {
		if !more || f.Path == "" || walk.ComparePaths(f.Path, at.Path) < behind {
			d.Errors = append(d.Errors, f)
		}
	}
	d.Returned = len(d.Matches)
	d.Stats.ElapsedMS = s.elapsed.Milliseconds()
	return d
}

// leastTexts is what is left in the least answer of a match's path and its two texts, in bytes.
const leastTexts = 2 * leastText

// echoes refuses a query and a path that even the least answer has no room to repeat.
func (s *search) echoes() error {
	reason, large := cutByBytes, s.files.MaxFileSize
	var score *float64
	if s.score != nil {
		score = new(1.0 / 3)
	}
	least := jsonSize(&document{
		Path: s.shown, Query: s.query, Mode: s.mode, Case: s.letters,
		Matches: []matchDocument{{Line: large, Column: int(large), Before: []string{}, After: []string{}, Score: score, LineClipped: true}}, Returned: 1, MaxResults: s.maxResults,
		Truncated: true, TruncatedReason: &reason,
		Stats:   stats{s.maxFiles, s.maxFiles, large, longestMS},
		Errors:  []fault{},
		Skipped: skipped{new(ledger.Ledger), true, s.maxFiles},
	})
	over := least + leastTexts + len("\n") - s.frame.Budget.Bytes
	if over <= 0 {
		return nil
	}
	subject, size := "QUERY", jsonSize(s.query)
	if path := jsonSize(s.shown); path > size {
		subject, size = "PATH", path
	}
	return opt.Usagef(subject, "{"+subject+"} takes %d bytes of JSON, and an answer of at most %d, max_output_bytes, can repeat %d of it", size, s.frame.Budget.Bytes, max(size-over, 0))
}

// faults are the errors of an answer, in the order of the files.
type faults struct {
	list []fault
	used int    // bytes of list as an array
	more int64  // those after, that no answer can hold
	last string // path of the last of all
}

// add adds an error, whose text is cut where it is long.
func (f *faults) add(path, text string, most int) {
	const longest = 300 // bytes
	text, _ = budget.Clip([]byte(text), 0, 0, longest)
	fault := fault{cmp.Or(path, "."), text}
	f.last = path
	if size := jsonSize(fault) + len(","); f.more == 0 && f.used+size <= most {
		f.list = append(f.list, fault)
		f.used += size
		return
	}
	f.more++
}

// forget takes the last back if it is of path.
func (f *faults) forget(path string) {
	switch n := len(f.list); {
	case f.last != path || n == 0:
		return
	case f.more > 0:
		f.more--
	default:
		f.used -= jsonSize(f.list[n-1]) + len(",")
		f.list = f.list[:n-1]
	}
	f.last = ""
}

func (f *faults) count() int64 { return int64(len(f.list)) + f.more }

// size returns the bytes that all take as an array; they are too many for any answer where not all are known.
func (f *faults) size() int {
	if f.more > 0 {
		return whole
	}
	return max(f.used-len(","), 0)
}

// within returns the first errors, in at most so many bytes if possible, and a last one that counts the others.
func (f *faults) within(most int) (list []fault, size int) {
	if f.size() <= most {
		return f.list, f.size()
	}
	n, used := len(f.list), f.used
	for {
		rest := fault{Error: fmt.Sprintf("and %d more errors", f.count()-int64(n))}
		if size = used + jsonSize(rest); size <= most || n == 0 {
			return append(slices.Clip(f.list[:n]), rest), size
		}
		n--
		used -= jsonSize(f.list[n]) + len(",")
	}
}

// output is the schema of an answer.
var output = json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"query":{"type":"string"},"mode":{"enum":["exact","regex","fuzzy"]},"case":{"enum":["sensitive","insensitive","smart"]},"matches":{"type":"array","items":` + occurrenceSchema + `},"returned":{"type":"integer"},"max_results":{"type":"integer"},"truncated":{"type":"boolean"},"truncated_reason":{"enum":["max_results","max_output_bytes","max_files",null]},"stats":{"type":"object","properties":{"files_scanned":{"type":"integer"},"files_matched":{"type":"integer"},"matches_total":{"type":"integer"},"elapsed_ms":{"type":"integer"}}},"errors":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"error":{"type":"string"}}}},"skipped":{"type":"object"},"next_cursor":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["path","query","mode","case","matches","returned","max_results","truncated","truncated_reason","stats","errors","skipped","next_cursor"]}`)

const occurrenceSchema = `{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"match_text":{"type":"string"},"line_text":{"type":"string"},"before":{"type":"array","items":{"type":"string"}},"after":{"type":"array","items":{"type":"string"}},"score":{"anyOf":[{"type":"number"},{"type":"null"}]},"line_clipped":{"type":"boolean"}},"required":["path","line","column","match_text","line_text","before","after","score"]}`
