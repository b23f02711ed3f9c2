// Package parts asks ct-search's questions about many trees, one by one, in this process or in others, and adds up what
// they found. What a tree gives is a part: bytes that can be carried and kept. Parts are merged in any order and grouping,
// with the same result; the answer is made of the last one.
package parts

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/definitions"
	"github.com/ct-tools/ct/ct-search/internal/search/query"
	"github.com/ct-tools/ct/ct-search/internal/search/question"
	"github.com/ct-tools/ct/ct-survey/survey"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Tree is one of the trees that a question is asked about.
type Tree struct {
	grep.Elsewhere
	Number int // its place in the order of the answer
	// All, if set, gets every line of an answer in lines, whatever is kept of them, or the row of the tree (tool.Parts).
	All io.Writer
}

// A Question is a command line of a program, without what says how the answer is framed, printed and judged. It can be encoded.
type Question struct {
	Program string   // ct-search, or ct-survey
	Options []string // each in one word
	Query   []string // the arguments before the paths: QUERY, or nothing
	Paths   []string // in each tree; none means all of it
	From    Place    // where an answer in lines begins
	Keep    int64    // how many lines of it are kept from there
	Framing []string // more options, which do not change what is found
	Apart   bool     // an answer in lines has groups of them, between lines of dashes
	Known   any      // what passes before found in all trees, nil in the first one: see tool.Parts
}

// A FaultyError says that the question cannot be answered about any tree. Every other error of Scan is about its tree.
type FaultyError struct{ Err error }

func (e *FaultyError) Error() string { return e.Err.Error() }
func (e *FaultyError) Unwrap() error { return e.Err }

// A Part is what was found in some trees.
type Part struct {
	Trees   int64
	Lacking int64     // trees that have none of the question's paths
	Lacks   []int64   // trees that lack a path, for each of the question's
	Notes   []string  // what is not in the trees of commits, the first of them
	Found   tool.Part // nil if all are lacking: Lines, or what the form merges in its own way
}

// mostNotes bounds the notes of a part.
const mostNotes = 20

func init() { // what a Part and a Question can have
	gob.Register(&Lines{})
	gob.Register(&query.Part{})
	gob.Register(&survey.Part{})
	gob.Register(question.Known{})
	gob.Register(&question.Part{})
	gob.Register(&definitions.Part{})
	gob.Register(&calls.Part{})
}

// An Asker asks a question about trees. It is safe for concurrent use.
type Asker struct {
	*Question
	config func() *walk.GitConfig // of the time of the first tree
	mu     sync.Mutex
	idle   []reading
}

// A reading is a command line that was read. It plans one tree at a time.
type reading struct {
	plan  grep.Planner
	query []string // the arguments before the paths
}

// Asker returns what asks the question about trees.
func (q *Question) Asker() *Asker {
	return &Asker{Question: q, config: sync.OnceValue(walk.ReadGitConfig)}
}

// Scan asks the question about a tree, and returns the part as bytes.
func (a *Asker) Scan(ctx context.Context, t *Tree) ([]byte, error) {
	part, err := a.Ask(ctx, t)
	if err != nil {
		return nil, err
	}
	return part.Encode()
}

// Ask asks the question about a tree.
func (a *Asker) Ask(ctx context.Context, t *Tree) (*Part, error) {
	q := a.Question
	if err := t.place(); err != nil {
		return nil, err
	}
	part := &Part{Trees: 1}
	roots, err := q.roots(t, part)
	if err != nil {
		return nil, err
	}
	if len(roots) == 0 && len(q.Paths) > 0 {
		part.Lacking = 1
		return part, nil
	}
	r, err := a.take()
	if err != nil {
		return nil, err
	}
	defer a.put(r)
	if t.Config == nil {
		t.Config = a.config()
	}
	job, err := r.plan(t.Elsewhere, slices.Concat(r.query, roots))
	if err != nil {
		return nil, faulty(err)
	}
	if job.Parts == nil {
		part.Found, err = q.scanLines(ctx, t, job, roots)
	} else {
		part.Found, err = job.Parts.Scan(ctx, t.Number, q.Known)
	}
	if err != nil {
		return nil, faulty(err)
	}
	part.Found.Number(t.Number, t.Name)
	if err := t.row(job, part.Found); err != nil {
		return nil, err
	}
	if t.Revision != nil {
		for _, note := range t.Revision.Notes() {
			part.Notes = append(part.Notes, t.Name+": "+note)
		}
	}
	return part, nil
}

