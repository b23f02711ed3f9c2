package main

import (
	"context"
	"slices"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// leastJSON is the minimum size of a snippet in JSON, in bytes. A snippet also has at least one
// line of text, so within the hard limits no more than most are shown, and no more are read again.
const leastJSON = 64

func (s *sample) most() int {
	if s.frame.Format == "json" {
		return grep.Hardest.Bytes / leastJSON
	}
	return grep.Hardest.Lines
}

// readAgain is the second pass. It reads the chosen clusters for their text, below the same roots and by the same rules
// as the first pass, so that no path is too long for it and no link leads it elsewhere. A file that no longer exists is
// recorded in the ledger as a cut. If the time is over, the list of snippets ends there.
func (s *sample) readAgain(ctx context.Context, led *ledger.Ledger) error {
	counts := make([]int, len(s.found))
	for i := range s.found {
		counts[i] = len(s.found[i].clusters)
	}
	taken := picks(counts, s.request.skip, s.most())
	s.end = min(s.request.skip, s.clusters) + int64(len(taken))
	if len(taken) == 0 {
		return nil
	}
	p := s.newPass(taken)
	if err := p.run(ctx); err != nil {
		return err
	}
	for i, t := range taken {
		r := p.wanted[s.found[t.file].path]
		at := slices.IndexFunc(r.found, func(sn snippet) bool { return sn.cluster == t.cluster })
		if at < 0 && p.timedOut {
			s.end += int64(i - len(taken))
			break
		}
		if at >= 0 {
			sn := r.found[at]
			sn.rank = s.end - int64(len(taken)-i)
			s.snippets = append(s.snippets, sn)
		}
	}
	p.account(led)
	return nil
}

// pass is the second pass.
type pass struct {
	sample   *sample
	files    walk.Options // Only: the paths of wanted, in path order
	wanted   map[string]*reread
	timedOut bool
}

// reread is a file whose text is wanted.
type reread struct {
	file     *matching
	clusters map[int64]int // index by the first line

	seen   bool
	found  []snippet
	why    ledger.Reason // why it was not read to its end
	detail string
}

func (s *sample) newPass(taken []pick) *pass {
	p := &pass{sample: s, files: s.files, wanted: map[string]*reread{}}
	p.files.MaxFiles = 0 // the files were counted before
	for _, t := range taken {
		m := &s.found[t.file]
		r := p.wanted[m.path]
		if r == nil {
			r = &reread{file: m, clusters: map[int64]int{}}
			p.wanted[m.path] = r
		}
		r.clusters[m.clusters[t.cluster]] = t.cluster
	}
	for i := range s.found {
		if path := s.found[i].path; p.wanted[path] != nil {
			p.files.Only = append(p.files.Only, path)
		}
	}
	return p
}

// run reads the files. A missing root does not prevent reading the others.
func (p *pass) run(ctx context.Context) error {
	err := p.walk(ctx)
	if err != nil && ctx.Err() == nil {
		roots := slices.DeleteFunc(slices.Clone(p.files.Roots), func(root string) bool { return !p.there(ctx, root) })
		if len(roots) > 0 {
			p.files.Roots = roots
			err = p.walk(ctx)
		}
	}
	if ctx.Err() != nil {
		return err
	}
	return nil
}

// there reports whether a walk can begin at a root.
func (p *pass) there(ctx context.Context, root string) bool {
	files := walk.Options{Roots: []string{root}, Sandbox: p.files.Sandbox, At: p.files.At, NoIgnore: true, Only: []string{}}
	_, err := walk.Run(ctx, files, func() walk.Visit[struct{}] {
		return func(*walk.Entry) walk.Outcome[struct{}] { return walk.Outcome[struct{}]{} }
	}, func(struct{}) bool { return false })
	return err == nil
}

// walk walks the tree until all wanted files were visited.
func (p *pass) walk(ctx context.Context) error {
	newVisit := func() walk.Visit[*reread] {
		scanner := scan.New(p.sample.matcher.Clone(), scan.Request{Want: match.Spans, Before: sampleContext, After: sampleContext, MaxLines: grep.ScanLines})
		return func(e *walk.Entry) walk.Outcome[*reread] {
			r := p.wanted[e.Path()]
			if r == nil { // another root
				return walk.Outcome[*reread]{}
			}
			return walk.Outcome[*reread]{Value: r, Keep: true, Size: r.read(ctx, e, scanner)}
		}
	}
	left := len(p.files.Only)
	led, err := walk.Run(ctx, p.files, newVisit, func(r *reread) bool {
		r.seen = true
		p.timedOut = p.timedOut || r.why == ledger.Timeout
		left--
		return left > 0
	})
	p.timedOut = p.timedOut || led.Count(ledger.Timeout) > 0
	return err
}

// read reads the clusters of r from a file, and returns how many bytes they take.
func (r *reread) read(ctx context.Context, e *walk.Entry, scanner *scan.Scanner) (size int) {
	r.found = nil
	r.why, r.detail = hits(ctx, e, scanner, func(part *scan.Result) {
		for i := range part.Hits {
			h := &part.Hits[i]
			if c, ok := r.clusters[h.Line]; ok {
				lines := around(h, 0, maxLine)
				lines = lines[:min(len(lines), tallest)]
				r.found = append(r.found, snippet{path: r.file.path, cluster: c, lines: r.file.mark(lines)})
				size += part.Size() / len(part.Hits)
			}
		}
	})
	wanted := make([]int64, len(r.found))
	for i := range r.found {
		wanted[i] = r.file.clusters[r.found[i].cluster]
	}
	if sections, err := sectionsOf(ctx, e, wanted); err == nil { // otherwise the snippets have no section
		for i := range sections {
			r.found[i].section = sections[i]
		}
	}
	return size
}

// tallest is the maximum number of lines that a sample shows of a match over many lines, so that each fits.
const tallest = 10

// account adds to led what the first pass found and this one did not.
func (p *pass) account(led *ledger.Ledger) {
	if p.timedOut {
		if led.Count(ledger.Timeout) == 0 {
			led.Skip(ledger.Timeout, "", "")
		}
		return
	}
	for _, path := range p.files.Only {
		r := p.wanted[path]
		if len(r.found) == len(r.clusters) {
			continue
		}
		detail := r.detail
		if !r.seen {
			detail = "no longer there"
		}
		led.Skip(ledger.Changed, path, detail)
	}
}
