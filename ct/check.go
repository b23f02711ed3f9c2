package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ct-tools/ct/shared/checks"
	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/version"
)

// checkRequest is filled by the options of ct check.
type checkRequest struct {
	checks.Choice
	format  string
	timeout time.Duration
}

// checkTimeout is how long a check may take if no option says otherwise.
const checkTimeout = 60 * time.Second

func checkCommand() own {
	return own{
		name: "check", summary: "run the checks that a file lists", usage: []string{"[FILE]"},
		args:    []opt.Arg{{Name: "FILE", Help: "a file of checks; by default " + checks.DefaultFile, Complete: opt.Files}},
		options: checkOptions,
		run:     (*umbrella).check,
		notes: []string{
			"A check is a call of search, survey, show or spec with what it has to find: [[check]] with name, run, expect and why. The calls run in the folder of FILE and can read nothing else; " +
				"options that start programs, write files or decide what a call may do are refused before anything runs. They read no configuration.",
			"Status 0: every check is met. 1: one is not. 2: one is undecided or failed, or there is none, or FILE is wrong.",
		},
		examples: []opt.Example{
			{Comment: "the checks of ct.checks.toml", Command: "ct check"},
			{Comment: "for a code-scanning service", Command: "ct check --format sarif ct.checks.toml"},
		},
	}
}

func checkOptions(r *request) []opt.Option {
	const group = "Options"
	return slices.Concat([]opt.Option{
		{Name: "format", Arg: "FORMAT", Var: opt.Text(&r.checks.format), Values: checks.Formats, Default: checks.Formats[0], Group: group, CommandLine: true, Help: "form of the report: " + strings.Join(checks.Formats, ", ")},
		{Name: "json", Var: opt.Flag(&r.json), Group: group, CommandLine: true, Help: "--format json, one object on one line"},
		{Name: "json-pretty", Var: opt.Flag(&r.indent), Group: group, CommandLine: true, Help: "the same, indented"},
	}, r.checks.Options(group), []opt.Option{
		{Name: "timeout", Arg: "SECS", Var: opt.Seconds(&r.checks.timeout), Default: fmt.Sprint(checkTimeout.Seconds()), Group: group, CommandLine: true, Help: "end a check after SECS seconds; it is then undecided"},
		{Name: "no-config", Var: opt.Flag(&r.noConfig), Group: group, CommandLine: true, Help: "read no configuration file, which could ask for stricter confinement"},
	})
}

// check runs the checks of a file and prints the report.
func (u *umbrella) check(r *request, args []string) (int, error) {
	if r.json && r.checks.format != "" && r.checks.format != "json" {
		return 0, opt.Usagef("format", "--format %s and --json contradict each other; give one", r.checks.format)
	}
	c, err := config.Load(config.Options{NoConfig: r.noConfig})
	if err != nil {
		return 0, err
	}
	f, list, err := r.checks.Load("ct check", args)
	if err != nil {
		return 0, err
	}
	if r.checks.List {
		u.print(checks.Listing(list))
		return exitGood, nil
	}
	return u.runChecks(r, f, list, mode(c))
}

// runChecks runs checks, confined, and prints the report.
func (u *umbrella) runChecks(r *request, f *checks.File, list []*checks.Check, m confine.Mode) (int, error) {
	run := checks.Run{Programs: map[string]string{}, Env: child.Environment(os.Environ()), Timeout: checkTimeout}
	if r.checks.timeout > 0 {
		run.Timeout = r.checks.timeout
	}
	for _, c := range list {
		if run.Programs[c.Tool()] == "" {
			path, err := sibling.Find(c.Tool())
			if err != nil {
				return 0, unknown(c.Tool(), err)
			}
			run.Programs[c.Tool()] = path
		}
	}
	var writable []string
	if slices.ContainsFunc(list, (*checks.Check).Compares) {
		scratch, err := git.Scratch()
		if err != nil {
			return 0, err
		}
		writable = append(writable, scratch) // for ct-search, which leaves itself no other
	}
	if _, err := confine.Self(m, writable...); err != nil {
		return 0, err
	}
	ctx, stop := child.UntilInterrupted(context.Background())
	defer stop()
	report := &checks.Report{File: f, Version: version.String(), Results: run.All(ctx, f, list)}
	if i, ok := errors.AsType[child.InterruptedError](context.Cause(ctx)); ok {
		return 0, fmt.Errorf("interrupted (%v); the checks were ended, and nothing is decided", i.Signal)
	}
	return report.Status(), u.report(r, report)
}

// report prints a report in the form that was asked for.
func (u *umbrella) report(r *request, report *checks.Report) error {
	switch {
	case r.json || r.checks.format == "json":
		return u.json(report.Document(), r.indent)
	case r.checks.format == "sarif":
		return u.json(report.SARIF(), true)
	case r.checks.format == "junit":
		text, err := report.JUnit()
		u.print(text)
		return err
	}
	u.print(report.Text())
	return nil
}
