package walk

import (
	"context"
	"sync/atomic"
)

// A Progress tells how far walks have come while they run. A nil one counts
// nothing.
type Progress struct {
	files, matches atomic.Int64
	diagnosing     atomic.Bool
}

// Files gives how many entries were visited, of those that were passed in path
// order.
func (p *Progress) Files() int64 { return p.files.Load() }

// Matches gives what Found was told.
func (p *Progress) Matches() int64 { return p.matches.Load() }

// Found counts n matches more.
func (p *Progress) Found(n int64) {
	if p != nil {
		p.matches.Add(n)
	}
}

// Diagnosing reports whether Diagnose was called.
func (p *Progress) Diagnosing() bool { return p.diagnosing.Load() }

// Diagnose says that the search has found nothing, and that what else would have
// matched is looked for.
func (p *Progress) Diagnose() {
	if p != nil {
		p.diagnosing.Store(true)
	}
}

type progressKey struct{}

// WithProgress gives a context whose walks count in p.
func WithProgress(ctx context.Context, p *Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// ProgressOf gives the Progress of ctx, nil where nobody wants to know.
func ProgressOf(ctx context.Context) *Progress {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	return p
}

// tell counts what the lead passed since it was called last.
func (r *runner[T]) tell() {
	if r.progress == nil {
		return
	}
	r.progress.files.Add(r.front.ledger.Searched - r.told)
	r.told = r.front.ledger.Searched
}
