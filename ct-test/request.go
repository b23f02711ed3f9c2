package main

import (
	"strings"

	"github.com/ct-tools/ct/allowlist"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
)

// request is what the options ask for.
type request struct {
	cmd, stdin string
	stdinGiven bool
	matches    []matchOption // in the order given

	stray string // an option of ct-test that was passed to the command, "" for none

	errWhen, okWhen []string
	otherwise, mode string

	showOutput  bool
	focus       string
	focusGiven  bool
	context     int64 // lines
	captureTail int64 // lines, -1 for all
	repeat      int64
	masks       []string
	readable    []string // folders, in addition to the sandbox
}

// matchOption is one --err-match or --ok-match as given.
type matchOption struct {
	option string // its name, "ok-match-stdout"
	fails  bool   // a match is a failure
	on     streams
	text   string
}

// The policies of --otherwise.
const (
	otherwiseSuccess = "success"
	otherwiseError   = "error"
	otherwiseExit    = "exit"
)

const (
	defaultContext = 2
	maxContext     = 1000 // lines
	maxRepeat      = 1000 // runs
)

func newRequest() *request { return &request{context: defaultContext, captureTail: -1, repeat: 1} }

// definition is the name in tool calls.
const definition = "ct_test"

// options returns the rows of ct-test's table. Parsing fills r.
func (r *request) options() []opt.Option {
	const experiment, assertions, report = "Experiment", "Verdict", "Report"
	rows := []opt.Option{
		{Role: opt.Question, Name: "cmd", Arg: "PROG", Var: opt.Word(&r.cmd), Suggest: allowlist.Names(), Group: experiment, Required: opt.Always(), Brief: "the program: " + strings.Join(allowlist.Names(), " "), Help: "the program to run, by its name or path, with its arguments after --; one of " + strings.Join(allowlist.Names(), " ")},
		{Role: opt.Question, Name: "stdin", Arg: "TEXT", Var: opt.Func(opt.KindText, func(s string) error { r.stdin, r.stdinGiven = s, true; return nil }), Group: experiment, Brief: "TEXT or file:PATH", Help: "what the command reads from standard input, which is otherwise empty; file:PATH takes it from a file, text:VALUE as it is"},
		{Role: opt.Question, Name: "repeat", Arg: "N", Brief: "runs that must agree", Var: opt.IntRange(&r.repeat, 1, maxRepeat), Group: experiment, Default: "1", Help: "run it N times; if the runs differ in verdict, exit code or output, the verdict is ERROR (flaky)"},
		{Role: opt.Question, Name: "mask", Arg: "PATTERN", Var: opt.List(&r.masks), Group: experiment, Brief: "what may differ", Help: "ignore matches of PATTERN when runs are compared, such as times"},
		{Role: opt.Place, CommandLine: true, Name: "readable", Arg: "DIR", Var: opt.List(&r.readable), Complete: opt.Folders, Group: experiment, Help: "let the command read only DIR, the folder of --sandbox, and the system's programs and libraries; may be repeated"},
	}
	for _, a := range []struct {
		name        string
		fails       bool
		on          streams
		help, brief string
	}{
		{"err-match", true, onBoth, "ERROR if PATTERN is found in standard output or error", "ERROR if the output matches"},
		{"err-match-stdout", true, onStdout, "ERROR if it is found in standard output", "ERROR if stdout matches"},
		{"err-match-stderr", true, onStderr, "ERROR if it is found in standard error", "ERROR if stderr matches"},
		{"ok-match", false, onBoth, "SUCCESS only if PATTERN is found in standard output or error", "SUCCESS only if the output matches"},
		{"ok-match-stdout", false, onStdout, "SUCCESS only if it is found in standard output", "SUCCESS only if stdout matches"},
		{"ok-match-stderr", false, onStderr, "SUCCESS only if it is found in standard error", "SUCCESS only if stderr matches"},
	} {
		add := func(text string) error {
			r.matches = append(r.matches, matchOption{a.name, a.fails, a.on, text})
			return nil
		}
		rows = append(rows, opt.Option{Role: opt.Question, Name: a.name, Arg: "PATTERN", Var: opt.Func(opt.KindList, add), Group: assertions, Brief: a.brief, Help: a.help})
	}
	return append(rows,
		opt.Option{Role: opt.Question, Name: "err-when", Arg: "EXPR", Var: opt.List(&r.errWhen), Group: assertions, Brief: "ERROR if true: code stdout stderr elapsed lines", Help: "ERROR if the expression over code, stdout, stderr, elapsed (seconds) and lines (of standard output) is true"},
		opt.Option{Role: opt.Question, Name: "ok-when", Arg: "EXPR", Brief: "SUCCESS only if true", Var: opt.List(&r.okWhen), Group: assertions, Help: "SUCCESS only if the expression is true"},
		opt.Option{Role: opt.Question, Name: "otherwise", Arg: "POLICY", Brief: "verdict if nothing fires", Var: opt.Text(&r.otherwise), Values: []string{otherwiseSuccess, otherwiseError, otherwiseExit}, Default: "error if an --ok-match or --ok-when is given, else exit", Group: assertions, Help: "the verdict if none of these applies; exit takes the status of the command"},
		opt.Option{Role: opt.Question, Name: "mode", Arg: "MODE", Brief: "how patterns are read", Var: opt.Text(&r.mode), Values: pattern.ModeNames(), Group: assertions, Help: "how patterns are read; without it, their characters decide"},

		opt.Option{Role: opt.Output, CommandLine: true, Name: "show-output", Var: opt.Flag(&r.showOutput), Group: report, Help: "also pass the command's output through as it comes, unchanged and unbounded"},
		opt.Option{Role: opt.Output, Name: "focus", Arg: "PATTERN", Var: opt.Func(opt.KindText, func(s string) error { r.focus, r.focusGiven = s, true; return nil }), Group: report, Brief: "also return lines that match", Help: "print the lines of the output that match, on standard error, and as {FOCUS}"},
		opt.Option{Role: opt.Output, Name: "context", Needs: "focus", Arg: "N", Brief: "lines around those of focus", Var: opt.IntRange(&r.context, 0, maxContext), Default: "2", Group: report, Help: "lines around each line of --focus"},
		opt.Option{Role: opt.Output, Name: "capture-tail", Arg: "N", Brief: "last lines kept of each stream", Var: opt.IntRange(&r.captureTail, 0, 1<<31-1), Group: report, Help: "keep only the last N lines in {STDOUT} and {STDERR}"},
	)
}
