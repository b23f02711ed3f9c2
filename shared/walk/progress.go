package walk

import (
	"context"
	"sync/atomic"
)

// Progress counts what running walks have done so far. A nil Progress counts nothing.
type Progress struct {
	files, matches atomic.Int64
	diagnosing     atomic.Bool
}

// Files returns the number of entries that were searched and passed in path order.
func (p *Progress) Files() int64 { return p.files.Load() }

// Matches returns the sum of the numbers passed to Found.
func (p *Progress) Matches() int64 { return p.matches.Load() }

// Found adds n matches.
func (p *Progress) Found(n int64) {
	if p != nil {
		p.matches.Add(n)
	}
}

// Diagnosing reports whether Diagnose was called.
func (p *Progress) Diagnosing() bool { return p.diagnosing.Load() }

// Diagnose records that the search found nothing and now looks for what else would have matched.
func (p *Progress) Diagnose() {
	if p != nil {
		p.diagnosing.Store(true)
	}
}

type progressKey struct{}

// WithProgress returns a context whose walks count in p.
func WithProgress(ctx context.Context, p *Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// ProgressOf returns the Progress of ctx, or nil.
func ProgressOf(ctx context.Context) *Progress {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	return p
}

// report counts what the lead passed since the last call.
func (r *runner[T]) report() {
	if r.progress == nil {
		return
	}
	r.progress.files.Add(r.front.ledger.Searched - r.reported)
	r.reported = r.front.ledger.Searched
}
