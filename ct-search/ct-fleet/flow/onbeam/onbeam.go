// Package onbeam runs the jobs of package flow on the engines that Apache Beam knows: on Prism, in this process or at an
// endpoint, and on Flink, Spark, Dataflow and others through Beam's job API.
package onbeam

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"

	// The runners, and the file systems for results.
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec/optimized"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
)

// prism is the runner that needs no other program.
const prism = "prism"

// Runners returns the names of the runners.
func Runners() []string { return []string{prism, "flink", "spark", "dataflow", "universal"} }

// A Runner runs jobs on an engine of Beam. A process runs one job at a time.
type Runner struct {
	Name     string   // one of Runners
	Endpoint string   // of its job service; "" starts Prism in this process, and is for Dataflow, which has none
	Options  []string // Beam's own options, as NAME=VALUE
	// Result is where workers of other processes put the result, which this process then reads: a path that all reach, or
	// gs://BUCKET/OBJECT. It is not needed if the workers run in this process.
	Result string
	// Temp is a folder in which this process may create files.
	Temp string
}

// inProcess reports whether Prism runs in this process.
func (r *Runner) inProcess() bool { return r.Name == prism && r.Endpoint == "" }

// loopback reports whether the workers run in this process, whose files they therefore see.
func (r *Runner) loopback() bool {
	kind := r.option("environment_type")
	return strings.EqualFold(kind, "loopback") || kind == "" && r.Name == prism
}

// Here reports whether the workers run in this process.
func (r *Runner) Here() bool { return r.loopback() }

// option returns the value of one of Beam's options, "" if it is not given.
func (r *Runner) option(name string) (value string) {
	for _, o := range r.Options {
		if n, v, err := cutOption(o); err == nil && n == name {
			value = v
		}
	}
	return value
}

// taken are options of Beam that are not passed on: the program has its own, or Beam gives them to workers.
var taken = []string{"runner", "endpoint", "async", "worker", "id", "logging_endpoint", "control_endpoint", "semi_persist_dir", "options"}

// cutOption divides NAME=VALUE, with or without dashes before it.
func cutOption(o string) (name, value string, err error) {
	name, value, ok := strings.Cut(strings.TrimLeft(o, "-"), "=")
	switch {
	case !ok || name == "":
		return "", "", fmt.Errorf("%q is no option of Beam; want NAME=VALUE", o)
	case slices.Contains(taken, name):
		return "", "", fmt.Errorf("option %s of Beam is set by this program; leave it out", name)
	case flag.Lookup(name) == nil:
		return "", "", fmt.Errorf("unknown option %s of Beam; see the documentation of its runners", name)
	}
	return name, value, nil
}

// Check returns an error about a runner that cannot run, before anything is started: one line that says what to do.
func (r *Runner) Check() error {
	if !slices.Contains(Runners(), r.Name) {
		return fmt.Errorf("unknown runner %q; want %s", r.Name, strings.Join(Runners(), ", "))
	}
	for _, o := range r.Options {
		if _, _, err := cutOption(o); err != nil {
			return err
		}
	}
	switch {
	case r.Name == "dataflow" && r.Endpoint != "":
		return errors.New("dataflow has no endpoint; give its project and region as Beam's options")
	case r.Name != prism && r.Name != "dataflow" && r.Endpoint == "":
		return fmt.Errorf("runner %s needs the endpoint of its job service, as HOST:PORT", r.Name)
	case !r.loopback() && r.Result == "":
		return fmt.Errorf("the workers of %s are other processes; give a result location that they and this machine reach, a path or gs://BUCKET/OBJECT", r.Name)
	case !r.loopback() && r.option("worker_binary") == "" && runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64":
		return errors.New("workers run on linux/amd64, and this program does not; give one that is built for it as Beam's option worker_binary")
	}
	return nil
}

// CheckManifest returns an error if the runner cannot reach the shards of a manifest.
func (r *Runner) CheckManifest(m *manifest.Manifest) error {
	if !r.inProcess() {
		return nil
	}
	for i := range m.Shards {
		if _, local := m.Shards[i].Path(); !local {
			return fmt.Errorf("%s: Prism in this process has no network, because it would listen on all interfaces; leave out the runner, the loop reads object stores, or give the endpoint of a runner", m.Shards[i].Locator)
		}
	}
	return nil
}

var initialize sync.Once

