package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/plug"
)

// Bounds of a run.
const (
	maxNames     = 28 << 10 // bytes of the names in one command line, which Windows holds to 32 KiB
	maxMatches   = 500_000  // matches of a batch
	mostCaptures = 32       // of a match
)

// Match asks for files, in as few runs as their names allow.
func (c *compiled) Match(ctx context.Context, files []*plug.File, found func(int, plug.Match) error) error {
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Path
	}
	b, err := c.search(ctx, names)
	if err != nil {
		return err
	}
	for i, o := range b.outcomes {
		switch {
		case o.fault != nil:
			files[i].Fail(o.fault)
		case o.excluded:
			files[i].Exclude(o.why)
		}
		for _, m := range b.matches[i] {
			if err := found(i, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// An outcome says of a file that it was not searched; the zero value that it was.
type outcome struct {
	fault    error
	excluded bool
	why      string // it was excluded, if that is for the pattern
}

// A batch is files that are asked for together.
type batch struct {
	*compiled
	outcomes []outcome
	matches  [][]plug.Match // in ascending order, the outer of two that begin together first
	byName   map[string]int
	count    int
}

// search looks at files.
func (c *compiled) search(ctx context.Context, files []string) (*batch, error) {
	b := &batch{compiled: c, outcomes: make([]outcome, len(files)), matches: make([][]plug.Match, len(files)), byName: map[string]int{}}
	var names []string
	size := 0
	for i, name := range files {
		if b.settled(i, name) {
			continue
		}
		b.byName[name] = i
		if plain(name) != name {
			// What is said of it could be taken for what is said of others.
			if err := b.run(ctx, []string{name}); err != nil {
				return nil, err
			}
			continue
		}
		if size += len(name) + 3; size > maxNames && len(names) > 0 {
			if err := b.run(ctx, names); err != nil {
				return nil, err
			}
			names, size = nil, len(name)
		}
		names = append(names, name)
	}
	if err := b.run(ctx, names); err != nil {
		return nil, err
	}
	for i, all := range b.matches {
		slices.SortStableFunc(all, func(x, y plug.Match) int {
			return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
		})
		if o := &b.outcomes[i]; o.fault != nil || o.excluded {
			b.matches[i] = nil
		}
	}
	return b, nil
}

// settled tells whether there is nothing to ask about a file.
func (b *batch) settled(i int, name string) bool {
	switch info, err := os.Stat(b.at(name)); {
	case err != nil:
		b.fail(i, causeOf(err))
	case !info.Mode().IsRegular():
		b.fail(i, errors.New("it is no file any more"))
	case !utf8.ValidString(name):
		b.fail(i, errors.New("ast-grep takes no names that are not UTF-8"))
	default:
		return info.Size() == 0 // which ast-grep passes over
	}
	return true
}

func (b *batch) fail(i int, err error) { b.outcomes[i].fault = err }

// exclude says that a file is not searched, for what the pattern is unless why
// is empty.
func (b *batch) exclude(i int, why string) { b.outcomes[i] = outcome{excluded: true, why: why} }

// plain gives a name without characters that end lines.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '_'
		}
		return r
	}, name)
}

// causeOf gives what the system said, without the name.
func causeOf(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}

// at gives the path to open a file by.
func (b *batch) at(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(b.program.folder, name)
}

// run asks for some files by name and judges each of them.
func (b *batch) run(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return nil
	}
	said, err := b.look(ctx, names)
	if err != nil {
		return err
	}
	if said.passed > len(said.skipped) && len(names) > 1 {
		// A version that does not say which: then each without matches is asked for
		// alone.
		lone := func(name string) bool {
			_, read := said.language[name]
			return read && len(b.matches[b.byName[name]]) == 0
		}
		for _, name := range names {
			if lone(name) {
				if err := b.run(ctx, []string{name}); err != nil {
					return err
				}
			}
		}
		names, said.passed = slices.DeleteFunc(slices.Clone(names), lone), 0
	}
	for _, name := range names {
		if err := b.judge(ctx, name, &said); err != nil {
			return err
		}
	}
	return nil
}

