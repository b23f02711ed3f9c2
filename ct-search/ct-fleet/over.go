package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/onbeam"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/internal/parts"
	"github.com/ct-tools/ct/ct-search/internal/search"
	searched "github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-survey/survey"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// The forms that ask other programs' questions about shards.
const (
	formSearch = "search"
	formSurvey = "survey"
)

// over is a question of another program about the shards of a manifest.
type over struct {
	word  string
	table *opt.Table
	plan  func(f *tool.Frame, args []string) (*tool.Job, error) // the program's own
	own   []string                                              // names of the rows of ct-fleet

	shards   string
	workers  int64
	deadline time.Duration
	scratch  int64
	cursor   string // of an answer in lines
	saveIn   string // the folder for the artifact

	runner, endpoint, result string
	beam                     []string

	manifest *manifest.Manifest
	corpus   grep.Corpus
}

// overShards returns ct-search or ct-survey as a form of ct-fleet, nil for another word.
func overShards(word string) *tool.Tool {
	t, _ := newOver(word)
	return t
}

// newOver is overShards, and returns the question too.
func newOver(word string) (*tool.Tool, *over) {
	o := &over{word: word}
	var t *tool.Tool
	switch word {
	case formSearch:
		t = search.ToolOver(&o.corpus)
	case formSurvey:
		t = survey.ToolOver(&o.corpus)
	default:
		return nil, nil
	}
	o.table, o.plan, t.Plan = &t.Table, t.Plan, o.planOver
	t.Guide, t.BareCalls, t.CallBytes = guide, false, nil
	t.Table.Tool, t.Table.Word, t.Table.Definitions = "ct-fleet", word, nil
	t.Table.Summary, t.Table.Usage, t.Table.Examples, t.Table.Notes = o.about()
	t.Table.Options = slices.DeleteFunc(t.Table.Options, func(row opt.Option) bool { return row.Name == "save-artifact" })
	for i := range t.Table.Options {
		row := &t.Table.Options[i]
		switch row.Name {
		case "cursor":
			row.Var = opt.Func(opt.KindText, o.setCursor(row.Var))
		case "limit":
			row.Help += "; of an answer in lines over shards, N lines"
		}
		_, row.Unlisted = refusedOver[row.Name]
	}
	for i := range t.Table.Args {
		if a := &t.Table.Args[i]; a.Name == "PATH" {
			a.Help = "files and folders to look in, in each shard; without one, all of it"
		}
	}
	rows := append(o.options(), o.artifactRow())
	for _, row := range rows {
		o.own = append(o.own, row.Name)
	}
	t.Table.Options = append(rows, t.Table.Options...)
	return t, o
}

// options returns the rows of ct-fleet.
func (o *over) options() []opt.Option {
	const group = "Shards"
	rows := []opt.Option{
		{Name: "shards", Arg: "FILE", Var: opt.Word(&o.shards), Complete: opt.Files, Help: "the shards to search, as ct fleet list prints them"},
		{Name: "workers", Arg: "N", Var: opt.IntRange(&o.workers, 1, 4096), Default: "one a processor", Help: "search N shards at a time"},
		{Name: "deadline", Arg: "SECS", Var: opt.Seconds(&o.deadline), Help: "give each shard SECS seconds; one that takes longer is searched in part, so the verdict may be UNDECIDED"},
		{Name: "scratch", Arg: "BYTES", Var: opt.Int(&o.scratch, 1<<20), Default: strconv.Itoa(flow.UsualScratch), Help: "unpack archives of at most so many bytes together"},
		{Name: "runner", Arg: "NAME", Var: opt.Text(&o.runner), Values: onbeam.Runners(), Help: "run the job on an engine of Apache Beam: prism in this process or at --endpoint; flink, spark, universal at their job service; dataflow. Without it this process searches the shards"},
		{Name: "endpoint", Arg: "HOST:PORT", Var: opt.Word(&o.endpoint), Help: "the job service of the runner"},
		{Name: "beam", Arg: "NAME=VALUE", Var: opt.List(&o.beam), Help: "an option of Beam, such as environment_type, project or region; repeat it for more"},
		{Name: "result", Arg: "PLACE", Var: opt.Word(&o.result), Help: "where workers of other machines put the result: a path that all reach, or gs://BUCKET/OBJECT"},
	}
	for i := range rows {
		rows[i].Group, rows[i].Role, rows[i].CommandLine = group, opt.Kept, true
	}
	return rows
}

