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
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/revision"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// A Tree is one of the trees that a question is asked about: the folder Dir, or Revision unless it is nil.
type Tree struct {
	Number   int    // in the order of the answer
	Name     string // what its paths begin with, as group/repository
	Dir      string // absolute
	Revision *revision.Tree
}

// A Question is a command line of ct-search, without what says how the answer is framed, printed and judged. It can be encoded.
type Question struct {
	Options []string // each in one word
	Query   []string // the arguments before the paths: QUERY, or nothing
	Paths   []string // in each tree; none means all of it
	Keep    int64    // how many lines of the answer are kept, from its beginning
}

// A FaultyError says that the question cannot be answered about any tree. Every other error of Scan is about its tree.
type FaultyError struct{ Err error }

func (e *FaultyError) Error() string { return e.Err.Error() }
func (e *FaultyError) Unwrap() error { return e.Err }

// A Part is what was found in some trees.
type Part struct {
	Trees   int64
	Lacking int64 // trees that have none of the question's paths
	Kept    []Kept
	Lines   int64 // of the answer, all of them
	Matched int64 // lines with matches
	Figures verdict.Figures
	Ledger  *ledger.Ledger
	First   int // number of the first tree, for:
	Reading *tool.Reading
	Notes   []string
}

// Kept is the beginning of what one tree gave.
type Kept struct {
	Number int
	Lines  int64
	Text   []byte
}

// Scan asks the question about a tree.
func (q *Question) Scan(ctx context.Context, t *Tree) ([]byte, error) {
	if err := t.place(); err != nil {
		return nil, err
	}
	roots, err := q.roots(t)
	if err != nil {
		return nil, err
	}
	part := &Part{Trees: 1, First: t.Number}
	if len(roots) == 0 && len(q.Paths) > 0 {
		part.Lacking, part.Ledger = 1, new(ledger.Ledger)
		return part.encode()
	}
	out := &keeper{most: q.Keep}
	a, err := q.run(ctx, t, roots, out)
	if err != nil {
		return nil, err
	}
	if part.Lines = out.lines; out.kept > 0 {
		part.Kept = []Kept{{t.Number, out.kept, out.text.Bytes()}}
	}
	a.Ledger.Number(t.Number, t.Name)
	part.Matched, part.Figures, part.Ledger = a.Lines, a.Figures, a.Ledger
	if a.Reading != nil {
		part.Reading, part.Notes = a.Reading, a.Reading.Notes
		part.Reading.Notes, part.Reading.Near = nil, nil
	}
	return part.encode()
}

// run runs ct-search on a tree.
func (q *Question) run(ctx context.Context, t *Tree, roots []string, out io.Writer) (*tool.Answer, error) {
	program := search.ToolIn(t.Name, t.Dir, t.Revision)
	argv := slices.Concat(q.Options, []string{"--quiet", "--"}, q.Query, roots)
	_, job, err := program.Prepare(argv)
	if err != nil {
		return nil, faulty(err)
	}
	a, err := job.Run(ctx, out)
	if err != nil {
		return nil, faulty(err)
	}
	return a, nil
}

// faulty marks errors that are about the question, not about a tree.
func faulty(err error) error {
	if _, usage := errors.AsType[*opt.UsageError](err); usage {
		return &FaultyError{err}
	}
	return err
}

// roots returns those of the question's paths that a tree has, as names in it.
func (q *Question) roots(t *Tree) ([]string, error) {
	var roots []string
	for _, p := range q.Paths {
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
		}
	}
	return roots, nil
}

// keeper counts lines, and keeps the first.
type keeper struct {
	most, kept, lines int64
	text              bytes.Buffer
}

func (k *keeper) Write(text []byte) (int, error) {
	n := int64(bytes.Count(text, []byte{'\n'}))
	k.lines += n
	if left := k.most - k.kept; left > 0 {
		begin := text
		if n > left {
			end := 0
			for range left {
				end += bytes.IndexByte(text[end:], '\n') + 1
			}
			begin, n = text[:end], left
		}
		k.text.Write(begin)
		k.kept += n
	}
	return len(text), nil
}

// Merge returns the part of two parts together.
func (q *Question) Merge(a, b []byte) ([]byte, error) {
	p, err := Decode(a)
	if err != nil {
		return nil, err
	}
	o, err := Decode(b)
	if err != nil {
		return nil, err
	}
	p.add(o, q.Keep)
	return p.encode()
}

// add adds another part.
func (p *Part) add(o *Part, keep int64) {
	p.Ledger.Merge(o.Ledger)
	p.Trees, p.Lacking, p.Lines, p.Matched = p.Trees+o.Trees, p.Lacking+o.Lacking, p.Lines+o.Lines, p.Matched+o.Matched
	p.Figures.Add(&o.Figures)
	if p.Reading == nil || o.Reading != nil && o.First < p.First {
		p.Reading = o.Reading
	}
	p.First = min(p.First, o.First)
	p.Notes = slices.Concat(p.Notes, o.Notes)
	slices.Sort(p.Notes)
	p.Notes = slices.Compact(p.Notes)
	p.Kept = append(p.Kept, o.Kept...)
	slices.SortFunc(p.Kept, func(x, y Kept) int { return x.Number - y.Number })
	var n int64
	for i := range p.Kept {
		if n >= keep {
			p.Kept = slices.Clip(p.Kept[:i])
			break
		}
		n += p.Kept[i].Lines
	}
}

func (p *Part) encode() ([]byte, error) {
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

// Text returns the first lines of what was kept.
func (p *Part) Text(lines int64) string {
	k := &keeper{most: lines}
	for i := range p.Kept {
		_, _ = k.Write(p.Kept[i].Text)
	}
	return k.text.String()
}
