package checks

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/position"
	"github.com/ct-tools/ct/shared/qualname"
)

// call is what a check runs: a searching tool with options that it may have.
type call struct {
	tool    string   // "search"
	options []string // each --name or --name=value, so that no value can be taken for an option
	args    []string
	expect  string // the value of --expect, "" if it is not among the words
}

// line returns the command line of the call with further options.
func (c *call) line(more ...string) []string {
	return slices.Concat(c.options, more, []string{"--"}, c.args)
}

// compares reports whether the call has git compare versions.
func (c *call) compares() bool {
	return slices.ContainsFunc(c.options, func(o string) bool { return o == "--staged" || strings.HasPrefix(o, "--changed=") })
}

// reading is what the words of calls are read with.
type reading struct {
	aliases Aliases
	root    *os.Root // the folder that paths must stay in; nil if links are not followed
}

// read reads the words of a call and further options, which precede them. It is an error if the call does anything but search the folder of the file.
//
// The words are read by a table of the options that a check may have, which is checked against the tools' own, and only
// what was read is passed on: a tool never sees a word that was not.
func (r reading) read(words []string, more ...string) (call, error) {
	for _, w := range words {
		if strings.ContainsRune(w, 0) {
			return call{}, errors.New("run has a NUL, which no argument can have")
		}
	}
	if len(words) > 0 && words[0] == "ct" {
		words = words[1:]
	}
	if len(words) == 0 {
		return call{}, fmt.Errorf("run is empty; give it the words of a call: %s, …", strings.Join(tools(), ", "))
	}
	name := strings.TrimPrefix(words[0], "ct-")
	whole := r.aliases(slices.Concat([]string{name}, words[1:]))
	if !slices.Contains(tools(), whole[0]) {
		return call{}, fmt.Errorf("%s may not run in a check, which only searches: %s%s", shown(words[0]), strings.Join(tools(), ", "), nearest.Hint(name, tools()))
	}
	l := &line{call: call{tool: whole[0]}, reading: r}
	if len(more) > 0 && l.tool != "search" {
		return l.call, fmt.Errorf("changed, added, removed and staged are for search, and this is a call of %s", l.tool)
	}
	return l.call, l.read(slices.Concat(more, whole[1:]))
}

// line is a command line that is being read.
type line struct {
	call
	reading
	asks bool // an option asks for something else than QUERY: all arguments are paths
}

func (l *line) read(words []string) error {
	t := &opt.Table{Tool: "ct-" + l.tool, Args: []opt.Arg{{Name: "PATH"}}}
	for _, row := range rows(l.tool) {
		t.Options = append(t.Options, l.option(row))
	}
	var err error
	if l.args, err = t.Parse(words); err != nil {
		return err
	}
	if l.tool == "show" {
		if err := l.places(); err != nil {
			return err
		}
	}
	for _, path := range l.paths() {
		if err := l.within(path); err != nil {
			return err
		}
	}
	l.complete()
	return nil
}

// complete adds the options that a report needs.
func (l *line) complete() {
	has := func(names ...string) bool {
		return slices.ContainsFunc(l.options, func(o string) bool {
			name, _, _ := strings.Cut(o, "=")
			return slices.Contains(names, name)
		})
	}
	switch {
	case l.tool == "spec" && !has("--root"):
		l.options = append(l.options, "--root=.") // by itself it looks for a root above
	case l.tool == "search" && !l.asks && !has("--list", "--summary", "--detail", "--count", "--include-strings") && !slices.Contains(l.options, "--mode=question"):
		l.options = append(l.options, "--include-strings") // of a name, what stands in a comment is counted, and has a place too
	}
}

// option returns the option of a row, which adds itself to the call.
func (l *line) option(r row) opt.Option {
	kind := opt.KindFlag
	switch {
	case r.maybe:
		kind = opt.KindMaybe
	case r.value:
		kind = opt.KindList
	}
	return opt.Option{Takes: opt.IsNoPath, Spared: r.spared, Name: r.name, Short: r.short, Aliases: r.aliases, Arg: "VALUE", Late: r.late, Var: opt.Func(kind, func(v string) error {
		switch {
		case r.refused != "":
			return fmt.Errorf("may not stand in a check: %s", r.refused)
		case r.name == "expect" && l.expect != "":
			return errors.New("is given twice; give it once")
		case r.name == "expect" && v == "":
			return errors.New("is empty; say what the call has to find")
		case l.tool == "search" && slices.Contains(payloads(), r.name) && strings.HasPrefix(v, "file:"):
			return fmt.Errorf("%s may not stand in a check: it reads a file; write text:%s to look for that text", shown(v), v)
		case r.path:
			if err := l.within(v); err != nil {
				return err
			}
		}
		l.asks = l.asks || r.asks
		switch {
		case r.name == "expect":
			l.expect = v
		case r.value:
			l.options = append(l.options, "--"+r.name+"="+v)
		case v == "true":
			l.options = append(l.options, "--"+r.name)
		case v != "false":
			return fmt.Errorf("takes no value; remove =%s", v)
		}
		return nil
	})}
}

// payloads are the options of ct-search whose value may name a file to read.
func payloads() []string { return []string{"grep", "all-of", "none-of"} }

// places returns an error for FILE:LINE and for --symbol FILE:NAME with a file outside of the folder. Of one argument alone
// ct-show takes them for a place.
func (l *line) places() error {
	var all []string
	if len(l.args) == 1 && !l.asks {
		all = append(all, l.args[0])
	}
	for _, o := range l.options {
		if symbol, ok := strings.CutPrefix(o, "--symbol="); ok && len(l.args) == 0 {
			all = append(all, symbol)
		}
	}
	for _, text := range all {
		file := text
		if at, ok := position.Parse(text, nil); ok {
			file = at.File
		} else if q, ok := qualname.Parse(text); ok {
			file = q.File
		}
		if file == "" {
			continue
		}
		if err := l.within(file); err != nil {
			return err
		}
	}
	return nil
}

// paths returns the arguments that are paths. A QUERY may be any text.
func (l *line) paths() []string {
	switch {
	case l.tool == "spec":
		return nil
	case l.asks || len(l.args) == 0:
		return l.args
	}
	return l.args[1:]
}

// within returns an error for a path that leads out of the folder of the file, by its name or through links.
func (l *line) within(path string) error {
	local := filepath.FromSlash(path)
	if path == "" {
		return errors.New("is empty; give a path, or leave it out")
	}
	if !filepath.IsLocal(local) {
		return fmt.Errorf("%s leads out of the folder of the file; a check reads only what is below it", shown(path))
	}
	if l.root == nil {
		return nil
	}
	// What does not exist is for the tool to say.
	if _, err := l.root.Stat(local); err != nil && !errors.Is(err, os.ErrNotExist) && escapes(err) {
		return fmt.Errorf("%s leads out of the folder of the file through a link; a check reads only what is below it", shown(path))
	}
	return nil
}

// escapes reports whether an error of os.Root says that a path leads out of it; the package exports no value for it.
func escapes(err error) bool {
	pe, ok := errors.AsType[*os.PathError](err)
	return ok && strings.Contains(pe.Err.Error(), "escapes")
}
