package tool

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/cause"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/toolcall"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/version"
)

// gcPercent lets the heap grow to three times what is in use before it is collected: a run is short, and its live
// memory is bounded (walk.Run). Go's default took a fifth of the processor time of printing every line of a large tree.
const gcPercent = 200

// Main runs t with the arguments of the process and returns its exit status.
func Main(t *Tool) int { return MainWith(t, os.Args[1:]) }

// MainWith is Main with other arguments.
func MainWith(t *Tool, args []string) int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	p := &process{tool: t, stdin: os.Stdin, raw: os.Stdout, stderr: os.Stderr, screen: newScreen(os.Stdout, os.Stderr)}
	if p.screen != nil {
		p.raw, p.stderr = stream{p.screen, os.Stdout}, stream{p.screen, os.Stderr}
	}
	p.stdout = newWriter(p.raw)
	status := p.main(args)
	if err := p.stdout.Flush(); err != nil {
		if !p.failed {
			p.note("standard output: " + err.Error())
		}
		return verdict.Undecided.Exit()
	}
	return status
}

// process is one run of a tool.
type process struct {
	tool   *Tool
	stdin  io.Reader
	raw    io.Writer // standard output
	stdout *writer   // the same, buffered
	stderr io.Writer
	screen *screen // nil unless both streams go to a terminal
	g      given
	called string // the definition that was called, once that is known
	failed bool   // an error was reported
}

// main shows what every run does: parse, choose the form, configure, plan, confine, run, judge, print.
func (p *process) main(argv []string) int {
	t := p.tool
	t.complete(&p.g)
	args, err := t.Table.Parse(argv)
	if err != nil {
		p.g.callSet = p.g.callSet || calls(argv)
		return p.fail(err)
	}
	if about, err := p.about(); about || err != nil {
		if err != nil {
			return p.fail(err)
		}
		return verdict.Success.Exit()
	}
	f, args, err := p.request(args, argv)
	if err != nil {
		return p.fail(err)
	}
	if err := f.configure(t); err != nil {
		return p.fail(err)
	}
	job, err := t.Plan(f, args)
	if err != nil {
		return p.fail(err)
	}
	if job.Instead != "" {
		return p.handOver(job.Instead, argv)
	}
	if job.Again != nil {
		return p.again(job)
	}
	confined := confine.Self
	if job.Online {
		confined = confine.SelfOnline
	}
	status, err := confined(f.Confine, job.Writable...)
	if err != nil {
		return p.fail(err)
	}
	if !status.Enforced && f.Confine != confine.Off {
		f.Unconfined = status.Note
	}
	answer, err := p.run(f, job)
	if err != nil {
		return p.fail(err)
	}
	outcome, err := judge(f, answer)
	if err != nil {
		return p.fail(err)
	}
	if err := p.finish(f, answer, outcome); err != nil {
		return p.fail(err)
	}
	return outcome.Result.Exit()
}

// request reads any tool call and chooses the form. It refuses options that do not serve the form before anything else.
func (p *process) request(args, argv []string) (*Frame, []string, error) {
	t := p.tool
	args, err := p.readCall(args)
	if err == nil && t.Rewrite != nil && !t.Table.OwnArguments(p.called) {
		args, err = t.Rewrite(args)
	}
	if err != nil {
		return nil, nil, err
	}
	form, err := t.Table.FormOf(p.called, args)
	if err != nil {
		return nil, nil, err
	}
	if err := t.Table.Serves(form); err != nil {
		return nil, nil, err
	}
	f, err := t.check(p.g, argv, form)
	if err != nil {
		return nil, nil, err
	}
	f.Definition = p.called
	return f, args, nil
}

// handOver replaces this program by another one. It cannot do so after a call was read from standard input.
func (p *process) handOver(path string, argv []string) int {
	argv = append([]string{path}, argv...)
	if p.g.call == "-" {
		return p.fail(opt.Usagef("call", "{call} - cannot be handed over to %s: give the call as text or @FILE", filepath.Base(path)))
	}
	status, err := sibling.Exec(path, argv)
	if err != nil {
		return p.fail(err)
	}
	return status
}

