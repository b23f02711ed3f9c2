package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// contract is what docs/smart-search.md says of answers.
type contract struct {
	keys, summary, extras, findingKeys []string
	optional                           []string // keys of the summary that need not be there
	sections                           []section
	data                               []dataRow
	values                             map[string][]string
}

type section struct {
	title      string
	categories []string
	most       int
}

type dataRow struct {
	category, kind     string
	required, optional []string
}

// readContract reads the tables of the page.
func readContract(t *testing.T) contract {
	t.Helper()
	page, err := os.ReadFile("../docs/smart-search.md")
	if err != nil {
		t.Fatal(err)
	}
	c := contract{values: map[string][]string{}, findingKeys: strings.Fields("category message severity anchor details")}
	for header, rows := range tables(string(page)) {
		for _, row := range rows {
			first := strings.Trim(row[0], "`")
			switch header {
			case "key|value":
				c.keys = append(c.keys, first)
			case "key|":
				c.summary = append(c.summary, first)
				if strings.HasPrefix(row[1], "if ") {
					c.optional = append(c.optional, first)
				}
			case "title|categories|at most":
				most := 0
				_, _ = fmt.Sscan(row[2], &most)
				c.sections = append(c.sections, section{first, strings.Fields(row[1]), most})
			case "category|details.kind|required|optional":
				c.data = append(c.data, dataRow{first, row[1], strings.Fields(row[2]), strings.Fields(row[3])})
			case "key of any data|":
				c.extras = append(c.extras, first)
			case "name|values":
				c.values[first] = strings.Fields(row[1])
			}
		}
	}
	if len(c.keys) != 10 || len(c.summary) != 15 || len(c.sections) != 12 || len(c.data) != 23 || len(c.extras) != 10 || len(c.values) != 21 {
		t.Fatalf("the page has tables of %d, %d, %d, %d, %d and %d rows", len(c.keys), len(c.summary), len(c.sections), len(c.data), len(c.extras), len(c.values))
	}
	return c
}

// tables returns the rows of every table of a page, by its header.
func tables(page string) map[string][][]string {
	all := map[string][][]string{}
	header := ""
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case !strings.HasPrefix(line, "|"):
			header = ""
		case header == "":
			header = strings.Join(cells, "|")
		case strings.HasPrefix(cells[0], "---"):
		default:
			all[header] = append(all[header], cells)
		}
	}
	return all
}

// An object is a JSON object that knows the order of its keys.
type object struct {
	keys   []string
	values map[string]any
}

// parse reads a JSON value, objects as *object.
func parse(t *testing.T, d *json.Decoder) any {
	t.Helper()
	token, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	switch token {
	case json.Delim('{'):
		o := &object{values: map[string]any{}}
		for d.More() {
			key, _ := parse(t, d).(string)
			o.keys = append(o.keys, key)
			o.values[key] = parse(t, d)
		}
		_, _ = d.Token()
		return o
	case json.Delim('['):
		list := []any{}
		for d.More() {
			list = append(list, parse(t, d))
		}
		_, _ = d.Token()
		return list
	}
	return token
}

func (o *object) text(key string) string { s, _ := o.values[key].(string); return s }

func (o *object) object(key string) *object { v, _ := o.values[key].(*object); return v }

// list returns the objects of an array.
func (o *object) list(key string) []*object {
	var all []*object
	values, _ := o.values[key].([]any)
	for _, v := range values {
		if one, ok := v.(*object); ok {
			all = append(all, one)
		}
	}
	return all
}

// answerOf runs a search and parses its answer.
func answerOf(t *testing.T, dir string, args ...string) *object {
	t.Helper()
	r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), append([]string{"--json", "--no-config", "--max-bytes=64000"}, args...)...)
	if r.Exit == 2 {
		t.Fatalf("%q: %s", args, r.Stderr)
	}
	answer, ok := parse(t, json.NewDecoder(strings.NewReader(r.Stdout))).(*object)
	if !ok {
		t.Fatalf("%q: no object: %.100s", args, r.Stdout)
	}
	return answer
}

