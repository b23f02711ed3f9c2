package checks

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/ct-tools/ct/shared/render"
)

// hostile is a text that a terminal, XML and JSON would each take for something else.
const hostile = "a\x1b[31m\x00\r\n]]></failure><!--\"'&\u202e\u200b\xff\ufffe{0} [x](javascript:1)"

// sample is a report with every verdict and texts that nobody chose well.
func sample() *Report {
	check := func(name, why string, line int) *Check {
		return &Check{Name: name, Why: why, Words: []string{"search", "--where", hostile, "src"}, Expect: "none", Line: line}
	}
	many := make([]Place, 7)
	for i := range many {
		many[i] = Place{Path: "src/a.go", Line: int64(i + 1), Column: 1, Text: "\tTODO " + strings.Repeat("x", 300)}
	}
	return &Report{File: &File{Name: "dir/ct.checks.toml", Dir: "/dir", Base: "ct.checks.toml"}, Version: "1.2.3 (abc)", Results: []Result{
		{Check: check("met", "", 1), Verdict: Success, Count: 0, Reason: "expected no match, found none", Elapsed: 1500 * time.Microsecond},
		{Check: check("not met <&>", "Why?", 5), Verdict: Error, Count: 9, Reason: "expected no match, found 9", Places: many},
		{Check: check("nowhere", hostile, 9), Verdict: Error, Count: 0, Reason: "expected a match, found none"},
		{Check: check("odd", "", 13), Verdict: Error, Count: 3, Reason: "expected no match, found 3", Places: []Place{{Path: "a b/ü%:#?.go", Text: hostile}, {Path: "c:d", Line: 2}, {Path: hostile, Line: 3}}},
		{Check: check("open", "", 17), Verdict: Undecided, Count: 0, Reason: "undecided: found none yet; the search was cut: by --timeout (d)"},
		{Check: check("wrong", "", 21), Verdict: Failure, Count: -1, Reason: "nosuch: no such file or directory"},
	}}
}

func TestStatusFollowsTheVerdicts(t *testing.T) {
	for _, c := range []struct {
		verdicts []Verdict
		want     int
	}{
		{nil, 2},
		{[]Verdict{Success, Success}, 0},
		{[]Verdict{Success, Undecided}, 2},
		{[]Verdict{Failure, Success}, 2},
		{[]Verdict{Error}, 1},
		{[]Verdict{Undecided, Failure, Error, Success}, 1},
	} {
		r := &Report{}
		for _, v := range c.verdicts {
			r.Results = append(r.Results, Result{Verdict: v})
		}
		if got := r.Status(); got != c.want {
			t.Errorf("%v: %d", c.verdicts, got)
		}
	}
}

func TestTextHasALineForEachCheckAndItsPlaces(t *testing.T) {
	text := sample().Text()
	for _, want := range []string{
		"met          SUCCESS    0\n",
		"not met <&>  ERROR      9  expected no match, found 9\n    Why?\n    src/a.go:1: TODO xxx",
		"    … 9 in all: ct search --where ",
		"nowhere      ERROR      0  expected a match, found none\n    a\\x1b[31m",
		"open         UNDECIDED  0  undecided:",
		"wrong        FAILURE    -  nosuch: no such file or directory\n",
		"\n6 checks, 1 SUCCESS, 3 ERROR, 1 UNDECIDED, 1 FAILURE\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) || len(line) > 900 {
			t.Errorf("%q", line)
		}
	}
	if n := strings.Count(text, "src/a.go:"); n != mostShown {
		t.Errorf("%d places are shown", n)
	}
}

