package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/internal/parts"
	"github.com/ct-tools/ct/shared/checks"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/version"
)

// formCheck is the form that asks the checks of a file about shards.
const formCheck = "check"

// checking is a file of checks about the shards of a manifest.
type checking struct {
	over   // which shards, and what searches them
	choice checks.Choice

	file  *checks.File
	list  []*checks.Check
	calls []*call // of list
	frame *tool.Frame
	work  *work
}

// A call is what a check asks.
type call struct {
	*asked
	prepared *tool.Frame // that has what the check expects
	wrong    error       // why there is nothing to ask: its words are wrong
}

// checkShards returns the form.
func checkShards() *tool.Tool {
	c := &checking{over: over{word: formCheck}, choice: checks.Choice{Elsewhere: true}}
	t := &tool.Tool{
		Guide: guide, Formats: checks.Formats, Extents: []tool.Extent{{Form: formCheck}},
		Judge: &tool.Judge{Help: map[string]string{
			"emit":    "print TEMPLATE after the report; {RESULT} {COUNT} (of checks) {QUESTION} {REASON} are filled in",
			"quiet":   "print neither banner nor report, only emitted text and the totals, unless all is well",
			"timeout": "end all checks after SECS seconds; those that are then open are undecided",
		}},
	}
	t.Table = opt.Table{
		Tool: "ct-fleet", Word: formCheck,
		Summary: "ask the checks of a file about the shards of a manifest; read-only",
		Usage:   []string{"check --shards FILE [OPTIONS] [CHECKS]"},
		Args:    []opt.Arg{{Name: "CHECKS", Property: "checks", Help: "a file of checks, as ct check reads it; by default " + checks.DefaultFile, Complete: opt.Files}},
		Options: append(c.options(), c.choice.Options("Checks")...),
		Notes: []string{
			"The file is one that ct check reads, and the report is the same, with the names of the shards before the paths. A PATH of a call is one in each shard. All checks are asked together: each shard is opened once.",
			"Checks that one tree alone can answer are refused before anything runs: calls of show and spec, questions in plain words, and changed, impact, tests, dead, impl, position and tree.",
			"A shard that could not be searched leaves open every check that it could change. Status 0: every check is met. 1: one is not. 2: one is undecided or failed, or there is none, or the file is wrong, or the job failed.",
		},
		Examples: []opt.Example{
			{Comment: "The checks of ct.checks.toml over all repositories", Command: "ct-fleet check --shards shards.jsonl"},
			{Comment: "For a code-scanning service", Command: "ct-fleet check --shards shards.jsonl --format sarif ct.checks.toml"},
		},
	}
	c.table = &t.Table
	t.Plan = c.planCheck
	return t
}

// planCheck reads the file, and plans what its checks ask.
func (c *checking) planCheck(f *tool.Frame, args []string) (*tool.Job, error) {
	if given := c.table.Given("max-lines", "max-bytes"); given != nil {
		return nil, opt.Usagef(strings.TrimLeft(given[0], "-"), "%s does not apply to check: its report has no budget", given[0])
	}
	if len(args) > 1 {
		return nil, opt.Usagef("CHECKS", "check takes one file of checks; %q is too many", args[1])
	}
	var err error
	c.frame = f
	if c.file, c.list, err = c.choice.Load("ct fleet check", args); err != nil {
		return nil, err
	}
	if c.choice.List {
		return &tool.Job{Run: c.listing}, nil
	}
	if c.shards == "" {
		return nil, opt.Usagef("shards", "no shards: give a manifest as {shards} FILE; ct fleet list SOURCE… > FILE makes it")
	}
	if err := c.read(f.Sandbox); err != nil {
		return nil, err
	}
	defer hideVariables()()
	for _, check := range c.list {
		call, err := c.prepare(check)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %q cannot run over shards: %w; to run the others, name them with --only", c.file.Name, check.Line, check.Name, err)
		}
		c.calls = append(c.calls, call)
	}
	w, job, err := c.start(f)
	if err != nil {
		return nil, err
	}
	c.work, job.Run = w, c.run
	return job, nil
}

// hideVariables removes the variables that configure programs of the suite: nothing but its words changes what a check finds.
// The function that it returns restores them.
func hideVariables() (restore func()) {
	hidden := map[string]string{}
	for _, entry := range os.Environ() {
		if name, value, ok := strings.Cut(entry, "="); ok && strings.HasPrefix(name, "CT_") {
			hidden[name] = value
			_ = os.Unsetenv(name)
		}
	}
	return func() {
		for name, value := range hidden {
			_ = os.Setenv(name, value)
		}
	}
}

// mostPlaces is how many places of a check are kept; a report has fewer.
const mostPlaces = 200

// callBytes bounds the document that places are taken from.
const callBytes = 64_000

