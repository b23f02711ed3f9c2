package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/lang"
)

// language is one of ct's languages with ast-grep's names for it.
type language struct {
	name   string   // ct's usual name
	names  []string // ast-grep's names in its output, the first also for -l
	forced bool     // files are of this language even if ast-grep derives another from their names
}

// languages returns the languages that ast-grep calls by another name than ct, or assigns to
// different files: for ast-grep a .h file is C, and a Gemfile has no language.
func languages() []language {
	return []language{
		{name: "c", names: []string{"C"}},
		{name: "cpp", names: []string{"Cpp"}, forced: true},
		{name: "cs", names: []string{"CSharp"}},
		{name: "go", names: []string{"Go"}},
		{name: "js", names: []string{"JavaScript"}},
		{name: "py", names: []string{"Python"}},
		{name: "ruby", names: []string{"Ruby"}, forced: true},
		{name: "sh", names: []string{"Bash"}},
		{name: "tf", names: []string{"Hcl"}},
		{name: "ts", names: []string{"TypeScript", "Tsx"}},
	}
}

// languageOf returns the language that ct calls name. For most languages ast-grep uses the same name.
func languageOf(name string) language {
	if usual, ok := lang.Usual(name); ok {
		for _, l := range languages() {
			if l.name == usual {
				return l
			}
		}
	}
	return language{name: name, names: []string{name}}
}

// parsing says whether a pattern parses in a language.
type parsing uint8

const (
	parses    parsing = iota
	hasErrors         // matches are reported, but finding none proves nothing
	rejected
)

// parseCache caches how a pattern parses, by language.
type parseCache struct {
	mu    sync.Mutex
	known map[string]parsing
	why   map[string]string
}

// errNoLanguage means that ast-grep does not support a language.
var errNoLanguage = errors.New("ast-grep does not know the language")

// parse returns whether the pattern parses in a language, given by ast-grep's name, and if not, why.
func (c *compiled) parse(ctx context.Context, language string) (parsing, string, error) {
	c.parseCache.mu.Lock()
	defer c.parseCache.mu.Unlock()
	if r, ok := c.parseCache.known[language]; ok {
		return r, c.parseCache.why[language], nil
	}
	r, why, err := c.askParse(ctx, language)
	if err == nil {
		c.parseCache.known[language], c.parseCache.why[language] = r, why
	}
	return r, why, err
}

// askParse has ast-grep print the syntax tree of the pattern, for an empty text.
func (c *compiled) askParse(ctx context.Context, language string) (parsing, string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	r, err := c.program.run(ctx, nil, nil, append(c.arguments(), "--lang="+language, "--debug-query=pattern", "--stdin")...)
	if err != nil {
		return rejected, "", err
	}
	output := r.stderr.String() + r.stdout.String()
	switch {
	case r.code > 1 && strings.Contains(output, "is not supported"):
		return rejected, "", fmt.Errorf("%w %s", errNoLanguage, language)
	case r.code > 1:
		return rejected, cause(output), nil
	}
	for line := range strings.SplitSeq(output, "\n") {
		if line = strings.TrimSpace(line); line == "ERROR" || strings.HasPrefix(line, "ERROR ") {
			return hasErrors, "a syntax error", nil
		}
	}
	return parses, "", nil
}

// cause returns ast-grep's reason for rejecting a pattern, shortened to what is clear without the rest.
func cause(output string) string {
	switch {
	case strings.Contains(output, "Multiple AST nodes"):
		return "it is more than one expression or statement"
	case strings.Contains(output, "Standalone multi meta variable"):
		return "$$$ needs something around it"
	case strings.Contains(output, "No AST root"):
		return "it is empty"
	}
	_, why, ok := strings.Cut(output, "Error: ")
	if !ok {
		why = output
	}
	why, _, _ = strings.Cut(why, "\n")
	return strings.TrimSpace(why)
}