// look runs ast-grep over files and keeps its matches.
func (b *batch) look(ctx context.Context, names []string) (account, error) {
	args := slices.Concat(b.arguments(), []string{"--json=stream", "--inspect=entity", "--"}, names)
	r, err := b.program.run(ctx, nil, func(in io.Reader) error {
		return readReports(in, func(r *report) error {
			i, known := b.byName[r.file]
			if !known || !slices.Contains(names, r.file) {
				return fmt.Errorf("%w: it tells of %q, which it was not asked for", errShape, r.file)
			}
			return b.keep(i, r)
		})
	}, args...)
	if err != nil {
		return account{}, err
	}
	if r.code > 1 {
		return account{}, fmt.Errorf("%s failed with status %d: %s", b.program.path, r.code, r.first())
	}
	text := r.stderr.String()
	if name := names[0]; len(names) == 1 {
		text = strings.ReplaceAll(text, name, plain(name))
	}
	return readAccount(text), nil
}

func (b *batch) keep(i int, r *report) error {
	if b.count++; b.count > maxMatches {
		return fmt.Errorf("more than %d matches in %d files: narrow the pattern", maxMatches, len(b.outcomes))
	}
	b.matches[i] = append(b.matches[i], r.match)
	return nil
}

// judge says what became of a file.
func (b *batch) judge(ctx context.Context, name string, said *account) error {
	i, key := b.byName[name], plain(name)
	language, read := said.language[key]
	skipped, passed := said.skipped[key]
	refused := passed && skipped == "error" // the language refuses the pattern
	switch failed, ok := said.failed[key]; {
	case ok:
		b.fail(i, errors.New(failed))
		return nil
	case passed && !refused:
		b.passedOver(i, name, skipped)
		return nil
	}
	if l := b.forced(); l != nil && !refused && !(read && l.has(language)) {
		b.matches[i] = nil
		return b.stdin(ctx, i, name, l.reads[0])
	}
	switch {
	case refused:
		b.exclude(i, "the pattern does not parse as the language of *"+filepath.Ext(name))
	case !read:
		b.exclude(i, "") // a name of no language that ast-grep knows
	default:
		err := b.doubt(ctx, i, language)
		if said.passed > len(said.skipped) && len(b.matches[i]) == 0 && !b.outcomes[i].excluded {
			b.passedOver(i, name, "")
		}
		return err
	}
	return nil
}

// passedOver judges a file that ast-grep did not read, for a reason that it
// calls why.
func (b *batch) passedOver(i int, name, why string) {
	switch why {
	case "emptyFile":
	case "invalidUtf8":
		b.exclude(i, "")
	case "fileTooLarge":
		b.fail(i, errors.New("ast-grep passed over it: too large"))
	case "permissionDenied":
		b.fail(i, errors.New("permission denied"))
	case "":
		if text, err := os.ReadFile(b.at(name)); err == nil && !utf8.Valid(text) {
			b.exclude(i, "")
			return
		}
		b.fail(i, errors.New("ast-grep passed over it: too large, or changed"))
	default:
		b.fail(i, fmt.Errorf("ast-grep passed over it: %s", why))
	}
}

// doubt excludes a file without matches where the pattern cannot be expected to
// match, because of what it is in the language of the file.
func (b *batch) doubt(ctx context.Context, i int, language string) error {
	if len(b.matches[i]) > 0 {
		return nil
	}
	r, why, err := b.read(ctx, language)
	if err == nil && r != reads {
		b.exclude(i, fmt.Sprintf("the pattern does not parse as %s: %s", language, why))
	}
	return err
}

// forced gives the language that all files are of, whatever their names, nil for
// none.
func (b *batch) forced() *language {
	if len(b.languages) == 1 && b.languages[0].forced {
		return &b.languages[0]
	}
	return nil
}

// stdin gives ast-grep the text of a file whose name does not tell its language.
func (b *batch) stdin(ctx context.Context, i int, name, language string) error {
	in, err := os.Open(b.at(name))
	if err != nil {
		b.fail(i, causeOf(err))
		return nil
	}
	defer func() { _ = in.Close() }()
	r, err := b.program.run(ctx, in, func(in io.Reader) error {
		return readReports(in, func(r *report) error { return b.keep(i, r) })
	}, append(b.arguments(), "--lang="+language, "--json=stream", "--stdin")...)
	switch {
	case err != nil:
		return err
	case r.code > 0 && strings.Contains(r.stderr.String(), "valid UTF-8"):
		b.exclude(i, "")
		return nil
	case r.code > 1:
		return fmt.Errorf("%s failed with status %d: %s", b.program.path, r.code, r.first())
	}
	return b.doubt(ctx, i, language)
}
