// Package survey is ct-survey for the driver: it compares terms over a tree, and says where one of them occurs, without
// printing matching lines.
package survey

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/toolcall"
)

// The forms, as in tool calls.
const (
	formSurvey = "survey" // compare terms
	formScout  = "scout"  // where one query occurs
)

// The default budgets.
var (
	usual      = budget.Budget{Lines: 20, Bytes: 4000}
	usualScout = budget.Budget{Lines: 15, Bytes: 4000}
)

// request is what the options and arguments ask for.
type request struct {
	grep.Request
	table opt.Table
	terms []string
	scout bool

	within int64    // lines that both of two terms have to be in, to be together; 0 for the file
	allOf  []string // terms: files without one are left out
	noneOf []string // texts: files with one are left out
}

// maxWithin bounds --within, in lines.
const maxWithin = 10_000

// Tool returns ct-survey for the driver.
func Tool() *tool.Tool { return newTool(&request{}) }

// Read reads a command line for many trees, and returns its arguments.
func Read(argv []string) (grep.Planner, []string, error) {
	r := &request{}
	t := newTool(r)
	f, args, err := t.Read(argv)
	r.table = t.Table
	return func(e grep.Elsewhere, args []string) (*tool.Job, error) {
		there, frame := *r, *f
		there.SetElsewhere(e)
		return there.plan(&frame, args)
	}, args, err
}

// ToolOver is Tool for many trees.
func ToolOver(corpus *grep.Corpus) *tool.Tool {
	r := &request{}
	r.Corpus = corpus
	return newTool(r)
}

func newTool(r *request) *tool.Tool {
	both, surveyOnly, scoutOnly := []string{formSurvey, formScout}, []string{formSurvey}, []string{formScout}
	t := &tool.Tool{
		Guide:   explain.Guide("ct-survey"),
		Formats: []string{"toon", "json"},
		Extents: []tool.Extent{{Form: formSurvey, Usual: usual, Most: grep.Hardest}, {Form: formScout, Usual: usualScout, Most: grep.Hardest}},
		Names:   []string{"count", "files", "lines", "searched", "skipped", "terms"},
	}
	const what = "What to look for"
	t.Table = opt.Table{
		Tool:    "ct-survey",
		Summary: "compare terms over a tree, or show where one occurs, in one short answer that prints no matching lines; read-only",
		Forms:   []opt.Form{{Name: formSurvey, By: "{term}"}, {Name: formScout, By: "{scout} {QUERY}"}},
		Usage: []string{
			"[OPTIONS] --term TERM [--term TERM…] [PATH…]",
			"[OPTIONS] --scout QUERY [PATH…]",
		},
		Args: []opt.Arg{
			{Name: "QUERY", Property: "query", Help: "with --scout, the text to look for", Brief: "text to look for, literally unless a mode is given", Forms: scoutOnly, Required: scoutOnly},
			{Name: "PATH", Property: "paths", Help: fmt.Sprintf("files and folders to look in, at most %d; without one, the working folder", grep.MostPaths), Many: true, Complete: opt.Files, Forms: both},
		},
		Options: append([]opt.Option{
			{Name: "term", Arg: "TERM", Asks: formSurvey, Forms: surveyOnly, Role: opt.Question, Var: opt.List(&r.terms), Group: what, Required: surveyOnly, Brief: fmt.Sprintf("texts to count, at most %d", grep.MostTerms), Help: fmt.Sprintf("a text to count, at most %d of them: matching lines and files of each, by path, and files with both of two", grep.MostTerms)},
			{Name: "scout", Asks: formScout, Forms: scoutOnly, Role: opt.Question, CommandLine: true, Var: opt.Flag(&r.scout), Group: what, Help: "count QUERY alone, and show which folders and files have most matching lines"},
			{Name: "within", Arg: "N", Forms: surveyOnly, Role: opt.Question, Var: opt.IntRange(&r.within, 1, maxWithin), Group: what, Brief: "together: both in at most N lines", Help: "two terms are together in a file if the smallest window that has a match of both spans at most N lines; 1 is the same line"},
			{Name: "all-of", Arg: "TERM", Asks: formSurvey, Forms: surveyOnly, Role: opt.Question, Var: opt.List(&r.allOf), Group: what, Brief: "terms that every file counted holds", Help: "a term, as --term gives one, that a file must hold to be counted; if repeated, each of them"},
			{Name: "none-of", Arg: "TEXT", Forms: surveyOnly, Role: opt.Question, Var: opt.List(&r.noneOf), Group: what, Brief: "leave out files that hold one of these", Help: "leave out files that hold TEXT, which is read as a term is, and those that could not be read to their end"},
		}, r.Steps(both, both)...),
		Notes: []string{
			"Counts are of matching lines. Below the named paths these are always left out: " + strings.Join(grep.Noise(), " ") + ". A term's count ends at 100,000 matching lines; at_least says that counts are lower bounds.",
			"Survey terms, scout one of them, and look at samples with ct-show --sample; every answer ends with the next command.",
			"Exit status: 0 the expectation is met, 1 it is not, 2 an error, or a search too incomplete to decide.",
		},
		Examples: []opt.Example{
			{Comment: "Which of these names is worth a look, and where?", Command: "ct-survey --term ReadFile --term ReadAll --term ReadFull src"},
			{Comment: "Short names, not inside longer ones", Command: "ct-survey --identifier --term fs --term io"},
			{Comment: "Where does it occur?", Command: "ct-survey --scout ReadFull src"},
			{Comment: "A check for a script: the new name is used more than the old one", Command: `ct-survey --term old_key --term new_key --expect 'expr:terms["new_key"] > terms["old_key"]'`},
		},
		Definitions: []opt.Definition{
			{Name: formSurvey, Forms: surveyOnly, Description: "Compare up to 12 terms over up to 8 paths: matching lines and files of each, by path and together", Output: outputSchema(formSurvey, surveySchema)},
			{Name: formScout, Forms: scoutOnly, Description: "Count the matching lines of one query, and name the folders and files with most", Output: outputSchema(formScout, scoutSchema)},
		},
	}
	t.Rewrite = func(args []string) ([]string, error) {
		r.table = t.Table
		args = r.compares(args)
		t.Table = r.table
		return args, nil
	}
	t.Plan = func(f *tool.Frame, args []string) (*tool.Job, error) {
		r.table = t.Table
		return r.plan(f, args)
	}
	return t
}

