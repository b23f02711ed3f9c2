package tool

import (
	"cmp"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/emit"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/verdict"
)

// A Frame has the shared options of a run, checked.
type Frame struct {
	Tool       string // program name
	Definition string // the tool that was called, "" on a command line
	Form       string // the form of the request (opt.Form)
	Argv       []string
	Question   string
	Quiet      bool
	Format     string // one of the tool's formats
	Indent     bool   // JSON over several lines
	Budget     budget.Budget
	Timeout    time.Duration // 0 is none
	Sandbox    string        // folder that paths must stay in, "" is none
	BytesBound bool          // Budget.Bytes also bounds an answer that has no budget by itself
	Command    string        // the value of {CMD} in a pulse
	Config     *config.Config
	Stdout     io.Writer // passes bytes through unchanged, …
	Stderr     io.Writer // … whatever the format

	Confine    confine.Mode
	Unconfined string // why the process is not confined, "" if it is

	Paint terminal.Paint // colours of a text answer

	expect *verdict.Expect
	given  given
	judges bool // the tool has a Judge
	beside view // the text of an answer to a call, if --content asks for it
}

// A view is how an answer is printed.
type view struct {
	format string
	budget budget.Budget
}

// given has the values of the shared options before they are checked.
type given struct {
	question, expect                                        string
	emit, emitStderr                                        []string
	quiet, silent                                           bool
	format, color                                           string
	json, jsonPretty                                        bool
	maxLines, maxBytes                                      string
	maxLinesSet, maxBytesSet                                bool
	timeout, heartbeat                                      time.Duration
	heartbeatEmit, heartbeatTo, confine, sandbox            string
	noConfig                                                bool
	call, content, explain, completions                     string
	man, help, version, callSet, explainSet, completionsSet bool
}

const (
	contentJSON      = "json"
	contentText      = "text"
	contentBoth      = "both"
	defaultExpect    = "any"
	defaultHeartbeat = "[{ELAPSED}s]"
	defaultJSONBytes = 32768
	callTimeout      = 60 * time.Second
	minBytes         = 512  // smallest byte budget of text: any closing line fits
	minJSONBytes     = 2048 // smallest of JSON: all but the matches fits
	maxQuestion      = 256  // bytes
)

// contents returns the values of --content.
func contents() []string { return []string{contentJSON, contentText, contentBoth} }