// prepare plans what a check asks. The error says why it cannot be asked about shards.
func (c *checking) prepare(check *checks.Check) (*call, error) {
	t, o := newOver(check.Tool())
	if t == nil {
		return nil, fmt.Errorf("it is a call of %s, which reads one tree; ask it in the repository", check.Tool())
	}
	o.shards, o.manifest = c.shards, c.manifest
	x := &call{}
	var refused error
	t.Plan = func(f *tool.Frame, args []string) (*tool.Job, error) {
		if refused = o.refuses(f.Sandbox); refused == nil && f.Form == "question" {
			refused = opt.Usagef("mode", "{mode} question does not apply to checks over shards: ask it in the repository")
		}
		if refused != nil {
			return nil, refused
		}
		var err error
		if x.asked, err = o.ask(f, args); err != nil {
			return nil, err
		}
		x.prepared = f
		if x.job.Parts == nil { // the report needs places and counts, not a page
			x.limit = mostPlaces
			x.question.Keep = mostPlaces
			x.question.Options = append(x.question.Options, "--format=jsonl")
			if f.Form != "filter" {
				x.question.Options = append(x.question.Options, fmt.Sprintf("--limit=%d", mostOfShard))
			}
		}
		if refused = x.question.Check(); refused != nil {
			return nil, refused
		}
		return x.job, nil
	}
	more := []string{"--no-config", "--format=json", "--expect=" + check.Expect}
	if check.Tool() == formSearch {
		more = append(more, "--max-bytes="+strconv.Itoa(callBytes))
	}
	_, _, err := t.Prepare(check.Argv(more...))
	if refused == nil {
		x.wrong = err
	}
	return x, refused
}

// listing prints the checks.
func (c *checking) listing(_ context.Context, out io.Writer) (*tool.Answer, error) {
	_, err := io.WriteString(out, checks.Listing(c.list))
	return &tool.Answer{Verdict: &tool.Outcome{Result: verdict.Success}}, err
}

// run asks all checks about each shard, and reports.
func (c *checking) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	hideVariables()
	begun := time.Now()
	var questions []*parts.Question
	for _, x := range c.calls {
		if x.wrong == nil {
			questions = append(questions, x.question)
		}
	}
	encoded, err := encodeSeveral(questions)
	if err != nil {
		return nil, err
	}
	p, err := c.work.part(ctx, encoded)
	if err != nil {
		return nil, err
	}
	engines := several{engines: make([]engine, len(questions))}
	found := engines.none()
	if p.Engine != nil {
		if found, err = engines.decode(p.Engine); err != nil {
			return nil, err
		}
	}
	report := &checks.Report{File: c.file, Version: version.String(), Corpus: "the shards of " + c.shards}
	for i, check := range c.list {
		x := c.calls[i]
		if x.wrong != nil {
			report.Results = append(report.Results, check.Failed(x.wrong.Error()))
			continue
		}
		result, err := x.result(ctx, check, p, &found[0])
		if err != nil {
			return nil, err
		}
		report.Results, found = append(report.Results, result), found[1:]
	}
	for i := range report.Results {
		report.Results[i].Elapsed = time.Since(begun)
	}
	return c.answer(report, p, out)
}

// result judges what a check found.
func (x *call) result(ctx context.Context, check *checks.Check, p *flow.Part, found *outcome) (checks.Result, error) {
	if found.fault != "" {
		return check.Failed(found.fault), nil
	}
	shards := flow.Together(found.shards, p.Unopened())
	if err := x.nowhere(shards.Tally(x.over.manifest), found.found); err != nil {
		return check.Failed(err.Error()), nil
	}
	if found.found.Found == nil {
		found.found.Found = x.none()
	}
	answer, err := x.answer(ctx, shards, found.found, io.Discard)
	if err != nil {
		return check.Failed(err.Error()), nil
	}
	outcome, err := x.prepared.Judged(answer)
	if err != nil {
		return check.Failed(err.Error()), nil
	}
	document, err := render.JSON(answer.Document(outcome), false)
	if err != nil {
		return checks.Result{}, err
	}
	result := check.Judged(checks.Verdict(outcome.Result.String()), answer.Figures.Found, outcome.Reason, document)
	command := opt.Command{Form: x.frame.Form, Keep: opt.Search(), Set: []string{"--shards=" + x.over.shards}, Args: slices.Concat(x.question.Query, x.question.Paths)}
	if x.job.Parts == nil {
		command.Set = append(command.Set, "--format=jsonl")
	}
	result.Call = x.over.table.Command(command)
	return result, nil
}

// answer prints the report.
func (c *checking) answer(report *checks.Report, p *flow.Part, out io.Writer) (*tool.Answer, error) {
	result := [...]verdict.Result{verdict.Success, verdict.Error, verdict.Undecided}[report.Status()]
	a := &tool.Answer{Verdict: &tool.Outcome{Result: result}, Base: "."}
	a.Token = func(name string) (string, bool) { return strconv.Itoa(len(report.Results)), name == "COUNT" }
	tally := shardsDocument{Manifest: c.manifest.Digest, Tally: p.Tally(c.manifest)}
	text, err := render.JSON(tally, false)
	if err != nil {
		return nil, err
	}
	a.Document = func(tool.Outcome) any { return withShards{report.Document(), text} }
	if c.frame.Quiet {
		a.Verdict.Reason = report.Totals()
	} else if !tally.Whole() {
		first := &tally.Shards[0]
		a.Aside = fmt.Sprintf("ct-fleet: %s of %d not searched, or not wholly (%s: %s: %s)\n", counted(tally.Open, "shard", "shards"), tally.Listed, first.ID, first.Code, first.Reason)
	}
	rendered, err := c.rendered(report)
	if err == nil {
		_, err = out.Write(rendered)
	}
	return a, err
}

// rendered returns the text of a report in a format that is not JSON.
func (c *checking) rendered(report *checks.Report) ([]byte, error) {
	switch c.frame.Format {
	case "junit":
		text, err := report.JUnit()
		return []byte(text), err
	case "sarif":
		text, err := render.JSON(report.SARIF(), true)
		return append(text, '\n'), err
	case "json":
		return nil, nil
	}
	return []byte(report.Text()), nil
}
