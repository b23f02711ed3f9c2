package checks

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/budget"
)

// suites is a report in the XML that JUnit's reporters write and CI systems read.
type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Time     string     `xml:"time,attr"`
	Cases    []testcase `xml:"testcase"`
}

type testcase struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	File    string   `xml:"file,attr"`
	Line    int      `xml:"line,attr"`
	Time    string   `xml:"time,attr"`
	Failure *problem `xml:"failure"`
	Error   *problem `xml:"error"`
}

type problem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// JUnit returns the report as XML: a check that is not met is a failure, one that is undecided or failed an error.
func (r *Report) JUnit() (string, error) {
	file := budget.EscapeName(r.File.Name)
	s := suite{Name: file, Tests: len(r.Results), Failures: r.Number(Error), Errors: r.Number(Undecided) + r.Number(Failure)}
	var total time.Duration
	for i := range r.Results {
		x := &r.Results[i]
		if r.Corpus == "" {
			total += x.Elapsed
		} else {
			total = x.Elapsed
		}
		c := testcase{Name: budget.EscapeName(x.Name), Class: "ct.check", File: file, Line: x.Line, Time: seconds(x.Elapsed)}
		switch p := (&problem{x.Reason, string(x.Verdict), x.body()}); x.Verdict {
		case Success:
		case Error:
			c.Failure = p
		default:
			c.Error = p
		}
		s.Cases = append(s.Cases, c)
	}
	s.Time = seconds(total)
	text, err := xml.MarshalIndent(suites{Name: "ct check", Tests: s.Tests, Failures: s.Failures, Errors: s.Errors, Suites: []suite{s}}, "", "  ")
	return xml.Header + string(text) + "\n", err
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// body returns the text of a problem: the call, why it matters, and what was found.
func (x *Result) body() string {
	lines := []string{x.Command()}
	if x.Why != "" {
		lines = append(lines, budget.EscapeName(x.Why))
	}
	for i := range x.Places {
		lines = append(lines, x.Places[i].String())
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}
