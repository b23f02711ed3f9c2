package onbeam

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/onbeam/cluster"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/toy"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/tooltest"
)

const word = "needle"

// refused is set if Prism was refused outside the namespace in which the tests run.
const (
	refused  = "CT_FLEET_TEST_REFUSED"
	confined = "CT_FLEET_TEST_CONFINED" // the only folder that the test program may write in
)

var errNamespace error

func TestMain(m *testing.M) {
	flow.Register(flow.Program{NewEngine: toy.New})
	if IsWorker(os.Args[1:]) {
		panic(Work(os.Args[1:]))
	}
	cluster.Main()
	if dir := os.Getenv(confined); dir != "" {
		if _, err := confine.SelfOnline(confine.Require, dir); err != nil {
			panic(err)
		}
	}
	again, err := (&Runner{Name: prism}).Again()
	if again != nil {
		_, err = (&Runner{Name: prism}).Run(context.Background(), &flow.Job{Manifest: &manifest.Manifest{}})
		if errors.Is(err, errInterfaces) {
			if err := os.Setenv(refused, "1"); err != nil {
				panic(err)
			}
		}
		var status int
		if status, err = again(); err == nil {
			os.Exit(status)
		}
	}
	errNamespace = err
	tooltest.Main(m)
}

// local returns Prism in this process, without what earlier tests set.
func local(t *testing.T) *Runner {
	t.Helper()
	if errNamespace != nil {
		t.Skip("skipped: no network namespace: ", errNamespace)
	}
	*jobopts.EnvironmentType, *jobopts.EnvironmentConfig = "", ""
	*jobopts.Endpoint = inProcess
	t.Cleanup(func() {
		if inProcess == "" {
			inProcess = *jobopts.Endpoint
		}
		*jobopts.Endpoint = ""
	})
	return &Runner{Name: prism, Temp: t.TempDir()}
}

// inProcess is the endpoint of Prism in this process, once it runs: one serves all tests.
var inProcess string

func job(m *manifest.Manifest) *flow.Job {
	return &flow.Job{Manifest: m, Question: toy.Question{Word: word, Keep: 10}.Encode()}
}

