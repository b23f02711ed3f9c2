//go:build linux

// Package torture runs the tools on trees of known content while the system fails them, and counts answers that are
// against the truth.
package torture

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) {
	if text := os.Getenv(launching); text != "" {
		fmt.Fprintln(os.Stderr, "launcher:", become(text))
		os.Exit(unlaunched)
	}
	tooltest.Main(m)
}

// block is how many calls share a tree.
const block = 20

// A row counts the calls under one kind of attack.
type row struct {
	calls, struck, rings, decided, starved int
	found                                  [kinds]int
}

type table struct {
	sync.Mutex
	rows   map[string]*row
	groups int64 // read through rings
}

// TestTorture makes TORTURE_CALLS calls (500), of the kinds that TORTURE names (calls, trees, faults, mcp, rings; all of them),
// chosen by TORTURE_SEED. Each failure is printed with the variables that repeat it.
func TestTorture(t *testing.T) {
	if tooltest.Raced {
		t.Skip("skipped: long")
	}
	n := number64("TORTURE_CALLS", 500)
	if testing.Short() {
		n = number64("TORTURE_CALLS", 100)
	}
	seed := number64("TORTURE_SEED", 1)
	only := -1
	if os.Getenv("TORTURE_CALL") != "" {
		only = int(number64("TORTURE_CALL", 0))
	}
	kinds := strings.FieldsFunc(os.Getenv("TORTURE"), func(r rune) bool { return r == '|' || r == ',' })
	if len(kinds) == 0 {
		kinds = []string{"calls", "trees", "faults", "rings", "mcp", "faults"}
	}
	stage := prepare(t)
	table := &table{rows: map[string]*row{}}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for {
				b := int(next.Add(1)) - 1
				if b*block >= int(n) || t.Failed() && testing.Short() {
					return
				}
				if only < 0 || only/block == b {
					stage.block(t, table, seed, b, only, kinds[b%len(kinds)])
				}
			}
		})
	}
	wait.Wait()
	t.Logf("seed %d\n%s", seed, table)
	switch err := makesRings(); {
	case !table.ringed():
	case err != nil:
		t.Log("without rings, because the kernel refuses io_uring:", err)
	case table.groups == 0 && only < 0:
		t.Error("no file was read through a ring, which the kernel permits")
	}
}

func number64(name string, otherwise uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil {
		return n
	}
	return otherwise
}

// prepare builds the programs, and copies this one to where a user without rights may start it.
func prepare(t *testing.T) *stage {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	dir := tooltest.Tree(t, nil)
	s := &stage{self: filepath.Join(dir, "launcher"), bin: tooltest.Bin(t, "ct-search", "ct-show", "ct-spec", "ct-survey", "ct-test", "ct/ct-mcp")}
	if err := os.WriteFile(s.self, text, 0o755); err != nil {
		t.Fatal(err)
	}
	probe := &attack{refusal: &refusal{Call: "read"}, launch: launch{Refuse: refusable["read"]}}
	if o := s.run(t, &call{tool: "ct-search", args: []string{"--version"}}, probe, &tree{dir: dir}); o.exit == unlaunched {
		t.Skipf("skipped: no listener of seccomp: %s", o.stderr)
	}
	return s
}

// block runs the calls of one tree, all or one of them.
func (s *stage) block(t *testing.T, table *table, seed uint64, b, only int, kind string) {
	dir, err := os.MkdirTemp("", "ct-torture-")
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	tr := grow(t, rand.New(rand.NewPCG(seed, uint64(b))), dir, kind == "rings", kind == "rings" && b%4 < 2)
	if only >= 0 {
		t.Logf("the tree stays in %s", dir)
	} else {
		defer tr.remove()
	}
	for i := b * block; i < (b+1)*block; i++ {
		if only >= 0 && i != only {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 1<<32+uint64(i)))
		where := fmt.Sprintf("TORTURE='%s' TORTURE_SEED=%d TORTURE_CALL=%d make torture", os.Getenv("TORTURE"), seed, i)
		if kind == "mcp" {
			s.session(t, table, rand.New(rand.NewPCG(seed, 1<<33+uint64(b))), tr, where)
			return
		}
		c, a := anyCall(r, tr), &attack{kind: "healthy tree"}
		switch kind {
		case "calls":
			if tr.locked {
				a.kind = "tree with locked entries"
			}
			if r.IntN(4) == 0 {
				c, a.kind = hostile(r), "hostile tool call"
			}
		case "trees":
			a = &attack{kind: "changing tree", changes: r.Uint64() | 1}
		case "faults":
			a = fault(r, tr)
		case "rings":
			c, a = readingCall(r, tr), ringed(r, tr)
		}
		o := s.run(t, &c, a, tr)
		found := c.judge(tr, a, &o)
		if kind == "rings" && a.harmless() {
			found = append(found, s.compare(t, &c, a, &o, tr)...)
		}
		table.add(a, &o, len(found) == 0 && o.starved(a), found)
		for _, p := range found {
			t.Errorf("%s: %s\n  under: %v\n  repeat: %s\n  command: %s %q <<<%.300q\n  exit %d\n  stdout: %.1500s\n  stderr: %.3000s",
				titles[p.kind], p.what, a, where, c.tool, c.args, c.stdin, o.exit, o.stdout, o.stderr)
		}
	}
}