// sharedOptions returns the rows that every program has.
func (t *Tool) sharedOptions(g *given) []opt.Option {
	// The form's maximum is known only after parsing (budgets).
	maxLines, maxBytes := opt.Func(opt.KindInt, set(&g.maxLines, &g.maxLinesSet)), opt.Func(opt.KindInt, set(&g.maxBytes, &g.maxBytesSet))
	linesHelp, usualLines := linesHelp(t.extents())
	bytesHelp, usualBytes := bytesHelp(t.extents())
	const framing, output, bounds, about = "Framing", "Output", "Bounds", "About"
	rows := []opt.Option{
		{Name: "question", Arg: "TEXT", Brief: "the question to answer", Var: opt.Text(&g.question), Group: framing, Help: "print == TEXT == before the answer"},
		{Name: "expect", Arg: "SPEC", Var: opt.Word(&g.expect), Group: framing, Default: defaultExpect, Help: "what makes the verdict SUCCESS: any, none, N (at least), =N, +N (more than), -N (fewer than), expr:EXPRESSION over the figures"},
		{Name: "emit", Brief: "printed after the run, with {RESULT} {STDOUT} …", Aliases: []string{"emit-stdout"}, Arg: "TEMPLATE", Var: opt.List(&g.emit), Group: framing, Help: "print TEMPLATE after the answer; {RESULT} {QUESTION} {COUNT} {LINES} {BASE} {MATCHES} {REASON} are filled in"},
		{Name: "emit-stderr", Brief: "the same, on standard error", Arg: "TEMPLATE", Var: opt.List(&g.emitStderr), Group: framing, Help: "the same, on standard error"},
		{Name: "quiet", Brief: "no banner, no verdict line", Arg: "", Var: opt.Flag(&g.quiet), Group: framing, Help: "print neither banner nor body, only emitted text and the reason"},
		{Name: "silent", Short: "q", Var: opt.Flag(&g.silent), Group: framing, Help: "--quiet without the reason of a verdict: only emitted text and errors; the exit status says the rest, for a filter at the first match"},
		{Name: "format", Brief: "form of the answer", Arg: "FORMAT", Var: opt.Text(&g.format), Values: t.Formats, Default: t.Formats[0], Group: output, Help: "form of the answer: " + list(t.Formats) + t.Natural},
		{Name: "json", Var: opt.Flag(&g.json), Group: output, Help: "--format json, one object on one line"},
		{Name: "json-pretty", Var: opt.Flag(&g.jsonPretty), Group: output, Help: "--format json, indented"},
		{Name: "color", Arg: "WHEN", Var: opt.Text(&g.color), Values: terminal.Whens(), Default: string(terminal.Auto), Group: output},
		{Name: "max-lines", Brief: "lines of each text", Arg: "N", Var: maxLines, Group: output, Default: usualLines, Help: linesHelp},
		{Name: "max-bytes", Brief: "bytes of each text and the answer", Arg: "N", Var: maxBytes, Group: output, Default: usualBytes, Help: bytesHelp},
		{Name: "timeout", Brief: "seconds until it is killed: ERROR", Arg: "SECS", Var: opt.Seconds(&g.timeout), Group: bounds, Help: "stop the search after SECS seconds; what was found is then a lower bound"},
		{Name: "heartbeat", Brief: "seconds between pulses", Arg: "SECS", Var: opt.SecondsFrom(&g.heartbeat, 50*time.Millisecond), Group: bounds, Help: "print a pulse every SECS seconds until the answer begins"},
		{Name: "heartbeat-emit", Needs: "heartbeat", Brief: "the pulse, with {ELAPSED} {CMD} …", Arg: "TEMPLATE", Var: opt.Text(&g.heartbeatEmit), Default: defaultHeartbeat, Group: bounds, Help: "the pulse; {ELAPSED} {TOOL} {QUESTION} {CMD} are filled in"},
		{Name: "heartbeat-to", Needs: "heartbeat", Brief: "stream of the pulses", Arg: "STREAM", Var: opt.Text(&g.heartbeatTo), Values: []string{"stderr", "stdout"}, Default: "stderr", Group: bounds, Help: "stream of the pulses"},
		{Name: "sandbox", Arg: "DIR", Role: opt.Kept, Var: opt.Word(&g.sandbox), Complete: opt.Folders, Group: bounds, Help: "refuse every path that leads out of DIR, also through links"},
		{Name: "confine", Brief: "confinement by the kernel", Arg: "MODE", Var: opt.Text(&g.confine), Values: confine.Names(), Default: "auto", Group: bounds, Help: "make the kernel forbid writing, creating, renaming and removing files: if it can (auto), or else fail (require), or do not (off)"},
		{Name: "no-config", Role: opt.Kept, Var: opt.Flag(&g.noConfig), Group: bounds, Help: "read no configuration file"},
		{Name: "call", Arg: "JSON", Var: opt.Func(opt.KindText, set(&g.call, &g.callSet)), Complete: opt.Files, Group: about, Help: `run a tool call, {"tool":NAME,"arguments":{…}}; @FILE reads it from a file, - from standard input`},
		{Name: "content", Needs: "call", Arg: "CONTENT", Role: opt.Framing, Var: opt.Text(&g.content), Values: contents(), Default: contentJSON, Group: about, Help: "the answer to a tool call: its JSON document, the text that a command line prints, or both, as one object with the members text and answer"},
		{Name: "explain", Arg: "[md|json]", Var: opt.Func(opt.KindMaybe, set(&g.explain, &g.explainSet)), Values: []string{"md", "json"}, Group: about, About: true, Help: "print the guide, or the definition for tool calls"},
		{Name: "completions", Arg: "SHELL", Var: opt.Func(opt.KindText, set(&g.completions, &g.completionsSet)), Values: []string{"bash", "zsh", "fish"}, Group: about, About: true, Help: "print the completion of a shell"},
		{Name: "man", Var: opt.Flag(&g.man), Group: about, About: true, Help: "print the manual page, for man -l -"},
		{Name: "help", Short: "h", Var: opt.Flag(&g.help), Group: about, About: true, Help: "print this help"},
		{Name: "version", Short: "V", Var: opt.Flag(&g.version), Group: about, About: true, Help: "print the version"},
	}
	text := slices.ContainsFunc(t.Formats, func(format string) bool { return format != "json" && format != "jsonl" })
	document := slices.Contains(t.Formats, "json")
	for i := range rows {
		o := &rows[i]
		o.Role, o.CommandLine = cmp.Or(o.Role, opt.Framing), true
		switch o.Name {
		case "max-lines":
			t.boundText(o)
			o.Unlisted = !text
		case "color":
			o.Help = t.colorHelp()
			o.Unlisted = !text
		case "json", "json-pretty":
			o.Unlisted = !document
		case "max-bytes":
			o.Unlisted = !text && !document
		case "call", "content":
			o.Unlisted = len(t.definitions()) == 0
		}
	}
	return t.asJudge(rows)
}

