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

// Limits of a run.
const (
	maxNames     = 28 << 10 // bytes of the names in one command line; Windows allows 32 KiB
	maxMatches   = 500_000  // matches of a batch
	mostCaptures = 32       // captures of a match
)

// Match searches files, in as few runs as the lengths of their names allow.
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

// outcome says why a file was not searched. The zero value means that it was.
type outcome struct {
	fault    error
	excluded bool
	why      string // set if the file was excluded because of the pattern
}

// batch is a set of files that are searched together.
type batch struct {
	*compiled
	outcomes []outcome
	matches  [][]plug.Match // in ascending order; of two with the same start the longer is first
	byName   map[string]int
	count    int
}

// search searches files.
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
			// Its lines of output could be mistaken for those of other files.
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

// settled reports whether a file need not be searched. It records the reason.
func (b *batch) settled(i int, name string) bool {
	switch info, err := os.Stat(b.at(name)); {
	case err != nil:
		b.fail(i, causeOf(err))
	case !info.Mode().IsRegular():
		b.fail(i, errors.New("it is not a file any more"))
	case !utf8.ValidString(name):
		b.fail(i, errors.New("ast-grep takes no names that are not UTF-8"))
	default:
		return info.Size() == 0 // ast-grep skips empty files
	}
	return true
}

func (b *batch) fail(i int, err error) { b.outcomes[i].fault = err }

// exclude records that a file is not searched; why is empty unless the pattern is the reason.
func (b *batch) exclude(i int, why string) { b.outcomes[i] = outcome{excluded: true, why: why} }

// plain returns name with control characters, which can end lines, replaced.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '_'
		}
		return r
	}, name)
}

// causeOf returns the system's error without the name of the file.
func causeOf(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}

// at returns the path for opening a file.
func (b *batch) at(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(b.program.folder, name)
}

// run searches some files by name and records the outcome of each.
func (b *batch) run(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return nil
	}
	got, err := b.runAstGrep(ctx, names)
	if err != nil {
		return err
	}
	if got.skippedCount > len(got.skipped) && len(names) > 1 {
		// This version does not list the skipped files, so each file without matches is searched in a run of its own.
		unclear := func(name string) bool {
			_, read := got.language[name]
			return read && len(b.matches[b.byName[name]]) == 0
		}
		for _, name := range names {
			if unclear(name) {
				if err := b.run(ctx, []string{name}); err != nil {
					return err
				}
			}
		}
		names, got.skippedCount = slices.DeleteFunc(slices.Clone(names), unclear), 0
	}
	for _, name := range names {
		if err := b.conclude(ctx, name, &got); err != nil {
			return err
		}
	}
	return nil
}

// runAstGrep runs ast-grep over files and keeps the matches.
func (b *batch) runAstGrep(ctx context.Context, names []string) (inspection, error) {
	args := slices.Concat(b.arguments(), []string{"--json=stream", "--inspect=entity", "--"}, names)
	r, err := b.program.run(ctx, nil, func(in io.Reader) error {
		return readReports(in, func(name string, m plug.Match) error {
			i, known := b.byName[name]
			if !known || !slices.Contains(names, name) {
				return fmt.Errorf("%w: it reports %q, which it was not asked for", errShape, name)
			}
			return b.keep(i, m)
		})
	}, args...)
	if err != nil {
		return inspection{}, err
	}
	if r.code > 1 {
		return inspection{}, fmt.Errorf("%s failed with status %d: %s", b.program.path, r.code, r.first())
	}
	text := r.stderr.String()
	if name := names[0]; len(names) == 1 {
		text = strings.ReplaceAll(text, name, plain(name))
	}
	return readInspection(text), nil
}

func (b *batch) keep(i int, m plug.Match) error {
	if b.count++; b.count > maxMatches {
		return fmt.Errorf("more than %d matches in %d files: narrow the pattern", maxMatches, len(b.outcomes))
	}
	b.matches[i] = append(b.matches[i], m)
	return nil
}

// conclude records the outcome of a file.
func (b *batch) conclude(ctx context.Context, name string, got *inspection) error {
	i, key := b.byName[name], plain(name)
	language, read := got.language[key]
	reason, isSkipped := got.skipped[key]
	refused := isSkipped && reason == "error" // the pattern is not valid in the language
	switch failed, ok := got.failed[key]; {
	case ok:
		b.fail(i, errors.New(failed))
		return nil
	case isSkipped && !refused:
		b.concludeSkipped(i, name, reason)
		return nil
	}
	isLanguage := func(name string) bool { return read && strings.EqualFold(name, language) }
	if l := b.forced(); l != nil && !refused && !slices.ContainsFunc(l.names, isLanguage) {
		b.matches[i] = nil
		return b.stdin(ctx, i, name, l.names[0])
	}
	switch {
	case refused:
		b.exclude(i, "the pattern does not parse as the language of *"+filepath.Ext(name))
	case !read:
		b.exclude(i, "") // ast-grep derives no language from the name
	default:
		err := b.excludeUnparsed(ctx, i, language)
		if got.skippedCount > len(got.skipped) && len(b.matches[i]) == 0 && !b.outcomes[i].excluded {
			b.concludeSkipped(i, name, "")
		}
		return err
	}
	return nil
}

// concludeSkipped records the outcome of a file that ast-grep did not read. why is ast-grep's reason, or "".
func (b *batch) concludeSkipped(i int, name, why string) {
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

// excludeUnparsed excludes a file without matches if the pattern does not parse in its language: no match was possible.
func (b *batch) excludeUnparsed(ctx context.Context, i int, language string) error {
	if len(b.matches[i]) > 0 {
		return nil
	}
	r, why, err := b.parse(ctx, language)
	if err == nil && r != parses {
		b.exclude(i, fmt.Sprintf("the pattern does not parse as %s: %s", language, why))
	}
	return err
}

// forced returns the language of all files, whatever their names, or nil.
func (b *batch) forced() *language {
	if len(b.languages) == 1 && b.languages[0].forced {
		return &b.languages[0]
	}
	return nil
}

// stdin passes a file to ast-grep on standard input, with its language, because its name does not identify that.
func (b *batch) stdin(ctx context.Context, i int, name, language string) error {
	in, err := os.Open(b.at(name))
	if err != nil {
		b.fail(i, causeOf(err))
		return nil
	}
	defer func() { _ = in.Close() }()
	r, err := b.program.run(ctx, in, func(in io.Reader) error {
		return readReports(in, func(_ string, m plug.Match) error { return b.keep(i, m) })
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
	return b.excludeUnparsed(ctx, i, language)
}