// The schema is that of SARIF 2.1.0; testdata/README.md says where it comes from.
func TestSARIFFollowsItsSchema(t *testing.T) {
	data, err := os.ReadFile("testdata/sarif-2.1.0-rtm.5.json")
	if err != nil {
		t.Fatal(err)
	}
	// The validator knows no draft 4, which differs only in names for what this schema uses.
	var members map[string]any
	if err := json.Unmarshal(data, &members); err != nil {
		t.Fatal(err)
	}
	members["$schema"] = "http://json-schema.org/draft-07/schema#"
	delete(members, "id")
	data, err = json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	validate := func(log any) error {
		text, err := render.JSON(log, true)
		if err != nil {
			t.Fatal(err)
		}
		var instance any
		if err := json.Unmarshal(text, &instance); err != nil {
			t.Fatal(err)
		}
		return resolved.Validate(instance)
	}
	for name, r := range map[string]*Report{"all": sample(), "met": {File: &File{Base: "f"}, Results: sample().Results[:1]}, "of a corpus": {File: &File{Base: "f"}, Results: sample().Results, Corpus: "x"}} {
		if err := validate(r.SARIF()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A validator that accepts anything would say nothing.
	wrong := sarifOf(t)
	wrong.Runs[0].Results[0].Level = "fatal"
	if validate(wrong) == nil {
		t.Error("a level that SARIF does not have is accepted")
	}
	wrong = sarifOf(t)
	wrong.Runs[0].Results[0].Locations[0].Physical.Region.Line = 0
	if validate(wrong) == nil {
		t.Error("line 0 is accepted")
	}
}

// sarifOf returns the sample as a log of SARIF.
func sarifOf(t *testing.T) sarifLog {
	t.Helper()
	log, ok := sample().SARIF().(sarifLog)
	if !ok {
		t.Fatal("not a log")
	}
	return log
}

func TestSARIFLocationsAreRelative(t *testing.T) {
	log := sarifOf(t)
	var got []string
	for _, r := range log.Runs[0].Results {
		a := r.Locations[0].Physical.Artifact
		if a.Base != "%SRCROOT%" || log.Runs[0].Tool.Driver.Rules[r.Index].ID != r.Rule {
			t.Errorf("%+v", r)
		}
		got = append(got, r.Level+" "+a.URI)
	}
	want := strings.Repeat("error src/a.go\n", 7) + "error ct.checks.toml\nerror a%20b/%C3%BC%25:%23%3F.go\nerror ./c:d\n"
	if text := strings.Join(got, "\n"); !strings.HasPrefix(text, want) || !strings.HasSuffix(text, "\nwarning ct.checks.toml\nwarning ct.checks.toml") {
		t.Errorf("%s", text)
	}
}

// The places of checks of a corpus are in it, and the checks themselves in the folder of the file. All have the same time.
func TestAReportOfACorpus(t *testing.T) {
	r := sample()
	r.Corpus = "the shards of <s>"
	for i := range r.Results {
		r.Results[i].Elapsed, r.Results[i].Call = 1500*time.Millisecond, "ct-fleet search x"
	}
	text, err := render.JSON(r.SARIF(), false)
	if err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(text, &log); err != nil || log.Runs[0].Bases[corpusRoot] == nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, x := range log.Runs[0].Results {
		if a := x.Locations[0].Physical.Artifact; (a.URI == "ct.checks.toml") != (a.Base == sourceRoot) || a.Base != sourceRoot && a.Base != corpusRoot {
			t.Errorf("%+v", x)
		}
	}
	junit, err := r.JUnit()
	if err != nil || !strings.Contains(junit, `skipped="0" time="1.500"`) {
		t.Errorf("%v %s", err, junit)
	}
	if text := r.Text(); !strings.Contains(text, "    … 9 in all: ct-fleet search x\n") {
		t.Error(text)
	}
}

// junitReader prints what a reader that is not ours finds in a report.
const junitReader = `
import sys, xml.etree.ElementTree as E
root = E.fromstring(sys.stdin.buffer.read())
assert root.tag == 'testsuites', root.tag
print(*(root.get(k) for k in ('tests', 'failures', 'errors')))
for suite in root:
    print(suite.get('name'), *(suite.get(k) for k in ('tests', 'failures', 'errors', 'skipped')))
    for case in suite:
        print(case.get('name'), case.get('line'), *(p.tag + ':' + p.get('type') + ':' + p.get('message') for p in case))
        float(case.get('time'))
        for p in case:
            assert not any(ord(c) < 32 and c not in '\t\n' or c in '\u202e\u200b\ufffe' for c in p.text + p.get('message')), p.text
            assert '<!--' not in p.text or 'failure><!--' in p.text
`

func TestJUnitIsReadByAnother(t *testing.T) {
	text, err := sample().JUnit()
	if err != nil {
		t.Fatal(err)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("skipped: no python3")
	}
	cmd := exec.Command(python, "-c", junitReader)
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.CombinedOutput()
	want := `6 3 2
dir/ct.checks.toml 6 3 2 0
met 1
not met <&> 5 failure:ERROR:expected no match, found 9
nowhere 9 failure:ERROR:expected a match, found none
odd 13 failure:ERROR:expected no match, found 3
open 17 error:UNDECIDED:undecided: found none yet; the search was cut: by --timeout (d)
wrong 21 error:FAILURE:nosuch: no such file or directory
`
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s\n%s", err, out, text)
	}
}

func TestPlacesOfEveryAnswer(t *testing.T) {
	for text, want := range map[string]string{
		`{"base":"src","matches":[{"path":"a.go","line":3,"column":2,"text":"\tTODO"},{"path":"b.go","type":"f"}]}`: "src/a.go:3: TODO|src/b.go",
		`{"sections":[{"title":"Top Matches","findings":[{"message":"a.go:3  f  x()","anchor":{"file":"a.go","line":3,"col":1}},{"message":"no place","anchor":null}]},` +
			`{"title":"Hot Files","findings":[{"message":"a.go: 3 matches","anchor":{"file":"a.go","line":1,"col":1}}]}],"evidence":[{"message":"b.go:4  y","anchor":{"file":"b.go","line":4,"col":1}}]}`: "a.go:3: f  x()|b.go:4: y",
		`{"sections":[{"title":"Top Matches","findings":[{"message":"a.go:3-9  type T","anchor":{"file":"a.go","line":3}}]}]}`: "a.go:3: type T",
		`{"scout":{"top_files":[{"path":"a.go","matches":2}]}}`:                                                                "a.go",
		`{"survey":{"by_path":[{"path":"src","term":"T","matches":2}]}}`:                                                       "src: T",
		`{"snippets":[{"path":"a.go","lines":[{"n":1,"match":false,"text":"x"},{"n":2,"match":true,"text":" y"}]}]}`:           "a.go:2: y",
		`[{"id":"d","title":"Design","path":"docs/design.md","score":1.5,"snippet":"x"}]`:                                      "docs/design.md: Design",
		`{"matches":"x"}`: "", `{`: "", ``: "", `{"sections":[{"title":"Top Matches","findings":[{"message":"z","anchor":{"file":"q","line":0}}]}]}`: "q: z",
	} {
		var got []string
		for _, p := range places([]byte(text)) {
			got = append(got, p.String())
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s: got %s, want %s", text, s, want)
		}
	}
}

func TestAVerdictAgreesWithTheStatus(t *testing.T) {
	for _, c := range []struct {
		emitted string
		exit    int
		ok      bool
	}{
		{"SUCCESS\t3\tfound 3", 0, true}, {"ERROR\t0\tfound\tnone", 1, true}, {"UNDECIDED\t0\tcut", 2, true},
		{"SUCCESS\t3\tfound 3", 1, false}, {"FAILURE\t3\tx", 2, false}, {"SUCCESS\tx\ty", 0, false}, {"SUCCESS\t3", 0, false}, {"", 0, false}, {"", 2, false},
	} {
		r := Result{Verdict: Failure, Count: -1}
		if ok := r.judge(c.emitted, c.exit); ok != c.ok || !ok && (r.Verdict != Failure || r.Count != -1) {
			t.Errorf("%+v: %v, %+v", c, ok, r)
		}
	}
}
