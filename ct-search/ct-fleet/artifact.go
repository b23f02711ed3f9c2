package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/onbeam"
	"github.com/ct-tools/ct/ct-search/internal/parts"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/version"
)

// An artifact is a folder with all matches of a question: a file for each shard that has some, and an index. It is written
// beside its place, which it takes when it is complete: a folder with its name is never half of one.
type artifact struct {
	in    string           // the folder that the user named
	name  string           // of the artifact in it, the same for the same question about the same manifest
	all   *parts.Question  // gives all matches, as lines of JSON
	same  bool             // it is the question that is answered
	token string           // under which workers of this process find it
	dir   string           // where it is being written, an absolute path
	mu    sync.Mutex       // of files
	files map[int]*written // by the numbers of shards
}

// A written is a file of an artifact. All files are described in its index.
type written struct {
	File    string `json:"file,omitempty"` // "" if the shard has no matches
	Ordinal int    `json:"ordinal"`
	ID      string `json:"id"`
	Lines   int64  `json:"lines"`
	Bytes   int64  `json:"bytes"`
	Digest  string `json:"digest,omitempty"` // of its bytes
	Whole   bool   `json:"whole"`            // it has all matches of the shard
}

// savedDocument is what an answer says about an artifact.
type savedDocument struct {
	Index string `json:"index"` // its path
	Files int64  `json:"files"`
	Lines int64  `json:"lines"`
	Bytes int64  `json:"bytes"`
	Whole bool   `json:"whole"` // every file is, and every shard was searched
}

// indexDocument is the index of an artifact.
type indexDocument struct {
	Tool     string       `json:"tool"`
	Version  string       `json:"version"`
	Manifest string       `json:"manifest"` // its digest
	Program  string       `json:"program"`
	Options  []string     `json:"options"`
	Query    []string     `json:"query,omitempty"`
	Paths    []string     `json:"paths,omitempty"`
	Verdict  string       `json:"verdict"`
	Reason   string       `json:"reason,omitempty"`
	Ledger   string       `json:"ledger"`
	Whole    bool         `json:"whole"`
	Lines    int64        `json:"lines"`
	Bytes    int64        `json:"bytes"`
	Files    []*written   `json:"files"`
	Shards   *flow.Tally  `json:"shards"`
	Open     []openNumber `json:"not_whole,omitempty"` // all shards that were not searched once and wholly
}

type openNumber struct {
	Ordinal int64  `json:"ordinal"`
	ID      string `json:"id,omitempty"`
}

const (
	indexName = "index.json"
	ownFormat = `"tool": "ct-fleet"` // in every index
)

// artifactRow returns the row that asks for an artifact.
func (o *over) artifactRow() opt.Option {
	return opt.Option{Name: "save-artifact", Arg: "DIR", Role: opt.Framing, CommandLine: true, Var: opt.Word(&o.saveIn), Complete: opt.Folders, Group: "Shards", Help: "write all matches as lines of JSON to a new folder in DIR, a file for each shard, with an index, and print its name"}
}

// saves plans the artifact, if one is asked for.
func (a *asked) saves(runner flow.Runner) error {
	in := a.over.saveIn
	if in == "" {
		return nil
	}
	if a.frame.Form == "question" {
		return opt.Usagef("save-artifact", "{save-artifact} does not apply to a question in plain words, whose answer is a ranking")
	}
	if r, onBeam := runner.(*onbeam.Runner); onBeam && !r.Here() {
		return opt.Usagef("save-artifact", "{save-artifact} does not apply to workers in other processes (%s), which may not write there: leave out {runner}, or give {beam} environment_type=LOOPBACK", r.Name)
	}
	if info, err := os.Stat(in); err != nil || !info.IsDir() {
		return opt.Usagef("save-artifact", "{save-artifact} must be a folder that exists, not %s", render.Shell(in))
	}
	x := &artifact{in: in, all: a.everything(), files: map[int]*written{}}
	if err := x.all.Check(); err != nil {
		return err
	}
	x.same = slices.Equal(x.all.Options, slices.DeleteFunc(slices.Clone(a.question.Options), func(o string) bool { return o == "--detail" }))
	x.name = "ct-fleet-" + markOf(a.over.corpus.Digest, x.all)
	if at := filepath.Join(in, x.name); !replaceable(at) {
		return opt.Usagef("save-artifact", "{save-artifact}: %s is there and is no artifact; remove it, or give another folder", render.Shell(at))
	}
	a.artifact = x
	return nil
}