// setCursor keeps a cursor of lines, which the program does not know, and passes on others.
func (o *over) setCursor(row opt.Var) func(string) error {
	return func(text string) error {
		if strings.HasPrefix(text, lineCursor) {
			o.cursor = text
			return nil
		}
		return row.Set(text)
	}
}

// refusedOver are options that name other files than those of shards, or ask what one tree alone can answer.
var refusedOver = map[string]string{
	"base": "the paths of shards begin with their names", "in": "name a folder of each shard as PATH", "at": "ct fleet list --at pins commits",
	"max-files": "it would count in each shard",
	"changed":   "a change is one of a repository", "staged": "a change is one of a repository", "added": "a change is one of a repository", "removed": "a change is one of a repository",
	"position": "ask it in the repository", "resolve-in": "names are bound in each shard", "null": "use --format jsonl",
	"tests": "ask it in the repository", "impact": "ask it in the repository", "dead": "ask it in the repository", "dead-all": "ask it in the repository",
	"impl": "ask it in the repository", "tree": "ask it in the repository", "call": "use the options",
	"ext": "it is for --tree", "min-lines": "it is for --tree", "flat": "it is for --tree", "desc": "it is for --tree", "backend": "it is for calls",
}

// planOver checks the request, and plans what makes the answer of all parts.
func (o *over) planOver(f *tool.Frame, args []string) (*tool.Job, error) {
	if o.shards == "" {
		return nil, opt.Usagef("shards", "no shards: give a manifest as {shards} FILE; ct fleet list SOURCE… > FILE makes it")
	}
	if err := o.refuses(f.Sandbox); err != nil {
		return nil, err
	}
	if err := o.read(f.Sandbox); err != nil {
		return nil, err
	}
	o.table.Drop("save-artifact") // the program would take it for its own
	if o.cursor != "" {
		o.table.Drop("cursor")
	}
	a, err := o.ask(f, args)
	if err != nil {
		return nil, err
	}
	if a.job.Parts == nil {
		if f.Form == "question" {
			return nil, opt.Usagef("format", "{format} %s does not apply to a question over shards; leave it out", f.Format)
		}
		if err := a.inLines(); err != nil {
			return nil, err
		}
	}
	w, job, err := o.start(f)
	if err != nil {
		return nil, err
	}
	if err := a.saves(w.runner); err != nil {
		return nil, err
	}
	if a.artifact != nil {
		job.Writable = append(job.Writable, o.saveIn)
	}
	a.work, job.Run = w, a.run
	return job, nil
}

// refuses returns an error about what one tree alone can answer.
func (o *over) refuses(sandbox string) error {
	for _, row := range o.table.Options {
		if why, refused := refusedOver[row.Name]; refused && len(o.table.Given(row.Name)) > 0 {
			return opt.Usagef(row.Name, "%s does not apply to shards: %s", o.table.Given(row.Name)[0], why)
		}
	}
	if words := o.table.GivenWords("file"); slices.Contains(words, "--file=-") || slices.Contains(words, "-") {
		return opt.Usagef("file", "{file} - does not apply to shards, which would each read standard input: write the patterns to a file")
	}
	for _, word := range o.table.GivenWords("file") { // a question that no shard can answer
		in, err := walk.OpenFile(sandbox, strings.TrimPrefix(word, "--file="))
		if err != nil {
			return opt.Usagef("file", "{file}: %v", err)
		}
		_ = in.Close()
	}
	return nil
}

