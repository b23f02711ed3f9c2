package toolcall_test

import (
	"cmp"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/toolcall"
)

// tools are the names and descriptions by which a model chooses.
type choice struct {
	name    string
	lengths bm25.Lengths
	counts  []bm25.Counts
	score   float64
}

// argument matches what a task gives to a tool, whose words do not say what is asked: a quoted text, a path, a name as code
// has it.
var argument = regexp.MustCompile("`[^`]*`|\"[^\"]*\"|'[^']*'|\\S*[a-z][A-Z]\\S*|\\S*[_/*()=]\\S*|\\S*\\w[.]\\w\\S*|\\b[A-Z]{2,}\\w*\\b")

// elsewhere matches the end of a description that says what another tool is for.
var elsewhere = regexp.MustCompile(`[^.:;]* use (search|show|calls|impact|ask_code)\.?`)

// ranked returns the names of the tools in the order in which their names and descriptions fit a task: BM25 over the
// words of both without arguments and examples, the same for every wording.
func ranked(task string) []string {
	const inName, inText = 0, 1
	q := bm25.Parse(argument.ReplaceAllString(task, " "))
	m, model := bm25.NewMatcher(q.Terms), bm25.Usual(inText, 1, 1)
	c := bm25.Collection{Documents: len(toolcall.Tools())}
	frequencies := make([]bm25.Frequency, len(q.Terms))
	var all []choice
	for _, t := range toolcall.Tools() {
		description, _, _ := strings.Cut(t.Description, " Example: ")
		description = elsewhere.ReplaceAllString(description, "")
		d := choice{name: t.Name, counts: make([]bm25.Counts, len(q.Terms))}
		for field, text := range []string{inName: strings.ReplaceAll(t.Name, "_", " "), inText: description} {
			b := []byte(text)
			for start, end := bm25.NextWord(b, 0); start < len(b); start, end = bm25.NextWord(b, end) {
				d.lengths[field]++
				for _, x := range m.Match(b[start:end]) {
					d.counts[x.Term].Add(field, x.Form)
				}
			}
			c.Mean[field] += float64(d.lengths[field]) / float64(c.Documents)
		}
		for i := range d.counts {
			frequencies[i].Count(&d.counts[i], 2)
		}
		all = append(all, d)
	}
	for i := range all {
		for j := range q.Terms {
			all[i].score += model.Term(&c, q.Terms[j].Times, &frequencies[j], &all[i].counts[j], &all[i].lengths)
		}
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(b.score, a.score) })
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].name
	}
	return names
}

// atLeast is the percentage of the tasks of each kind that must have the right tool first. Words alone do not reach 90 %
// of tasks that nobody saw: of four such sets 63 to 77 % were right, whatever the wording, because a task's own nouns are
// words of other descriptions. A model also knows what they mean.
func atLeast() map[string]int { return map[string]int{"tune": 90, "read": 85, "kept": 60} }

// A model that knows only names and descriptions chooses the right tool: measured on tasks that the wording of the
// descriptions was not made for.
func TestTheRightToolIsChosen(t *testing.T) {
	text, err := os.ReadFile("testdata/tasks.txt")
	if err != nil {
		t.Fatal(err)
	}
	right, all := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(text)) {
		part := strings.Split(strings.TrimSpace(line), "\t")
		if len(part) != 3 || strings.HasPrefix(line, "#") {
			continue
		}
		names := ranked(part[2])
		all[part[0]]++
		if names[0] == part[1] {
			right[part[0]]++
		} else {
			t.Logf("%s: %q: %s, then %v, instead of %s", part[0], part[2], names[0], names[1:3], part[1])
		}
	}
	for half, n := range all {
		t.Logf("%s: %d of %d", half, right[half], n)
		if right[half]*100 < n*atLeast()[half] {
			t.Errorf("%s: the right tool is first for %d of %d tasks", half, right[half], n)
		}
	}
	if all["tune"] < 20 || all["read"] < 200 || all["kept"] < 40 {
		t.Errorf("there are %v tasks", all)
	}
}
