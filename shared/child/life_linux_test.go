package child

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/confine"
)

// both runs a test with and without confinement.
func both(t *testing.T, f func(t *testing.T, mode confine.Mode)) {
	t.Helper()
	for _, mode := range []confine.Mode{confine.Auto, confine.Off} {
		t.Run(mode.String(), func(t *testing.T) { f(t, mode) })
	}
}

// awaited calls f once, when a text was written to it.
type awaited struct {
	text string
	got  bytes.Buffer
	once sync.Once
	f    func()
}

func (a *awaited) Write(p []byte) (int, error) {
	a.got.Write(p)
	if strings.Contains(a.got.String(), a.text) {
		a.once.Do(a.f)
	}
	return len(p), nil
}

// enough is longer than any test takes that does not hang.
const enough = 20 * time.Second

func TestContextEndsAllThatDescends(t *testing.T) {
	for name, ready := range map[string]string{"stubborn": "left\nleft\nleft\n", "tree": strings.Repeat(".", 50), "sleep": ""} {
		t.Run(name, func(t *testing.T) {
			if name == "stubborn" {
				adopts(t)
			}
			both(t, func(t *testing.T, mode confine.Mode) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				out := &awaited{text: ready, f: cancel}
				c := role(t, program(t, filepath.Join(t.TempDir(), "prog")), name, "49")
				c.Stdout, c.Confine = out, mode
				if ready == "" {
					time.AfterFunc(100*time.Millisecond, cancel)
				}
				if name == "stubborn" {
					out.text = "ready"
				}
				begun := time.Now()
				state, err := Run(ctx, c)
				if err != nil || !state.Killed || state.Signal != int(unix.SIGKILL) || state.Code != -1 {
					t.Errorf("%+v, %v", state, err)
				}
				if took := time.Since(begun); took > enough {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

// adopts skips a test about orphans that have left the program's session.
func adopts(t *testing.T) {
	t.Helper()
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Skip("skipped: no PR_SET_CHILD_SUBREAPER")
	}
}

func TestWhatAChildLeavesIsKilled(t *testing.T) {
	adopts(t)
	both(t, func(t *testing.T, mode confine.Mode) {
		bin := program(t, filepath.Join(t.TempDir(), "prog"))
		for range 3 { // one run after the other
			var out strings.Builder
			c := role(t, bin, "leave")
			c.Stdout, c.Confine = &out, mode
			if state := run(t, c); state.Code != 3 || state.Killed || out.String() != "left\n" {
				t.Errorf("%+v %q", state, out.String())
			}
			if left := processesOf(bin); left != "" {
				t.Errorf("left running: %s", left)
			}
		}
	})
}

func TestWhatCannotBeAdoptedIsSaidAndItsSessionKilled(t *testing.T) {
	bin := program(t, filepath.Join(t.TempDir(), "prog"))
	cmd := playing("unadopting", bin, bin)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	first, second, _ := strings.Cut(string(out), "\n")
	const note = "what leaves the program's session may outlive the run (PR_SET_CHILD_SUBREAPER: invalid argument)"
	if err != nil || !strings.HasPrefix(first, "3 <nil> ") || !strings.HasSuffix(first, note) {
		t.Errorf("%v %q %q", err, out, stderr.String())
	}
	if _, unmet := (confine.Child{Mode: confine.Require}).Start(func() (func(), error) { return func() {}, nil }); unmet == nil && second != bin+": confinement is required: "+note+"\n" {
		t.Errorf("required: %q", second)
	}
	if !strings.Contains(second, "confinement is required") {
		t.Errorf("required: %q", second)
	}
	if left := processesOf(bin); left != "" {
		t.Errorf("left running: %s", left)
	}
}

func TestParallelRunsLeaveEachOthersChildren(t *testing.T) {
	adopts(t)
	both(t, func(t *testing.T, mode confine.Mode) {
		bin := program(t, filepath.Join(t.TempDir(), "prog"))
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				name, want := "leave", 3
				if i%2 == 0 {
					name, want = "closed", 5 // it lives longer
				}
				c := role(t, bin, name)
				c.Confine = mode
				for range 3 {
					if state, err := Run(t.Context(), c); err != nil || state.Code != want {
						t.Errorf("%s: %+v, %v", name, state, err)
					}
				}
			})
		}
		all.Wait()
		if left := processesOf(bin); left != "" {
			t.Errorf("left running: %s", left)
		}
	})
}

// lingering runs a program that ends when its input is closed. It returns when the program has
// started the process that it leaves running.
func lingering(t *testing.T, bin string, mode confine.Mode) (input io.Closer, pid int, ended <-chan State) {
	t.Helper()
	read, write := io.Pipe()
	t.Cleanup(func() { _ = write.Close() })
	output, over := make(chan string, 1), make(chan State, 1)
	c := role(t, bin, "linger")
	c.Stdin, c.Confine = read, mode
	c.Stdout = writer(func(p []byte) (int, error) { output <- string(p); return len(p), nil })
	go func() {
		state, err := Run(t.Context(), c)
		if err != nil {
			t.Error(err)
		}
		over <- state
	}()
	text := <-output
	pid, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return write, pid, over
}

func TestRunKillsItsOwnOrphansWhileOthersGoOn(t *testing.T) {
	adopts(t)
	both(t, func(t *testing.T, mode confine.Mode) {
		first, second := program(t, filepath.Join(t.TempDir(), "prog")), program(t, filepath.Join(t.TempDir(), "prog"))
		endFirst, _, firstEnded := lingering(t, first, mode)
		time.Sleep(20 * time.Millisecond) // two ticks: the age of processes is counted in ticks
		endSecond, pid, secondEnded := lingering(t, second, mode)
		_ = endFirst.Close()
		if state := <-firstEnded; state.Code != 3 {
			t.Errorf("%+v", state)
		}
		if left := processesOf(first); left != "" {
			t.Errorf("left running: %s", left)
		}
		if running := strings.Fields(processesOf(second)); len(running) != 2 {
			t.Errorf("of another run, %d among them, %v are left", pid, running)
		}
		_ = endSecond.Close()
		if state := <-secondEnded; state.Code != 3 {
			t.Errorf("%+v", state)
		}
	})
}

// Both runs start their leftover processes while both are active, so that age does not show to whom
// they belong.
func TestDomainShowsWhoseAnOrphanIs(t *testing.T) {
	mode := strict(t)
	bin, long := program(t, filepath.Join(t.TempDir(), "prog")), program(t, filepath.Join(t.TempDir(), "prog"))
	end, _, ended := lingering(t, long, mode)
	for range 3 {
		c := role(t, bin, "leave")
		c.Confine = mode
		if state := run(t, c); state.Code != 3 || !state.Confinement.Scoped {
			t.Errorf("%+v", state)
		}
		if left := processesOf(bin); left != "" {
			t.Errorf("left running: %s", left)
		}
	}
	if running := strings.Fields(processesOf(long)); len(running) != 2 {
		t.Errorf("of the other run %v are left", running)
	}
	_ = end.Close()
	<-ended
}

func TestProcessesThatGoOnAsOthersAreOvertaken(t *testing.T) {
	adopts(t)
	both(t, func(t *testing.T, mode confine.Mode) {
		bin := program(t, filepath.Join(t.TempDir(), "prog"))
		c := role(t, bin, "chain", "5000")
		c.Confine = mode
		if state := run(t, c); state.Code != 3 {
			t.Errorf("%+v", state)
		}
		if left := processesOf(bin); left != "" {
			t.Errorf("left running: %s", left)
		}
	})
}

func TestWaitingForTheDeadHasAnEnd(t *testing.T) {
	const long = time.Hour
	for name, tc := range map[string]struct {
		begun, moved time.Duration // ago
		state        byte
		known        bool
		giveUp       bool
	}{
		"at first":                 {0, 0, 'S', false, false},
		"held for long":            {long, long, 'D', true, true},
		"held for a moment":        {2 * heldTime, 0, 'D', true, false},
		"waits for a processor":    {2 * heldTime, long, 'R', true, false},
		"and never gets one":       {long, 0, 'R', true, true},
		"its other threads do":     {2 * heldTime, long, 'Z', true, false},
		"new ones":                 {2 * heldTime, long, 'S', false, false},
		"new ones again and again": {2 * outrunTime, 0, 'S', false, true},
	} {
		now := time.Now()
		p := newPatience()
		p.begun, p.moved = now.Add(-tc.begun), now.Add(-tc.moved)
		e := entry{pid: 1, started: 2, state: tc.state}
		if tc.known {
			p.seen[1] = 2
		}
		if giveUp, fresh := p.over([]entry{e}); giveUp != tc.giveUp || fresh == tc.known {
			t.Errorf("%s: %v, %v", name, giveUp, fresh)
		}
	}
}

// A child that another part of the program started is not an orphan.
func TestOtherChildrenAreLeftAlone(t *testing.T) {
	adopts(t)
	sleep := need(t, "sleep")
	other := exec.CommandContext(t.Context(), sleep, "60")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	c := role(t, program(t, filepath.Join(t.TempDir(), "prog")), "leave")
	if state := run(t, c); state.Code != 3 {
		t.Errorf("%+v", state)
	}
	if err := other.Process.Signal(unix.Signal(0)); err != nil {
		t.Errorf("it is gone: %v", err)
	}
	_ = other.Process.Kill()
	if err := other.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("it was waited for by another: %v", err)
	}
}

// Confined threads exist at the same time; the context ends on any thread.
func TestKillWorksWhateverThreadItComesFrom(t *testing.T) {
	bin := program(t, filepath.Join(t.TempDir(), "prog"))
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			if i%2 == 0 {
				runtime.LockOSThread()
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*10*time.Millisecond)
			defer cancel()
			c := role(t, bin, "sleep")
			if state, err := Run(ctx, c); err != nil || !state.Killed {
				t.Errorf("%+v, %v", state, err)
			}
		})
	}
	all.Wait()
}