// read reads the manifest.
func (o *over) read(sandbox string) error {
	var err error
	if o.manifest, err = manifest.Read(sandbox, o.shards); err != nil {
		return opt.Usagef("shards", "{shards}: %v", err)
	}
	isCommit := func(s manifest.Shard) bool { return s.Kind == manifest.Git }
	if given := o.table.Given("follow"); given != nil && slices.ContainsFunc(o.manifest.Shards, isCommit) {
		return opt.Usagef("follow", "%s does not apply to commits, as some of the shards are: leave it out, or list their files with ct fleet list --in-place", given[0])
	}
	return nil
}

// ask plans what makes the answer of all parts, and what is asked about each shard.
func (o *over) ask(f *tool.Frame, args []string) (*asked, error) {
	n := "one shard"
	if len(o.manifest.Shards) != 1 {
		n = fmt.Sprintf("%d shards", len(o.manifest.Shards))
	}
	o.corpus = grep.Corpus{Digest: o.manifest.Digest, Scope: "in " + n + " of " + budget.EscapeName(o.shards)}
	job, err := o.plan(f, args)
	if err != nil {
		return nil, err
	}
	return &asked{over: o, frame: f, job: job, question: o.questionOf(f, job, args)}, nil
}

// runnerOf returns what runs the job: the loop, unless a runner of Beam is named.
func (o *over) runnerOf() (flow.Runner, error) {
	if o.runner == "" {
		if given := o.table.Given("endpoint", "beam", "result"); given != nil {
			return nil, opt.Usagef("runner", "%s needs {runner}: without one the shards are searched by this process", given[0])
		}
		return flow.Loop{}, nil
	}
	return &onbeam.Runner{Name: o.runner, Endpoint: o.endpoint, Options: o.beam, Result: o.result}, nil
}

// questionOf returns what is asked about each shard.
func (o *over) questionOf(f *tool.Frame, job *tool.Job, args []string) *parts.Question {
	q := &parts.Question{Program: "ct-" + o.word, Paths: args}
	q.Options = o.words()
	takesQuery := f.Form == "query" || f.Form == "question" || f.Form == "scout" || f.Form == "filter" && o.table.Given(searched.Predicates()...) == nil && len(args) > 0
	if takesQuery {
		q.Query, q.Paths = args[:1], args[1:]
	}
	if job.Parts != nil {
		q.Options = append(q.Options, job.Parts.Set...)
	}
	return q
}

// words returns the options of the question, without those that say how the answer is framed, printed and judged, and others.
func (o *over) words(without ...string) []string {
	return o.table.AllWords(slices.Concat(o.own, []string{
		"question", "expect", "emit", "emit-stderr", "quiet", "silent", "format", "json", "json-pretty", "color", "max-lines", "max-bytes",
		"timeout", "heartbeat", "heartbeat-emit", "heartbeat-to", "sandbox", "confine", "limit", "cursor",
	}, without)...)
}

// lineCursor begins a cursor of an answer in lines: the shard, its line where the next page begins, how many lines were shown
// before, the sum of those of the shard (parts.Place), and digests of the manifest and the question.
const lineCursor = "line-"

// usualLines is the default number of lines of an answer in lines.
const usualLines = 1000

// mostOfShard is how many lines of the forms with matches a shard has at most; beyond, its search is cut.
const mostOfShard = 1_000_000

