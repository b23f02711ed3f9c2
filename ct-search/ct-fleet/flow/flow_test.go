package flow_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/toy"
	"github.com/ct-tools/ct/ct-search/ct-fleet/manifest"
	"github.com/ct-tools/ct/ct-search/ct-fleet/shard"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) {
	flow.Register(flow.Program{NewEngine: toy.New})
	tooltest.Main(m)
}

const word = "needle"

func job(m *manifest.Manifest) *flow.Job {
	return &flow.Job{Manifest: m, Question: toy.Question{Word: word, Keep: 10}.Encode()}
}

func run(t *testing.T, j *flow.Job) *flow.Part {
	t.Helper()
	p, err := flow.Loop{}.Run(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func answer(t *testing.T, p *flow.Part) toy.Answer {
	t.Helper()
	a, err := toy.Of(p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAnyDivision divides a corpus at random: the whole is the same bytes, whatever the packs, their order, the workers
// and the order in which the parts are merged.
func TestAnyDivision(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m := toy.Random(t, r, 64, word)
	broken := slices.Clone(m.Shards)
	broken[7].Locator += ".none"
	broken[13] = toy.Folder(t, t.TempDir(), broken[13].ID, toy.Fails)
	m = toy.Manifest(t, broken...)
	want := run(t, job(m))
	if tally := want.Tally(m); tally.Unreachable != 2 || tally.Searched != 62 || tally.Whole() || answer(t, want).Count == 0 {
		t.Fatalf("%+v %+v", tally, answer(t, want))
	}
	engine, err := flow.NewEngine(job(m).Question)
	if err != nil {
		t.Fatal(err)
	}
	opener, err := (&flow.Settings{ScratchDir: t.TempDir()}).NewOpener(flow.Registered())
	if err != nil {
		t.Fatal(err)
	}
	x := &flow.Scanner{Engine: engine, Opener: opener}
	for i := range 12 {
		shards := slices.Clone(m.Shards)
		r.Shuffle(len(shards), func(a, b int) { shards[a], shards[b] = shards[b], shards[a] })
		var parts []*flow.Part
		for len(shards) > 0 {
			n := 1 + r.IntN(min(len(shards), 1+i*6))
			p, err := x.Scan(context.Background(), shards[:n], 1+r.IntN(3), 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			if p, err = flow.Decode(p.Encode()); err != nil {
				t.Fatal(err)
			}
			parts, shards = append(parts, p), shards[n:]
		}
		for len(parts) > 1 {
			a := r.IntN(len(parts))
			p := parts[a]
			parts = slices.Delete(parts, a, a+1)
			b := r.IntN(len(parts))
			if parts[b], err = flow.Merge(p, parts[b], engine); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(parts[0].Encode(), want.Encode()) {
			t.Fatalf("division %d differs: %+v, want %+v", i, parts[0], want)
		}
	}
	for _, workers := range []int{1, 2, 7, 100} {
		j := job(m)
		j.Workers = workers
		if p := run(t, j); !bytes.Equal(p.Encode(), want.Encode()) {
			t.Errorf("%d workers: %+v, want %+v", workers, p, want)
		}
	}
}

// waiting is an engine whose search of a shard takes until its context ends; what it found before is kept.
type waiting struct{ flow.Engine }

func (waiting) Gather() flow.Gathering { return endless{} }

type endless struct{}

func (endless) Scan(ctx context.Context, _ *shard.Opened) error {
	<-ctx.Done()
	return nil
}
func (endless) Part() ([]byte, error) { return nil, nil }

// A shard that was cut names the time that was over.
func TestWhoseTimeWasOver(t *testing.T) {
	m := toy.Manifest(t, toy.Folder(t, t.TempDir(), "a", "needle\n"))
	for _, tt := range []struct {
		whole, shard time.Duration
		want         string
	}{
		{20 * time.Millisecond, time.Hour, "the time of the whole search was over"},
		{20 * time.Millisecond, 0, "the time of the whole search was over"},
		{time.Hour, 20 * time.Millisecond, "its search took longer than 20ms"},
	} {
		settings := flow.Settings{Deadline: tt.shard, ScratchDir: t.TempDir()}
		opener, err := settings.NewOpener(flow.Registered())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), tt.whole)
		p, err := (&flow.Scanner{Engine: waiting{}, Opener: opener, Settings: settings}).Scan(ctx, m.Shards, 1, 1, nil)
		cancel()
		if (err != nil) != (tt.whole < tt.shard || tt.shard == 0) {
			t.Error(err)
		}
		if shards := p.Tally(m).Shards; len(shards) != 1 || shards[0].Code != shard.Deadline || shards[0].Reason != tt.want {
			t.Errorf("%+v, want %s", shards, tt.want)
		}
	}
}

func TestShardsThatCannotBeSearched(t *testing.T) {
	dir := t.TempDir()
	good, gone, corrupt := toy.Folder(t, dir, "a", "needle\n"), toy.Folder(t, dir, "b", "needle\n"), toy.Tar(t, dir, "c", "needle\n")
	changed, failing, slow := toy.Tar(t, dir, "d", "needle\n"), toy.Folder(t, dir, "e", toy.Fails), toy.Folder(t, dir, "f", toy.Hangs+" needle")
	for _, err := range []error{
		os.RemoveAll(gone.Locator), os.Truncate(corrupt.Locator, 520), os.WriteFile(changed.Locator, []byte("else"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	m := toy.Manifest(t, good, gone, corrupt, changed, failing, slow)
	j := job(m)
	j.Settings.Deadline = 2 * time.Second
	j.Settings.ScratchDir = dir
	p := run(t, j)
	if a := answer(t, p); a.Count != 2 || a.Files != 2 {
		t.Errorf("%+v", a)
	}
	tally := p.Tally(m)
	if tally.Listed != 6 || tally.Searched != 2 || tally.Unreachable != 4 || tally.Cut != 1 || tally.Whole() {
		t.Errorf("%+v", tally)
	}
	var codes []string
	for _, s := range tally.Shards {
		codes = append(codes, s.ID+":"+string(s.Code))
	}
	if got := strings.Join(codes, " "); got != "b:missing c:changed d:changed e:failed f:deadline" {
		t.Error(got)
	}
	if text := tally.Shards[4].Reason; text != "its search took longer than 2s" {
		t.Error(text)
	}
	if left, err := os.ReadDir(dir); err != nil || slices.ContainsFunc(left, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "ct-fleet-") }) {
		t.Errorf("%v %v", left, err)
	}
}

func TestShardsMissingAndTwice(t *testing.T) {
	dir := t.TempDir()
	m := toy.Manifest(t, toy.Folder(t, dir, "a", word), toy.Folder(t, dir, "b", word), toy.Folder(t, dir, "c", word))
	part := func(shards ...manifest.Shard) *flow.Part {
		t.Helper()
		short := *m
		short.Shards = shards
		return run(t, job(&short))
	}
	if tally := part(m.Shards...).Tally(m); !tally.Whole() || tally.Searched != 3 || len(tally.Shards) != 0 {
		t.Errorf("%+v", tally)
	}
	tally := part(m.Shards[0], m.Shards[2]).Tally(m)
	if tally.Whole() || tally.Missing != 1 || len(tally.Shards) != 1 || tally.Shards[0].ID != "b" || tally.Shards[0].Code != flow.Unseen {
		t.Errorf("%+v", tally)
	}
	tally = part(m.Shards[0], m.Shards[1], m.Shards[1], m.Shards[2]).Tally(m)
	if tally.Whole() || tally.Twice != 1 || len(tally.Shards) != 1 || tally.Shards[0].ID != "b" || tally.Shards[0].Code != flow.SeenTwice {
		t.Errorf("%+v", tally)
	}
	other := m.Shards[2]
	other.Ordinal = 70
	tally = part(m.Shards[0], m.Shards[1], other).Tally(m)
	if tally.Whole() || tally.Unknown != 1 || tally.Missing != 1 || len(tally.Shards) != 2 || tally.Shards[1].Code != flow.NotListed {
		t.Errorf("%+v", tally)
	}
}

func TestAPanicFailsTheJob(t *testing.T) {
	dir := t.TempDir()
	var shards []manifest.Shard
	for i := range 20 {
		text := word
		if i == 9 {
			text = toy.Panics
		}
		shards = append(shards, toy.Folder(t, dir, fmt.Sprintf("s%02d", i), text))
	}
	for _, workers := range []int{1, 4} {
		j := job(toy.Manifest(t, shards...))
		j.Workers = workers
		p, err := flow.Loop{}.Run(context.Background(), j)
		if wrong, ok := errors.AsType[*flow.PanicError](err); p != nil || !ok || wrong.Shard.ID != "s09" || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v %v", p, err)
		}
	}
}

func TestTheEndOfAJob(t *testing.T) {
	dir := t.TempDir()
	m := toy.Manifest(t, toy.Folder(t, dir, "a", word), toy.Folder(t, dir, "b", toy.Hangs), toy.Folder(t, dir, "c", "the largest has a "+word))
	ctx, cancel := context.WithCancelCause(context.Background())
	j := job(m)
	j.Workers = 1
	j.Progress = func(p flow.Progress) {
		if p.Done != 1 || p.Shards != 3 || p.Bytes != int64(len("the largest has a "+word)) {
			t.Errorf("%+v", p)
		}
		cancel(errors.New("the user ended it"))
	}
	p, err := flow.Loop{}.Run(ctx, j)
	if err == nil || err.Error() != "the user ended it" || p == nil {
		t.Fatalf("%v %v", p, err)
	}
	if tally := p.Tally(m); tally.Searched != 1 || tally.Missing != 2 || tally.Whole() {
		t.Errorf("%+v", tally)
	}
}

func TestErrorsOfTheProgram(t *testing.T) {
	m := toy.Manifest(t, toy.Folder(t, t.TempDir(), "a", word))
	j := job(m)
	j.Question = []byte("{}")
	if _, err := (flow.Loop{}).Run(context.Background(), j); err == nil || !strings.Contains(err.Error(), "no word") {
		t.Error(err)
	}
	j = job(m)
	j.Settings.ScratchDir = "/none/at/all"
	if _, err := (flow.Loop{}).Run(context.Background(), j); err == nil || !strings.Contains(err.Error(), "/none/at/all") {
		t.Error(err)
	}
}

// TestPasses asks some shards once more, knowing what a first pass counted in all.
func TestPasses(t *testing.T) {
	m := toy.Random(t, rand.New(rand.NewPCG(3, 4)), 20, word)
	lost := slices.Clone(m.Shards)
	lost[4].Locator += ".none"
	m = toy.Manifest(t, lost...)
	for _, only := range [][]int{nil, {0, 3, 4, 19}} {
		var first toy.Answer
		times := 0
		p, err := flow.Passes(context.Background(), flow.Loop{}, job(m), func(p *flow.Part) (*flow.Next, error) {
			if times++; times == 2 {
				return nil, nil
			}
			first = answer(t, p)
			if err := os.RemoveAll(m.Shards[0].Locator); err != nil { // lost between the passes
				return nil, err
			}
			return &flow.Next{Question: toy.Question{Word: word, Keep: 5, Total: first.Count}.Encode(), Only: only}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		a := answer(t, p)
		if tally := p.Tally(m); a.Total != first.Count || a.Total == 0 || tally.Unreachable != 2 || tally.Searched != 18 || tally.Twice != 0 || tally.Missing != 0 {
			t.Errorf("%v: %+v %+v", only, a, tally)
		}
		if only != nil && (a.Files >= first.Files || a.Files == 0) {
			t.Errorf("%d files of some shards, %d of all", a.Files, first.Files)
		}
	}
	none, err := flow.Passes(context.Background(), flow.Loop{}, job(m), func(*flow.Part) (*flow.Next, error) { return nil, errors.New("no") })
	if none != nil || err == nil {
		t.Errorf("%+v, %v", none, err)
	}
}

func TestManyTinyShards(t *testing.T) {
	n := 10_000
	dir := t.TempDir()
	shards := make([]manifest.Shard, n)
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			for i := w; i < n; i += 4 {
				shards[i] = toy.Folder(t, dir, fmt.Sprintf("%02d/%05d", i%100, i), "a needle\n")
			}
		})
	}
	wait.Wait()
	m := toy.Manifest(t, shards...)
	begun := time.Now()
	p := run(t, job(m))
	t.Logf("%d shards in %s", n, time.Since(begun))
	if tally := p.Tally(m); !tally.Whole() || answer(t, p).Count != int64(n) || len(answer(t, p).Lines) != 10 {
		t.Errorf("%+v", tally)
	}
	packs := flow.Packs(m.Shards, 0, 2)
	if len(packs) < 10 || len(packs) > 20 {
		t.Errorf("%d packs", len(packs))
	}
}

func TestPacks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		var shards []manifest.Shard
		for i := range r.IntN(300) {
			shards = append(shards, manifest.Shard{Ordinal: int64(i), Bytes: r.Int64N(100 << 20)})
		}
		bytes, workers := r.Int64N(600<<20), r.IntN(9)
		packs := flow.Packs(shards, bytes, workers)
		if len(packs) < min(len(shards), workers) {
			t.Errorf("%d packs of %d shards for %d workers", len(packs), len(shards), workers)
		}
		var all []manifest.Shard
		for _, p := range packs {
			sum := int64(0)
			for _, s := range p {
				sum += s.Bytes
			}
			if len(p) == 0 || sum > 500<<20 {
				t.Errorf("a pack of %d shards and %d bytes", len(p), sum)
			}
			all = append(all, p...)
		}
		if !slices.Equal(all, shards) {
			t.Error("packs lose shards")
		}
	}
}

func FuzzDecode(f *testing.F) {
	p := &flow.Part{Seen: flow.UpTo(70), Lost: flow.One(69), Reasons: []flow.Why{{Ordinal: 69, Code: shard.Missing, Text: "x"}}, Bytes: 9, Engine: []byte("{}")}
	f.Add(p.Encode())
	f.Add((&flow.Part{}).Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := flow.Decode(b); err == nil && !bytes.Equal(p.Encode(), b) {
			t.Errorf("%q is accepted and written as %q", b, p.Encode())
		}
	})
}

