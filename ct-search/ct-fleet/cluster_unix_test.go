//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/onbeam/cluster"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
	"github.com/ct-tools/ct/ct-search/internal/parts"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/tooltest"
)

// The answers are those of the loop if the program gives its job to the job server of another process, with workers in this
// process or in processes of their own, which the pool starts.
func TestOnAJobServer(t *testing.T) {
	copies, shards := cut(t, 8)
	p := built(t)
	survey := []string{"--json", "--term", "Reader", "--term", "Writer"} // whose places are the same if the shards are given as paths
	got, _ := said(t, copies, p.fleet, append([]string{"survey", "--shards=" + shards}, survey...)...)
	want, _ := said(t, copies, p.survey, append(survey, names(t, copies)...)...)
	if got, want = alike(t, got, "paths"), alike(t, want, "paths"); got != want {
		t.Errorf("survey: %s\none search: %s", first(got, want), first(want, got))
	}
	_, endpoint := cluster.Jobs(t)
	workers := cluster.NewPool(t, p.fleet)
	here := []string{"--runner=prism", "--endpoint=" + endpoint}
	elsewhere := slices.Concat(here, []string{"--beam=environment_type=EXTERNAL", "--beam=environment_config=" + workers.At})
	for _, q := range [][]string{
		{"search", "-n", "--grep", "ErrUnexpectedEOF"}, {"search", "--json", "Reader"}, {"search", "--calls=NewReader"}, {"search", "--outline", "--limit=20"},
		{"ask", "read until a delimiter"}, {"survey", "--json", "--term", "Reader", "--term", "Writer"}, {"search", "--grep", "no such text", "--expect=none"},
	} {
		ask := func(runner []string) (string, int) {
			dir := t.TempDir()
			if len(runner) == len(elsewhere) {
				runner = append(slices.Clip(runner), "--result="+filepath.Join(dir, "result"))
			}
			text, exit := said(t, dir, p.fleet, slices.Concat([]string{q[0], "--shards=" + shards}, runner, q[1:])...)
			return alike(t, text), exit
		}
		want, exit := ask(nil)
		for _, runner := range [][]string{here, elsewhere} {
			if got, status := ask(runner); got != want || status != exit {
				t.Errorf("%q by %q: exit %d, %s\nthe loop: exit %d, %s", q, runner, status, first(got, want), exit, first(want, got))
			}
		}
	}
	if workers.Running() == 0 {
		t.Error("no worker was started")
	}
}

// A job whose workers are killed, or whose job server is, has no answer, and the exit status is 2.
func TestKilledWorkersLeaveNoAnswer(t *testing.T) {
	dir, options := slow(t)
	p := built(t)
	server, endpoint := cluster.Jobs(t)
	workers := cluster.NewPool(t, p.fleet)
	for _, c := range []struct {
		name string
		kill func()
	}{{"workers", func() { workers.Kill() }}, {"the job server", func() { _ = server.Process.Kill() }}} {
		workers.Kill()
		cmd := exec.Command(p.fleet, slices.Concat(options, []string{
			"--runner=prism", "--endpoint=" + endpoint, "--beam=environment_type=EXTERNAL", "--beam=environment_config=" + workers.At,
			"--result=" + filepath.Join(t.TempDir(), "result"), "--expect=none", "--emit={RESULT}",
		})...)
		var out, errs bytes.Buffer
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = cmd.Wait()
		}()
		for workers.Running() == 0 {
			select {
			case <-ended:
				t.Fatalf("%s: it ended before a worker was started: %s", c.name, &errs)
			case <-time.After(10 * time.Millisecond):
			}
		}
		time.Sleep(time.Second) // it searches
		c.kill()
		select {
		case <-ended:
		case <-time.After(2 * time.Minute):
			_ = cmd.Process.Kill()
			<-ended
			t.Errorf("%s: it went on", c.name)
		}
		if said := errs.String(); cmd.ProcessState.ExitCode() != 2 || out.Len() > 0 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "ct-fleet: ") {
			t.Errorf("%s: %v, %q, %q", c.name, cmd.ProcessState, &out, said)
		}
	}
}

