package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/ct-tools/ct/shared/match/plug"
	"github.com/ct-tools/ct/shared/version"
)

// matcher finds code by its structure.
type matcher struct{}

func (matcher) Describe() plug.Description {
	return plug.Description{
		Name: "astgrep", Version: version.String(), Programs: names, SeveralLines: true,
		Summary: "code by its structure: 'foo($X, $$$REST)' is any call of foo, through ast-grep and in all its languages",
	}
}

// maxPattern limits a pattern, in bytes, because it is an argument of a command.
const maxPattern = 16 << 10

func (matcher) Compile(ctx context.Context, p plug.Pattern) (plug.Compiled, error) {
	switch {
	case strings.TrimSpace(p.Text) == "":
		return nil, errors.New("the pattern is empty")
	case len(p.Text) > maxPattern:
		return nil, fmt.Errorf("a pattern of %d bytes: at most %d are taken", len(p.Text), maxPattern)
	case p.Argument != "":
		return nil, errors.New("the pattern is QUERY: ct-search --matcher astgrep 'PATTERN' [PATH…]")
	case p.Case == plug.CaseInsensitive:
		return nil, errors.New("ast-grep compares letters as they are; leave --ignore-case out")
	case strings.Contains(p.Text, "\x00"):
		return nil, errors.New("a pattern cannot contain a NUL")
	}
	program, err := find(ctx, p.Programs, p.Folder)
	if err != nil {
		return nil, err
	}
	c := &compiled{program: program, pattern: p.Text, parseCache: parseCache{known: map[string]parsing{}, why: map[string]string{}}}
	for _, name := range p.Languages {
		c.languages = append(c.languages, languageOf(name))
	}
	return c, c.accepted(ctx)
}

// accepted returns an error if the languages to search are known and none of them accepts the pattern.
func (c *compiled) accepted(ctx context.Context) error {
	var refusal error
	for _, l := range c.languages {
		for _, name := range l.names {
			r, why, err := c.parse(ctx, name)
			switch {
			case err != nil && !errors.Is(err, errNoLanguage):
				return err
			case err == nil && r != rejected:
				return nil
			case err == nil:
				err = fmt.Errorf("the pattern does not parse as %s: %s", name, why)
			}
			refusal = err
		}
	}
	return refusal
}

// compiled is a pattern that ast-grep searches for.
type compiled struct {
	program    *program
	pattern    string
	languages  []language // of the files to search; empty means any language
	parseCache parseCache
}

// arguments returns the arguments of every run with the pattern. A project's configuration is not
// read, because it can rename languages and load code into the program.
func (c *compiled) arguments() []string {
	return []string{"run", "--config=" + os.DevNull, "--color=never", "--pattern=" + c.pattern}
}
