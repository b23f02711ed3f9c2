package main

import (
	"os"
	"slices"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/terminal"
)

// own is one of ct's own commands, with the contents of its help.
type own struct {
	name     string // "" for ct without a command
	usage    []string
	summary  string
	args     []opt.Arg
	options  func(*request) []opt.Option // in addition to --help
	notes    []string
	examples []opt.Example
	// raw means that the words after the name belong to tools: only a first word with a dash is an option of ct.
	raw bool
	run func(u *umbrella, r *request, args []string) (int, error)
}

// request is filled by the options of ct's own commands.
type request struct {
	help, man, version, json, indent, noConfig bool
	explain                                    string // md or json, "" if not asked for
	checks                                     checkRequest
}

var shells = []string{"bash", "zsh", "fish"}

// commands returns ct's own commands in the order of the help.
func commands() []own {
	names := opt.Arg{Name: "NAME", Help: "a tool, an alias or a command"}
	return []own{
		{
			name: "help", summary: "describe ct, a tool or a command", usage: []string{"[NAME]"}, args: []opt.Arg{names},
			run:      (*umbrella).help,
			examples: []opt.Example{{Comment: "what ct-search can do", Command: "ct help search"}},
		},
		{
			name: "and", summary: "run tools one after the other while they succeed", usage: []string{"NAME ARG… ::: NAME ARG…"}, raw: true,
			run: func(_ *umbrella, _ *request, args []string) (int, error) { return chain("and", args, false) },
			notes: []string{"The first status that is not 0 ends the chain and is its status. Every name is looked up before anything runs. " +
				"A tool that a signal ended counts as 128 plus the signal's number."},
			examples: []opt.Example{{Comment: "there are Go files, and tests among them", Command: "ct and search --name '*.go' --quiet ::: search --name '*_test.go' --limit 5"}},
		},
		{
			name: "or", summary: "run tools one after the other until one succeeds", usage: []string{"NAME ARG… ::: NAME ARG…"}, raw: true,
			run: func(_ *umbrella, _ *request, args []string) (int, error) { return chain("or", args, true) },
			notes: []string{"The first status 0 ends the chain; else the last status is its status. As with || in a shell, " +
				"a tool that fails (status 2) is followed by the next one like a tool that finds nothing."},
			examples: []opt.Example{{Comment: "a Makefile, or else a build script", Command: "ct or search --name Makefile ::: search --name 'build*'"}},
		},
		checkCommand(),
		{
			name: "config", summary: "show the effective configuration and the origin of each value", usage: []string{"[OPTION…]"},
			options: reportOptions,
			run:     (*umbrella).config,
			notes:   []string{"Options override CT_* variables, these override the project's ct.toml, and that overrides the user's file."},
			examples: []opt.Example{
				{Comment: "what an environment variable changes", Command: "CT_MAX_LINES=50 ct config"},
			},
		},
		{
			name: "doctor", summary: "check the installation and what this system can enforce", usage: []string{"[OPTION…]"},
			options:  reportOptions,
			run:      (*umbrella).doctor,
			notes:    []string{"Status 0: all is well. 1: something is wrong. 2: something could not be determined."},
			examples: []opt.Example{{Comment: "only the findings, for a program", Command: "ct doctor --json"}},
		},
		{
			name: "plugins", summary: "list the matchers that ct-search can use, and say why others cannot be", usage: []string{"[OPTION…]"},
			options: reportOptions,
			run:     (*umbrella).plugins,
			notes: []string{"Every matcher is started, confined, and asked to describe itself. Status 0: all can be used, or there is none. " +
				"1: one cannot. 2: it could not be determined."},
			examples: []opt.Example{{Comment: "which matchers are there?", Command: "ct plugins"}},
		},
		{
			name: "completions", summary: "print the completion of a shell, for ct and every tool", usage: []string{"bash|zsh|fish"},
			args: []opt.Arg{{Name: "SHELL", Help: "bash, zsh or fish"}},
			run:  (*umbrella).completions,
			examples: []opt.Example{
				{Comment: "in ~/.bashrc", Command: `source <(ct completions bash)`},
				{Comment: "in ~/.zshrc, after compinit", Command: `source <(ct completions zsh)`},
				{Comment: "in ~/.config/fish/config.fish", Command: `ct completions fish | source`},
			},
		},
	}
}