// colorHelp returns the help of --color.
func (t *Tool) colorHelp() string {
	with := t.formsWith(func(f opt.Form) bool { return f.Colors })
	switch {
	case len(t.Table.Forms) == 0, with != nil && len(with) == 0:
		return "auto or never, which are the same here: answers have no colours"
	case with == nil:
		return colorHelp
	}
	return colorHelp + "; only " + list(with) + " has colours"
}

// colorHelp is the help of --color where answers can be coloured.
const colorHelp = "colour the paths, line numbers and matches of a text answer: on a terminal unless NO_COLOR is set (auto), always, never"

// boundText sets the forms of the option that bounds the lines of a text.
func (t *Tool) boundText(o *opt.Option) {
	o.Forms = t.formsWith(func(f opt.Form) bool { return !f.Streams && !slices.Equal(f.Formats, []string{"json"}) })
	o.Instead = map[string]string{}
	for _, f := range t.Table.Forms {
		o.Instead[f.Name] = "its answers are JSON, which {max-bytes} bounds"
		if f.Streams {
			o.Instead[f.Name] = "its answers have no limit of lines; bound them with {limit}"
		}
	}
}

// formsWith returns the names of the forms for which is holds, or nil if it holds for all.
func (t *Tool) formsWith(is func(opt.Form) bool) []string {
	var names []string
	for _, f := range t.Table.Forms {
		if is(f) {
			names = append(names, f.Name)
		}
	}
	if len(names) == len(t.Table.Forms) {
		return nil
	}
	return names
}

// asJudge adapts the shared rows to a program with a Judge.
func (t *Tool) asJudge(rows []opt.Option) []opt.Option {
	if t.Judge == nil {
		return rows
	}
	rows = slices.DeleteFunc(rows, func(o opt.Option) bool { return o.Name == "expect" || o.Name == "silent" })
	for i := range rows {
		o := &rows[i]
		if help, ok := t.Judge.Help[o.Name]; ok {
			o.Help = help
		}
		if o.Name == "confine" {
			o.Values = slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool { return v == confine.Off.String() })
		}
		if slices.Contains(t.Judge.Calls, o.Name) {
			o.CommandLine = false
		}
	}
	return rows
}

// complete adds the shared rows to the program's own.
func (t *Tool) complete(g *given) { t.Table.Options = append(t.Table.Options, t.sharedOptions(g)...) }

// WholeTable returns the table with the shared rows, for documentation.
func (t *Tool) WholeTable() *opt.Table {
	whole := *t
	whole.Table.Options = slices.Clone(t.Table.Options)
	whole.complete(&given{})
	return &whole.Table
}

func set(text *string, was *bool) func(string) error {
	return func(s string) error { *text, *was = s, true; return nil }
}

// check returns the frame of a request of the form.
func (t *Tool) check(g given, argv []string, form string) (*Frame, error) {
	if t.Table.Word != "" {
		argv = append([]string{t.Table.Word}, argv...)
	}
	f := &Frame{
		Tool: t.Table.Tool, Form: form, Argv: argv, given: g, Question: g.question, Quiet: g.quiet || g.silent,
		Timeout: g.timeout, Sandbox: g.sandbox,
		Command: render.Shell(append([]string{t.Table.Tool}, argv...)...), judges: t.Judge != nil,
	}
	if err := f.chooseFormat(t); err != nil {
		return nil, err
	}
	if g.heartbeatTo == "stdout" && !f.text() {
		return nil, opt.Usagef("heartbeat-to", "{heartbeat-to} stdout does not apply to %s in %s, which is alone on standard output", t.subject(form), f.Format)
	}
	colors := t.Table.FormNamed(form).Colors && f.Format == "text"
	if !colors && terminal.When(g.color) == terminal.Always {
		return nil, opt.Usagef("color", "{color} always does not apply to %s in %s, which has no colours; use auto or never", t.subject(form), f.Format)
	}
	f.Paint = terminal.Paint(colors && terminal.When(g.color).Colours(os.Stdout))
	spec := g.expect
	if spec == "" {
		spec = defaultExpect
	}
	if len(g.question) > maxQuestion {
		return nil, opt.Usagef("question", "{question} must have at most %d bytes, not %d", maxQuestion, len(g.question))
	}
	var err error
	if f.expect, err = verdict.ParseExpect(spec, t.Names, t.Fractions...); err != nil {
		return nil, opt.Usagef("expect", "{expect}: %v", err)
	}
	if g.confine != "" {
		if f.Confine, err = confine.Parse(g.confine); err != nil {
			return nil, opt.Usagef("confine", "{confine}: %v", err)
		}
	}
	return f, nil
}