// TestAnswersKeepToTheirContract checks answers to queries of every kind to the
// tables of docs/smart-search.md.
func TestAnswersKeepToTheirContract(t *testing.T) {
	t.Parallel()
	c := readContract(t)
	for _, args := range [][]string{
		{"Recorder", "../shared"}, {"source.Scan", "../shared"}, {"Scan", ".."}, {"the", "../docs"}, {"nothing-like-this"}, {"--regex", `func \w+Scan`, ".."},
		{"Text", "../shared/source", "--limit", "40"}, {"recorder", "../shared/source"}, {"--fuzzy", "Recordr", "../shared/source"}, {"json", "../shared", "--include-strings"},
		{"package", "../shared/rank"}, {"testing", "../shared/rank"}, {"--word", "error", "../shared/emit"}, {"e", "../shared/emit"}, {"--where", `category == "import"`, "source", "../shared"},
		{"Span", "../shared/source", "-C3"}, {"Recorder", "../shared/source", "--limit", "2"}, {"name: \"own", "../shared"}, {"--entity", "function", "--symbol", "Scan", ".."},
		{"--calls", "Scan", "../shared"}, {"--calls", "source.Scan", "..", "--depth", "3"}, {"--calls", "readContract", "--include-strings"}, {"--calls", "nothing_like_this", "../shared"},
		{"--entity", "method", "--symbol", "~^[A-Z]", "../shared/source", "--limit", "40"}, {"--entity", "import", "--symbol", "slices", "../shared"}, {"--entity", "import", "../shared/rank"},
		{"--entity", "module", ".."}, {"--entity", "type", "../shared/source"}, {"--entity", "function", "--symbol", "Recorder", "../shared"}, {"--entity", "method", "--symbol", "Innermots", ".."},
		{"--entity", "section", "--symbol", "~Rules", "../docs"}, {"Recordre", "../shared"}, {"--entity", "struct", "--symbol", "Span", "../shared", "-C3"},
		{"rank.go", ".."}, {"π", ".."},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) { c.holds(t, answerOf(t, ".", args...)) })
	}
}

func (c *contract) holds(t *testing.T, answer *object) {
	inOrder(t, "answer", answer.keys, c.keys, []string{"question"})
	summary := answer.object("summary")
	inOrder(t, "summary", summary.keys, c.summary, c.optional)
	c.value(t, "mode", summary.text("mode"))
	c.value(t, "scan_method", summary.text("scan_method"))
	c.findings(t, "Key Findings", answer.list("key_findings"))
	c.findings(t, "Evidence", answer.list("evidence"))
	unique(t, answer)
	last := -1
	for _, s := range answer.list("sections") {
		title := s.text("title")
		at := slices.IndexFunc(c.sections, func(s section) bool { return s.title == title })
		if at <= last {
			t.Errorf("section %q out of order", title)
		}
		last = at
		findings := s.list("findings")
		if len(findings) == 0 {
			t.Errorf("section %q is empty", title)
		}
		c.findings(t, title, findings)
	}
}

// unique fails t if a command stands twice in an answer.
func unique(t *testing.T, answer *object) {
	t.Helper()
	said := map[string]bool{}
	var look func(v any)
	look = func(v any) {
		switch v := v.(type) {
		case *object:
			for _, command := range append([]any{v.values["cmd"]}, listOf(v.values["suggested_queries"])...) {
				if text, ok := command.(string); ok {
					if said[text] {
						t.Errorf("twice: %s", text)
					}
					said[text] = true
				}
			}
			for _, key := range v.keys {
				look(v.values[key])
			}
		case []any:
			for _, one := range v {
				look(one)
			}
		}
	}
	look(answer)
}

func listOf(v any) []any { list, _ := v.([]any); return list }