// plan checks the request and returns the work of its form.
func (r *request) plan(f *tool.Frame, args []string) (*tool.Job, error) {
	if f.Form == formScout {
		return r.planScout(f, args)
	}
	if err := r.checkTerms(args); err != nil {
		return nil, err
	}
	s, err := r.newCount(f, "term", r.terms, args)
	if err != nil {
		return nil, err
	}
	return &tool.Job{Run: s.survey, Parts: s.surveyParts()}, nil
}

func (r *request) planScout(f *tool.Frame, args []string) (*tool.Job, error) {
	switch {
	case len(args) == 0:
		return nil, opt.Usagef("QUERY", "nothing to look for: give a {QUERY}")
	case len(args)-1 > grep.MostPaths:
		return nil, opt.Usagef("PATH", "%s", tooManyPaths(len(args)-1))
	}
	s, err := r.newCount(f, "QUERY", args[:1], args[1:])
	if err != nil {
		return nil, err
	}
	if err := grep.RefuseAlternation(s.patterns[0]); err != nil {
		return nil, err
	}
	s.search.Scan.MaxLines = grep.ScanLines + 1
	return &tool.Job{Run: s.scout, Parts: s.scoutParts()}, nil
}

// compares makes a scout of an expression for one of several texts, such as A|B, the survey that compares them. It
// returns the arguments without the expression, or as they are if it is another.
func (r *request) compares(args []string) []string {
	if !r.scout || len(args) == 0 || grep.Last(r.Modes) != pattern.Regex.String() || slices.ContainsFunc(r.Modes, func(m string) bool { return m != pattern.Regex.String() }) {
		return args
	}
	terms, ok := toolcall.Alternatives(args[0])
	if !ok || len(terms) > grep.MostTerms {
		return args
	}
	var line []string
	for _, term := range terms {
		line = append(line, "--term="+term)
	}
	r.table.Drop("scout", "regex", "mode")
	r.scout, r.Modes = false, nil
	if err := r.table.More(line); err != nil {
		return args
	}
	return args[1:]
}

