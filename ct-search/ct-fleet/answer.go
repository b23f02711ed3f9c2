package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/internal/parts"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
)

// shardsDocument is what an answer says about the shards.
type shardsDocument struct {
	Manifest string `json:"manifest"` // its digest
	*flow.Tally
	Lacking  int64          `json:"without_path,omitempty"`
	Artifact *savedDocument `json:"artifact,omitempty"`
}

// answer makes the answer of what was found in all shards.
func (a *asked) answer(ctx context.Context, p *flow.Part, found *parts.Part, out io.Writer) (*tool.Answer, error) {
	shards := shardsDocument{Manifest: a.over.manifest.Digest, Tally: p.Tally(a.over.manifest), Lacking: found.Lacking}
	if a.artifact != nil {
		shards.Artifact = a.artifact.document(shards.Tally)
	}
	if err := a.nowhere(shards.Tally, found); err != nil {
		return nil, err
	}
	if err := a.begun(p); err != nil {
		return nil, err
	}
	sum := found.Found.Sum()
	if miss(shards.Tally, sum); shards.Cut > 0 && ctx.Err() == nil { // by its own deadline
		sum.Forget(ledger.Timeout)
	}
	a.over.corpus.Notes = found.Notes
	if found.Lacking > 0 {
		a.over.corpus.Notes = append(slices.Clone(found.Notes), fmt.Sprintf("%d of them have no such path", found.Lacking))
	}
	if a.frame.Form == "calls" {
		a.over.corpus.Notes = append(slices.Clone(a.over.corpus.Notes), boundWithin)
	}
	text, err := render.JSON(shards, false)
	if err != nil {
		return nil, err
	}
	if a.frame.Format == "json" {
		a.frame.Budget.Bytes -= len(text) + len(`,"shards":`)
	}
	var answer *tool.Answer
	if lines, ok := found.Found.(*parts.Lines); ok {
		answer, err = a.lines(lines, a.limit, out)
		if err == nil && a.frame.Format == "json" {
			answer, err = a.within(lines, answer)
		}
	} else {
		answer, err = a.job.Parts.Answer(ctx, found.Found, out)
	}
	if err != nil {
		return nil, err
	}
	if a.frame.Format == "json" { // in other formats the ledger has a line
		document := answer.Document
		answer.Document = func(o tool.Outcome) any { return withShards{document(o), text} }
	} else if !a.frame.Quiet {
		answer.Aside += furtherLost(shards.Tally)
	}
	return answer, nil
}

// furtherLost returns lines about the shards that were not searched, or not wholly, after the first, which the ledger has.
func furtherLost(t *flow.Tally) string {
	var b strings.Builder
	for i, s := range t.Shards {
		if i > 0 {
			fmt.Fprintf(&b, "ct-fleet: shard %s: %s: %s\n", budget.EscapeName(s.ID), s.Code, s.Reason)
		}
	}
	if more := t.Open - int64(len(t.Shards)); more > 0 {
		fmt.Fprintf(&b, "ct-fleet: and %s\n", grep.Plural(more, "more shard", "more shards"))
	}
	return b.String()
}

// begun returns an error if the shard that a page of lines begins in cannot be searched any more.
func (a *asked) begun(p *flow.Part) error {
	n := a.question.From.Number
	if a.shown == 0 || !p.Lost.Has(int64(n)) {
		return nil
	}
	return opt.Usagef("cursor", "{cursor}: %s, in which it begins, cannot be searched any more: begin again without it", budget.EscapeName(a.over.manifest.Shards[n].ID))
}

// nowhere returns an error for a path that no shard has, as one tree has it for a path that is not there. A shard that was
// not searched may have it.
func (a *asked) nowhere(t *flow.Tally, found *parts.Part) error {
	paths := a.question.Nowhere(found)
	if len(paths) == 0 || !t.Whole() {
		return nil
	}
	return fmt.Errorf("no shard has %s; a path is one in each shard", budget.EscapeName(strings.Join(paths, ", ")))
}

// boundWithin says how far a call is followed.
const boundWithin = "calls are bound within each shard"

// miss adds to the ledger the shards that were not searched once and wholly. What was searched twice, or is no shard of the
// manifest, makes every count too high.
func miss(t *flow.Tally, l *ledger.Ledger) {
	if t.Whole() {
		return
	}
	first := &t.Shards[0]
	l.Skip(ledger.Unreachable, first.ID, fmt.Sprintf("%s: %s", first.Code, first.Reason))
	l.SkipN(ledger.Unreachable, t.Open-1)
	if t.Twice+t.Unknown > 0 {
		l.Rules.Unsure += ledger.AllMatches
	}
}

// withShards is a document with what it says about the shards.
type withShards struct {
	document any
	shards   []byte
}

// MarshalJSON returns the document with one member more.
func (d withShards) MarshalJSON() ([]byte, error) {
	text, err := render.JSON(d.document, false)
	if err != nil {
		return nil, err
	}
	end := bytes.LastIndexByte(text, '}')
	if end < 1 {
		return text, nil
	}
	between := ","
	if text[end-1] == '{' {
		between = ""
	}
	return append(fmt.Appendf(text[:end:end], `%s"shards":%s`, between, d.shards), '}'), nil
}

