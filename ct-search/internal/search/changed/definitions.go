package changed

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/git/change"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Definition is one that a change touches.
type Definition struct {
	Path        string // as a walk prints it
	Name        string // qualified
	Kind        source.Symbol
	First, Last int64  // its lines; of one that is gone, in the base's file
	Gone        bool   // the base has it, and its file no more
	Symbol      string // what asks for it: FILE:NAME, or the name alone
}

// Place names where it is.
func (d *Definition) Place() string {
	if d.Gone {
		return d.Path + ", removed"
	}
	return fmt.Sprintf("%s:%d-%d", d.Path, d.First, d.Last)
}

// Definitions are those that a change touches.
type Definitions struct {
	List    []Definition // in the order of their places
	Files   int          // files that differ
	Outside int          // of these, those in which also lines outside of all definitions differ
	Unread  int          // of these, those that no scanner reads
	Notes   []string
	Ledger  ledger.Ledger // what could not be read
}

// Count says how many there are.
func (d *Definitions) Count() string {
	in := map[string]bool{}
	for i := range d.List {
		in[d.List[i].Path] = true
	}
	text := fmt.Sprintf("%s changed in %s", grep.Plural(int64(len(d.List)), "definition", "definitions"), grep.Plural(int64(len(in)), "file", "files"))
	if n := d.Files - len(in); n > 0 {
		text += fmt.Sprintf("; %s changed in no definition that is seen", grep.Plural(int64(n), "file", "files"))
	}
	return text
}

// finder finds definitions.
type finder struct {
	selection
	out *Definitions
}

// FindDefinitions finds the definitions that the change touches. scratch is where git's objects may be written.
func FindDefinitions(ctx context.Context, r *request.Request, f *tool.Frame, scratch string) (*Definitions, error) {
	x := &finder{selection{r: r, f: f, scratch: scratch}, &Definitions{}}
	var err error
	if x.repo, x.change, err = Find(ctx, r, f, scratch); err != nil {
		return nil, err
	}
	for i := range x.change.Files {
		c := &x.change.Files[i]
		if c.Unknown != "" {
			x.unseen(c.Path, "which lines differ is unknown: "+c.Unknown)
		} else if c.NewFile || c.OldFile || c.Whole {
			x.files, x.paths = append(x.files, c), append(x.paths, c.Path)
		}
	}
	if err := x.locate(); err != nil {
		return nil, err
	}
	for _, e := range r.Selection.Unseen {
		x.out.Ledger.Skip(ledger.Unreadable, e.Path, e.Detail)
	}
	objects := x.repo.Objects(ctx)
	defer objects.Close()
	for i, c := range x.files {
		if x.printed[i] == "" {
			continue
		}
		x.out.Files++
		if err := x.file(objects, c, x.printed[i]); err != nil {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			x.out.Ledger.Skip(ledger.Unreadable, x.printed[i], grep.Cause(err))
		}
	}
	x.out.Notes = x.notes()
	if n := int64(x.out.Outside); n > 0 {
		x.out.Notes = append(x.out.Notes, "lines outside of all definitions differ in "+grep.Plural(n, "file", "files"))
	}
	if n := int64(x.out.Unread); n > 0 {
		x.out.Notes = append(x.out.Notes, grep.Plural(n, "file is", "files are")+" not read for definitions")
	}
	return x.out, nil
}

// maxText bounds the files that are read for their definitions, in bytes.
const maxText = 16 << 20

// file adds the definitions of a file.
func (x *finder) file(objects *git.Objects, c *change.File, printed string) error {
	var names []string
	if c.Whole || c.NewFile {
		text, err := x.text(objects, c)
		if err != nil {
			return err
		}
		names = x.touched(text, c, printed, false, nil)
	}
	if c.OldFile && len(c.Removed) > 0 {
		_, text, err := objects.Read(c.Old, maxText)
		if err != nil {
			return err
		}
		x.touched(text, c, printed, true, names)
	}
	return nil
}