// remove deletes a tree, locked folders too.
func (tr *tree) remove() {
	_ = filepath.Walk(tr.dir, func(name string, info os.FileInfo, _ error) error {
		if info != nil && info.IsDir() {
			_ = os.Chmod(name, 0o755)
		}
		return nil
	})
	_ = os.RemoveAll(tr.dir)
}

func (t *table) add(a *attack, o *outcome, starved bool, found []problem) {
	t.Lock()
	defer t.Unlock()
	r := t.rows[a.kind]
	if r == nil {
		r = &row{}
		t.rows[a.kind] = r
	}
	r.calls++
	if a.refusal != nil && a.refusal.failed.Load() > 0 || a.signal != 0 && o.signal == a.signal {
		r.struck++
	}
	if n := a.groups.Load(); n > 0 {
		r.rings++
		t.groups += n
	}
	if o.exit == 0 || o.exit == 1 {
		r.decided++
	}
	if starved {
		r.starved++
	}
	for _, p := range found {
		r.found[p.kind]++
	}
}

// ringed reports whether there were calls that may use a ring.
func (t *table) ringed() bool {
	for name := range t.rows {
		if strings.HasPrefix(name, "ring") {
			return true
		}
	}
	return false
}

func (t *table) String() string {
	var b strings.Builder
	line := func(name string, r *row) {
		fmt.Fprintf(&b, "%-26s %6d %6d %6d %7d %7d", name, r.calls, r.struck, r.rings, r.decided, r.starved)
		for _, n := range r.found {
			fmt.Fprintf(&b, " %6d", n)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%-26s %6s %6s %6s %7s %7s", "attack", "calls", "struck", "rings", "exit<2", "starved")
	for _, title := range titles {
		fmt.Fprintf(&b, " %6s", title)
	}
	b.WriteByte('\n')
	var names []string
	for name := range t.rows {
		names = append(names, name)
	}
	slices.Sort(names)
	all := &row{}
	for _, name := range names {
		r := t.rows[name]
		line(name, r)
		all.calls, all.struck, all.rings = all.calls+r.calls, all.struck+r.struck, all.rings+r.rings
		all.decided, all.starved = all.decided+r.decided, all.starved+r.starved
		for i, n := range r.found {
			all.found[i] += n
		}
	}
	line("all", all)
	return b.String()
}

// TestTheSupervisorRefuses shows that faults arrive: a file that cannot be opened is undecided, and named.
func TestTheSupervisorRefuses(t *testing.T) {
	s := prepare(t)
	tr := &tree{dir: tooltest.Tree(t, map[string]string{"sub/a.txt": "text\n"}), root: &node{}}
	for what, file := range map[string]string{"openat": "sub/a.txt", "read": "sub/a.txt", "getdents": "sub"} {
		a := &attack{refusal: &refusal{Call: what, Errno: unix.EIO, Path: file, Tree: true, Times: 1}, launch: launch{Refuse: refusable[what]}}
		c := &call{tool: "ct-search", args: []string{"--expect=none", "--grep", needle}}
		if o := s.run(t, c, a, tr); o.exit != 2 || a.refusal.failed.Load() != 1 || !strings.Contains(o.stderr, file+": input/output error") {
			t.Errorf("%s: exit %d, %d failed, stderr %s", what, o.exit, a.refusal.failed.Load(), o.stderr)
		}
	}
}
