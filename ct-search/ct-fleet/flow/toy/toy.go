// Package toy has an engine for the tests of runners, and corpora for it. It counts lines with a word and keeps the first
// ones. Words of the text of a shard make it misbehave.
package toy

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

// The texts of a shard at which the engine misbehaves.
const (
	Panics = "PANIC-NOW"
	Fails  = "FAIL-NOW"
	Hangs  = "HANG-NOW"
)

// A Question is what the engine is asked.
type Question struct {
	Word string `json:"word"`
	Keep int    `json:"keep"`
	// Total is what an earlier pass counted: the answer then has it.
	Total int64 `json:"total"`
}

// hung ends the name of a file beside a folder whose scan hangs.
const hung = ".hangs"

// AwaitHanging returns once the scan of a folder hangs, or the test has waited for minutes.
func AwaitHanging(t testing.TB, folder manifest.Shard) {
	t.Helper()
	for range 6000 {
		if _, err := os.Stat(folder.Locator + hung); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("no scan hangs")
}

// Encode returns the question for a job.
func (q Question) Encode() []byte {
	b, err := json.Marshal(q)
	if err != nil {
		panic(err)
	}
	return b
}

// An Answer is the part of some shards.
type Answer struct {
	Count int64  `json:"count"`
	Files int64  `json:"files"`
	Total int64  `json:"total"`
	Lines []Line `json:"lines"`
}

// A Line is a line with the word.
type Line struct {
	Ordinal int64  `json:"ordinal"`
	Path    string `json:"path"`
	N       int    `json:"n"`
	Text    string `json:"text"`
}

func (l Line) compare(m Line) int {
	return cmp.Or(cmp.Compare(l.Ordinal, m.Ordinal), cmp.Compare(l.Path, m.Path), cmp.Compare(l.N, m.N))
}

// Of returns the answer in a part.
func Of(p *flow.Part) (Answer, error) {
	var a Answer
	if p.Engine == nil {
		return a, nil
	}
	return a, json.Unmarshal(p.Engine, &a)
}

// New makes the engine of a question: it is what the program registers.
func New(question []byte) (flow.Engine, error) {
	e := &engine{}
	if err := json.Unmarshal(question, &e.q); err != nil {
		return nil, fmt.Errorf("question: %w", err)
	}
	if e.q.Word == "" {
		return nil, errors.New("question: no word")
	}
	return e, nil
}

type engine struct{ q Question }

func (e *engine) Scan(ctx context.Context, s *shard.Opened) ([]byte, error) {
	a := Answer{Total: e.q.Total, Lines: []Line{}}
	err := texts(s, func(path string, text []byte) error {
		for word, misbehave := range map[string]func() error{
			Panics: func() error { panic("as the text asks") },
			Fails:  func() error { return errors.New("as the text asks") },
			Hangs: func() error {
				_ = os.WriteFile(s.Dir+hung, nil, 0o600) // where that is permitted
				<-ctx.Done()
				return nil
			},
		} {
			if bytes.Contains(text, []byte(word)) {
				if err := misbehave(); err != nil {
					return err
				}
			}
		}
		a.Files++
		for i, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, e.q.Word) {
				a.Count++
				a.Lines = append(a.Lines, Line{s.Shard.Ordinal, s.Shard.ID + "/" + path, i + 1, line})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return e.encode(a)
}

// encode sorts the lines and keeps the first.
func (e *engine) encode(a Answer) ([]byte, error) {
	slices.SortFunc(a.Lines, Line.compare)
	a.Lines = a.Lines[:min(len(a.Lines), e.q.Keep)]
	return json.Marshal(a)
}

func (e *engine) Merge(a, b []byte) ([]byte, error) {
	var x, y Answer
	if err := json.Unmarshal(a, &x); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &y); err != nil {
		return nil, err
	}
	return e.encode(Answer{x.Count + y.Count, x.Files + y.Files, e.q.Total, slices.Concat(x.Lines, y.Lines)})
}

// texts calls f with the files of a shard.
func texts(s *shard.Opened, f func(path string, text []byte) error) error {
	if at := s.At(); at != nil {
		return snapshot(at, "", f)
	}
	return filepath.WalkDir(s.Dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(s.Dir, name)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return f(filepath.ToSlash(rel), text)
	})
}

func snapshot(at walk.Snapshot, rel string, f func(path string, text []byte) error) error {
	folder, err := at.Folder(rel)
	if err != nil {
		return err
	}
	type entry struct {
		path, name string
		mode       fs.FileMode
	}
	var list []entry
	folder.List(func(name string, t fs.FileMode) {
		list = append(list, entry{strings.TrimPrefix(rel+"/"+name, "/"), name, t})
	})
	for _, e := range list {
		switch {
		case e.mode.IsDir():
			err = snapshot(at, e.path, f)
		case e.mode.IsRegular():
			err = blob(folder, e.name, func(text []byte) error { return f(e.path, text) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func blob(folder walk.SnapshotFolder, name string, f func([]byte) error) error {
	in, _, err := folder.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	return f(text)
}

// Folder makes a shard of a folder with one file.
func Folder(t testing.TB, dir, id, text string) manifest.Shard {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(id))
	if err := os.MkdirAll(full, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(full, "a.txt"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return manifest.Shard{ID: id, Kind: manifest.Folder, Locator: full, Bytes: int64(len(text))}
}

// Tar makes a shard of an archive with one file.
func Tar(t testing.TB, dir, id, text string) manifest.Shard {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: "d/a.txt", Mode: 0o644, Size: int64(len(text))}); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, id+".tar")
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(b.Bytes())
	return manifest.Shard{ID: id, Kind: manifest.Tar, Locator: name, Digest: manifest.DigestOf(sum[:]), Bytes: int64(b.Len())}
}

// Commit makes a shard of a repository with one file.
func Commit(t testing.TB, dir, id, text string) manifest.Shard {
	t.Helper()
	s := Folder(t, dir, id, text)
	tooltest.Commit(t, s.Locator, "All of it")
	s.Kind, s.Commit = manifest.Git, strings.TrimSpace(tooltest.Git(t, s.Locator, "rev-parse", "HEAD"))
	return s
}

// Manifest returns the manifest of shards.
func Manifest(t testing.TB, shards ...manifest.Shard) *manifest.Manifest {
	t.Helper()
	m, err := manifest.New("shards.jsonl", shards)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Random returns a manifest of n shards of all kinds, with texts that have the word a few times.
func Random(t testing.TB, r *rand.Rand, n int, word string) *manifest.Manifest {
	t.Helper()
	dir := t.TempDir()
	var shards []manifest.Shard
	for i := range n {
		var text strings.Builder
		for range r.IntN(20) {
			fmt.Fprintf(&text, "line %d", r.IntN(100))
			if r.IntN(3) == 0 {
				text.WriteString(" " + word)
			}
			text.WriteByte('\n')
		}
		id := fmt.Sprintf("shard%05d", r.IntN(1000)*1000+i)
		switch i % 8 {
		case 3, 5:
			shards = append(shards, Tar(t, dir, id, text.String()))
		case 6:
			shards = append(shards, Commit(t, dir, id, text.String()))
		default:
			shards = append(shards, Folder(t, dir, id, text.String()))
		}
	}
	return Manifest(t, shards...)
}
