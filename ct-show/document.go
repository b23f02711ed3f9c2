package main

import (
	"encoding/json"
	"sort"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
)

// echo is what an answer in JSON repeats of the request.
type echo struct {
	Query string `json:"query,omitempty"`
	File  string `json:"file,omitempty"`
}

// document is an answer in JSON.
type document struct {
	Tool    string `json:"tool"`
	Verdict string `json:"verdict"`
	echo
	Count          int64             `json:"count"`
	Lines          int64             `json:"lines"`
	Files          int64             `json:"files"`
	AtLeast        bool              `json:"at_least,omitempty"`
	Skip           int64             `json:"skip,omitempty"` // clusters of a sample before the first one shown
	Samples        []sampleDocument  `json:"samples,omitempty"`
	Snippets       []snippetDocument `json:"snippets"`
	Blame          *blameDocument    `json:"blame,omitempty"`
	EndLine        *int64            `json:"end_line,omitempty"` // the last line of the file, if it was reached
	Truncated      bool              `json:"truncated"`          // snippets are missing, or there may be more to find
	Warnings       []string          `json:"warnings,omitempty"`
	Ledger         *ledger.Ledger    `json:"ledger"`
	Question       string            `json:"question,omitempty"`
	Reason         string            `json:"reason,omitempty"`
	Interpretation *tool.Reading     `json:"interpretation,omitempty"`
	Confinement    string            `json:"confinement,omitempty"` // why there is none, if Interpretation is nil
	Rest           string            `json:"rest,omitempty"`        // the command that shows what is missing
	Next           string            `json:"next,omitempty"`        // the next command if nothing is missing
}

// newDocument returns a document with what all answers have in common. lean omits what explains them.
func newDocument(f *tool.Frame, o tool.Outcome, a *tool.Answer, e echo, lean bool) *document {
	most := grep.MaxEcho
	if lean {
		most = grep.LeanEcho
	}
	clip := func(s string) string { return grep.Echo(s, most) }
	d := &document{
		Tool: "ct-show", Verdict: o.Result.String(), echo: echo{clip(e.Query), clip(e.File)}, Snippets: []snippetDocument{},
		Ledger: a.Ledger, Question: clip(f.Question), Reason: o.Fault(), Interpretation: a.Reading, Truncated: a.Ledger.Cut(),
	}
	switch {
	case lean:
		d.Interpretation = nil
	case a.Reading == nil:
		d.Confinement = f.Unconfined
	}
	return d
}

// document returns the JSON answer, with as many snippets as fit its bytes.
func (b *body) document(o tool.Outcome, a *tool.Answer) any {
	if all := b.with(len(b.snippets), o, a, false); fits(b.frame, all) {
		return all
	}
	over := sort.Search(len(b.snippets), func(n int) bool { return !fits(b.frame, b.with(n, o, a, false)) })
	if over > 0 {
		return b.with(over-1, o, a, false)
	}
	bare := b.with(0, o, a, true)
	if !fits(b.frame, bare) {
		bare.Rest, bare.Next, bare.Warnings = "", "", nil
	}
	return bare
}

// with returns the JSON answer with that many snippets.
func (b *body) with(shown int, o tool.Outcome, a *tool.Answer, lean bool) *document {
	d := newDocument(b.frame, o, a, b.echo, lean)
	d.Count, d.Lines, d.Files, d.AtLeast, d.Skip, d.Warnings = b.lines, b.lines, b.files, b.atLeast, b.skipped, b.warnings
	for i := range shown {
		d.Snippets = append(d.Snippets, b.snippets[i].document(clipSnippet))
	}
	if b.samples != nil {
		d.Samples = b.samples(shown)
	}
	if b.left != nil && b.left(shown) != "" {
		d.Truncated, d.Rest = true, b.rest(shown)
	} else {
		d.Next = b.next
	}
	return d
}

// fits reports whether a document and its newline fit the budget.
func fits(f *tool.Frame, d *document) bool {
	j, err := render.JSON(d, f.Indent)
	return err != nil || len(j) < f.Budget.Bytes
}

// The output schemas of the forms.
const (
	lineSchema    = `{"type":"object","properties":{"n":{"type":"integer"},"match":{"type":"boolean"},"text":{"type":"string"},"lossy":{"type":"boolean"}},"required":["n","match","text"]}`
	snippetSchema = `{"type":"object","properties":{"path":{"type":"string"},"start":{"type":"integer"},"end":{"type":"integer"},"section":{"type":"string"},"lines":{"type":"array","items":` + lineSchema + `}},"required":["path","start","end","lines"]}`
	takenSchema   = `{"type":"object","properties":{"path":{"type":"string"},"lines":{"type":"integer"},"clusters":{"type":"integer"},"taken":{"type":"array","items":{"type":"integer"}}},"required":["path","lines","clusters","taken"]}`
	blameSchema   = `{"type":"object","properties":{"commits":{"type":"array","items":{"type":"object","properties":{"hash":{"type":"string"},"date":{"type":"string"},"author":{"type":"string"},"subject":{"type":"string"},"path":{"type":"string"},"edge":{"type":"boolean"}},"required":["hash","date","author","subject"]}},"lines":{"type":"array","items":{"type":"object","properties":{"first":{"type":"integer"},"last":{"type":"integer"},"hash":{"type":"string"}},"required":["first","last"]}}},"required":["commits","lines"]}`
	schemaBegin   = `{"type":"object","properties":{"tool":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"query":{"type":"string"},"count":{"type":"integer"},"lines":{"type":"integer"},"files":{"type":"integer"},"at_least":{"type":"boolean"},"snippets":{"type":"array","items":` + snippetSchema + `},"truncated":{"type":"boolean"},"ledger":{"type":"object"},"question":{"type":"string"},"reason":{"type":"string"},"interpretation":{"type":"object"},"confinement":{"type":"string"},"rest":{"type":"string"},"next":{"type":"string"}`
	schemaEnd     = `},"required":["tool","verdict","count","lines","files","snippets","truncated","ledger"]}`
)

var (
	showSchema   = json.RawMessage(schemaBegin + `,"file":{"type":"string"},"blame":` + blameSchema + `,"end_line":{"type":"integer"}` + schemaEnd)
	sampleSchema = json.RawMessage(schemaBegin + `,"skip":{"type":"integer"},"samples":{"type":"array","items":` + takenSchema + `},"warnings":{"type":"array","items":{"type":"string"}}` + schemaEnd)
)
