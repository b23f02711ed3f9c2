package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/ct-tools/ct/shared/match/plug"
	"github.com/ct-tools/ct/shared/version"
)

// matcher finds the occurrences of a name by an index.
type matcher struct{}

func (matcher) Describe() plug.Description {
	return plug.Description{
		Name: "scip", Version: version.String(), Occurrences: true,
		Summary:  "the occurrences of a name, bound by an index in the format SCIP that a compiler's indexer wrote",
		Argument: "the index, without it the index.scip of the working folder or the nearest folder above",
	}
}

func (matcher) Compile(ctx context.Context, p plug.Pattern) (plug.Compiled, error) {
	if p.Case == plug.CaseInsensitive {
		return nil, errors.New("an index has names as they are written; leave --ignore-case out")
	}
	q, err := readQuery(p.Text)
	if err != nil {
		return nil, err
	}
	path, shown := p.Argument, p.Argument
	if path == "" {
		if path, shown, err = findIndex(p.Folder); err != nil {
			return nil, err
		}
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.Folder, path)
	}
	x, err := openIndex(ctx, path, shown, q)
	if err != nil {
		return nil, err
	}
	s := &search{index: x, folder: resolved(p.Folder), fresh: map[string]bool{}, lacks: "files read without the index, which does not have them (make it again)"}
	if !isBelow(s.folder, x.root) && !isBelow(x.root, s.folder) {
		s.lacks = "files read without the index " + shown + ", which is of " + x.root + " (make one here)"
	}
	return plug.EachFile(s.file), nil
}

// indexName is the name of an index.
const indexName = "index.scip"

// findIndex returns the path of the index of a folder, also as it is shown.
func findIndex(folder string) (path, shown string, err error) {
	for up, at := "", folder; ; up, at = up+"../", filepath.Dir(at) {
		path = filepath.Join(at, indexName)
		if _, err := os.Stat(path); err == nil {
			return path, up + indexName, nil
		}
		if filepath.Dir(at) == at {
			return "", "", errors.New("no index.scip in the working folder or above: make one with the indexer of the language (scip-typescript index), or name one, --matcher scip=PATH")
		}
	}
}

// search is a search for one name.
type search struct {
	index  *index
	folder string // the working folder, absolute, without links
	lacks  string // the note about a file that the index does not have

	mu    sync.Mutex
	fresh map[string]bool // whether a file with a definition agrees with the index
}

// file returns the occurrences in one file.
func (s *search) file(_ context.Context, f *plug.File) ([]plug.Match, error) {
	path := s.full(f.Path)
	sections, known := s.index.documents[path]
	if info, err := os.Stat(path); err == nil && info.Size() > maxDocument {
		f.Fail(fmt.Errorf("over %d MiB", maxDocument>>20))
		return nil, nil
	}
	text, err := f.Text()
	if err != nil {
		return nil, err
	}
	all := wordsOf(text, s.index.query.needle)
	if len(all) == 0 && !slices.ContainsFunc(sections, func(o section) bool { return o.hits }) {
		return nil, nil
	}
	if !known {
		if s.index.kinds[filepath.Ext(path)] {
			f.Stale(s.lacks)
		}
		return unbound(all, "the index does not have the file"), nil
	}
	q := s.index.query.again()
	places, err := s.places(q, path, text, sections)
	if stale, is := errors.AsType[*staleError](err); is {
		f.Stale(stale.why)
		return unbound(all, "the file does not agree with the index"), nil
	}
	if err != nil {
		return nil, s.index.unusable(err)
	}
	b := &binder{search: s, query: q, file: f, lines: newLines(text, 0), places: places}
	return b.all(all)
}

// isBelow reports whether a folder is another one or in it.
func isBelow(folder, other string) bool {
	below, err := filepath.Rel(other, folder)
	return err == nil && filepath.IsLocal(below)
}

// full returns the absolute path of a file, without links in what the search began with.
func (s *search) full(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return resolved(path)
	}
	return filepath.Join(s.folder, path)
}

// isFresh reports whether a file agrees with the index.
func (s *search) isFresh(path string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if is, known := s.fresh[path]; known {
		return is, nil
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > maxDocument {
		return false, nil // it is gone: it does not agree
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return false, nil // it cannot be compared
	}
	_, err = s.places(s.index.query.again(), path, text, s.index.documents[path])
	if _, is := errors.AsType[*staleError](err); err != nil && !is {
		return false, s.index.unusable(err)
	}
	s.fresh[path] = err == nil
	return err == nil, nil
}

// places returns what the index has in a file; it is a staleError if they disagree.
func (s *search) places(q *query, path string, text []byte, sections []section) ([]place, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, errDiffers
	}
	newer := !info.ModTime().Before(s.index.asOf)
	var all []place
	for _, o := range sections {
		document, err := s.index.document(o)
		if err != nil {
			return nil, err
		}
		places, err := q.occurrences(document, text, newer)
		if err != nil {
			return nil, err
		}
		all = append(all, places...)
	}
	slices.SortStableFunc(all, func(a, b place) int { return a.start - b.start })
	return all, nil
}

// unbound returns the matches of words that the index does not bind.
func unbound(words []place, why string) []plug.Match {
	all := make([]plug.Match, len(words))
	for i, w := range words {
		all[i] = plug.Match{Start: w.start, End: w.end, Binding: &plug.Binding{Reason: why}}
	}
	return all
}
