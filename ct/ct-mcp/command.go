package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/version"
)

// Exit statuses.
const (
	exitGood    = 0
	exitFailure = 2
)

// request is filled by the options.
type request struct {
	roots   []string
	content string
	about   opt.About
}

// table returns the option table, which fills r.
func table(r *request) *opt.Table {
	const limits, answers = "Bounds", "Answers"
	return &opt.Table{
		Tool:    "ct-mcp",
		Summary: "serve every tool of the suite to a client of the Model Context Protocol, on standard input and output",
		Usage:   []string{"[--root DIR]… [--content CONTENT]"},
		Options: append([]opt.Option{
			{Name: "root", Arg: "DIR", Var: opt.List(&r.roots), Complete: opt.Folders, Group: limits, CommandLine: true, Help: "serve this folder and nothing outside it, whatever the client names; may be repeated"},
			{Name: "content", Arg: "CONTENT", Var: opt.Text(&r.content), Values: []string{contentBoth, contentText, contentJSON}, Default: contentBoth, Group: answers, CommandLine: true, Help: "what answers have: the text that a command line prints and the JSON document as structured content (both), only the text, or the document in both places (json)"},
		}, r.about.Options()...),
		Notes: []string{
			"A client starts it; share/doc/ct/agents/mcp.md, below the prefix of the installation, says how to configure clients. Without --root the folders are those that the client names, or else the working folder.",
			"CT_TIMEOUT and CT_MAX_BYTES in its environment bound every call. Exit status: 0 when the client has gone, 2 after a mistake or a failure.",
		},
		Examples: []opt.Example{
			{Comment: "for a client that says nothing of its folders", Command: "ct-mcp --root . </dev/null"},
			{Comment: "what it serves, and how", Command: "ct-mcp --explain"},
		},
		Definitions: []opt.Definition{{Name: "ct_mcp", Description: "Serve every tool of the suite over the Model Context Protocol on standard input and output"}},
	}
}

// program is one run of ct-mcp.
type program struct {
	in, out *os.File
	err     io.Writer
}

// note prints one line on standard error.
func (p *program) note(text string) {
	_, _ = fmt.Fprintf(p.err, "ct-mcp: %s\n", budget.EscapeName(text))
}

// main runs the program with its arguments and returns the exit status.
func (p *program) main(argv []string) int {
	status, err := p.run(argv)
	if err != nil {
		p.note(err.Error())
		return exitFailure
	}
	return status
}

// run performs the steps of a run in order: parse, read the configuration, confine, ask the suite for its tools, serve.
func (p *program) run(argv []string) (int, error) {
	var r request
	t := table(&r)
	args, err := t.Parse(argv)
	switch {
	case err != nil:
		return 0, err
	case len(args) > 0:
		return 0, opt.Usagef("", "ct-mcp takes no arguments; %q is too many", args[0])
	}
	if about, err := p.about(t, &r); about || err != nil {
		return exitGood, err
	}
	limits, mode, err := configured()
	if err != nil {
		return 0, err
	}
	fixed, err := folders(r.roots)
	if err != nil {
		return 0, err
	}
	var writable []string
	if scratch, err := git.Scratch(); err == nil { // without it only calls about what changed fail, and say so
		writable = append(writable, scratch)
	}
	if _, err := confine.Self(mode, writable...); err != nil {
		return 0, err
	}
	tools, definitions, missing := suite(limits.maxBytes)
	for _, err := range missing {
		p.note(err.Error())
	}
	if len(tools) == 0 {
		return 0, errors.New("no program of the suite answers, so there is no tool to serve; ct doctor says more")
	}
	if info, err := p.in.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 && info.Mode()&os.ModeDevice != 0 && len(r.roots) == 0 {
		p.note("speaks the Model Context Protocol on standard input; a client is to start it, see ct-mcp --explain")
	}
	return newServer(tools, definitions, cmp.Or(r.content, contentBoth), fixed, limits).serve(p)
}

// about prints what an option asks about the program, and reports whether there was one.
func (p *program) about(t *opt.Table, r *request) (bool, error) {
	text, asked, err := r.about.Answer(t, opt.Manual{Version: version.String(), Date: version.Date, Guide: explain.Guide("ct-mcp"), Environment: config.Variables(), Files: config.Places(), See: []string{"ct"}}, terminal.Columns(p.out))
	if err != nil || !asked {
		return asked, err
	}
	if _, err := io.WriteString(p.out, text); err != nil {
		return true, fmt.Errorf("standard output: %w", err)
	}
	return true, nil
}

// callTime is the time limit of a call if none is configured, the same as for --call.
const callTime = 60 * time.Second

// limits are the limits that a call can lower but not raise.
type limits struct {
	timeout  time.Duration
	maxBytes int // 0 means the tool's own
}

// configured returns the configured limits of every call and the confinement.
func configured() (limits, confine.Mode, error) {
	l := limits{timeout: callTime}
	c, err := config.Load(config.Options{})
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return l, confine.Auto, fmt.Errorf("%s; see ct config", line)
	}
	if s, ok := c.Float("timeout"); ok {
		l.timeout = time.Duration(s * float64(time.Second))
	}
	l.maxBytes, _ = c.Int("output.max_bytes")
	mode := confine.Auto
	if word, ok := c.String("confine"); ok {
		mode, err = confine.Parse(word)
	}
	return l, mode, err
}