// Run runs a job and returns the part of all its shards. A job that fails has no part.
func (r *Runner) Run(ctx context.Context, j *flow.Job) (*flow.Part, error) {
	if err := errors.Join(r.Check(), r.CheckManifest(j.Manifest)); err != nil {
		return nil, err
	}
	if r.inProcess() {
		if alone, err := loopbackOnly(); err != nil || !alone {
			return nil, errors.Join(errInterfaces, err)
		}
	}
	if err := r.reach(ctx); err != nil {
		return nil, err
	}
	if _, err := flow.NewEngine(j.Question); err != nil { // rather here than in a worker
		return nil, err
	}
	if err := r.configure(); err != nil {
		return nil, err
	}
	restore, err := r.temp()
	if err != nil {
		return nil, err
	}
	defer restore()
	said := listen()
	token := rand.Text()
	if r.loopback() {
		results.Store(token, []byte(nil))
		defer results.Delete(token)
		if done := j.Done(); done != nil {
			watchers.Store(token, done)
			defer watchers.Delete(token)
		}
	}
	name := "ct-fleet-" + strings.ToLower(token)
	*jobopts.JobName = name
	p, err := r.pipeline(j, token)
	if err != nil {
		return nil, err
	}
	within, end := cancelled(ctx)
	defer end()
	_, err = beam.Run(within, r.Name, p)
	if ctx.Err() != nil {
		r.cancel(name)
		return nil, errors.Join(context.Cause(ctx), closeSites(token))
	}
	if failed := errors.Join(err, closeSites(token)); failed != nil {
		return nil, said.failure(r.Name, failed)
	}
	text, err := collect(ctx, token, r.Result)
	if err != nil {
		return nil, said.failure(r.Name, err)
	}
	return flow.Decode(text)
}

// mostWait is how long a job service may take to accept a connection. Beam's SDK says nothing for minutes.
const mostWait = 10 * time.Second

// reach returns an error if nothing accepts connections at the endpoint, if there is one.
func (r *Runner) reach(ctx context.Context) error {
	if r.Endpoint == "" {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, mostWait)
	defer stop()
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", r.Endpoint)
	if err != nil {
		return fmt.Errorf("no job service of %s accepts connections at %s: %s; start it, or correct the endpoint", r.Name, shard.Line(r.Endpoint), shard.Line(err.Error()))
	}
	return c.Close()
}

// cancelled returns a context that is cancelled when ctx ends. It has no deadline: Prism panics at the end of one.
func cancelled(ctx context.Context) (context.Context, func()) {
	within, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, cancel)
	return within, func() { stop(); cancel() }
}

// pipeline builds the flow: packs, reshuffled so that each worker takes any, their parts, and the one part of all.
func (r *Runner) pipeline(j *flow.Job, token string) (*beam.Pipeline, error) {
	workers, _ := flow.Spread(j.Workers, len(j.Manifest.Shards))
	var packs [][]byte
	for _, shards := range flow.Packs(j.Manifest.Shards, j.Pack, workers) {
		pack, err := encodePack(shards)
		if err != nil {
			return nil, err
		}
		packs = append(packs, pack)
	}
	p, s := beam.NewPipelineWithRoot()
	elements := beam.Reshuffle(s, beam.CreateList(s, packs))
	parts := beam.ParDo(s, &scanFn{Question: j.Question, Settings: j.Settings, Workers: j.Workers, Shards: len(j.Manifest.Shards), Token: token}, elements)
	beam.ParDo0(s, &deliverFn{token, r.Result}, beam.Combine(s, &mergeFn{Question: j.Question}, parts))
	return p, nil
}

// configure sets Beam's options.
func (r *Runner) configure() error {
	if !flag.Parsed() {
		if err := flag.CommandLine.Parse(nil); err != nil {
			return err
		}
	}
	for _, o := range r.Options {
		name, value, err := cutOption(o)
		if err != nil {
			return err
		}
		if err := flag.Set(name, value); err != nil {
			return fmt.Errorf("option %s of Beam: %s", name, shard.Line(err.Error()))
		}
	}
	if r.Endpoint != "" {
		*jobopts.Endpoint = r.Endpoint
	}
	if r.loopback() {
		*jobopts.EnvironmentType = "LOOPBACK"
	} else if *jobopts.WorkerBinary == "" {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		if *jobopts.WorkerBinary, err = filepath.EvalSymlinks(self); err != nil {
			return err
		}
	}
	initialize.Do(beam.Init)
	return nil
}

// temp makes a folder below r.Temp the temporary folder of the process, where the SDK leaves a file, until it is restored.
func (r *Runner) temp() (restore func(), err error) {
	if r.Temp == "" {
		return func() {}, nil
	}
	dir, err := os.MkdirTemp(r.Temp, "beam-")
	if err != nil {
		return nil, err
	}
	before, set := os.LookupEnv(temporary)
	if err := os.Setenv(temporary, dir); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return func() {
		_ = os.RemoveAll(dir)
		if _ = os.Unsetenv(temporary); set {
			_ = os.Setenv(temporary, before)
		}
	}, nil
}

// temporary is the variable that names the temporary folder.
const temporary = "TMPDIR"

// IsWorker reports whether the arguments of the process are those with which Beam starts a worker: options alone, where
// others begin with a word.
func IsWorker(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], "-") && slices.ContainsFunc(args, func(a string) bool {
		name, value, given := strings.Cut(strings.TrimLeft(a, "-"), "=")
		return strings.HasPrefix(a, "-") && name == "worker" && (!given || value == "true")
	})
}

// Work is the main function of a worker. It ends the process when the job is done.
func Work(args []string) error {
	if err := flag.CommandLine.Parse(args); err != nil {
		return err
	}
	beam.Init()
	return errors.New("these options do not start a worker; do not give --worker by hand")
}
