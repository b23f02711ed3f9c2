package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
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
	client, mode string
	about        opt.About
}

// table returns the option table, which fills r.
func table(r *request) *opt.Table {
	const answers = "Answers"
	return &opt.Table{
		Tool:    "ct-steer",
		Summary: "answer the hooks of coding agents: say of grep, rg, find, cat, head, tail, sed -n, ls -R and wc -l which command of ct finds the same",
		Usage:   []string{"hook [--client CLIENT] [--mode MODE]", "settings CLIENT [--mode MODE]"},
		Options: append([]opt.Option{
			{Name: "client", Arg: "CLIENT", Var: opt.Text(&r.client), Values: []string{claude, cursor, gemini}, Group: answers, CommandLine: true, Help: "whose hook calls; without it the event's name decides"},
			{Name: "mode", Arg: "MODE", Var: opt.Text(&r.mode), Values: []string{advise, deny}, Default: advise, Group: answers, CommandLine: true, Help: "name the equivalent command to the agent and let the other run (advise), or refuse the other (deny)"},
		}, r.about.Options()...),
		Notes: []string{
			"hook reads a hook's JSON on standard input and prints one JSON object, or nothing if the command passes untouched; its exit status is always 0. settings prints the settings of CLIENT (claude, cursor or gemini) with the hook, merged into those on standard input unless that is a terminal; it writes no file.",
			"Exit status otherwise: 0, or 2 after a mistake.",
		},
		Examples: []opt.Example{
			{Comment: "the settings to paste", Command: "ct-steer settings claude </dev/null"},
			{Comment: "what an agent reads", Command: `echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/","tool_input":{"command":"ls -R tmp"}}' | ct-steer hook`},
		},
		Definitions: []opt.Definition{{Name: "ct_steer", Description: "Answer the hooks of coding agents with the command of ct that is equivalent to a shell command"}},
	}
}

// program is one run of ct-steer.
type program struct {
	in, out *os.File
	err     io.Writer
}

// main runs the program with its arguments and returns the exit status. A hook that fails must not block the agent: its
// status is 0 whatever happens, and the command then passes untouched.
func (p *program) main(argv []string) (status int) {
	if slices.Contains(argv, "hook") {
		defer func() {
			if r := recover(); r != nil {
				p.note(fmt.Sprintf("the command passes untouched: %v", r))
			}
			status = exitGood
		}()
	}
	if err := p.run(argv); err != nil {
		p.note(err.Error())
		return exitFailure
	}
	return exitGood
}

// note prints one line on standard error.
func (p *program) note(text string) {
	_, _ = fmt.Fprintf(p.err, "ct-steer: %s\n", budget.EscapeName(text))
}

func (p *program) run(argv []string) error {
	var r request
	t := table(&r)
	args, err := t.Parse(argv)
	if err != nil {
		return err
	}
	if about, err := p.about(t, &r); about || err != nil {
		return err
	}
	if len(args) == 0 {
		return opt.Usagef("", "nothing to do: give hook or settings CLIENT (ct-steer --help)")
	}
	mode := cmp.Or(r.mode, advise)
	switch command := args[0]; {
	case command == "hook" && len(args) == 1:
		return p.hook(r.client, mode)
	case command == "settings" && len(args) == 2:
		return p.settings(args[1], mode)
	case command == "settings" && len(args) == 1:
		return opt.Usagef("", "settings needs a CLIENT: %s, %s or %s", claude, cursor, gemini)
	case command == "hook" || command == "settings":
		return opt.Usagef("", "%q is too many; ct-steer hook takes no argument, ct-steer settings one", args[len(args)-1])
	default:
		return opt.Usagef("", "unknown command %q; give hook or settings CLIENT", command)
	}
}

// hook answers one hook. Input that is too long is not read to its end.
func (p *program) hook(client, mode string) error {
	input, err := io.ReadAll(io.LimitReader(p.in, maxInput+1))
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	a := respond(input, client, mode)
	if a == nil {
		return nil
	}
	text, err := render.JSON(a, false)
	if err != nil {
		return err
	}
	return p.print(append(text, '\n'))
}

// settings prints the settings of a client.
func (p *program) settings(client, mode string) error {
	if !slices.Contains([]string{claude, cursor, gemini}, client) {
		return opt.Usagef("", "unknown client %q; want %s, %s or %s", client, claude, cursor, gemini)
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("where ct-steer is cannot be determined: %w", err)
	}
	var before []byte
	if info, err := p.in.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		if before, err = io.ReadAll(io.LimitReader(p.in, 16*maxInput)); err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
	}
	text, err := settings(client, mode, self, before)
	if err != nil {
		return err
	}
	return p.print(text)
}

func (p *program) print(text []byte) error {
	if _, err := p.out.Write(text); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// about prints what an option asks about the program, and reports whether there was one.
func (p *program) about(t *opt.Table, r *request) (bool, error) {
	text, asked, err := r.about.Answer(t, opt.Manual{Version: version.String(), Date: version.Date, Guide: explain.Guide("ct-steer"), See: []string{"ct"}}, terminal.Columns(p.out))
	if err != nil || !asked {
		return asked, err
	}
	if _, err := io.WriteString(p.out, text); err != nil {
		return true, fmt.Errorf("standard output: %w", err)
	}
	return true, nil
}
