package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/lang"
)

// A language is one of ct's as ast-grep knows it.
type language struct {
	name   string   // ct's usual one
	reads  []string // as ast-grep names them in its accounts, the first also for -l
	forced bool     // files are of it whatever ast-grep thinks of their names
}

// languages are those that ast-grep does not know by ct's name for them alone, or
// divides in another way: a .h is C to it, a Gemfile nothing.
func languages() []language {
	return []language{
		{name: "c", reads: []string{"C"}},
		{name: "cpp", reads: []string{"Cpp"}, forced: true},
		{name: "cs", reads: []string{"CSharp"}},
		{name: "go", reads: []string{"Go"}},
		{name: "js", reads: []string{"JavaScript"}},
		{name: "py", reads: []string{"Python"}},
		{name: "ruby", reads: []string{"Ruby"}, forced: true},
		{name: "sh", reads: []string{"Bash"}},
		{name: "tf", reads: []string{"Hcl"}},
		{name: "ts", reads: []string{"TypeScript", "Tsx"}},
	}
}

// languageOf gives the language that ct calls name; ast-grep takes most by the
// same name.
func languageOf(name string) language {
	if usual, ok := lang.Usual(name); ok {
		for _, l := range languages() {
			if l.name == usual {
				return l
			}
		}
	}
	return language{name: name, reads: []string{name}}
}

// has tells whether ast-grep's name for a language is that of l.
func (l *language) has(said string) bool {
	return slices.ContainsFunc(l.reads, func(r string) bool { return strings.EqualFold(r, said) })
}

// A reading is how a pattern reads in a language.
type reading uint8

const (
	reads   reading = iota
	dubious         // what matches is told, but an absence proves nothing
	refused
)

// readings says how a pattern reads in languages; each is asked for once.
type readings struct {
	mu    sync.Mutex
	known map[string]reading
	why   map[string]string
}

// errNoLanguage says that ast-grep does not have a language.
var errNoLanguage = errors.New("ast-grep does not know the language")

// read says how the pattern reads in a language, by ast-grep's name for it, and
// why it does not.
func (c *compiled) read(ctx context.Context, language string) (reading, string, error) {
	c.readings.mu.Lock()
	defer c.readings.mu.Unlock()
	if r, ok := c.readings.known[language]; ok {
		return r, c.readings.why[language], nil
	}
	r, why, err := c.ask(ctx, language)
	if err != nil {
		return r, "", err
	}
	c.readings.known[language], c.readings.why[language] = r, why
	return r, why, nil
}

// ask has ast-grep print the tree of the pattern, over an empty text.
func (c *compiled) ask(ctx context.Context, language string) (reading, string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	r, err := c.program.run(ctx, nil, nil, append(c.arguments(), "--lang="+language, "--debug-query=pattern", "--stdin")...)
	if err != nil {
		return refused, "", err
	}
	said := r.stderr.String() + r.stdout.String()
	switch {
	case r.code > 1 && strings.Contains(said, "is not supported"):
		return refused, "", fmt.Errorf("%w %s", errNoLanguage, language)
	case r.code > 1:
		return refused, cause(said), nil
	}
	for line := range strings.SplitSeq(said, "\n") {
		if line = strings.TrimSpace(line); line == "ERROR" || strings.HasPrefix(line, "ERROR ") {
			return dubious, "a syntax error", nil
		}
	}
	return reads, "", nil
}

// cause gives what ast-grep says of a pattern that it refuses, as short as it is
// clear without the rest.
func cause(said string) string {
	switch {
	case strings.Contains(said, "Multiple AST nodes"):
		return "it is more than one expression or statement"
	case strings.Contains(said, "Standalone multi meta variable"):
		return "$$$ needs something around it"
	case strings.Contains(said, "No AST root"):
		return "it is empty"
	}
	_, why, ok := strings.Cut(said, "Error: ")
	if !ok {
		why = said
	}
	why, _, _ = strings.Cut(why, "\n")
	return strings.TrimSpace(why)
}