// inLines plans an answer in lines.
func (a *asked) inLines() error {
	o, f := a.over, a.frame
	detail := o.table.Given("detail") != nil
	switch layout := o.table.Given("list", "count", "detail", "summary"); {
	case f.Form == "filter" || layout != nil:
	case f.Format == "text": // what answers with findings in one tree prints its lines
		a.question.Options, detail = append(a.question.Options, "--detail"), true
	case f.Format != "json" && f.Format != "jsonl":
		return opt.Usagef("format", "{format} %s does not apply to shards; leave it out", f.Format)
	}
	if err := a.readLimit(); err != nil {
		return err
	}
	if o.table.Given("summary") != nil && f.Format == "json" { // its document has the totals, and then nothing else
		a.question.Options = slices.DeleteFunc(a.question.Options, func(word string) bool { return word == "--summary" })
		a.limit = 0
	}
	if f.Format == "json" || f.Format == "jsonl" {
		a.question.Options = append(a.question.Options, "--format=jsonl")
	}
	if f.Form != "filter" && o.table.Given("summary") == nil { // which have no limit by themselves
		a.question.Options = append(a.question.Options, fmt.Sprintf("--limit=%d", mostOfShard))
	}
	a.question.Keep = a.limit + 1
	a.question.Apart = f.Format == "text" && detail && o.table.Given("after-context", "before-context", "context") != nil
	a.frameLines()
	if err := a.question.Check(); err != nil && o.table.Given("detail") == nil {
		if wrong, ok := errors.AsType[*opt.UsageError](err); ok && o.table.Given(wrong.Subject) != nil { // by lines, which nobody asked for
			return opt.Usagef(wrong.Subject, "{"+wrong.Subject+"} does not apply to %s over shards, which are not joined: ask it in the repository", f.Form)
		}
		return err
	}
	return a.begin(o.cursor)
}

// readLimit sets how many lines a page has.
func (a *asked) readLimit() error {
	a.limit = usualLines
	words := a.over.table.GivenWords("limit")
	if words == nil {
		return nil
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(words[len(words)-1], "--limit="), 10, 64)
	if err != nil || n > grep.MostCorpusLines {
		return opt.Usagef("limit", "{limit} must be a number from 1 to %d over shards", grep.MostCorpusLines)
	}
	a.limit = n
	return nil
}

// frameLines sets what the framing of the answer needs of each shard.
func (a *asked) frameLines() {
	f := a.frame
	if f.Uses("LINES") || f.ExpectsExpression() { // which no line may show
		a.question.Framing = append(a.question.Framing, "--emit={LINES}")
	}
	if bool(f.Paint) && a.over.table.Given("summary") == nil { // which has no colours
		a.question.Framing = append(a.question.Framing, "--color=always")
	}
}

// begin makes the answer begin where a cursor says, "" for the beginning.
func (a *asked) begin(cursor string) error {
	if cursor == "" {
		return nil
	}
	var mark string
	from := &a.question.From
	n, err := fmt.Sscanf(strings.TrimPrefix(cursor, lineCursor), "%d.%d.%d.%x-%s", &from.Number, &from.Lines, &a.shown, &from.Sum, &mark)
	corpus, question, _ := strings.Cut(mark, "-")
	switch {
	case err != nil || n < 5 || question == "" || from.Number < 0 || from.Number >= len(a.over.manifest.Shards) || from.Lines < 0 || a.shown < 1:
		return opt.Usagef("cursor", "{cursor} %s is not one that an answer gave", cursor)
	case corpus != a.corpusMark():
		return opt.Usagef("cursor", "{cursor}: it belongs to another manifest than %s: its shards have changed; begin again without it", budget.EscapeName(a.over.shards))
	case question != a.questionMark():
		return opt.Usagef("cursor", "{cursor}: it belongs to another question: the options, the query or the paths differ; begin again without it")
	}
	return nil
}

// corpusMark identifies the manifest, and questionMark the question.
func (a *asked) corpusMark() string   { return markOf(a.over.corpus.Digest, &parts.Question{}) }
func (a *asked) questionMark() string { return markOf("", a.question) }

// markOf identifies a manifest, by its digest, and a question.
func markOf(digest string, q *parts.Question) string {
	sum := sha256.New()
	for _, words := range [][]string{{digest, q.Program}, q.Options, {""}, q.Query, {""}, q.Paths} {
		for _, w := range words {
			_, _ = io.WriteString(sum, w+"\x00")
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:4])
}

