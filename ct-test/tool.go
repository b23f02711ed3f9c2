package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ct-tools/ct/allowlist"
	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
)

// usual limits each text in a token or a document.
var usual = budget.Budget{Lines: 400, Bytes: 32768}

// newTool returns the definition of ct-test for the driver.
func newTool() *tool.Tool {
	r := newRequest()
	return &tool.Tool{
		Guide:   explain.Guide("ct-test"),
		Formats: []string{"text", "json"},
		Budget:  usual,
		Judge: &tool.Judge{Calls: []string{
			"question", "emit", "emit-stderr", "quiet", "format", "max-lines", "max-bytes", "timeout", "heartbeat", "heartbeat-emit", "heartbeat-to", "confine",
		}, Help: map[string]string{
			"question":  "what this run is to answer, in at most 256 bytes: print == TEXT == before it begins",
			"emit":      "print TEMPLATE after the run; {RESULT} {CODE} {QUESTION} {CMD} {STDOUT} {STDERR} {REASON} {FOCUS} are filled in",
			"quiet":     "no banner and no verdict line",
			"max-lines": "at most N lines for the text of each token",
			"max-bytes": "most bytes of the text of each token, and of a JSON answer",
			"timeout":   "kill the command and all its descendants after SECS seconds for all runs together; the verdict is then ERROR",
			"heartbeat": "print a pulse every SECS seconds while the command runs",
			"sandbox":   "let the command read nothing outside DIR but the system's programs and libraries",
			"confine":   "make the kernel forbid the command to write, connect, signal and execute: if it can (auto), or else fail (require)",
		}},
		Table: opt.Table{
			Tool:    "ct-test",
			Summary: "run a command that can only read, and judge what it printed",
			Usage:   []string{"--cmd PROG [OPTIONS] [-- ARG…]"},
			Args: []opt.Arg{
				{Name: "ARG", Property: "args", Brief: "its arguments", Help: "argument of the command, passed on as it is", Many: true, Complete: opt.Files},
			},
			Options: r.options(),
			Tail:    r.divide,
			Notes: []string{
				"The verdict: ERROR after a timeout; else ERROR if an --err-match or --err-when applies; else SUCCESS if an --ok-match or --ok-when does; else --otherwise decides. Patterns are case-sensitive.",
				"Options that only ct-test has may also be at the end of the arguments of a command that is not of this suite: " + strings.Join(tailNames(), " ") + ". A second -- directly after the first passes them to the command.",
				"Exit status: 0 SUCCESS, 1 ERROR, 2 a usage error, a refused or failed start, an interruption, or UNDECIDED.",
			},
			Examples: []opt.Example{
				{Comment: "ERROR if the file has the key, though cat ends with 0", Command: "ct-test --question 'Is the config free of old keys?' --cmd cat --err-match old_key --emit 'result: {RESULT}' -- config.toml"},
				{Comment: "Proof is asked for: the pattern must be in the output", Command: "ct-test --cmd grep --ok-match v2 -- -n v2 CHANGELOG.md"},
				{Comment: "A search as a check", Command: "ct-test --question 'Is there a go.mod?' --cmd ct-search -- --name go.mod --limit 1 --quiet"},
				{Comment: "By what is counted", Command: "ct-test --cmd cat --err-when 'lines > 1000' -- README.md"},
			},
			Definitions: []opt.Definition{{
				Name:        definition,
				Description: "Run one command of a fixed list that can only read, and judge it by its output",
				Output:      outputSchema(),
			}},
		},
		Plan: r.plan,
	}
}