// linesDocument is the JSON answer in lines.
type linesDocument struct {
	Tool           string            `json:"tool"`
	Verdict        string            `json:"verdict"`
	Count          int64             `json:"count"`
	Lines          int64             `json:"lines"`
	Matches        []json.RawMessage `json:"matches"`
	Truncated      bool              `json:"truncated"`
	Ledger         *ledger.Ledger    `json:"ledger"`
	Question       string            `json:"question,omitempty"`
	Reason         string            `json:"reason,omitempty"`
	Interpretation *tool.Reading     `json:"interpretation,omitempty"`
	NextCursor     string            `json:"next_cursor,omitempty"`
}

// within returns the answer with as many lines as the budget of its document has room for.
func (a *asked) within(p *parts.Lines, answer *tool.Answer) (*tool.Answer, error) {
	limit := a.limit
	for {
		text, err := render.JSON(answer.Document(tool.Outcome{Reason: strings.Repeat("x", longestReason)}), a.frame.Indent)
		over := len(text) - a.frame.Budget.Bytes
		if err != nil || over <= 0 || limit == 0 {
			return answer, err
		}
		limit = min(limit, p.Lines) * int64(a.frame.Budget.Bytes) / int64(len(text)) // at least one less
		if answer, err = a.lines(p, limit, io.Discard); err != nil {
			return nil, err
		}
	}
}

// longestReason is room for the reason of a verdict.
const longestReason = 400

// summary returns the totals in one line, as the programs print them of one tree.
func (a *asked) summary(p *parts.Lines) string {
	files := grep.Plural(int64(p.Figures.Names["files"].Min), "file", "files")
	switch {
	case a.frame.Form != "filter":
		return fmt.Sprintf("%s in %s\n", grep.Plural(p.Figures.Found, "match", "matches"), files)
	case len(a.question.Query) == 0 && a.over.table.Given("grep", "all-of", "regexp", "file") == nil:
		return fmt.Sprintf("%s %s\n", grep.Plural(p.Figures.Found, "entry", "entries"), a.over.corpus.Scope)
	}
	return fmt.Sprintf("%s in %s\n", grep.Plural(p.Matched, "matching line", "matching lines"), files)
}

// lines makes an answer in lines.
func (a *asked) lines(p *parts.Lines, limit int64, out io.Writer) (*tool.Answer, error) {
	p.Figures.Together(&p.Ledger)
	answer := &tool.Answer{Figures: p.Figures, Lines: p.Matched, Base: ".", Ledger: &p.Ledger, Reading: p.Reading}
	grep.NoteEncodedFiles(answer, p.Encoded)
	if answer.Reading == nil {
		answer.Reading = &tool.Reading{}
	}
	if p.HasNear {
		answer.Reading.Near = &p.Near
	}
	answer.Reading.Notes, answer.Reading.Scope = slices.Concat(p.Notes, a.over.corpus.Notes), a.over.corpus.Scope+answer.Reading.Scope
	text, own, end := p.Text(limit)
	switch {
	case a.over.table.Given("summary") == nil:
	case a.frame.Format == "json":
		text, p.After = "", own
	default:
		text, own, p.After = a.summary(p), 1, 1
	}
	next := ""
	left := p.After - own
	if left > 0 && own > 0 {
		next = fmt.Sprintf("%s%d.%d.%d.%x-%s-%s", lineCursor, end.Number, end.Lines, a.shown+own, end.Sum, a.corpusMark(), a.questionMark())
		set := []string{"--cursor=" + next}
		if a.frame.Format != "text" {
			set = append(set, "--format="+a.frame.Format)
		}
		if !a.frame.Quiet {
			answer.Aside = fmt.Sprintf("ct-fleet: %s: %s\n", grep.Plural(left, "more line", "more lines"), a.over.table.Command(opt.Command{
				Form: a.frame.Form, Keep: append(opt.Search(), opt.Page, opt.Output), Set: set, Args: append(a.question.Query, a.question.Paths...),
			}))
		}
	}
	if a.frame.Form == "calls" && !a.frame.Quiet {
		answer.Aside += "ct-fleet: " + boundWithin + "\n"
	}
	if a.frame.Uses("MATCHES") {
		answer.Matches = strings.TrimSuffix(text, "\n")
	}
	answer.Document = func(o tool.Outcome) any {
		d := &linesDocument{
			Tool: "ct-fleet", Verdict: o.Result.String(), Count: p.Figures.Found, Lines: p.Matched, Matches: []json.RawMessage{}, Truncated: left > 0 || p.Ledger.Cut(),
			Ledger: &p.Ledger, Question: a.frame.Question, Reason: o.Fault(), Interpretation: answer.Reading, NextCursor: next,
		}
		for line := range strings.Lines(text) {
			d.Matches = append(d.Matches, json.RawMessage(strings.TrimSuffix(line, "\n")))
		}
		return d
	}
	_, err := io.WriteString(out, text)
	return answer, err
}