func tooManyPaths(n int) string {
	return fmt.Sprintf("%d paths are too many: at most %d; name a folder that contains them", n, grep.MostPaths)
}

// checkTerms returns an error for too many terms or paths, and for terms that cannot be compared.
func (r *request) checkTerms(paths []string) error {
	for i, term := range r.allOf {
		if slices.Contains(r.allOf[:i], term) {
			return opt.Usagef("all-of", "{all-of} %q is given twice; give it once", term)
		}
		if !slices.Contains(r.terms, term) {
			r.terms = append(r.terms, term)
		}
	}
	var many []string
	if n := len(r.terms); n > grep.MostTerms {
		many = append(many, fmt.Sprintf("%d terms are too many: at most %d at once", n, grep.MostTerms))
	}
	if n := len(paths); n > grep.MostPaths {
		many = append(many, tooManyPaths(n))
	}
	switch {
	case len(many) > 0:
		return opt.Usagef("term", "%s", strings.Join(many, "; "))
	case len(r.terms) == 0:
		return opt.Usagef("term", "nothing to look for: give up to %d texts as {term} or {all-of}, or one {QUERY} to {scout}", grep.MostTerms)
	case slices.Contains(r.Modes, "regex"):
		return opt.Usagef("mode", "terms are compared as fixed texts, not as regular expressions; choose another {mode}, or scout one expression")
	}
	for i, term := range r.terms {
		if slices.Contains(r.terms[:i], term) {
			return opt.Usagef("term", "term %q is given twice; give it once", term)
		}
	}
	return r.checkConditions()
}

// checkConditions returns an error about --within and --none-of that make no sense with the terms.
func (r *request) checkConditions() error {
	switch {
	case r.within > 0 && len(r.terms) < 2:
		return opt.Usagef("within", "{within} needs two terms that stand together; give another {term}, or leave {within} out")
	case len(r.noneOf) > grep.MostTerms:
		return opt.Usagef("none-of", "{none-of} is given %d times; at most %d are taken", len(r.noneOf), grep.MostTerms)
	}
	for i, text := range r.noneOf {
		switch {
		case slices.Contains(r.noneOf[:i], text):
			return opt.Usagef("none-of", "{none-of} %q is given twice; give it once", text)
		case slices.Contains(r.terms, text):
			return opt.Usagef("none-of", "{none-of} %q is also a term, whose files would all be left out; leave one out", text)
		}
	}
	return nil
}

// newCount plans the search for terms. subject is the option or argument that contains them.
func (r *request) newCount(f *tool.Frame, subject string, terms, paths []string) (*count, error) {
	s := &count{frame: f, request: r, terms: terms, labels: labels(terms), paths: paths}
	o, err := r.StepPattern()
	if err != nil {
		return nil, err
	}
	if s.patterns, err = compile(subject, terms, o); err != nil {
		return nil, err
	}
	if s.absent, err = compile("none-of", r.noneOf, o); err != nil {
		return nil, err
	}
	if s.search.Matcher, err = r.matcher(slices.Concat(s.patterns, s.absent)); err != nil {
		return nil, opt.Usagef(subject, "{"+subject+"}: %v", err)
	}
	if s.search.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	s.search.Files.Prune = grep.Noise()
	s.search.Scan = scan.Request{Want: match.Count, Encoded: grep.Encoded(slices.Concat(s.patterns, s.absent)...)}
	return s, f.CheckTerms(terms)
}

// compile compiles the texts of an option or argument.
func compile(subject string, texts []string, o pattern.Options) ([]*pattern.Pattern, error) {
	var list []*pattern.Pattern
	for _, text := range texts {
		p, err := pattern.Compile(text, o)
		if err != nil {
			return nil, opt.Usagef(subject, "{"+subject+"}: %v", err)
		}
		list = append(list, p)
	}
	return list, nil
}

// matcher returns the matcher of patterns, which also finds pairs if --within was given.
func (r *request) matcher(patterns []*pattern.Pattern) (match.Matcher, error) {
	if r.within > 0 {
		return match.Nearby(r.within, patterns...)
	}
	return match.New(patterns...)
}
