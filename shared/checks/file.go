package checks

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/nearest"
)

// Aliases returns the words of a call, at least one, with the tool and the option in place of the alias that they begin with, if any.
type Aliases func(words []string) []string

// keys are what a check has.
var keys = []string{"name", "why", "run", "expect", "changed", "added", "removed", "staged"}

// switches are the keys that are true or false: options of ct-search about what changed.
var switches = []string{"added", "removed", "staged"}

// Read reads a file of checks. Every line of the error names the file and, if it is about a part of it, line and column.
func Read(name string, aliases Aliases) (*File, error) { return read(name, aliases, true) }

// read is Read; without links, it does not look where paths lead through links in the file's folder.
func read(name string, aliases Aliases, links bool) (*File, error) {
	text, err := config.ReadFile(name)
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	f := &File{Name: name, Dir: filepath.Dir(path), Base: filepath.Base(path)}
	var root *os.Root
	if links {
		if root, err = os.OpenRoot(f.Dir); err != nil {
			return nil, err
		}
		defer func() { _ = root.Close() }()
	}
	if problems := f.parse(text, reading{aliases, root}); len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return f, nil
}

// parse takes the checks of a text into f and returns what is wrong with it.
func (f *File) parse(text []byte, r reading) []error {
	p := &parser{Document: config.Document{Shown: f.Name}, file: f}
	if problems := p.Decode(text, p.expression); len(problems) > 0 {
		return problems
	}
	seen := map[string]int{}
	for i := range p.entries {
		p.check(&p.entries[i], r, seen)
	}
	return p.Problems()
}

// parser reads a file of checks.
type parser struct {
	config.Document
	file    *File
	entries []entry
	lost    bool // the table that is being read is not a check
	full    bool // there are too many checks
}

// entry is a check as it is written.
type entry struct {
	at     unstable.Range
	values map[string]value
}

// value is the value of a key.
type value struct {
	at    unstable.Range
	text  string
	words []string // of an array
}

func (p *parser) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		path, at := p.Key(n.Key(), nil)
		name := strings.Join(path, ".")
		p.lost = name != "check" || n.Kind == unstable.Table
		switch {
		case name == "check" && p.lost:
			p.Report(at, "[check]: write [[check]] before every check")
		case p.lost:
			p.Report(at, "unknown table %s; the file has only [[check]]", shown(name))
		case len(p.entries) == maxChecks:
			if !p.full {
				p.Report(at, "more than %d checks; divide them among several files", maxChecks)
			}
			p.full, p.lost = true, true
		default:
			p.entries = append(p.entries, entry{at, map[string]value{}})
		}
	case unstable.KeyValue:
		if !p.lost {
			p.keyValue(n)
		}
	}
}

// keyValue reads one key of a check.
func (p *parser) keyValue(n *unstable.Node) {
	path, at := p.Key(n.Key(), nil)
	name := strings.Join(path, ".")
	switch {
	case len(p.entries) == 0:
		p.Report(at, "%s stands before [[check]]; write [[check]] before every check", shown(name))
		return
	case !slices.Contains(keys, name):
		p.Report(at, "unknown key %s%s", shown(name), cmp.Or(nearest.Hint(name, keys), "; a check has "+strings.Join(keys, ", ")))
		return
	}
	v := value{at: at}
	switch node := n.Value(); {
	case slices.Contains(switches, name):
		if node.Kind != unstable.Bool {
			p.Report(at, "%s must be true or false, without quotes", name)
			return
		}
		v.text = string(node.Data)
	case node.Kind == unstable.String:
		v.text = string(node.Data)
	case node.Kind == unstable.Array && name == "run":
		var ok bool
		if v.words, ok = texts(node); !ok {
			p.Report(at, "run must be an array of strings, one for each word of the call")
			return
		}
	case name == "run":
		p.Report(at, "run must be the words of a call, as an array of strings or one string")
		return
	default:
		p.Report(at, "%s must be a string in quotes", name)
		return
	}
	e := p.entries[len(p.entries)-1]
	if _, twice := e.values[name]; twice {
		p.Report(at, "%s is given twice; give it once", name)
	}
	e.values[name] = v
}

