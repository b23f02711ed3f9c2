package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/version"
)

// toy is what the test's own program does under the name of a tool, for which it stands in in scripts:
// it describes itself as tools do, and otherwise does what its first argument asks for.
func toy(name string) {
	t := toyTable(name)
	words := append(slices.Clone(os.Args[1:]), "", "")
	switch words[0] {
	case "--help":
		fmt.Print(t.Help(opt.HelpWidth))
	case "--version":
		fmt.Println(strings.TrimSuffix(name, "-plugins"), version.String())
	case "--explain":
		if err := json.NewEncoder(os.Stdout).Encode(t.Explain()); err != nil {
			panic(err)
		}
	case "--completions":
		fmt.Print(t.Completions(words[1]))
	case "exit":
		status, err := strconv.Atoi(words[1])
		if err != nil {
			panic(err)
		}
		fmt.Println(name, "exits")
		os.Exit(status)
	default:
		fmt.Printf("[%s]\n", strings.Join(append([]string{name}, os.Args[1:]...), "]["))
	}
}

func toyTable(name string) *opt.Table {
	var text, maybe string
	var flag bool
	var list []string
	return &opt.Table{
		Tool: name, Summary: "a toy: it's for tests", Usage: []string{"[OPTION…]"},
		Args: []opt.Arg{{Name: "QUERY", Help: "what"}, {Name: "PATH", Help: "where", Many: true, Complete: opt.Files}},
		Options: []opt.Option{
			{Name: "format", Arg: "FORMAT", Var: opt.Text(&text), Values: []string{"text", "json"}, Help: "form: of [it]"},
			{Name: "expect", Arg: "SPEC", Var: opt.Text(&text), Help: "what's expected"},
			{Name: "exclude", Aliases: []string{"without"}, Arg: "GLOB", Var: opt.List(&list), Help: "leave out"},
			{Name: "pattern", Short: "e", Arg: "PATTERN", Var: opt.List(&list), Help: `a pattern; \ too`},
			{Name: "ignore-case", Short: "i", Var: opt.Flag(&flag), Help: "fold $(touch help) `touch help`"},
			{Name: "base", Arg: "DIR", Var: opt.Text(&text), Complete: opt.Folders, Help: "where"},
			{Name: "call", Arg: "FILE", Var: opt.Text(&text), Complete: opt.Files, Help: "a call"},
			{Name: "explain", Arg: "[md|json]", Var: opt.Maybe(&maybe), Values: []string{"md", "json"}, Help: "explain"},
		},
		Definitions: []opt.Definition{{Name: name, Description: "A toy called " + name}},
	}
}
