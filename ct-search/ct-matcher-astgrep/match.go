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
	b := &batch{compiled: c, files: files, matches: make([][]plug.Match, len(files)), byName: map[string]int{}}
	var names []string
	size := 0
	for i, f := range files {
		name := f.Path
		switch info, err := os.Stat(b.at(name)); {
		case err != nil:
			f.Fail(causeOf(err))
			continue
		case !info.Mode().IsRegular():
			f.Fail(errors.New("it is no file any more"))
			continue
		case info.Size() == 0: // which ast-grep passes over
			continue
		case !utf8.ValidString(name):
			f.Fail(errors.New("ast-grep takes no names that are not UTF-8"))
			continue
		}
		b.byName[name] = i
		if strings.IndexFunc(name, control) >= 0 {
			// What is said of it could be taken for what is said of others.
			if err := b.run(ctx, []string{name}); err != nil {
				return err
			}
			continue
		}
		if size += len(name) + 3; size > maxNames && len(names) > 0 {
			if err := b.run(ctx, names); err != nil {
				return err
			}
			names, size = nil, len(name)
		}
		names = append(names, name)
	}
	if err := b.run(ctx, names); err != nil {
		return err
	}
	return b.tell(found)
}

func control(r rune) bool { return r < ' ' || r == 0x7f }

// causeOf gives what the system said, without the name.
func causeOf(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}

// A batch is files that are asked for together.
type batch struct {
	*compiled
	files   []*plug.File
	matches [][]plug.Match
	byName  map[string]int
	count   int
}

// at gives the path to open a file by.
func (b *batch) at(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(b.program.folder, name)
}

// tell hands on what was found, of each file in ascending order, the outer of
// two that begin together first.
func (b *batch) tell(found func(int, plug.Match) error) error {
	for i, all := range b.matches {
		slices.SortStableFunc(all, func(x, y plug.Match) int {
			return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
		})
		for _, m := range all {
			if err := found(i, m); err != nil {
				return err
			}
		}
	}
	return nil
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
		// A version that does not say which: then it is asked for each without
		// matches.
		for _, name := range names {
			if _, read := said.language[name]; read && len(b.matches[b.byName[name]]) == 0 {
				if err := b.run(ctx, []string{name}); err != nil {
					return err
				}
				delete(said.language, name)
				names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
			}
		}
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
	return readAccount(r.stderr.String()), nil
}

func (b *batch) keep(i int, r *report) error {
	if b.count++; b.count > maxMatches {
		return fmt.Errorf("more than %d matches in %d files: narrow the pattern", maxMatches, len(b.files))
	}
	b.matches[i] = append(b.matches[i], r.match)
	return nil
}

// judge says what became of a file.
func (b *batch) judge(ctx context.Context, name string, said *account) error {
	i := b.byName[name]
	f := b.files[i]
	language, read := said.language[name]
	skipped, passed := said.skipped[name]
	switch failed, ok := said.failed[name]; {
	case ok:
		f.Fail(errors.New(failed))
		return nil
	case passed && skipped != "error": // "error" is a pattern that the language refuses
		b.passedOver(f, skipped)
		return nil
	case !read && !passed && b.forced() == nil:
		f.Exclude("ast-grep knows no language by the name of the file")
		return nil
	}
	if l := b.forced(); l != nil && (!read || !l.has(language)) {
		b.matches[i] = nil
		return b.stdin(ctx, i, l.reads[0])
	}
	if passed {
		f.Exclude("the pattern does not parse in the language of the file")
		return nil
	}
	if said.passed > len(said.skipped) && len(b.matches[i]) == 0 {
		b.passedOver(f, "")
		return nil
	}
	return b.doubt(ctx, i, language)
}

// passedOver judges a file that ast-grep did not read, for a reason that it
// calls why.
func (b *batch) passedOver(f *plug.File, why string) {
	switch why {
	case "emptyFile":
	case "invalidUtf8":
		f.Exclude("it is not UTF-8")
	case "fileTooLarge":
		f.Fail(errors.New("it is too large for ast-grep"))
	case "permissionDenied":
		f.Fail(errors.New("permission denied"))
	case "":
		if text, err := f.Text(); err == nil && !utf8.Valid(text) {
			f.Exclude("it is not UTF-8")
			return
		}
		f.Fail(errors.New("ast-grep passed over it and does not say why"))
	default:
		f.Fail(fmt.Errorf("ast-grep passed over it: %s", why))
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
		b.files[i].Exclude(fmt.Sprintf("the pattern does not parse as %s: %s", language, why))
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
func (b *batch) stdin(ctx context.Context, i int, language string) error {
	f := b.files[i]
	in, err := os.Open(b.at(f.Path))
	if err != nil {
		f.Fail(causeOf(err))
		return nil
	}
	defer func() { _ = in.Close() }()
	r, err := b.program.run(ctx, in, func(in io.Reader) error {
		return readReports(in, func(r *report) error { return b.keep(i, r) })
	}, append(b.arguments(), "--lang="+language, "--json=stream", "--stdin")...)
	switch {
	case err != nil:
		return err
	case r.code > 1 && strings.Contains(r.stderr.String(), "valid UTF-8"):
		f.Exclude("it is not UTF-8")
		return nil
	case r.code > 1:
		return fmt.Errorf("%s failed with status %d: %s", b.program.path, r.code, r.first())
	}
	return b.doubt(ctx, i, language)
}
