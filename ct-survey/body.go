package main

import (
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/tool"
)

// An envelope is what frames either answer. In TOON it has the question alone:
// the exit status tells the verdict.
type envelope struct {
	Tool     string          `json:"tool,omitempty"`
	Verdict  string          `json:"verdict,omitempty"`
	Question string          `json:"question,omitempty"`
	Survey   *surveyDocument `json:"survey,omitempty"`
	Scout    *scoutDocument  `json:"scout,omitempty"`
	Reason   string          `json:"reason,omitempty"`
	Cut      string          `json:"cut,omitempty"` // in place of an answer for which there is no room
}

// A closing is what ends either answer.
type closing struct {
	AtLeast        bool          `json:"at_least,omitempty"` // the counts are lower bounds
	Warnings       []string      `json:"warnings,omitempty"`
	Interpretation any           `json:"interpretation,omitempty"` // a *tool.Reading, in TOON in one line
	WouldMatch     []alternative `json:"would_match,omitempty"`    // in TOON
	Ledger         any           `json:"ledger"`                   // a *ledger.Ledger, in TOON in one line
	Cut            string        `json:"cut,omitempty"`            // how many rows are left out
	Rest           string        `json:"rest,omitempty"`           // the command that shows them
	Next           string        `json:"next,omitempty"`
}

// An alternative is a tool.Alternative as a row of a table.
type alternative struct {
	Reading string `json:"reading"`
	Matches int64  `json:"matches"`
	AtLeast bool   `json:"at_least"`
	Command string `json:"command"`
}

// A listing is the rows that an answer could have and those it has.
type listing struct {
	name       string
	all, given int
}

// envelope frames an answer.
func (s *count) envelope(o tool.Outcome) envelope {
	e := envelope{Question: clip(s.frame.Question)}
	if s.frame.Format == "json" {
		e.Tool, e.Verdict, e.Reason = "ct-survey", o.Result.String(), o.Fault()
	}
	return e
}

// closing ends an answer; next is the next command.
func (s *count) closing(a *tool.Answer, d detail, lists []listing, next string) closing {
	c := closing{AtLeast: a.Ledger.Cut(), Ledger: a.Ledger, Next: next}
	if d < bare {
		c.Warnings = s.warnings()
		s.interpret(&c, a)
	}
	if s.frame.Format != "json" {
		c.Ledger = a.Ledger.String()
	}
	var cut []string
	for _, l := range lists {
		if n := l.all - l.given; n > 0 {
			cut = append(cut, fmt.Sprintf("%s of %s", grep.Plural(int64(n), "row", "rows"), l.name))
		}
	}
	c.Cut = strings.Join(cut, ", ")
	if len(cut) > 0 && d < withoutRest {
		c.Rest = s.rest()
	}
	return c
}

// interpret tells how the request was read: in TOON where that is worth a line,
// in one and a table.
func (s *count) interpret(c *closing, a *tool.Answer) {
	if s.frame.Format == "json" {
		c.Interpretation = a.Reading
		return
	}
	if s.lines == 0 || !a.Reading.Literal {
		c.Interpretation = a.Reading.String()
	}
	for _, r := range a.Reading.Alternatives {
		c.WouldMatch = append(c.WouldMatch, alternative{r.Label, r.Count, r.AtLeast, r.Command})
	}
}

// rest gives the command that shows as many rows as there can be.
func (s *count) rest() string {
	b := s.frame.Budget
	switch {
	case s.frame.Format == "json":
		return ""
	case b.Lines < most.Lines || b.Bytes < most.Bytes:
		return s.command(nil, []string{fmt.Sprintf("--max-lines=%d", most.Lines), fmt.Sprintf("--max-bytes=%d", most.Bytes)})
	}
	return s.command(nil, []string{"--json"})
}
