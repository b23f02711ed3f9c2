//go:build linux

package torture

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The kinds of failures that are counted.
const (
	wrong  = iota // a verdict or exact figure against the truth
	crash         // a panic, or the end by a signal that was not sent
	hang          // longer than patience
	budget        // an answer over its budget
	ledger        // what was searched and skipped does not add up, or a cut is not named
	form          // JSON that does not parse
	twin          // another answer without a ring
	kinds
)

var titles = [kinds]string{"wrong", "crash", "hang", "budget", "ledger", "JSON", "twin"}

// A problem is one failure of a call.
type problem struct {
	kind int
	what string
}

// judge returns what is wrong with the outcome of a call.
func (c *call) judge(tr *tree, a *attack, o *outcome) (found []problem) {
	report := func(kind int, format string, args ...any) {
		found = append(found, problem{kind, fmt.Sprintf(format, args...)})
	}
	if o.took >= patience {
		report(hang, "%v", o.took)
		return found
	}
	if o.starved(a) {
		return nil
	}
	for _, trace := range []string{"panic:", "fatal error:", "goroutine 1 [", "unexpected fault"} {
		if strings.Contains(o.stderr, trace) {
			report(crash, "%s", trace)
		}
	}
	if o.exit < 0 && (o.signal != a.signal || a.signal == 0) || o.exit > 2 && a.signal == 0 {
		report(crash, "exit %d, signal %v", o.exit, o.signal)
	}
	if c.budget > 0 && len(o.stdout) > c.budget {
		report(budget, "%d bytes of %d", len(o.stdout), c.budget)
	}
	if len(found) > 0 || o.exit < 0 {
		return found
	}
	doc, bad := c.parse(o)
	if bad != "" {
		report(form, "%s", bad)
	}
	if limit := 2048; doc["error"] != nil && len(strings.TrimSpace(o.stdout)) > limit {
		report(budget, "an error of %d bytes", len(o.stdout))
	}
	if c.any {
		return found
	}
	if c.holds != nil && o.exit < 2 && (o.exit == 0) != *c.holds {
		report(wrong, "exit %d, but the expectation holds: %v", o.exit, *c.holds)
	}
	healthy := a.harmless() && !tr.locked
	if healthy && o.exit == 2 {
		report(wrong, "exit 2, though nothing failed")
	}
	if doc != nil && doc["error"] == nil && bad == "" {
		found = append(found, c.figures(tr, a, doc, healthy)...)
	}
	return found
}

// starved reports that the Go runtime ended the program because the attack denied it memory, threads or the descriptors
// that it waits with: no program in Go can answer then.
func (o *outcome) starved(a *attack) bool {
	if o.exit == 0 || o.exit == 1 {
		return false
	}
	if a.launch.Files > 0 {
		return strings.Contains(o.stderr, "netpollinit failed") || strings.Contains(o.stderr, "eventfd failed")
	}
	if !a.starves() {
		return false
	}
	for _, s := range []string{"out of memory", "cannot allocate memory", "failed to create new OS thread", "runtime: mmap", "errno=", "failed to reserve", "runtime: failed", "bad system page size"} {
		if strings.Contains(o.stderr, s) {
			return true
		}
	}
	return o.exit == -1 // killed while the program was loaded, or without memory to say why
}

// parse returns the document of an answer in JSON, and what is wrong with it.
func (c *call) parse(o *outcome) (doc map[string]any, bad string) {
	if !c.json && !c.lines {
		return nil, ""
	}
	if o.stdout == "" && o.exit == 2 {
		return nil, ""
	}
	if !utf8.ValidString(o.stdout) {
		return nil, "not UTF-8"
	}
	if c.lines {
		for line := range strings.Lines(o.stdout) {
			if !json.Valid([]byte(line)) {
				return nil, "not JSON: " + line
			}
		}
		return nil, ""
	}
	var v any
	if err := json.Unmarshal([]byte(o.stdout), &v); err != nil {
		return nil, err.Error()
	}
	doc, _ = v.(map[string]any)
	result, _ := doc["verdict"].(string)
	if want, ok := map[string]int{"SUCCESS": 0, "ERROR": 1, "UNDECIDED": 2}[result]; ok && c.holds != nil && want != o.exit {
		return doc, fmt.Sprintf("verdict %s, exit %d", result, o.exit)
	}
	return doc, ""
}

// at returns what a document has at a place such as "survey.overall.0.matches".
func at(v any, place string) any {
	for key := range strings.SplitSeq(place, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// number returns a number of a document, -1 if it has none there.
func number(v any, place string) int {
	if n, ok := at(v, place).(float64); ok {
		return int(n)
	}
	return -1
}

// account returns the ledger of a document, and whether something cut the search.
func (c *call) account(doc map[string]any) (counts map[string]int, cut bool) {
	counts = map[string]int{"searched": number(doc, "ledger.searched")}
	skipped := at(doc, "ledger.skipped")
	list, _ := at(doc, "ledger.cut").([]any)
	if cut = len(list) > 0; c.ledger == "search_files" {
		counts["searched"] = number(doc, "stats.files_scanned")
		skipped = doc["skipped"]
		errors, _ := doc["errors"].([]any)
		cut = doc["truncated"] == true || len(errors) > 0
	}
	reasons, _ := skipped.(map[string]any)
	for reason := range reasons {
		counts[reason] = number(reasons, reason)
	}
	cut = cut || counts["unreadable"]+counts["too_large"]+counts["max_files"] > 0
	return counts, cut
}

// figures compares the figures and the ledger of a document with the truth.
func (c *call) figures(tr *tree, a *attack, doc map[string]any, healthy bool) (found []problem) {
	report := func(kind int, format string, args ...any) {
		found = append(found, problem{kind, fmt.Sprintf(format, args...)})
	}
	if c.ledger == "" {
		return nil
	}
	truth := tr.truth(c.place)
	counts, cut := c.account(doc)
	if healthy && cut && doc["truncated"] != true { // only search_files calls a full answer a cut
		report(ledger, "cut, though nothing failed: %v", doc["ledger"])
	}
	upward := tr.rules && !c.place.noIgnore // an ignore file that was not read makes more visible; none changes
	if a.changes != 0 && !tr.locked {
		upward = false
	}
	for place, want := range c.want {
		if got := number(doc, place); got < 0 || !cut && got != want || cut && !upward && got > want {
			report(wrong, "%s is %d, not %d (cut: %v)", place, got, want, cut)
		}
	}
	if a.changes != 0 {
		return found
	}
	sum := 0
	for reason, n := range counts {
		sum += n
		if !cut && n != truth.ledger[reason] {
			report(ledger, "%d %s, not %d", n, reason, truth.ledger[reason])
		}
	}
	// An unreadable folder counts as one entry, and a file that was read in part as two.
	if most := truth.total() + counts["unreadable"]; !upward && (sum > most || !cut && sum != most) {
		report(ledger, "%d entries in the ledger, %d in the tree", sum, truth.total())
	}
	return found
}