// Check returns an error if the question can be asked about no tree.
func (q *Question) Check() error {
	dir, err := filepath.Abs("")
	if err != nil {
		return err
	}
	r, err := q.Asker().take()
	if err != nil {
		return err
	}
	_, err = r.plan(grep.Elsewhere{Name: "tree", Dir: dir}, r.query)
	return faulty(err)
}

// take returns an idle reading, or reads the command line once more.
func (a *Asker) take() (reading, error) {
	a.mu.Lock()
	if n := len(a.idle); n > 0 {
		r := a.idle[n-1]
		a.idle = a.idle[:n-1]
		a.mu.Unlock()
		return r, nil
	}
	a.mu.Unlock()
	read := search.Read
	if a.Program == "ct-survey" {
		read = survey.Read
	}
	// Expecting nothing, it looks for no other readings.
	plan, args, err := read(slices.Concat(a.Options, a.Framing, []string{"--expect=none", "--"}, a.Query, a.Paths))
	if err != nil {
		return reading{}, faulty(err)
	}
	return reading{plan, args[:len(args)-len(a.Paths)]}, nil
}

func (a *Asker) put(r reading) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.idle = append(a.idle, r)
}

// faulty marks errors that are about the question, not about a tree.
func faulty(err error) error {
	if _, usage := errors.AsType[*opt.UsageError](err); usage {
		return &FaultyError{err}
	}
	return err
}

// roots returns those of the question's paths that a tree has, as names in it; the part says which it lacks.
func (q *Question) roots(t *Tree, part *Part) ([]string, error) {
	var roots []string
	part.Lacks = make([]int64, len(q.Paths))
	for i, p := range q.Paths {
		name := path.Join(t.Name, p)
		if name != t.Name && !strings.HasPrefix(name, t.Name+"/") {
			return nil, &FaultyError{opt.Usagef("PATH", "%s leads out of a repository; paths are those in each", p)}
		}
		there, err := t.has(name)
		if err != nil {
			return nil, err
		}
		if there {
			roots = append(roots, name)
		} else {
			part.Lacks[i] = 1
		}
	}
	return roots, nil
}

// Nowhere returns those of the question's paths that no tree of a part has.
func (q *Question) Nowhere(p *Part) []string {
	var paths []string
	for i, n := range p.Lacks {
		if n == p.Trees {
			paths = append(paths, q.Paths[i])
		}
	}
	return paths
}

// Merge returns the part of two parts together, in any order and grouping.
func (q *Question) Merge(a, b []byte) ([]byte, error) {
	p, err := Decode(a)
	if err != nil {
		return nil, err
	}
	o, err := Decode(b)
	if err != nil {
		return nil, err
	}
	p.Add(o)
	return p.Encode()
}

// Add adds another part, which is not used again.
func (p *Part) Add(o *Part) {
	p.Trees, p.Lacking = p.Trees+o.Trees, p.Lacking+o.Lacking
	if p.Lacks == nil {
		p.Lacks = o.Lacks
	} else {
		for i, n := range o.Lacks {
			p.Lacks[i] += n
		}
	}
	p.Notes = append(p.Notes, o.Notes...)
	slices.Sort(p.Notes)
	p.Notes = slices.Clip(p.Notes[:min(len(p.Notes), mostNotes)])
	switch {
	case p.Found == nil:
		p.Found = o.Found
	case o.Found != nil:
		p.Found.Merge(o.Found)
	}
}

// Encode returns the part as bytes.
func (p *Part) Encode() ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(p); err != nil {
		return nil, fmt.Errorf("encoding what was found: %w", err)
	}
	return b.Bytes(), nil
}

// Decode reads a part.
func Decode(data []byte) (*Part, error) {
	var p Part
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&p); err != nil {
		return nil, fmt.Errorf("decoding what was found: %w", err)
	}
	return &p, nil
}