// replaceable reports whether there is nothing at a place, or an artifact.
func replaceable(at string) bool {
	if _, err := os.Lstat(at); errors.Is(err, os.ErrNotExist) {
		return true
	}
	text, err := os.ReadFile(filepath.Join(at, indexName))
	return err == nil && bytes.Contains(text, []byte(ownFormat))
}

// everything returns the question for all matches: without what a page, a layout and a budget leave out.
func (a *asked) everything() *parts.Question {
	q := &parts.Question{Program: a.question.Program, Options: a.question.Options, Query: a.question.Query, Paths: a.question.Paths}
	if a.over.word == formSurvey {
		return q // whose row for each shard it is
	}
	without := []string{"list", "count", "detail", "summary"}
	if a.frame.Form != "filter" {
		without = append(without, "context", "after-context", "before-context", "sizes", "expand", "include-strings")
	}
	q.Options = append(a.over.words(without...), "--format=jsonl")
	if a.frame.Form != "filter" {
		q.Options = append(q.Options, fmt.Sprintf("--limit=%d", mostOfShard))
	}
	return q
}

// artifacts has those that are being written by this process, by their tokens.
var artifacts sync.Map

// begin makes the folder in which the artifact is written. The function that it returns removes what is left of it.
func (x *artifact) begin() (end func(), err error) {
	if x.dir, err = filepath.Abs(x.in); err != nil {
		return nil, err
	}
	x.token = rand.Text()
	x.dir = filepath.Join(x.dir, "."+x.name+"-"+strings.ToLower(x.token))
	if err := os.Mkdir(x.dir, 0o755); err != nil {
		return nil, &opt.ValueError{Option: "save-artifact", Err: err}
	}
	artifacts.Store(x.token, x)
	return func() {
		artifacts.Delete(x.token)
		_ = os.RemoveAll(x.dir)
	}, nil
}

// savingMark begins a question whose matches are saved. No other encoded question begins so.
const savingMark = "\x00saving\n"

// A saver is what a worker knows of an artifact. Its exported members travel.
type saver struct {
	Question, All *parts.Question
	Same          bool
	Token         string

	artifact  *artifact
	asks, all *parts.Asker
}

// encoded returns the question for workers.
func (a *asked) encoded() ([]byte, error) {
	x := a.artifact
	if x == nil {
		return encode(a.question)
	}
	b := bytes.NewBufferString(savingMark)
	err := gob.NewEncoder(b).Encode(&saver{Question: a.question, All: x.all, Same: x.same, Token: x.token})
	return b.Bytes(), err
}

// newSaving makes the engine of a question whose matches are saved, without its mark.
func newSaving(encoded []byte) (flow.Engine, error) {
	var s saver
	if err := gob.NewDecoder(bytes.NewReader(encoded)).Decode(&s); err != nil {
		return nil, err
	}
	found, _ := artifacts.Load(s.Token)
	var here bool
	if s.artifact, here = found.(*artifact); !here {
		return nil, errors.New("--save-artifact: the worker is not in the process that writes the artifact")
	}
	s.asks, s.all = s.Question.Asker(), s.All.Asker()
	return engine{question: s.asks, saver: &s}, nil
}

// ask asks about a tree and saves all its matches. An error about the artifact is one about the question: it fails the job.
func (s *saver) ask(ctx context.Context, t *parts.Tree) (*parts.Part, error) {
	file, err := s.artifact.create(t)
	if err != nil {
		return nil, err
	}
	defer file.discard()
	all := *t
	all.All = file
	var part *parts.Part
	if s.Same {
		part, err = about(ctx, s.asks, &all)
	} else {
		part, err = about(ctx, s.asks, t)
	}
	saved := part
	if err == nil && !s.Same {
		saved, err = about(ctx, s.all, &all)
	}
	if file.err != nil {
		return nil, saveError(file.err)
	}
	if err != nil {
		return nil, err
	}
	return part, file.keep(ctx.Err() == nil && (saved.Found == nil || !saved.Found.Sum().Cut()))
}

func saveError(err error) error {
	return &flow.QuestionError{Err: &opt.ValueError{Option: "save-artifact", Err: err}}
}

// A matchFile is a file of an artifact that is being written.
type matchFile struct {
	written
	of   *artifact
	part string // its name until it is complete
	out  *os.File
	to   *bufio.Writer
	sum  hash.Hash
	err  error
}

