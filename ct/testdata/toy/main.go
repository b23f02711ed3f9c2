// Command toy stands in for a tool of the suite in the scripts of ct. It takes its name from the
// file it was copied to, describes itself as tools do, and otherwise does what its first argument
// asks for.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/version"
)

func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	t := table(name)
	words := append(os.Args[1:], "", "")
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

func table(name string) *opt.Table {
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