// about returns the summary, the synopses, the examples and the notes of the form.
func (o *over) about() (summary string, usage []string, examples []opt.Example, notes []string) {
	notes = []string{
		"The options are those of ct-" + o.word + ". A PATH is one in each shard, and the paths of answers begin with the names of shards.",
		"A shard that could not be searched, or not wholly, is named, and leaves open every verdict that it could change. A failed job has no answer, and the exit status is 2.",
		"Exit status: 0 the expectation is met, 1 it is not, 2 an error, or a search too incomplete to decide.",
	}
	if o.word == formSurvey {
		return "compare terms over the shards of a manifest, or say where one occurs; read-only",
			[]string{"survey --shards FILE [OPTIONS] --term TERM [--term TERM…] [PATH…]", "survey --shards FILE [OPTIONS] --scout QUERY [PATH…]"},
			[]opt.Example{{Comment: "Which repositories use it most?", Command: "ct-fleet survey --shards shards.jsonl --term ErrUnexpectedEOF --term ErrShortWrite"}}, notes
	}
	return "search the shards of a manifest as one tree; read-only",
		[]string{"search --shards FILE [OPTIONS] QUERY [PATH…]", "search --shards FILE [OPTIONS] --grep P [--name P] [PATH…]", "search --shards FILE [OPTIONS] --entity KIND [--symbol NAME] [PATH…]", "search --shards FILE [OPTIONS] --calls SYMBOL [PATH…]", "ask --shards FILE [OPTIONS] QUESTION [PATH…]"},
		[]opt.Example{
			{Comment: "Where is it defined and used?", Command: "ct-fleet search --shards shards.jsonl ErrUnexpectedEOF"},
			{Comment: "A check over all repositories", Command: "ct-fleet search --shards shards.jsonl --grep old_key --expect none --emit '{RESULT}'"},
		}, notes
}

// asked is one question about the shards.
type asked struct {
	over     *over
	frame    *tool.Frame
	job      *tool.Job // that answers with what was found in all
	question *parts.Question
	work     *work
	artifact *artifact // nil if none is asked for

	limit, shown int64 // of lines, and before this page
}

// run asks the question about every shard and answers.
func (a *asked) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	if a.artifact != nil {
		end, err := a.artifact.begin()
		if err != nil {
			return nil, err
		}
		defer end()
	}
	question, err := a.encoded()
	if err != nil {
		return nil, err
	}
	var found *parts.Part
	p, err := a.work.passes(ctx, question, func(p *flow.Part) (next *flow.Next, err error) {
		before := found
		found, next, err = a.pass(p)
		if before != nil && err == nil { // the first pass is over all trees
			found.Trees, found.Lacking, found.Lacks, found.Notes = before.Trees, before.Lacking, before.Lacks, before.Notes
		}
		return next, err
	})
	if err != nil {
		return nil, err
	}
	answer, err := a.answer(ctx, p, found, out)
	if err == nil && a.artifact != nil {
		err = a.finish(p, answer)
	}
	return answer, err
}

// pass returns what a pass over the shards found, and the next pass if the question needs one.
func (a *asked) pass(p *flow.Part) (found *parts.Part, next *flow.Next, err error) {
	found = &parts.Part{}
	if p.Engine != nil {
		if found, err = parts.Decode(p.Engine); err != nil {
			return nil, nil, err
		}
	}
	if found.Found == nil {
		found.Found = a.none()
	}
	if a.job.Parts == nil || a.job.Parts.Next == nil {
		return found, nil, nil
	}
	pass := a.job.Parts.Next(found.Found)
	if pass == nil {
		return found, nil, nil
	}
	again := *a.question
	again.Known = pass.Known
	next = &flow.Next{Only: pass.Trees}
	next.Question, err = encode(&again)
	return found, next, err
}