// reportOptions returns the options of the commands that report what they find.
func reportOptions(r *request) []opt.Option {
	return []opt.Option{
		{Name: "json", Var: opt.Flag(&r.json), Group: "Options", CommandLine: true, Help: "one JSON object on one line"},
		{Name: "json-pretty", Var: opt.Flag(&r.indent), Group: "Options", CommandLine: true, Help: "the same, indented"},
		{Name: "no-config", Var: opt.Flag(&r.noConfig), Group: "Options", CommandLine: true, Help: "read no configuration file"},
	}
}

// command returns one of ct's own commands.
func command(name string) (own, bool) {
	list := commands()
	if i := slices.IndexFunc(list, func(c own) bool { return c.name == name }); i >= 0 {
		return list[i], true
	}
	return own{}, false
}

// root returns ct without a command: its own options.
func root() own {
	return own{
		usage: []string{"NAME [ARG…]", "COMMAND [ARG…]", "OPTION"}, summary: "search and read code: one name for the programs of the suite",
		args: []opt.Arg{
			{Name: "NAME", Property: "name", Help: "the tool, an alias or a command of ct", Required: opt.Always()},
			{Name: "ARG…", Property: "arguments", Help: "its command line", Many: true},
		},
		options: func(r *request) []opt.Option {
			return []opt.Option{
				{Name: "version", Short: "V", Var: opt.Flag(&r.version), Group: "Options", CommandLine: true, Help: "print the version"},
				{Name: "explain", Arg: "[md|json]", Var: opt.Maybe(&r.explain), Values: []string{"md", "json"}, Group: "Options", CommandLine: true, Help: "print the guide, or the definitions of ct and every tool"},
				{Name: "man", Var: opt.Flag(&r.man), Group: "Options", CommandLine: true, Help: "print the manual page, for man -l -"},
			}
		},
		notes: []string{
			"ct NAME runs ct-NAME, which is looked for beside ct and then in the absolute folders of PATH; everything after NAME goes to it, and its exit status is returned. " +
				"ct's own commands end with 0 if all is well, 1 if not, 2 after a mistake or a failure.",
		},
		examples: []opt.Example{
			{Comment: "every tool and command", Command: "ct help"},
			{Comment: "Go files that mention context.Context", Command: "ct search --name '*.go' --grep context.Context"},
			{Comment: "is all well here?", Command: "ct doctor"},
		},
		run: (*umbrella).about,
	}
}

// table returns the option table of c, which fills r.
func (c *own) table(r *request) *opt.Table {
	t := &opt.Table{
		Tool: "ct", Summary: c.summary, Usage: c.usage, Args: c.args, Notes: c.notes, Examples: c.examples,
	}
	if c.name != "" {
		t.Tool += " " + c.name
	}
	if c.options != nil {
		t.Options = c.options(r)
	}
	t.Options = append(t.Options, opt.Option{Name: "help", Short: "h", Var: opt.Flag(&r.help), Group: "Options", CommandLine: true, Help: "print this help"})
	return t
}

// own runs a command of ct itself with the words that follow its name.
func (u *umbrella) own(c own, argv []string) (int, error) {
	var r request
	t := c.table(&r)
	args := argv
	if !c.raw || len(argv) > 0 && len(argv[0]) > 0 && argv[0][0] == '-' {
		line := *t
		if c.name == "" { // a word after -- is not a command
			line.Args = nil
		}
		var err error
		if args, err = line.Parse(argv); err != nil {
			return 0, err
		}
	}
	switch most := len(c.args); {
	case c.name == "":
	case r.help:
		u.print(t.Help(terminal.Columns(os.Stdout)))
		return exitGood, nil
	case !c.raw && len(args) > most:
		return 0, opt.Usagef("", "%s takes %s; %q is too many", c.name, [...]string{"no arguments", "one argument"}[most], args[most])
	}
	r.json = r.json || r.indent
	return c.run(u, &r, args)
}
