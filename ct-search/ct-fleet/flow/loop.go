package flow

import (
	"context"
	"errors"
	"sync"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
)

// Loop runs a job in this process, a worker a processor over the shards. It needs no other program.
type Loop struct{}

// Run returns the part of all shards of the job.
func (Loop) Run(ctx context.Context, j *Job) (p *Part, err error) {
	engine, err := NewEngine(j.Question)
	if err != nil {
		return nil, err
	}
	opener, err := j.Settings.NewOpener(registered)
	if err != nil {
		return nil, err
	}
	defer func() {
		if closed := opener.Scratch.Close(); closed != nil {
			p, err = nil, errors.Join(err, closed)
		}
	}()
	workers, parallel := Spread(j.Workers, len(j.Manifest.Shards))
	x := &Scanner{Engine: engine, Opener: opener, Settings: j.Settings}
	return x.Scan(ctx, j.Manifest.Shards, workers, parallel, j.Done())
}

// Done returns what counts the shards that are done for Progress, each once, from any goroutine; nil if nobody asks.
func (j *Job) Done() func(manifest.Shard) {
	if j.Progress == nil {
		return nil
	}
	at := Progress{Shards: int64(len(j.Manifest.Shards)), Of: j.Manifest.Bytes()}
	var most int64
	for i := range j.Manifest.Shards {
		most = max(most, j.Manifest.Shards[i].Ordinal)
	}
	counted := make([]bool, most+1)
	var mu sync.Mutex
	return func(s manifest.Shard) {
		mu.Lock()
		defer mu.Unlock()
		if counted[s.Ordinal] {
			return
		}
		counted[s.Ordinal] = true
		at.Done++
		at.Bytes += s.Bytes
		j.Progress(at)
	}
}
