package survey

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/tool"
)

// envelope is the frame of both answers. In TOON it has only the question: the exit status says the verdict. What JSON
// has as objects is one line each in the answer, which is the same in both formats.
type envelope struct {
	Tool           string          `json:"tool,omitempty"`
	Verdict        string          `json:"verdict,omitempty"`
	Question       string          `json:"question,omitempty"`
	Survey         *surveyDocument `json:"survey,omitempty"`
	Scout          *scoutDocument  `json:"scout,omitempty"`
	Reason         string          `json:"reason,omitempty"`
	Interpretation *tool.Reading   `json:"interpretation,omitempty"`
	Ledger         *ledger.Ledger  `json:"ledger,omitempty"`
	Cut            string          `json:"cut,omitempty"` // instead of an answer that does not fit
}

// closing is the end of both answers.
type closing struct {
	AtLeast        bool          `json:"at_least,omitempty"` // the counts are lower bounds
	Warnings       []string      `json:"warnings,omitempty"`
	Interpretation string        `json:"interpretation,omitempty"`
	WouldMatch     []alternative `json:"would_match,omitempty"`
	Ledger         string        `json:"ledger"`         // and how many rows are omitted
	Rest           string        `json:"rest,omitempty"` // the command that shows them
	Next           string        `json:"next,omitempty"`
}

// alternative is a tool.Alternative as a row of a table.
type alternative struct {
	Reading string `json:"reading"`
	Matches int64  `json:"matches"`
	AtLeast bool   `json:"at_least"`
	Command string `json:"command"`
}

// listing is the number of rows that an answer could have and of those that it has.
type listing struct {
	name       string
	all, given int
}

// envelope returns the frame of an answer.
func (s *count) envelope(o tool.Outcome, a *tool.Answer, d detail) envelope {
	e := envelope{Question: s.frame.Question}
	if s.frame.Format == "json" {
		e.Tool, e.Verdict, e.Reason, e.Ledger = "ct-survey", o.Result.String(), o.Fault(), a.Ledger
		if d < bare {
			e.Interpretation = a.Reading
		}
	}
	return e
}

// closing returns the end of an answer. next is the next command; more, the one for rows that fit no budget.
func (s *count) closing(a *tool.Answer, sh shape, lists []listing, next string, more func() string) closing {
	c := closing{AtLeast: a.Ledger.Cut(), Ledger: s.request.table.ForCaller(a.Ledger.String())}
	if sh.detail < bare {
		c.Warnings = s.warnings()
		if s.lines == 0 || !a.Reading.Literal || sh.detail < withoutEchoes { // otherwise it repeats the command line
			c.Interpretation = a.Reading.String()
		}
		for _, r := range a.Reading.Alternatives {
			c.WouldMatch = append(c.WouldMatch, alternative{r.Label, r.Count, r.AtLeast, r.Command})
		}
	}
	if sh.detail < withoutNext {
		c.Next = next
	}
	var cut []string
	for _, l := range lists {
		if n := l.all - l.given; n > 0 {
			cut = append(cut, fmt.Sprintf("%s of %s", grep.Plural(int64(n), "row", "rows"), l.name))
		}
	}
	if len(cut) == 0 {
		return c
	}
	c.Ledger += "; left out: " + strings.Join(cut, ", ")
	if sh.detail < withoutRest {
		if c.Rest = s.larger(); c.Rest == "" {
			c.Rest = more()
		}
	}
	return c
}

// maxEcho is the maximum length, in bytes, of a term or a path in a row of an answer.
const maxEcho = 100

func clip(text string) string { return grep.Echo(text, maxEcho) }

// labels returns the names of the terms in an answer, all different although texts are clipped.
func labels(terms []string) []string {
	all := make([]string, len(terms))
	taken := map[string]bool{}
	for i, term := range terms {
		name := clip(term)
		for n := i + 1; taken[name]; n++ {
			name = fmt.Sprintf("%s#%d", clip(term), n)
		}
		all[i], taken[name] = name, true
	}
	return all
}

// The output schemas of the forms.
const (
	surveySchema = `"terms":` + textsSchema + `,"paths":` + textsSchema + `,"mode":` + textSchema +
		`,"overall":{"type":"array","items":{"type":"object","properties":{"term":` + textSchema + `,` + tallySchema + `,"dominant_path":` + textSchema + `},"required":["term","matches","files","dominant_path"]}}` +
		`,"by_path":{"type":"array","items":{"type":"object","properties":{"path":` + textSchema + `,"term":` + textSchema + `,` + tallySchema + `},"required":["path","term","matches","files"]}}` +
		`,"together":{"type":"array","items":{"type":"object","properties":{"a":` + textSchema + `,"b":` + textSchema + `,"files":{"type":"integer"},"first":` + textSchema + `},"required":["a","b","files"]}},"within":{"type":"integer"}`
	scoutSchema = `"query":` + textSchema + `,"mode":` + textSchema + `,` + tallySchema + `,"top_directories":` + rowsSchema + `,"top_files":` + rowsSchema

	textSchema  = `{"type":"string"}`
	textsSchema = `{"type":"array","items":{"type":"string"}}`
	tallySchema = `"matches":{"type":"integer"},"files":{"type":"integer"}`
	rowsSchema  = `{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"matches":{"type":"integer"}},"required":["path","matches"]}}`
)

// outputSchema returns the schema of the answer whose own object has this name and these properties.
func outputSchema(name, properties string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"tool":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"question":{"type":"string"},"` + name + `":{"type":"object","properties":{` + properties +
		`,"at_least":{"type":"boolean"},"warnings":` + textsSchema + `,"interpretation":` + textSchema + `,"would_match":{"type":"array"},"ledger":` + textSchema + `,"rest":` + textSchema + `,"next":` + textSchema +
		`},"required":["ledger"]},"reason":{"type":"string"},"interpretation":{"type":"object"},"ledger":{"type":"object"},"cut":{"type":"string"}},"required":["tool","verdict"]}`)
}