// texts returns the strings of an array, and whether all elements are strings.
func texts(n *unstable.Node) (list []string, ok bool) {
	list = []string{}
	for it := n.Children(); it.Next(); {
		switch it.Node().Kind {
		case unstable.Comment:
		case unstable.String:
			list = append(list, string(it.Node().Data))
		default:
			return nil, false
		}
	}
	return list, true
}

// check adds the check of an entry to the file, or reports what is wrong with it.
func (p *parser) check(e *entry, r reading, seen map[string]int) {
	line, _ := p.Position(e.at)
	c := &Check{Name: e.values["name"].text, Why: strings.Join(strings.Fields(e.values["why"].text), " "), Expect: e.values["expect"].text, Line: line}
	at := func(key string) unstable.Range {
		if v, ok := e.values[key]; ok {
			return v.at
		}
		return e.at
	}
	if err := checkName(c.Name); err != nil {
		p.Report(at("name"), "%w", err)
		return
	}
	if first, twice := seen[c.Name]; twice {
		p.Report(at("name"), "name %q is that of the check in line %d; give each check a name of its own", c.Name, first)
		return
	}
	seen[c.Name] = line
	if len(c.Why) > maxWhy {
		p.Report(at("why"), "why of %q has %d bytes; at most %d are taken", c.Name, len(c.Why), maxWhy)
		return
	}
	run, ok := e.values["run"]
	if !ok {
		p.Report(e.at, "%q has no run; give it the words of a call: run = [\"search\", \"TODO\", \"src\"]", c.Name)
		return
	}
	if err := c.read(run, e.limits(), r); err != nil {
		p.Report(run.at, "%q: %w", c.Name, err)
		return
	}
	p.file.Checks = append(p.file.Checks, c)
}

// limits returns the options that the keys about what changed stand for. With changed = "" the usual revision is meant.
func (e *entry) limits() []string {
	var words []string
	if v, ok := e.values["changed"]; ok {
		words = append(words, "--changed="+v.text)
	}
	for _, name := range switches {
		if e.values[name].text == "true" {
			words = append(words, "--"+name)
		}
	}
	return words
}

// checkName returns an error for a name that no report could show in one piece.
func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("the check has no name; give it one: name = \"no new TODO\"")
	case utf8.RuneCountInString(name) > maxName:
		return fmt.Errorf("name %s has %d characters; at most %d are taken", shown(name), utf8.RuneCountInString(name), maxName)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("name %s must be one line of printable characters", shown(name))
	}
	return nil
}

// read takes the call of a check, with further options, and its expectation.
func (c *Check) read(run value, more []string, r reading) error {
	c.Words = run.words
	if run.words == nil {
		var err error
		if c.Words, err = split(run.text); err != nil {
			return err
		}
	}
	size := 0
	for _, w := range c.Words {
		size += len(w)
	}
	if len(c.Words) > maxWords || size > maxCall {
		return fmt.Errorf("run has %d words of %d bytes; at most %d words of %d bytes are taken", len(c.Words), size, maxWords, maxCall)
	}
	var err error
	if c.call, err = r.read(c.Words, more...); err != nil {
		return err
	}
	const maxExpect = 4 << 10
	switch {
	case len(c.Expect) > maxExpect:
		return fmt.Errorf("expect has %d bytes; at most %d are taken", len(c.Expect), maxExpect)
	case strings.ContainsRune(c.Expect, 0):
		return errors.New("expect has a NUL, which no argument can have")
	case c.Expect != "" && c.call.expect != "":
		return errors.New("expect and --expect are both given; give one")
	case c.Expect == "" && c.call.expect == "":
		return errors.New("expect is missing; say what the call has to find: none, any, N (at least), =N, -N (fewer than)")
	case c.Expect == "":
		c.Expect = c.call.expect
	}
	return nil
}

// shown returns a text of the file for a message, in quotes and clipped.
func shown(text string) string {
	const most = 80
	text, _ = budget.Clip([]byte(text), 0, 0, most)
	return fmt.Sprintf("%q", text)
}