// again runs this program again in other surroundings. It cannot do so after a call was read from standard input.
func (p *process) again(job *Job) int {
	if p.g.call == "-" {
		return p.fail(opt.Usagef("call", "{call} - cannot be run again elsewhere: give the call as text or @FILE"))
	}
	status, err := job.Again()
	if err != nil {
		return p.fail(err)
	}
	return status
}

// calls reports whether a command line, even one that cannot be parsed, asks for a tool call.
func calls(argv []string) bool {
	for _, word := range argv {
		switch {
		case word == "--":
			return false
		case word == "--call" || strings.HasPrefix(word, "--call="):
			return true
		}
	}
	return false
}

// about answers the options that ask about the program itself, and reports whether one was given.
func (p *process) about() (bool, error) {
	t, g := p.tool, &p.g
	switch {
	case g.help:
		p.stdout.text(t.Table.Help(terminal.Columns(os.Stdout)))
	case g.man:
		p.stdout.text(t.Table.Man(opt.Manual{
			Version: version.String(), Date: version.Date, Guide: t.Guide, Environment: config.Variables(), Files: config.Places(), See: []string{"ct"},
		}))
	case g.version:
		p.stdout.text(t.Table.Tool + " " + version.String() + "\n")
	case g.explainSet && g.explain == "md":
		p.stdout.text(t.Guide)
	case g.explainSet:
		if err := t.boundCalls(); err != nil {
			return true, err
		}
		j, err := render.JSON(t.Table.Explain(), false)
		if err != nil {
			return true, err
		}
		p.stdout.text(string(j) + "\n")
	case g.completionsSet:
		p.stdout.text(t.Table.Completions(g.completions))
	default:
		return false, nil
	}
	return true, nil
}

// maxCall bounds the text of a tool call, in bytes.
const maxCall = 1 << 20

// readCall reads the arguments of --call into the same request as the command line, and returns the positional ones.
func (p *process) readCall(args []string) (_ []string, err error) {
	if !p.g.callSet {
		return args, nil
	}
	if len(args) > 0 {
		return nil, opt.Usagef("", "{call} takes all arguments from the JSON object; remove %q from the command line", args[0])
	}
	data := []byte(p.g.call)
	switch {
	case p.g.call == "-":
		data, err = readBounded(p.stdin)
	case len(data) > 0 && data[0] == '@':
		data, err = readFile(p.g.call[1:])
	}
	if err != nil {
		return nil, fmt.Errorf("--call: %w", err)
	}
	p.called, data, err = p.tool.called(data)
	if err != nil {
		return nil, err
	}
	if as := p.toolOf(p.called); as != nil {
		p.called, args, err = p.tool.Table.CallTool(as, data)
		return args, err
	}
	return p.tool.Table.Call(p.called, data)
}

// toolOf returns the tool that a call names, nil if it names a definition. What is both is a tool for clients, who say
// which content they want.
func (p *process) toolOf(name string) *toolcall.Tool {
	if p.g.content == "" && slices.Contains(p.tool.definitions(), name) {
		return nil
	}
	return toolcall.Of(p.tool.Table.Tool, name)
}

// definitions returns the names of the tool's definitions.
func (t *Tool) definitions() []string {
	names := make([]string, len(t.Table.Definitions))
	for i, d := range t.Table.Definitions {
		names[i] = d.Name
	}
	return names
}

func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause.Of(err))
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return readBounded(file)
}

func readBounded(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxCall+1))
	if err == nil && len(data) > maxCall {
		err = fmt.Errorf("the call is longer than %d bytes", maxCall)
	}
	return data, err
}

