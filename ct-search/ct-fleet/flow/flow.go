// Package flow runs one question over the shards of a manifest and combines what their scans return. A Runner says where:
// Loop on this machine, and package onbeam on an engine of Apache Beam.
package flow

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/git"
)

// An Engine answers one question about shards. Its parts are bytes so that any runner can carry them. It is safe for
// concurrent use.
type Engine interface {
	// Scan returns the part of one shard. After the end of ctx it returns soon: with the part of what was searched, or with
	// an error. Any other error says why the shard could not be searched.
	Scan(ctx context.Context, s *shard.Opened) ([]byte, error)
	// Merge returns the part of the shards of both. It is associative and commutative, and may change neither a nor b.
	Merge(a, b []byte) ([]byte, error)
}

// A Gatherer is an Engine that adds up the shards which one worker scans without encoding the part of each.
type Gatherer interface {
	Engine
	Gather() Gathering
}

// A Gathering is the part of the shards that one worker scans. It is used by one goroutine.
type Gathering interface {
	// Scan adds the part of a shard, unless it returns an error: see Engine.
	Scan(ctx context.Context, s *shard.Opened) error
	// Part returns the part of those that were added.
	Part() ([]byte, error)
}

// A Program is what the program that runs a flow knows, here and as a worker elsewhere. It registers it before it starts.
type Program struct {
	// NewEngine makes the engine from an encoded question.
	NewEngine func(question []byte) (Engine, error)
	// Fetch opens an archive that is not in a file system of this machine (shard.Opener).
	Fetch func(ctx context.Context, locator string) (io.ReadCloser, error)
}

var registered Program

// Register sets the program. It is called once, before any job runs.
func Register(p Program) { registered = p }

// Registered returns the program.
func Registered() Program { return registered }

// A Job is one question about the shards of a manifest.
type Job struct {
	Manifest *manifest.Manifest
	Question []byte
	Settings Settings
	Workers  int   // shards that are searched at a time on one machine; 0 is one a processor
	Pack     int64 // bytes of the shards that a Beam runner moves together; 0 is usualPack
	// Progress, if set, is called after each shard, one call at a time: by Loop, and by a Beam runner whose workers run in
	// this process.
	Progress func(Progress)
}

// Settings say how shards are opened. They travel to workers.
type Settings struct {
	Deadline   time.Duration // for opening and searching one shard; 0 is none
	Scratch    int64         // bytes of all archives that are unpacked at a time by one process; 0 is UsualScratch
	ScratchDir string        // where; "" is that of the suite (git.Scratch), in memory if the system has a file system there
	Sandbox    string        // folder that shards may not lead out of, "" for none
	Confine    confine.Mode  // of git
}

// UsualScratch is the bound of a scratch unless one is given, in bytes.
const UsualScratch = 2 << 30

// Progress is how far a job is.
type Progress struct {
	Done, Shards int64
	Bytes, Of    int64
}

// A Runner runs a job and returns the part of all its shards. It is an error if the job fails: then there is no answer.
// If ctx ends first, the error is the cause of that, and a runner that can returns the part of the shards that were done.
type Runner interface {
	Run(ctx context.Context, j *Job) (*Part, error)
}

// A Next is one more pass over shards.
type Next struct {
	Question []byte
	Only     []int // ordinals of those to scan; nil means all
}

// only returns those shards of a job which a pass scans, and the others.
func (n *Next) only(j *Job) (m *manifest.Manifest, others Ordinals) {
	if n.Only == nil {
		return j.Manifest, Ordinals{}
	}
	some, sought := *j.Manifest, Ordinals{}
	for _, o := range n.Only {
		sought = sought.Or(One(int64(o)))
	}
	some.Shards = slices.DeleteFunc(slices.Clone(some.Shards), func(s manifest.Shard) bool { return !sought.Has(s.Ordinal) })
	return &some, UpTo(int64(len(j.Manifest.Shards))).Without(sought)
}

// Passes runs a job until next returns nil. next takes the part of each pass. A shard that one pass lost, cut or saw twice is
// lost, cut or seen twice in the last part too. After an error there is no further pass.
func Passes(ctx context.Context, r Runner, j *Job, next func(p *Part) (*Next, error)) (*Part, error) {
	pass := *j
	p, err := r.Run(ctx, &pass)
	for p != nil {
		n, failed := next(p)
		if failed != nil {
			return nil, failed
		}
		if err != nil || n == nil {
			break
		}
		var others Ordinals
		pass.Question = n.Question
		pass.Manifest, others = n.only(j)
		before := p
		if p, err = r.Run(ctx, &pass); p == nil {
			break
		}
		seen, engine := before.Seen.And(p.Seen.Or(others)), p.Engine
		p = Together(&Part{Twice: before.Twice, Lost: before.Lost, Cut: before.Cut, Reasons: before.Reasons}, p)
		p.Engine = engine
		p.Seen = seen
	}
	return p, err
}

// A PanicError says that the engine panicked over a shard. It fails the job: what such a scan found cannot be trusted,
// and the same may happen over others.
type PanicError struct {
	Shard manifest.Shard
	Value string // one line
	Stack []byte
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("shard %d (%s): the engine panicked: %s; the job has no answer", e.Shard.Ordinal, shard.Line(e.Shard.ID), e.Value)
}

// Spread returns how many of so many shards are searched at a time in this process, and how many processors each scan has.
// workers is the number that was asked for, 0 for one a processor.
func Spread(workers, shards int) (n, parallel int) {
	cores := runtime.GOMAXPROCS(0)
	n = workers
	if n <= 0 {
		n = cores
	}
	n = max(1, min(n, shards))
	return n, max(1, cores/n)
}

// NewOpener returns what opens shards in this process. Close removes its scratch.
func (s *Settings) NewOpener(p Program) (*shard.Opener, error) {
	limit := s.Scratch
	if limit == 0 {
		limit = UsualScratch
	}
	scratch, err := shard.NewScratch(s.ScratchDir, limit)
	if err != nil {
		return nil, err
	}
	return &shard.Opener{Scratch: scratch, Sandbox: s.Sandbox, Git: git.Options{Confine: s.Confine, Sandbox: s.Sandbox}, Fetch: p.Fetch}, nil
}

// errNoEngine is returned by a program that registered nothing.
var errNoEngine = errors.New("the program has no engine: it must call flow.Register first")

// NewEngine makes the engine of a question, as the program registered it.
func NewEngine(question []byte) (Engine, error) {
	if registered.NewEngine == nil {
		return nil, errNoEngine
	}
	return registered.NewEngine(question)
}