func TestParentsThreadsKeepTheirRights(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		_ = run(t, &Command{Path: need(t, "true"), Args: []string{"true"}})
		var all sync.WaitGroup
		for j := range 10 {
			all.Go(func() {
				runtime.LockOSThread()
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i, j)), nil, 0o600); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil || !bytes.Contains(status, []byte("NoNewPrivs:\t0")) {
		t.Errorf("the process is marked: %v", err)
	}
}

func TestChildDiesWithItsParent(t *testing.T) {
	both(t, func(t *testing.T, mode confine.Mode) {
		bin := program(t, filepath.Join(t.TempDir(), "prog"))
		cmd := playing("dying", bin, bin)
		if err := cmd.Run(); err == nil || err.Error() != "signal: killed" {
			t.Fatalf("%v", err)
		}
		for begun := time.Now(); processesOf(bin) != ""; time.Sleep(time.Millisecond) {
			if time.Since(begun) > enough {
				t.Fatalf("left running: %s", processesOf(bin))
			}
		}
	})
}

func TestOutputIsDeliveredWhole(t *testing.T) {
	const flood = 200 << 20
	for _, tc := range []struct {
		role string
		want int64
	}{{"flood", flood}, {"late", 60000}, {"closed", int64(len("before"))}} {
		both(t, func(t *testing.T, mode confine.Mode) {
			if tc.role == "late" {
				adopts(t)
			}
			var got atomic.Int64
			c := role(t, program(t, filepath.Join(t.TempDir(), "prog")), tc.role, fmt.Sprint(flood))
			c.Stdout, c.Stderr, c.Confine = writer(func(p []byte) (int, error) { got.Add(int64(len(p))); return len(p), nil }), io.Discard, mode
			if state := run(t, c); state.Signal != 0 || got.Load() != tc.want {
				t.Errorf("%s: %+v, %d bytes", tc.role, state, got.Load())
			}
		})
	}
}