// create makes the file of a tree.
func (x *artifact) create(t *parts.Tree) (*matchFile, error) {
	f := &matchFile{of: x, sum: sha256.New()}
	f.Ordinal, f.ID = t.Number, t.Name
	f.part = filepath.Join(x.dir, fmt.Sprintf("%06d.%s.part", t.Number, rand.Text())) // a runner may repeat a shard
	var err error
	if f.out, err = os.OpenFile(f.part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644); err != nil {
		return nil, saveError(err)
	}
	f.to = bufio.NewWriterSize(f.out, 64<<10)
	return f, nil
}

func (f *matchFile) Write(text []byte) (int, error) {
	f.Lines += int64(bytes.Count(text, []byte{'\n'}))
	f.Bytes += int64(len(text))
	_, _ = f.sum.Write(text)
	n, err := f.to.Write(text)
	f.err = cmp.Or(f.err, err)
	return n, err
}

// keep renames the file to its name in the index.
func (f *matchFile) keep(whole bool) error {
	err := errors.Join(f.to.Flush(), f.out.Close())
	f.out, f.Whole = nil, whole
	if err == nil && f.Bytes > 0 {
		f.File, f.Digest = fmt.Sprintf("%06d.jsonl", f.Ordinal), "sha256:"+hex.EncodeToString(f.sum.Sum(nil))
		err = os.Rename(f.part, filepath.Join(f.of.dir, f.File))
	}
	if err != nil {
		return saveError(err)
	}
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	f.of.files[f.Ordinal] = &f.written
	return nil
}

// discard removes what was not kept.
func (f *matchFile) discard() {
	if f.out != nil {
		_ = f.out.Close()
	}
	_ = os.Remove(f.part)
}

// document returns what an answer says about the artifact.
func (x *artifact) document(t *flow.Tally) *savedDocument {
	d := &savedDocument{Index: filepath.ToSlash(filepath.Join(x.in, x.name, indexName)), Whole: t.Whole()}
	for _, f := range x.files {
		d.Lines, d.Bytes, d.Whole = d.Lines+f.Lines, d.Bytes+f.Bytes, d.Whole && f.Whole
		if f.File != "" {
			d.Files++
		}
	}
	return d
}

// finish writes the index, and puts the artifact in its place.
func (a *asked) finish(p *flow.Part, answer *tool.Answer) error {
	x, m := a.artifact, a.over.manifest
	outcome, err := a.frame.Judged(answer)
	if err != nil {
		return err
	}
	tally := p.Tally(m)
	d := x.document(tally)
	index := indexDocument{
		Tool: "ct-fleet", Version: version.String(), Manifest: m.Digest, Program: x.all.Program, Options: x.all.Options, Query: x.all.Query, Paths: x.all.Paths,
		Verdict: outcome.Result.String(), Reason: outcome.Fault(), Ledger: answer.Ledger.String(), Whole: d.Whole, Lines: d.Lines, Bytes: d.Bytes, Files: []*written{}, Shards: tally,
	}
	for _, f := range x.files {
		if f.File != "" || !f.Whole {
			index.Files = append(index.Files, f)
		}
	}
	slices.SortFunc(index.Files, func(a, b *written) int { return cmp.Compare(a.Ordinal, b.Ordinal) })
	p.Open(m).Each(func(n int64) bool {
		o := openNumber{Ordinal: n}
		if n < int64(len(m.Shards)) {
			o.ID = m.Shards[n].ID
		}
		index.Open = append(index.Open, o)
		return true
	})
	text, err := json.MarshalIndent(index, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(x.dir, indexName), append(text, '\n'), 0o644)
	}
	if err == nil {
		err = x.place()
	}
	if err != nil {
		return &opt.ValueError{Option: "save-artifact", Err: err}
	}
	if !a.frame.Quiet {
		of := grep.Plural(d.Lines, "match", "matches")
		if a.over.word == formSurvey {
			of = grep.Plural(d.Lines, "shard", "shards")
		}
		note := ""
		if !d.Whole {
			note = ", not all; the index says where some may be missing"
		}
		answer.Aside += fmt.Sprintf("ct-fleet: %s saved%s: %s\n", of, note, d.Index)
	}
	return nil
}

// place renames the folder to its name, in place of an older artifact of the same question.
func (x *artifact) place() error {
	to, old := filepath.Join(x.in, x.name), x.dir+"-old"
	err := os.Rename(to, old)
	if errors.Is(err, os.ErrNotExist) {
		return os.Rename(x.dir, to)
	}
	if err != nil {
		return err
	}
	if err := os.Rename(x.dir, to); err != nil {
		return errors.Join(err, os.Rename(old, to))
	}
	return os.RemoveAll(old)
}