// inOrder fails t unless keys are those of all in their order, without some of
// optional.
func inOrder(t *testing.T, what string, keys, all, optional []string) {
	t.Helper()
	want := slices.DeleteFunc(slices.Clone(all), func(key string) bool {
		return slices.Contains(optional, key) && !slices.Contains(keys, key)
	})
	if !slices.Equal(keys, want) {
		t.Errorf("%s has keys %q, want %q", what, keys, want)
	}
}

func (c *contract) value(t *testing.T, name, value string) {
	t.Helper()
	if !slices.Contains(c.values[name], value) {
		t.Errorf("%s is %q, none of %q", name, value, c.values[name])
	}
}

func (c *contract) findings(t *testing.T, title string, findings []*object) {
	t.Helper()
	s := c.sections[slices.IndexFunc(c.sections, func(s section) bool { return s.title == title })]
	if len(findings) > s.most {
		t.Errorf("%s has %d findings", title, len(findings))
	}
	listed := map[string]bool{}
	for _, f := range findings {
		inOrder(t, "finding", f.keys, c.findingKeys, nil)
		if !slices.Contains(s.categories, f.text("category")) {
			t.Errorf("%s has a %s", title, f.text("category"))
		}
		c.value(t, "severity", f.text("severity"))
		if a := f.object("anchor"); a != nil {
			inOrder(t, "anchor", a.keys, strings.Fields("file line col end_line end_col"), nil)
		}
		place := ""
		if a := f.object("anchor"); a != nil {
			place = fmt.Sprintf("%s:%v", a.text("file"), a.values["line"])
		}
		c.details(t, title, f, listed[place])
		listed[place] = true
	}
}

// details checks those of a finding, at a place that another listed before it or
// not, to the tables.
func (c *contract) details(t *testing.T, title string, f *object, again bool) {
	t.Helper()
	d := f.object("details")
	inOrder(t, "details", d.keys, strings.Fields("kind impact confidence data"), nil)
	c.value(t, "impact", d.text("impact"))
	c.value(t, "confidence", d.text("confidence"))
	category, data := f.text("category"), d.object("data")
	at := slices.IndexFunc(c.data, func(r dataRow) bool {
		return r.kind == d.text("kind") && (r.category == category || category == "evidence")
	})
	if at < 0 {
		t.Fatalf("%s: details.kind %q of category %q", title, d.text("kind"), category)
	}
	row := c.data[at]
	for _, key := range row.required {
		if data.values[key] == nil || data.values[key] == "" {
			t.Errorf("%s: a %s lacks %s: %q", title, category, key, data.keys)
		}
	}
	for _, key := range data.keys {
		if !slices.Contains(slices.Concat(row.required, row.optional, c.extras), key) {
			t.Errorf("%s: a %s has %q", title, category, key)
		}
		if value, ok := data.values[key].(string); ok && c.values[key] != nil {
			c.value(t, key, value)
		}
	}
	match := slices.Contains([]string{"Top Matches", "Likely Definitions", "Non-code Mentions"}, title)
	if match && slices.Contains([]string{"definition", "callsite", "text_match", "string_match", "comment_match", "docstring_match"}, category) {
		for _, key := range []string{"context_window", "context_snippet", "actions"} {
			if data.values[key] == nil && (key != "actions" || !again) {
				t.Errorf("%s: a %s without %s", title, category, key)
			}
		}
	}
}

// TestTheRankFollowsThePage checks the order of the rules to the page.
func TestTheRankFollowsThePage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/smart-search.md")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile(filepath.Join("..", "shared", "rank", "rank.go"))
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, row := range tables(string(page))["rule"] {
		next := strings.Index(string(code), fmt.Sprintf("{%q, func", row[0]))
		if next <= at {
			t.Errorf("rule %q is not where the page has it", row[0])
		}
		at = next
	}
	if n := strings.Count(string(code), ", func(a, b *Key)"); n != len(tables(string(page))["rule"]) {
		t.Errorf("%d rules in the code", n)
	}
}