type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// The grace period is over before the reader reaches the content of the pipe.
func TestHeldPipeIsReadToItsEndAndNoLonger(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() // like a process that cannot be killed
	if _, err := w.WriteString(strings.Repeat("x", 60000)); err != nil {
		t.Fatal(err)
	}
	if err := r.SetReadDeadline(time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	late := &relay{from: r, to: &got, done: make(chan struct{})}
	late.run()
	if got.Len() != 60000 {
		t.Errorf("%d bytes", got.Len())
	}
}

func TestWriterThatFailsEndsTheProgramsOutput(t *testing.T) {
	c := role(t, program(t, filepath.Join(t.TempDir(), "prog")), "flood", "100000000")
	c.Stdout = writer(func([]byte) (int, error) { return 0, errors.New("full") })
	if state := run(t, c); state.Code != 1 && state.Signal != int(unix.SIGPIPE) {
		t.Errorf("%+v", state)
	}
}

func TestWriterThatBlocksIsAbandonedWhenTheContextEnds(t *testing.T) {
	for name, killed := range map[string]bool{"flood": true, "late": false} { // late's output is still in the pipe when it has ended
		t.Run(name, func(t *testing.T) {
			if name == "late" {
				adopts(t)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var calls atomic.Int64
			release, back := make(chan struct{}), make(chan struct{}, 100)
			bin := program(t, filepath.Join(t.TempDir(), "prog"))
			c := role(t, bin, name, strconv.Itoa(100<<20))
			c.Stdout = writer(func(p []byte) (int, error) {
				calls.Add(1)
				go func() {
					for !killed && processesOf(bin) != "" {
						time.Sleep(time.Millisecond)
					}
					cancel()
				}()
				<-release
				back <- struct{}{}
				return len(p), nil
			})
			begun := time.Now()
			state, err := Run(ctx, c)
			if err != nil || state.Killed != killed || !state.Dropped || time.Since(begun) > enough {
				t.Errorf("%+v, %v after %v", state, err, time.Since(begun))
			}
			close(release)
			<-back
			time.Sleep(10 * time.Millisecond) // in case it is called again
			if n := calls.Load(); n != 1 {
				t.Errorf("it was called %d times", n)
			}
		})
	}
}

func TestSlowWriterGetsAll(t *testing.T) {
	adopts(t)
	var got int
	c := role(t, program(t, filepath.Join(t.TempDir(), "prog")), "late")
	c.Stdout = writer(func(p []byte) (int, error) {
		if got == 0 {
			time.Sleep(3 * holdTime)
		}
		got += len(p)
		return len(p), nil
	})
	if state := run(t, c); state.Dropped || got != 60000 {
		t.Errorf("%+v, %d bytes", state, got)
	}
}

func TestInputNeedNotBeRead(t *testing.T) {
	read, write := io.Pipe() // returns nothing and never ends
	defer write.Close()
	for name, from := range map[string]io.Reader{"much": bytes.NewReader(make([]byte, 10<<20)), "silent": read} {
		begun := time.Now()
		state := run(t, &Command{Path: need(t, "true"), Args: []string{"true"}, Stdin: from})
		if state.Code != 0 || time.Since(begun) > enough {
			t.Errorf("%s: %+v after %v", name, state, time.Since(begun))
		}
	}
}

func TestInputReachesTheProgram(t *testing.T) {
	for want, from := range map[string]io.Reader{"": nil, "some text": strings.NewReader("some text")} {
		var out strings.Builder
		state := run(t, &Command{Path: need(t, "cat"), Args: []string{"cat"}, Stdin: from, Stdout: &out, Confine: confine.Auto})
		if state.Code != 0 || out.String() != want {
			t.Errorf("%+v %q, want %q", state, out.String(), want)
		}
	}
}

func TestChildHasThreeDescriptorsAndASessionOfItsOwn(t *testing.T) {
	// As a shell's 9</ would leave it: not closed on exec.
	ours := t.TempDir()
	fd, err := unix.Open(ours, unix.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	bin := program(t, filepath.Join(t.TempDir(), "prog"))
	var out strings.Builder
	c := role(t, bin, "descriptors")
	c.Stdout = &out
	_ = run(t, c)
	for line := range strings.Lines(out.String()) {
		// Other descriptors were opened by its own runtime.
		if n, target, _ := strings.Cut(strings.TrimSpace(line), " "); target == ours || strings.HasPrefix(target, "pipe:") && n != "1" {
			t.Errorf("descriptor %s is %s", n, target)
		}
	}
	out.Reset()
	c = role(t, bin, "session")
	c.Stdout = &out
	if _ = run(t, c); out.String() != "true" {
		t.Errorf("%q", out.String())
	}
}

func TestProgramThatCannotBeStartedIsAnError(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("plain"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	install(t, at("text"), []byte("text"))
	install(t, at("script"), []byte("#!/no/such/interpreter\n"))
	both(t, func(t *testing.T, mode confine.Mode) {
		for _, tc := range []struct{ path, dir, want string }{
			{"ls", "", "ls: not an absolute path"},
			{at("absent"), "", at("absent") + ": no such file or directory"},
			{at("plain"), "", at("plain") + ": permission denied"},
			{dir, "", dir + ": permission denied"},
			{at("text"), "", at("text") + ": exec format error"},
			{at("script"), "", at("script") + ": the interpreter that it names does not exist"},
			{"/bin/sh", at("absent"), "/bin/sh: cannot stand in stat " + at("absent") + ": no such file or directory"},
		} {
			_, err := Run(t.Context(), &Command{Path: tc.path, Args: []string{"x"}, Dir: tc.dir, Confine: mode, Stdin: strings.NewReader("x"), Stdout: io.Discard})
			if err == nil || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		}
	})
}

func TestEndedContextStartsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if state, err := Run(ctx, &Command{Path: "/no/such/program"}); err != nil || !state.Killed {
		t.Errorf("%+v, %v", state, err)
	}
}

// TestProgramThatEndedByItselfIsNotKilled ends the context while what the program left in another session is killed.
func TestProgramThatEndedByItselfIsNotKilled(t *testing.T) {
	adopts(t)
	both(t, func(t *testing.T, mode confine.Mode) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		c := role(t, program(t, filepath.Join(t.TempDir(), "prog")), "linger")
		c.Confine = mode
		c.Stdout = writer(func(p []byte) (int, error) {
			pid, err := strconv.Atoi(string(p))
			if err != nil {
				t.Error(err)
			}
			go func() {
				for e, ok := readEntry(pid); ok && e.state != 'Z'; e, ok = readEntry(pid) {
					time.Sleep(time.Millisecond / 10)
				}
				cancel()
			}()
			return len(p), nil
		})
		if state, err := Run(ctx, c); err != nil || state.Killed || state.Code != 3 || state.Signal != 0 {
			t.Errorf("%+v, %v", state, err)
		}
	})
}

func TestKillThatComesTooLateChangesNothing(t *testing.T) {
	sh := need(t, "sh")
	for script, want := range map[string]ending{"exit 7": {code: 7}, "kill -KILL $$": {code: -1, signal: 9}} {
		c := &Command{Path: sh, Args: []string{"sh", "-c", script}}
		pipes, err := openStreams(c)
		if err != nil {
			t.Fatal(err)
		}
		before := time.Now()
		p, _, err := start(c, pipes.theirs)
		pipes.handedOver()
		if err != nil {
			t.Fatal(err)
		}
		for !p.hasEnded() {
			time.Sleep(time.Millisecond)
		}
		p.kill()
		<-p.exited
		atMost := time.Since(before)
		time.Sleep(10 * time.Millisecond) // as long as its leftover processes may take
		got := p.end()
		if got.took <= 0 || got.took > atMost {
			t.Errorf("%s took %v", script, got.took)
		}
		if got.took = 0; got != want {
			t.Errorf("%s: %+v", script, got)
		}
	}
}

func TestStatusIsThatOfTheProgram(t *testing.T) {
	sh := need(t, "sh")
	for script, want := range map[string]State{"exit 7": {Code: 7}, "kill -TERM $$": {Code: -1, Signal: 15}} {
		state := run(t, &Command{Path: sh, Args: []string{"sh", "-c", script}, Confine: confine.Auto})
		if state.Code != want.Code || state.Signal != want.Signal || state.Killed || state.Elapsed <= 0 {
			t.Errorf("%s: %+v", script, state)
		}
	}
}

// BenchmarkRun compares the cost of running a program that does nothing with os/exec.
func BenchmarkRun(b *testing.B) {
	path := need(b, "true")
	b.Run("exec", func(b *testing.B) {
		for b.Loop() {
			if err := exec.CommandContext(b.Context(), path).Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, mode := range []confine.Mode{confine.Off, confine.Auto} {
		b.Run(mode.String(), func(b *testing.B) {
			for b.Loop() {
				if state := run(b, &Command{Path: path, Args: []string{"true"}, Stdout: io.Discard, Stderr: io.Discard, Confine: mode}); state.Code != 0 {
					b.Fatal(state)
				}
			}
		})
	}
}