// subject returns what an error about a form speaks of: the program, if it has no forms.
func (t *Tool) subject(form string) string { return cmp.Or(form, t.Table.Tool) }

// chooseFormat decides between --format, --json and --json-pretty. If the natural
// format of a program is text, md is the text of a form that answers in Markdown.
func (f *Frame) chooseFormat(t *Tool) error {
	g, formats := f.given, t.Formats
	if g.format != "" {
		f.Format = g.format
	}
	if g.json || g.jsonPretty {
		if g.format != "" && g.format != "json" {
			return opt.Usagef("format", "{format} %s and {json} contradict each other; give one", g.format)
		}
		if !slices.Contains(formats, "json") {
			return opt.Usagef("format", "%s does not print JSON; its formats are %s", f.Tool, list(formats))
		}
		f.Format = "json"
	}
	f.Indent = g.jsonPretty
	has := t.Table.FormNamed(f.Form).Formats
	if f.Format == "" {
		f.Format = slices.Concat(has, t.Formats)[0]
	}
	if has != nil && !slices.Contains(has, f.Format) {
		return opt.Usagef("format", "{format} %s does not apply to %s%s; its formats are %s", f.Format, f.Form, t.Table.Chose(f.Form), list(has))
	}
	return nil
}

// Emits reports whether a template is emitted.
func (f *Frame) Emits() bool { return len(f.given.emit)+len(f.given.emitStderr) > 0 }

// Expects reports whether an expectation was given.
func (f *Frame) Expects() bool { return f.given.expect != "" }

// Usually sets what is expected if no expectation was given.
func (f *Frame) Usually(spec string) error {
	if f.Expects() {
		return nil
	}
	var err error
	f.expect, err = verdict.ParseExpect(spec, nil)
	return err
}

// Uses reports whether an emitted template has the token, so that its value is computed only if it is needed.
func (f *Frame) Uses(token string) bool {
	uses := func(template string) bool { return slices.Contains(emit.Tokens(template), token) }
	return slices.ContainsFunc(f.given.emit, uses) || slices.ContainsFunc(f.given.emitStderr, uses)
}

// banner returns the line that precedes a text answer, "" for none.
func (f *Frame) banner() string {
	if !f.text() || f.Quiet || f.Question == "" {
		return ""
	}
	return "== " + budget.EscapeName(f.Question) + " ==\n"
}

// PrintsText reports whether the answer is printed as text, be it beside a document.
func (f *Frame) PrintsText() bool { return f.text() || f.beside.format != "" }

// BudgetAsked reports whether an option sets a budget for text.
func (f *Frame) BudgetAsked() bool { return f.text() && (f.given.maxLinesSet || f.given.maxBytesSet) }

// WantsHints reports whether an answer that found nothing should say what else
// might have been meant: not under --quiet, and not if nothing is expected.
func (f *Frame) WantsHints() bool { return !f.Quiet && !f.expect.None() }

// ExpectsBound reports whether a higher count may fail the expectation.
func (f *Frame) ExpectsBound() bool { return f.expect.Bounded() }

// CheckTerms returns an error if the expectation names a term that is not searched for.
func (f *Frame) CheckTerms(terms []string) error {
	if err := f.expect.CheckTerms(terms); err != nil {
		return opt.Usagef("expect", "{expect}: %v", err)
	}
	return nil
}

// CheckNames returns an error if the expectation names a figure that this form lacks, though another form has it.
func (f *Frame) CheckNames(names []string) error {
	if err := f.expect.CheckNames(names); err != nil {
		return opt.Usagef("expect", "{expect}: %v", err)
	}
	return nil
}

// Judged returns the verdict on an answer, for use before the answer is returned to the driver.
func (f *Frame) Judged(a *Answer) (Outcome, error) { return judge(f, a) }

// OneDecides reports whether a match decides all that is said of an answer: only its exit status is wanted, of whether
// anything matches.
func (f *Frame) OneDecides() bool {
	g := &f.given
	return g.silent && f.text() && f.Definition == "" && !f.Emits() && (g.expect == "" || g.expect == "any")
}

// ExpectsExpression reports whether the expectation is an expression, which may use any figure.
func (f *Frame) ExpectsExpression() bool { return strings.HasPrefix(f.given.expect, "expr:") }