// What was searched twice, as a runner that repeats work could do unseen, leaves every verdict open that it could change.
func TestAShardSeenTwiceIsUndecided(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"one/a.txt": "here\n", "two/b.txt": "other\n"})
	shards := listShards(t, dir, "one", "two")
	for _, c := range []struct {
		expect, want string
		twice, lost  []int64
	}{
		{"none", "ERROR", nil, nil}, {"=1", "SUCCESS", nil, nil}, {"any", "SUCCESS", nil, nil},
		{"none", "UNDECIDED", []int64{0}, nil}, {"=1", "UNDECIDED", []int64{0}, nil}, {"-5", "UNDECIDED", []int64{0}, nil}, {"any", "UNDECIDED", []int64{0}, nil},
		{"=1", "UNDECIDED", []int64{7}, nil}, {"=1", "UNDECIDED", nil, []int64{1}}, {"any", "SUCCESS", nil, []int64{1}},
	} {
		tl, o := newOver(formSearch)
		o.shards = shards
		var a *asked
		tl.Plan = func(f *tool.Frame, args []string) (_ *tool.Job, err error) {
			if err = o.read(""); err == nil {
				if a, err = o.ask(f, args); err == nil {
					err = a.inLines()
				}
			}
			return &tool.Job{}, err
		}
		if _, _, err := tl.Prepare([]string{"--no-config", "-c", "--grep=here", "--expect=" + c.expect}); err != nil {
			t.Fatal(err)
		}
		x, err := newEngine(must(a.encoded()))
		if err != nil {
			t.Fatal(err)
		}
		all := &flow.Part{}
		for _, s := range o.manifest.Shards {
			opened := &shard.Opened{Shard: s, Dir: s.Locator, Parallel: 1}
			found := must(x.Scan(t.Context(), opened))
			all = must(flow.Merge(all, &flow.Part{Seen: flow.One(s.Ordinal), Engine: found}, x))
		}
		for _, n := range c.twice {
			if all.Twice = all.Twice.Or(flow.One(n)); n > 1 { // one that the manifest does not have
				all.Seen, all.Twice = all.Seen.Or(flow.One(n)), flow.Ordinals{}
			}
		}
		for _, n := range c.lost {
			all.Seen = all.Seen.Without(flow.One(n))
		}
		answer, err := a.answer(t.Context(), all, must(parts.Decode(all.Engine)), &bytes.Buffer{})
		if err != nil {
			t.Fatal(err)
		}
		outcome := must(a.frame.Judged(answer))
		if got := outcome.Result.String(); got != c.want || c.want == "UNDECIDED" && !strings.Contains(outcome.Reason, "of the shards not searched") {
			t.Errorf("%s, twice %v, lost %v: %s (%s), want %s", c.expect, c.twice, c.lost, got, outcome.Reason, c.want)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Ten thousand shards of a file each are one search, with what one search of them finds.
func TestTenThousandShards(t *testing.T) {
	const n = 10_000
	dir := t.TempDir()
	for i := range n {
		at := filepath.Join(dir, "all", fmt.Sprintf("%02d", i%100), fmt.Sprintf("%05d", i))
		if err := os.MkdirAll(at, 0o755); err != nil {
			t.Fatal(err)
		}
		text := "nothing\n"
		if i%7 == 0 {
			text = "a needle\n"
		}
		if err := os.WriteFile(filepath.Join(at, "x.txt"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var sources []string
	for i := range 100 {
		sources = append(sources, filepath.Join(dir, "all", fmt.Sprintf("%02d", i)))
	}
	shards := manifestOfFolders(t, dir, sources)
	p := built(t)
	want, _ := said(t, filepath.Join(dir, "all"), p.search, "-n", "--grep", "needle")
	got, exit := said(t, dir, p.fleet, "search", "--shards="+shards, "-n", "--grep", "needle", "--limit=100000", fmt.Sprintf("--expect=%d", (n+6)/7))
	if got != want || exit != 0 {
		t.Errorf("exit %d, %s\none search: %s", exit, first(got, want), first(want, got))
	}
	if text, exit := said(t, dir, p.fleet, "search", "--shards="+shards, "--grep", "needles", "--expect=none", "--json"); exit != 0 || !strings.Contains(text, fmt.Sprintf(`"listed":%d,"searched":%d`, n, n)) {
		t.Errorf("exit %d, %.300s", exit, text)
	}
}

// manifestOfFolders writes the manifest in which each folder in some folders is a shard.
func manifestOfFolders(t *testing.T, dir string, above []string) string {
	t.Helper()
	var all []manifest.Shard
	for _, at := range above {
		entries, err := os.ReadDir(at)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, manifest.Shard{ID: filepath.Base(at) + "/" + e.Name(), Kind: manifest.Folder, Locator: filepath.Join(at, e.Name()), Bytes: 10})
		}
	}
	m, err := manifest.New("shards", all)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "shards.jsonl")
	if err := os.WriteFile(name, manifest.Encode(m.Shards), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}