func loop(t *testing.T, j *flow.Job) *flow.Part {
	t.Helper()
	p, err := flow.Loop{}.Run(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// corpus is a manifest with all kinds of shards, and of failures.
func corpus(t *testing.T, n int) *manifest.Manifest {
	t.Helper()
	m := toy.Random(t, rand.New(rand.NewPCG(1, 2)), n, word)
	shards := slices.Clone(m.Shards)
	shards[5].Locator += ".none"
	shards[9] = toy.Folder(t, t.TempDir(), shards[9].ID, toy.Fails)
	broken := toy.Tar(t, t.TempDir(), "broken", word)
	if err := os.Truncate(broken.Locator, 700); err != nil {
		t.Fatal(err)
	}
	return toy.Manifest(t, append(shards, broken)...)
}

func TestOutsideANamespace(t *testing.T) {
	if errNamespace != nil {
		t.Skip("skipped: no network namespace: ", errNamespace)
	}
	if alone, err := loopbackOnly(); !alone || err != nil {
		t.Errorf("%v %v", alone, err)
	}
	if os.Getenv(refused) == "" {
		t.Log("the tests were started in such a namespace, so no refusal was seen")
	}
	if l, err := net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Error(err)
	} else if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// TestAsTheLoop compares Prism with the loop: the same bytes for any packs and workers.
func TestAsTheLoop(t *testing.T) {
	r := local(t)
	m := corpus(t, 40)
	want := loop(t, job(m))
	for _, c := range []struct {
		pack    int64
		workers int
	}{{0, 0}, {1, 1}, {0, 7}, {0, 40}} {
		j := job(m)
		j.Pack, j.Workers, j.Settings.ScratchDir = c.pack, c.workers, t.TempDir()
		p, err := r.Run(context.Background(), j)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(p.Encode(), want.Encode()) {
			t.Errorf("%+v: %+v, want %+v", c, p, want)
		}
		if left, err := filepath.Glob(filepath.Join(j.Settings.ScratchDir, "*")); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v", left, err)
		}
	}
	if tally := want.Tally(m); tally.Unreachable != 3 || tally.Searched != 38 {
		t.Errorf("%+v", tally)
	}
}

// TestConfined runs jobs in a process that may write in one folder only, as the driver confines the program.
func TestConfined(t *testing.T) {
	local(t)
	if !confine.Probe().Enforced {
		t.Skip("skipped: " + confine.Probe().Note)
	}
	if os.Getenv(confined) != "" {
		if err := os.WriteFile(filepath.Join("..", "written"), nil, 0o600); err == nil {
			t.Error("a file outside the folder can be written")
		}
		return
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run", "^(TestConfined|TestAsTheLoop|TestPasses|TestAPanicFailsTheJob)$", "-test.v")
	cmd.Env = append(os.Environ(), confined+"="+dir, "TMPDIR="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "--- PASS") != 4 {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestPasses(t *testing.T) {
	r := local(t)
	m := corpus(t, 12)
	part := func(r flow.Runner) *flow.Part {
		t.Helper()
		passes := 0
		p, err := flow.Passes(context.Background(), r, job(m), func(p *flow.Part) (*flow.Next, error) {
			if passes++; passes == 2 {
				return nil, nil
			}
			a, err := toy.Of(p)
			return &flow.Next{Question: toy.Question{Word: word, Keep: 5, Total: a.Count}.Encode(), Only: []int{2, 3, 11}}, err
		})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	want, got := part(flow.Loop{}), part(r)
	if a, err := toy.Of(got); err != nil || a.Total == 0 || !bytes.Equal(got.Encode(), want.Encode()) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestAPanicFailsTheJob(t *testing.T) {
	r := local(t)
	dir := t.TempDir()
	var shards []manifest.Shard
	for i := range 12 {
		text := word
		if i == 9 {
			text = toy.Panics
		}
		shards = append(shards, toy.Folder(t, dir, fmt.Sprintf("s%02d", i), text))
	}
	p, err := r.Run(context.Background(), job(toy.Manifest(t, shards...)))
	if p != nil || err == nil || !strings.Contains(err.Error(), "shard 9 (s09): the engine panicked: as the text asks") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v %v", p, err)
	}
}

func TestADeadlineIsACut(t *testing.T) {
	r := local(t)
	dir := t.TempDir()
	m := toy.Manifest(t, toy.Folder(t, dir, "a", word), toy.Folder(t, dir, "b", toy.Hangs+" "+word))
	j := job(m)
	j.Settings.Deadline = 2 * time.Second
	p, err := r.Run(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	if tally := p.Tally(m); tally.Searched != 2 || tally.Cut != 1 || tally.Whole() || tally.Shards[0].ID != "b" {
		t.Errorf("%+v", tally)
	}
}

func TestTheEndOfAJob(t *testing.T) {
	r := local(t)
	m := toy.Manifest(t, toy.Folder(t, t.TempDir(), "a", toy.Hangs))
	ctx, cancel := context.WithCancelCause(context.Background())
	var ended time.Time
	go func() {
		toy.AwaitHanging(t, m.Shards[0])
		ended = time.Now()
		cancel(errors.New("the user ended it"))
	}()
	p, err := r.Run(ctx, job(m))
	if p != nil || err == nil || err.Error() != "the user ended it" {
		t.Errorf("%v %v", p, err)
	}
	if took := time.Since(ended); took > time.Minute {
		t.Errorf("it ended %s later", took)
	}
}

// TestJobServer runs a job on Prism in another process, which calls workers in this one.
func TestJobServer(t *testing.T) {
	local(t)
	server, endpoint := cluster.Jobs(t)
	r := &Runner{Name: prism, Endpoint: endpoint, Temp: t.TempDir()}
	m := corpus(t, 24)
	p, err := r.Run(context.Background(), job(m))
	if err != nil {
		t.Fatal(err)
	}
	if want := loop(t, job(m)); !bytes.Equal(p.Encode(), want.Encode()) {
		t.Errorf("%+v, want %+v", p, want)
	}
	// The server is killed while a job runs: there is no answer.
	hanging := toy.Manifest(t, toy.Folder(t, t.TempDir(), "a", toy.Hangs))
	go func() {
		toy.AwaitHanging(t, hanging.Shards[0])
		_ = server.Process.Kill()
	}()
	if p, err := r.Run(context.Background(), job(hanging)); p != nil || err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v %v", p, err)
	}
}

// TestWorkersElsewhere runs workers as processes of their own, and then kills one over a shard.
func TestWorkersElsewhere(t *testing.T) {
	local(t)
	_, endpoint := cluster.Jobs(t)
	workers := cluster.NewPool(t, os.Args[0])
	result := filepath.Join(t.TempDir(), "result")
	r := &Runner{
		Name: prism, Endpoint: endpoint, Temp: t.TempDir(), Result: result,
		Options: []string{"environment_type=EXTERNAL", "environment_config=" + workers.At},
	}
	m := corpus(t, 12)
	scratch := t.TempDir() // what killed workers leave there goes with the test
	j := job(m)
	j.Settings.ScratchDir = scratch
	p, err := r.Run(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	if want := loop(t, job(m)); !bytes.Equal(p.Encode(), want.Encode()) {
		t.Errorf("%+v, want %+v", p, want)
	}
	hanging := toy.Manifest(t, toy.Folder(t, t.TempDir(), "a", toy.Hangs))
	if workers.Kill() == 0 {
		t.Error("no worker process was started")
	}
	killed := make(chan int, 1)
	go func() {
		toy.AwaitHanging(t, hanging.Shards[0])
		killed <- workers.Kill()
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	j = job(hanging)
	j.Settings.ScratchDir = scratch
	if p, err := r.Run(ctx, j); p != nil || err == nil || strings.Contains(err.Error(), "\n") || ctx.Err() != nil {
		t.Errorf("%v %v", p, err)
	}
	if <-killed == 0 {
		t.Error("no worker process was killed")
	}
}

func TestManyTinyShards(t *testing.T) {
	r := local(t)
	const n = 10_000
	dir := t.TempDir()
	var shards []manifest.Shard
	for i := range n {
		shards = append(shards, toy.Folder(t, dir, fmt.Sprintf("%02d/%05d", i%100, i), "a needle\n"))
	}
	m := toy.Manifest(t, shards...)
	begun := time.Now()
	want := loop(t, job(m))
	looped := time.Since(begun)
	begun = time.Now()
	p, err := r.Run(context.Background(), job(m))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d shards: loop %s, Prism %s", n, looped, time.Since(begun))
	if !bytes.Equal(p.Encode(), want.Encode()) || !p.Tally(m).Whole() {
		t.Errorf("%+v", p.Tally(m))
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		r    Runner
		want string
	}{
		{Runner{Name: "storm"}, `unknown runner "storm"; want prism, flink`},
		{Runner{Name: "flink"}, "needs the endpoint"},
		{Runner{Name: "flink", Endpoint: "localhost:8099"}, "give a result location"},
		{Runner{Name: "dataflow", Endpoint: "x:1"}, "dataflow has no endpoint"},
		{Runner{Name: prism, Options: []string{"x"}}, `"x" is no option of Beam; want NAME=VALUE`},
		{Runner{Name: prism, Options: []string{"--endpoint=x"}}, "set by this program"},
		{Runner{Name: prism, Options: []string{"nonsense=1"}}, "unknown option nonsense of Beam"},
	} {
		if err := c.r.Check(); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want %q", c.r, err, c.want)
		}
	}
	for _, r := range []Runner{{Name: prism}, {Name: "flink", Endpoint: "h:1", Options: []string{"environment_type=LOOPBACK"}}, {Name: "spark", Endpoint: "h:1", Result: "gs://a/b", Options: []string{"parallelism=3"}}} {
		if err := r.Check(); err != nil {
			t.Errorf("%+v: %v", r, err)
		}
	}
	inStore := &manifest.Manifest{Shards: []manifest.Shard{{Kind: manifest.Tar, Locator: "s3://a/b.tar"}}}
	if err := (&Runner{Name: prism}).CheckManifest(inStore); err == nil || !strings.Contains(err.Error(), "s3://a/b.tar: Prism in this process has no network") {
		t.Error(err)
	}
	if err := (&Runner{Name: prism, Endpoint: "h:1"}).CheckManifest(inStore); err != nil {
		t.Error(err)
	}
	for args, want := range map[string]bool{"--worker=true --id=1": true, "--worker": true, "-worker=true": true, "--worker=false": false, "--id=1 --worker=true": true, "search worker": false, "search --grep -worker": false, "search -- --worker": false, "": false} {
		if got := IsWorker(strings.Fields(args)); got != want {
			t.Errorf("%q: %v", args, got)
		}
	}
}

func TestCollect(t *testing.T) {
	ctx := context.Background()
	at := filepath.Join(t.TempDir(), "result")
	if err := (&deliverFn{"token", at}).ProcessElement(ctx, []byte("part")); err != nil {
		t.Fatal(err)
	}
	if part, err := collect(ctx, "token", at); err != nil || string(part) != "part" {
		t.Errorf("%q %v", part, err)
	}
	if _, err := collect(ctx, "other", at); err == nil || !strings.Contains(err.Error(), "an older one") {
		t.Error(err)
	}
	if _, err := collect(ctx, "token", at+".none"); err == nil {
		t.Error("a result that is not there is read")
	}
	if _, err := collect(ctx, "token", ""); err == nil || !strings.Contains(err.Error(), "without a result") {
		t.Error(err)
	}
	if err := (&deliverFn{"token", ""}).ProcessElement(ctx, nil); err == nil {
		t.Error("a result is delivered nowhere")
	}
}