// plan checks the request. It does not look up or open anything.
func (r *request) plan(f *tool.Frame, args []string) (*tool.Job, error) {
	switch {
	case r.cmd == "":
		return nil, opt.Usagef("cmd", "nothing to run: give {cmd} PROG, and the arguments of the command after -- (ct-test {help})")
	case !allowlist.Allows(r.cmd):
		return nil, opt.Usagef("cmd", "%s may not be run; permitted are %s", budget.EscapeName(r.cmd), strings.Join(allowlist.Names(), " "))
	case len(r.masks) > 0 && r.repeat == 1:
		return nil, opt.Usagef("mask", "{mask} compares runs; give {repeat} N with it")
	case r.captureTail >= 0 && f.Format != "json" && !f.Uses("STDOUT") && !f.Uses("STDERR"):
		return nil, opt.Usagef("capture-tail", "{capture-tail} does nothing without %s or %s in {emit}; give one, or {format} json", "{STDOUT}", "{STDERR}")
	}
	x := &experiment{frame: f, request: r, args: args, command: render.Shell(append([]string{r.cmd}, args...)...)}
	f.Command = x.shownCommand()
	if err := x.compile(); err != nil {
		return nil, err
	}
	return &tool.Job{Run: x.run}, nil
}

// compile compiles the patterns and conditions.
func (x *experiment) compile() error {
	r := x.request
	for _, m := range r.matches {
		p, err := r.pattern(m.option, m.text)
		if err != nil {
			return err
		}
		x.looks.assertions = append(x.looks.assertions, assertion{fails: m.fails, on: m.on, pattern: p, option: m.option})
	}
	if r.focusGiven {
		p, err := r.pattern("focus", r.focus)
		if err != nil {
			return err
		}
		x.looks.focus, x.looks.context = p, int(r.context)
		x.looks.focusBytes, x.looks.focusLines = x.frame.Budget.Bytes, x.frame.Budget.Lines
	}
	if r.mode != "" && !r.focusGiven && len(r.matches)+len(r.masks) == 0 {
		return opt.Usagef("mode", "{mode} does nothing without a pattern; give {ok-match}, {err-match}, {focus} or {mask}")
	}
	for _, text := range r.masks {
		p, err := r.pattern("mask", text)
		if err != nil {
			return err
		}
		x.looks.masks = append(x.looks.masks, p)
	}
	x.looks.compare = r.repeat > 1
	for _, w := range []struct {
		option  string
		fails   bool
		sources []string
	}{{"err-when", true, r.errWhen}, {"ok-when", false, r.okWhen}} {
		for _, source := range w.sources {
			c, err := compileCondition(w.option, source)
			if err != nil {
				return opt.Usagef(w.option, "{"+w.option+"}: %v", err)
			}
			x.conditions = append(x.conditions, clause{c, w.fails})
		}
	}
	var err error
	x.output, err = newOutput(x.looks, defaultSizes)
	return err
}

// pattern compiles the pattern of an option.
func (r *request) pattern(option, text string) (*pattern.Pattern, error) {
	o := pattern.Options{Promote: true, Case: pattern.Sensitive}
	var err error
	if r.mode != "" {
		if o.Mode, err = pattern.ParseMode(r.mode); err != nil {
			return nil, opt.Usagef("mode", "%v", err)
		}
	}
	p, err := pattern.Compile(text, o)
	if err != nil {
		return nil, opt.Usagef(option, "{"+option+"}: %v", err)
	}
	return p, nil
}

// outputSchema describes the JSON answer.
func outputSchema() json.RawMessage {
	const text, flag, whole, list = `{"type":"string"}`, `{"type":"boolean"}`, `{"type":"integer"}`, `{"type":"array","items":{"type":"object"}}`
	const maybe = `{"anyOf":[{"type":"integer"},{"type":"null"}]}`
	const result = `{"enum":["SUCCESS","ERROR","UNDECIDED"]}`
	return json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{"tool":%[1]s,"verdict":%[5]s,"question":%[1]s,"cmd":%[1]s,"resolved":%[1]s,"code":%[4]s,"signal":%[4]s,"timed_out":%[2]s,"elapsed_ms":%[3]s,"reason":%[1]s,`+
		`"assertions":%[6]s,"stdout":%[1]s,"stderr":%[1]s,"focus":%[1]s,"runs":%[6]s,"runs_total":%[3]s,"assertions_total":%[3]s,"truncated":%[2]s,"confinement":%[1]s},`+
		`"required":["verdict","reason","code"]}`, text, flag, whole, maybe, result, list))
}