// called returns the definition or the tool that a call names, and its arguments.
func (t *Tool) called(data []byte) (string, []byte, error) {
	names := t.definitions()
	if len(names) == 0 {
		return "", nil, opt.Usagef("call", "%s has no tool calls; use its options instead of {call}", t.Table.Tool)
	}
	if !utf8.Valid(data) {
		return "", nil, opt.Usagef("", "{call} must be a JSON object in UTF-8; this has other bytes")
	}
	var call map[string]json.RawMessage
	err := json.Unmarshal(data, &call)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return "", nil, opt.Usagef("", "{call} must be a JSON object, not of type %s", wrong.Value)
	}
	if err != nil {
		return "", nil, opt.Usagef("", "{call} must be a JSON object: %v", err)
	}
	raw, named := call["tool"]
	if !named {
		if len(names) == 1 || t.BareCalls {
			return names[0], data, nil
		}
		return "", nil, opt.Usagef("tool", `{call} must be {"tool":NAME,"arguments":{…}}; NAME is one of %s`, list(names))
	}
	if err := opt.CheckMembers(data); err != nil {
		return "", nil, err
	}
	var name string
	if err := json.Unmarshal(raw, &name); err != nil {
		return "", nil, opt.Usagef("tool", "tool must be a string, one of %s", list(names))
	}
	if !slices.Contains(names, name) && toolcall.Of(t.Table.Tool, name) == nil {
		return "", nil, opt.Usagef("tool", "unknown tool %q; %s has %s", name, t.Table.Tool, list(names))
	}
	for member := range call {
		if member != "tool" && member != "arguments" {
			return "", nil, opt.Usagef(member, `unknown property %q beside "tool" and "arguments"`, member)
		}
	}
	if arguments, given := call["arguments"]; given {
		return name, arguments, nil
	}
	return name, []byte("{}"), nil
}

// configure reads from the environment and the configuration what no option set.
func (f *Frame) configure(t *Tool) error {
	c, err := config.Load(config.Options{NoConfig: f.given.noConfig, Env: os.Getenv})
	if err != nil {
		return first(err)
	}
	f.Config = c
	if word, ok := c.String("confine"); ok {
		mode, err := confine.Parse(word)
		if err != nil {
			return err
		}
		if f.given.confine != "" {
			mode = confine.Strictest(f.Confine, mode)
		}
		f.Confine = mode
	}
	if t.Judge != nil {
		f.Confine = confine.Strictest(f.Confine, confine.Auto)
	}
	if s, ok := c.Float("timeout"); ok && f.Timeout == 0 {
		f.Timeout = time.Duration(s * float64(time.Second))
	}
	if f.Definition != "" { // a tool call has every bound
		if g := f.given.format; t.Judge == nil && g != "" && g != "json" {
			return opt.Usagef("format", "{format} %s does not apply to {call}, whose answers are JSON", g)
		}
		f.BytesBound = true
		if t.Judge == nil || f.given.format == "" {
			f.Format = "json"
		}
		if w := f.given.content; w != "" && w != contentJSON {
			f.beside.format = slices.Concat(t.Table.FormNamed(f.Form).Formats, t.Formats)[0]
		}
		f.Timeout = cmp.Or(f.Timeout, callTimeout)
		f.Sandbox = cmp.Or(f.Sandbox, ".")
	}
	return f.budgets(c, t)
}

// judge returns the verdict. After a timeout it is undecided unless the findings decide the caller's expectation.
func judge(f *Frame, a *Answer) (Outcome, error) {
	if a.Verdict != nil {
		return *a.Verdict, nil
	}
	result, reason, err := f.expect.Judge(a.Figures)
	if err != nil {
		return Outcome{}, err
	}
	if f.given.expect == "" && a.Ledger.Count(ledger.Timeout) > 0 {
		result, reason = verdict.Undecided, "undecided: the search was cut: "+a.Figures.Cut
	}
	if a.Hint != "" {
		reason = strings.TrimPrefix(reason+"; "+a.Hint, "; ")
	}
	return Outcome{result, reason, a.Hint}, nil
}
