package runner

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A manifest is what a package.json says of tests.
type manifest struct {
	Scripts         map[string]string `json:"scripts"`
	Dependencies    map[string]string `json:"dependencies"`
	DevDependencies map[string]string `json:"devDependencies"`
}

// uses reports whether a package is needed, or a script runs the program of that name.
func (m *manifest) uses(name string) bool {
	if m.Dependencies[name] != "" || m.DevDependencies[name] != "" {
		return true
	}
	for _, line := range m.Scripts {
		if slices.Contains(strings.Fields(line), name) {
			return true
		}
	}
	return false
}

// A titled is a runner of tests with titles.
type titled struct {
	program []string // that runs a file
	option  string   // chooses titles by an expression
	join    string   // between the titles of what is around a test
	own     bool     // the expression is compared with a test's own title
	imports string   // a module that only its tests import
}

// scriptRunners are the runners of JavaScript and TypeScript, by their packages.
var scriptRunners = []struct {
	name string
	titled
}{
	{"vitest", titled{program: []string{"npx", "vitest", "run"}, option: "-t", join: " ", imports: "vitest"}},
	{"@playwright/test", titled{program: []string{"npx", "playwright", "test"}, option: "-g", join: " ", imports: "@playwright/test"}},
	{"jest", titled{program: []string{"npx", "jest"}, option: "-t", join: " ", imports: "@jest/globals"}},
	{"mocha", titled{program: []string{"npx", "mocha"}, option: "-g", join: " ", imports: "mocha"}},
	{"bun", titled{program: []string{"bun", "test"}, option: "-t", join: " ", imports: "bun:test"}},
	{"node", titled{program: []string{"node", "--test"}, option: "--test-name-pattern", own: true, imports: "node:test"}},
}

// script returns the command for a test of JavaScript or TypeScript.
func (f *Finder) script(t *Test) (Command, string) {
	dir, _, found := f.up(t.Path, "package.json")
	var m manifest
	if found {
		text, _ := f.text(path.Join(dir, "package.json"))
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			return Command{}, path.Join(dir, "package.json") + " is not JSON"
		}
	}
	for _, r := range scriptRunners {
		if slices.Contains(t.Modules, r.imports) {
			return f.titled(t, dir, &r.titled), ""
		}
	}
	for dir, ok := dir, found; ok; dir, _, ok = f.upFrom(dir, "package.json") {
		var m manifest
		text, _ := f.text(path.Join(dir, "package.json"))
		if json.Unmarshal([]byte(text), &m) != nil {
			break
		}
		for _, r := range scriptRunners {
			if r.name != "node" && r.name != "bun" && m.uses(r.name) {
				return f.titled(t, dir, &r.titled), ""
			}
		}
	}
	if !found {
		return Command{}, "no package.json above it"
	}
	return Command{}, path.Join(dir, "package.json") + " names no runner of tests that is known"
}

// upFrom is up, beginning above a folder.
func (f *Finder) upFrom(dir string, some ...string) (at, file string, ok bool) {
	parent, ok := above(dir)
	if !ok || strings.HasPrefix(parent, "../../../") {
		return "", "", false
	}
	return f.up(path.Join(parent, "x"), some...)
}

// titled returns the command of a runner of tests with titles.
func (f *Finder) titled(t *Test, dir string, r *titled) Command {
	c := Command{dir: dir}
	file := t.Path
	if dir != "" && dir != "." {
		file = from(dir, t.Path)
	}
	title := strings.Join(t.Names, r.join)
	if r.own {
		title = t.own()
	}
	expr := escaped(title)
	if !t.Open && r.join != "" {
		expr += "$"
		if r.program[1] != "playwright" {
			expr = "^" + expr
		}
	}
	if t.Open {
		expr = strings.TrimRight(expr, " ")
		if !strings.ContainsAny(t.Names[0], " ") && len(t.Names) > 1 {
			expr = escaped(t.own())
		}
	}
	c.Key, c.Selector = strings.Join(append(slices.Clone(r.program), dir), " "), file+"\x00"+expr
	c.line = func(selectors []string) []string {
		words := slices.Clone(r.program)
		var files, titles []string
		for _, s := range selectors {
			file, title, _ := strings.Cut(s, "\x00")
			if !slices.Contains(files, file) {
				files = append(files, file)
			}
			if title != "" {
				titles = append(titles, title)
			}
		}
		choose := []string{}
		switch {
		case len(titles) < len(selectors): // one of them has no title, so that all of its file are run
		case r.own:
			for _, title := range titles {
				choose = append(choose, r.option+"=^"+title+"$")
			}
		default:
			choose = []string{r.option, strings.Join(titles, "|")}
		}
		if r.own {
			return slices.Concat(words, choose, files)
		}
		return slices.Concat(words, files, choose)
	}
	return c
}

// escaped returns an expression that matches a title, in the language of JavaScript.
func escaped(title string) string { return regexp.QuoteMeta(title) }
