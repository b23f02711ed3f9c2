package onbeam

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func([]byte), error](&scanFn{})
	register.Emitter1[[]byte]()
	register.Combiner1[[]byte](&mergeFn{})
	register.DoFn2x1[context.Context, []byte, error](&deliverFn{})
}

// encodePack returns a pack as an element of a collection.
func encodePack(shards []manifest.Shard) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(json.NewEncoder(w).Encode(shards), w.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func decodePack(pack []byte) (shards []manifest.Shard, err error) {
	err = json.NewDecoder(flate.NewReader(bytes.NewReader(pack))).Decode(&shards)
	return shards, err
}

// scanFn searches the shards of a pack. Its exported members travel to the workers.
type scanFn struct {
	Question []byte
	Settings flow.Settings
	Workers  int // as Job.Workers
	Shards   int // of the whole manifest
	Token    string

	site *site
}

// Setup makes or finds what the packs of a job share in this process.
func (f *scanFn) Setup(context.Context) (err error) {
	f.site, err = enter(f)
	return err
}

// Teardown leaves it.
func (f *scanFn) Teardown() error {
	if f.site == nil {
		return nil
	}
	return f.site.leave()
}

// ProcessElement emits the part of a pack. An error, such as a panic of the engine, fails the job.
func (f *scanFn) ProcessElement(ctx context.Context, pack []byte, emit func([]byte)) error {
	shards, err := decodePack(pack)
	if err != nil {
		return fmt.Errorf("a pack of shards cannot be read: %w", err)
	}
	workers, parallel := flow.Spread(f.Workers, f.Shards)
	p, err := f.site.scanner.Scan(ctx, shards, min(workers, len(shards)), parallel, watched(f.Token))
	if err != nil {
		return err
	}
	emit(p.Encode())
	return nil
}

// A site is what the bundles of a job share in one process: one engine, one scratch with one bound, and as many places for
// scans as there are workers.
type site struct {
	key     [sha256.Size]byte
	users   int
	scanner *flow.Scanner
}

var sites = struct {
	sync.Mutex
	open  map[[sha256.Size]byte]*site
	ended map[string]bool // jobs, by their tokens, for which none is opened any more
}{open: map[[sha256.Size]byte]*site{}, ended: map[string]bool{}}

func enter(f *scanFn) (*site, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	key := sha256.Sum256(text)
	sites.Lock()
	defer sites.Unlock()
	if sites.ended[f.Token] {
		return nil, errors.New("the job has ended")
	}
	s := sites.open[key]
	if s == nil {
		engine, err := flow.NewEngine(f.Question)
		if err != nil {
			return nil, err
		}
		settings := f.Settings
		if _, err := os.Stat(settings.ScratchDir); err != nil {
			settings.ScratchDir = "" // that of the machine that asked; this one has its own
		}
		opener, err := settings.NewOpener(flow.Registered())
		if err != nil {
			return nil, err
		}
		workers, _ := flow.Spread(f.Workers, f.Shards)
		s = &site{key: key, scanner: &flow.Scanner{Engine: engine, Opener: opener, Settings: settings, Slots: make(chan struct{}, workers)}}
		sites.open[key] = s
	}
	s.users++
	return s, nil
}

func (s *site) leave() error {
	sites.Lock()
	defer sites.Unlock()
	if s.users--; s.users > 0 {
		return nil
	}
	delete(sites.open, s.key)
	return s.scanner.Opener.Scratch.Close()
}

// closeSites removes the scratch of a job that ended before all its workers left it. Those that come later find no other.
func closeSites(token string) error {
	sites.Lock()
	defer sites.Unlock()
	sites.ended[token] = true
	var err error
	for key, s := range sites.open {
		err = errors.Join(err, s.scanner.Opener.Scratch.Close())
		delete(sites.open, key)
	}
	return err
}

// mergeFn combines parts. Its accumulators are parts too.
type mergeFn struct {
	Question []byte

	engine flow.Engine
}

// CreateAccumulator returns the part of no shards.
func (f *mergeFn) CreateAccumulator() []byte { return (&flow.Part{}).Encode() }

// MergeAccumulators merges two parts.
func (f *mergeFn) MergeAccumulators(a, b []byte) ([]byte, error) {
	if f.engine == nil {
		var err error
		if f.engine, err = flow.NewEngine(f.Question); err != nil {
			return nil, err
		}
	}
	p, err := flow.Decode(a)
	if err != nil {
		return nil, err
	}
	q, err := flow.Decode(b)
	if err != nil {
		return nil, err
	}
	sum, err := flow.Merge(p, q, f.engine)
	if err != nil {
		return nil, err
	}
	return sum.Encode(), nil
}

// watchers has what counts the shards of jobs whose workers run in this process, by their tokens.
var watchers sync.Map

// watched returns what counts the shards of a job, nil if nobody does here.
func watched(token string) func(manifest.Shard) {
	if done, ok := watchers.Load(token); ok {
		if done, ok := done.(func(manifest.Shard)); ok {
			return done
		}
	}
	return nil
}

// results has what jobs deliver to this process, by their tokens.
var results sync.Map

// deliverFn passes on the result: in memory if its worker runs in the process that asked, otherwise in a file.
type deliverFn struct {
	Token    string
	Location string
}

// ProcessElement delivers the part of all shards.
func (f *deliverFn) ProcessElement(ctx context.Context, part []byte) (err error) {
	if _, here := results.Load(f.Token); here {
		results.Store(f.Token, bytes.Clone(part))
		return nil
	}
	if f.Location == "" {
		return errors.New("the result was made on another machine, which has nowhere to put it; give a result location that all reach")
	}
	system, err := filesystem.New(ctx, f.Location)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	out, err := system.OpenWrite(ctx, f.Location)
	if err != nil {
		return err
	}
	_, err = out.Write(append([]byte(f.Token), part...))
	return errors.Join(err, out.Close())
}

// collect returns the result of a job that is done.
func collect(ctx context.Context, token, location string) (_ []byte, err error) {
	if part, ok := results.Load(token); ok {
		if part, ok := part.([]byte); ok && len(part) > 0 {
			return part, nil
		}
	}
	if location == "" {
		return nil, errors.New("the job ended without a result; its runner may have cancelled it")
	}
	system, err := filesystem.New(ctx, location)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	in, err := system.OpenRead(ctx, location)
	if err != nil {
		return nil, fmt.Errorf("the result of the job: %w", err)
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("the result of the job: %w", err)
	}
	part, ok := bytes.CutPrefix(text, []byte(token))
	if !ok {
		return nil, fmt.Errorf("%s does not have the result of this job, but an older one; the job may have been cancelled", location)
	}
	return part, nil
}