// text returns the version of a file that is not the base's.
func (x *finder) text(objects *git.Objects, c *change.File) ([]byte, error) {
	if x.change.Staged {
		_, text, err := objects.Read(c.New, maxText)
		return text, err
	}
	name := filepath.Join(x.repo.Top, filepath.FromSlash(c.Path))
	sandbox := x.f.Sandbox
	file, err := walk.OpenFile(sandbox, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var text bytes.Buffer
	_, err = text.ReadFrom(io.LimitReader(file, maxText+1))
	if err == nil && text.Len() > maxText {
		err = fmt.Errorf("it has more than %d bytes", maxText)
	}
	return text.Bytes(), err
}

// touched adds the definitions of a text that the change touches, and returns the names of all. Of the base's text it adds
// only those that are gone: whose names are not among now.
func (x *finder) touched(text []byte, c *change.File, printed string, base bool, now []string) []string {
	language := languages.Of(printed, text)
	if language == nil || language.Lines != nil {
		if !base {
			x.out.Unread++
		}
		return nil
	}
	seen := source.Scan(language.Scan, text, source.Want{Declarations: true})
	lines := newLines(text)
	owner := owners(seen, lines)
	hit := hits(owner, c, base, int64(lines.count()))
	if hit[0] && !base {
		x.out.Outside++
	}
	var names []string
	for i := range seen.Declarations {
		names = append(names, seen.Qualname(text, i))
		if hit[i+1] && (!base || !slices.Contains(now, names[i])) {
			x.add(seen, i, names[i], lines, printed, base)
		}
	}
	return names
}

// owners returns of each line the innermost definition that counts, from 1, and 0 for none.
func owners(seen *source.File, lines *lines) []int {
	owner := make([]int, lines.count()+2)
	for i := range seen.Declarations {
		if !counts(seen, i) {
			continue
		}
		first, last := lines.of(&seen.Declarations[i])
		for at := first; at <= last; at++ {
			owner[at] = i + 1
		}
	}
	return owner
}

// hits returns which definitions a change touches, as owners numbers them; of the base's file if base is set.
func hits(owner []int, c *change.File, base bool, last int64) map[int]bool {
	hit := map[int]bool{}
	ranges := c.Added
	switch {
	case base:
		ranges = c.Removed
	case c.Whole:
		ranges = change.Ranges{{First: 1, Last: last}}
	}
	for _, r := range ranges {
		for at := max(r.First, 1); at <= min(r.Last, last); at++ {
			hit[owner[at]] = true
		}
	}
	if base {
		return hit
	}
	for _, gap := range c.Gaps { // lines are missing between this one and the next
		if gap > 0 && gap < last && owner[gap] == owner[gap+1] {
			hit[owner[gap]] = true
		}
	}
	return hit
}

func (x *finder) add(seen *source.File, i int, name string, lines *lines, printed string, gone bool) {
	d := Definition{Path: printed, Name: name, Kind: seen.Declarations[i].Symbol, Gone: gone, Symbol: name}
	d.First, d.Last = lines.of(&seen.Declarations[i])
	if !gone {
		if symbol, err := x.r.CalledSymbol("changed", printed+":"+name); err == nil {
			d.Symbol = symbol
		}
	}
	x.out.List = append(x.out.List, d)
}

// counts reports whether a definition is one that others can use: it is not in the body of a function. A field is part of
// its type.
func counts(seen *source.File, i int) bool {
	if seen.Declarations[i].Symbol == source.Field && seen.Declarations[i].Parent != source.None {
		return false
	}
	for at := seen.Declarations[i].Parent; at != source.None; at = seen.Declarations[at].Parent {
		if s := seen.Declarations[at].Symbol; s == source.Function || s == source.Method {
			return false
		}
	}
	return seen.Declarations[i].Symbol != source.Module
}

// lines has the offsets at which the lines of a text begin.
type lines struct{ starts []int }

func newLines(text []byte) *lines {
	l := &lines{}
	for at := 0; at < len(text); at = match.LineEnd(text, at) + 1 {
		l.starts = append(l.starts, at)
	}
	return l
}

func (l *lines) count() int { return len(l.starts) }

// number returns the number of the line that has an offset.
func (l *lines) number(at int) int64 {
	i, found := slices.BinarySearch(l.starts, at)
	if found {
		i++
	}
	return int64(i)
}

// of returns the lines of a definition with its decorators.
func (l *lines) of(d *source.Declaration) (first, last int64) {
	start := d.Span.Start
	for _, s := range d.Decorators {
		start = min(start, s.Start)
	}
	return l.number(start), l.number(max(d.Span.End-1, start))
}

// MostDefinitions bounds the definitions of a change that are looked up.
const MostDefinitions = 25

// Each calls look with the symbol of each definition, up to MostDefinitions and until ctx ends, and returns why there may
// be more than that found.
func (d *Definitions) Each(ctx context.Context, look func(*Definition) error) (open []string, err error) {
	for i := range d.List {
		if i == MostDefinitions || ctx.Err() != nil {
			why := fmt.Sprintf("%s not looked up", grep.Plural(int64(len(d.List)-i), "changed definition was", "changed definitions were"))
			if ctx.Err() != nil {
				d.Ledger.Skip(ledger.Timeout, "", "")
			}
			return []string{why}, nil
		}
		if err := look(&d.List[i]); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// Job adds to the work of a form that it may have git compare versions, in the folder that is returned.
func Job(job *tool.Job) (scratch string, err error) {
	if scratch, err = git.Scratch(); err == nil {
		job.Writable = append(job.Writable, scratch)
	}
	return scratch, err
}