func TestOrdinals(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	random := func() (flow.Ordinals, map[int64]bool) {
		var o flow.Ordinals
		set := map[int64]bool{}
		from := r.Int64N(1000)
		for range r.IntN(20) {
			n := from + r.Int64N(300)
			o, set[n] = o.Or(flow.One(n)), true
		}
		return o, set
	}
	for range 500 {
		a, inA := random()
		b, inB := random()
		or, and, without := a.Or(b), a.And(b), a.Without(b)
		var count [3]int64
		for n := range int64(1400) {
			for i, c := range []struct {
				o    flow.Ordinals
				want bool
			}{{or, inA[n] || inB[n]}, {and, inA[n] && inB[n]}, {without, inA[n] && !inB[n]}} {
				if c.o.Has(n) != c.want {
					t.Fatalf("%d %d", i, n)
				}
				if c.want {
					count[i]++
				}
			}
		}
		if or.Len() != count[0] || and.Len() != count[1] || without.Len() != count[2] {
			t.Error(count)
		}
		last := int64(-1)
		or.Each(func(n int64) bool {
			if n <= last || !or.Has(n) {
				t.Errorf("%d after %d", n, last)
			}
			last = n
			return true
		})
	}
	for _, n := range []int64{0, 1, 63, 64, 65, 1000} {
		if all := flow.UpTo(n); all.Len() != n || all.Has(n) {
			t.Errorf("%d: %d", n, all.Len())
		}
	}
}
