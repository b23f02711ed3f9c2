package calls

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/matchers"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// A binder has what the matcher of another program binds: calls, by their files and the bytes where their names begin.
type binder struct {
	session *foreign.Session
	Notes   matchers.Notes
	bound   map[string]map[int]*foreign.Binding
}

// openBinder starts a matcher.
func openBinder(ctx context.Context, open matchers.Opener) (*binder, error) {
	session, err := open(ctx)
	if err != nil {
		return nil, err
	}
	if d := &session.Description; !d.Occurrences || d.Candidates {
		session.Close()
		return nil, fmt.Errorf("matcher %s: it does not say what a name is bound to; leave --matcher %s out", d.Name, d.Name)
	}
	return &binder{session: session, bound: map[string]map[int]*foreign.Binding{}}, nil
}

// isTimeout reports whether an error is that of the end of a search's time.
func isTimeout(ctx context.Context, err error) bool {
	return errors.Is(ctx.Err(), context.DeadlineExceeded) && errors.Is(err, context.DeadlineExceeded)
}

// A read is a file that is to be sent.
type read struct {
	path string
	text []byte
}

// mostRead bounds a file that is sent, in bytes.
const mostRead = 64 << 20

// bind asks about the files of sites.
func (b *binder) bind(ctx context.Context, files walk.Options, sites []*resolve.Site) (ledger.Ledger, error) {
	files.Only, files.Cut = nil, nil
	for _, site := range sites {
		files.Only = append(files.Only, site.Path)
	}
	slices.Sort(files.Only)
	files.Only = slices.Compact(files.Only)
	if len(files.Only) == 0 {
		return ledger.Ledger{}, b.session.End(ctx)
	}
	var batch []read
	var failed error
	size := 0
	ask := func() bool {
		failed = b.ask(ctx, batch)
		batch, size = nil, 0
		return failed == nil
	}
	l, err := walk.Run(ctx, files, func() walk.Visit[read] {
		return func(e *walk.Entry) walk.Outcome[read] {
			if _, is := slices.BinarySearch(files.Only, e.Path()); !is { // a root
				return walk.Outcome[read]{}
			}
			text, err := readText(e)
			if err != nil {
				return walk.Outcome[read]{Skip: ledger.Unreadable, Detail: grep.Cause(err)}
			}
			return walk.Outcome[read]{Value: read{e.Path(), text}, Keep: true, Size: len(text)}
		}
	}, func(f read) bool {
		if size+len(f.text) > foreign.MostContents && len(batch) > 0 && !ask() {
			return false
		}
		batch = append(batch, f)
		size += len(f.text)
		return len(batch) < foreign.MostBatch || ask()
	})
	if err == nil && failed == nil && len(batch) > 0 {
		ask()
	}
	if err == nil {
		err = failed
	}
	if err == nil {
		err = b.session.End(ctx)
	}
	return l, err
}

func readText(e *walk.Entry) ([]byte, error) {
	in, err := e.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	return io.ReadAll(io.LimitReader(in, mostRead))
}

// ask sends files to the matcher and keeps what it binds in them.
func (b *binder) ask(ctx context.Context, batch []read) error {
	batch = slices.DeleteFunc(batch, func(f read) bool {
		sent := !scan.IsUTF16(f.text) && (!b.session.Description.Contents || len(f.text) <= foreign.MostContents)
		if !sent {
			b.without(f.path)
		}
		return !sent
	})
	if len(batch) == 0 {
		return nil
	}
	files := make([]foreign.File, len(batch))
	for i, f := range batch {
		if files[i].Path = f.path; b.session.Description.Contents {
			files[i].Content = f.text
		}
	}
	answers, err := b.session.Match(ctx, files)
	if err != nil {
		return err
	}
	for i := range answers {
		f, answer := &batch[i], &answers[i]
		if answer.Excluded || answer.Fault != "" {
			b.without(f.path)
			continue
		}
		b.Notes.Add(f.path, answer.Notes)
		bound := map[int]*foreign.Binding{}
		err := foreign.Check(f.text, &answer.Matches, &b.session.Description, func(m *foreign.Match) {
			if m.Binding != nil && m.Binding.Confidence > foreign.Unresolved {
				bound[m.Start] = m.Binding
			}
		})
		if err != nil {
			return fmt.Errorf("matcher %s: its answer about %s is wrong, unless the file changed during the search: %w", b.session.Description.Name, budget.EscapeName(f.path), err)
		}
		b.bound[f.path] = bound
	}
	return nil
}

// without notes that the matcher did not search a file.
func (b *binder) without(path string) {
	b.Notes.Add(path, []foreign.Note{{Text: "files that the matcher does not read, bound without it", Count: 1, Stale: true}})
}

// given resolves a site by what the matcher binds it to; v is what the scanners say. ok is false if that stays.
func (r *resolver) given(site *resolve.Site, v resolve.Resolution) (_ resolve.Resolution, ok bool) {
	if r.search.binder == nil {
		return v, false
	}
	b := r.search.binder.bound[site.Path][site.Start]
	if b == nil {
		return v, false
	}
	to, seen := r.defined(b)
	given := resolve.Resolution{Tier: resolve.High, Reason: b.Reason, Target: to, Known: true}
	if b.Confidence < foreign.High {
		given.Tier = resolve.Med
	}
	chain := &r.search.Chain
	switch {
	case r.Wanted[to] || !seen && b.Qualname != "" && chain.Holds(b.Qualname, b.Path):
		return given, true
	case chain.Qualified() && seen && b.Certain && !r.of(site.Language).Reaches(site, to, true):
		return other(given), true
	case chain.Qualified() && !seen && (v.Away || v.Apart):
		return v, false
	case seen && b.Certain:
		given.Reason += ", where it may be another at run time"
	}
	given.Tier, given.Target = resolve.Unresolved, nil
	return given, true
}

// defined returns the definition that a matcher names, and whether the scanners found one there; nil if it names none.
func (r *resolver) defined(b *foreign.Binding) (to *resolve.Definition, seen bool) {
	if b.Path == "" { // its file changed, or it is outside of the tree
		all := slices.DeleteFunc(slices.Clone(r.Definitions), func(t *resolve.Definition) bool { return b.Qualname == "" || t.Qualname() != b.Qualname })
		if len(all) != 1 {
			return nil, false
		}
		return all[0], true
	}
	for _, t := range r.Definitions {
		if t.Path == b.Path && t.Line == int64(b.Line) && (to == nil || strings.HasSuffix(b.Qualname, t.Qualname())) {
			to = t
		}
	}
	if to != nil {
		return to, true
	}
	last := strings.LastIndexByte(b.Qualname, '.')
	return &resolve.Definition{Match: occurrence.Match{Path: b.Path, Line: int64(b.Line), Word: b.Qualname[last+1:]}, Owner: b.Qualname[:max(last, 0)]}, false
}
