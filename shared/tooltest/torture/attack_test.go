//go:build linux

package torture

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// An attack is what happens to a call while it runs.
type attack struct {
	kind    string // its row in the table
	refusal *refusal
	launch  launch
	signal  syscall.Signal
	after   time.Duration // from the program's beginning to the signal
	changes uint64        // seed of changes to the tree; 0: none
	// replace says that changes are also made to files of the tree in which nothing is looked for.
	replace bool
	groups  atomic.Int64 // of files that the kernel was asked to read through a ring, if those are watched
}

func (a *attack) String() string {
	switch {
	case a.refusal != nil:
		return a.refusal.String()
	case a.signal != 0:
		return fmt.Sprintf("signal %v after %v", a.signal, a.after)
	case a.launch.Files > 0:
		return fmt.Sprint("ulimit -n ", a.launch.Files)
	case a.launch.Space > 0:
		return fmt.Sprint("ulimit -v ", a.launch.Space>>10)
	case a.launch.Rings == noRings:
		return a.kind + ", without a ring"
	}
	return a.kind
}

// harmless reports that nothing can have kept the call from a complete answer.
func (a *attack) harmless() bool {
	return a.signal == 0 && a.changes == 0 && a.launch.Files == 0 && a.launch.Space == 0 && (a.refusal == nil || a.refusal.failed.Load() == 0)
}

// starves reports that the attack denies memory, without which a Go program ends.
func (a *attack) starves() bool {
	return a.launch.Space > 0 || a.refusal != nil && a.refusal.Call == "mmap"
}

// fault returns a fault, limit or signal.
func fault(r *rand.Rand, tr *tree) *attack {
	switch r.IntN(10) {
	case 0:
		return &attack{kind: "ulimit -n", launch: launch{Files: uint64(3 + r.IntN(30))}}
	case 1:
		return &attack{kind: "ulimit -v", launch: launch{Space: uint64(100+r.IntN(1500)) << 20}}
	case 2:
		return &attack{kind: "signal", signal: pick(r, unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGPIPE, unix.SIGSTOP, unix.SIGWINCH, unix.SIGUSR1), after: time.Duration(r.IntN(7000)) * time.Microsecond}
	}
	return refuse(r, tr, pick(r, "openat", "openat", "read", "read", "getdents", "statx", "mmap"))
}

// refuse returns a fault of one kind of system call.
func refuse(r *rand.Rand, tr *tree, what string) *attack {
	f := &refusal{Call: what, Errno: pick(r, errnos...), Tree: r.IntN(3) > 0, Times: 1 + r.IntN(3)*r.IntN(10)}
	switch {
	case what == "io_uring":
		f.From = r.IntN(6) * r.IntN(6)
	case what == "mmap":
		f.From = r.IntN(60)
	case r.IntN(2) == 0 && what == "getdents":
		f.Path = pick(r, tr.dirs...)
	case r.IntN(2) == 0 && len(tr.files) > 0:
		f.Path = pick(r, tr.files...)
	default:
		f.From = r.IntN(40)
	}
	if r.IntN(3) == 0 && f.Errno != unix.EINTR { // EINTR forever is a kernel that never answers
		f.Times = 1 << 30
	}
	return &attack{kind: what + " " + unix.ErrnoName(f.Errno), refusal: f, launch: launch{Refuse: refusable[what]}}
}

// An outcome is how a call ended.
type outcome struct {
	stdout, stderr string
	exit           int // -1: by signal
	signal         syscall.Signal
	took           time.Duration
}

// patience is how long a call may take.
const patience = 10 * time.Second

// A stage is where calls run.
type stage struct{ bin, self string }

// command returns the command that runs program under the attack, in the tree.
func (s *stage) command(ctx context.Context, a *attack, tr *tree, program string, args ...string) (*exec.Cmd, error) {
	text, err := json.Marshal(a.launch)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, s.self, append([]string{filepath.Join(s.bin, program)}, args...)...)
	cmd.Dir = tr.dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent", "LANG=C.UTF-8", launching + "=" + string(text)}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
	cmd.Cancel = func() error { return unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }
	cmd.WaitDelay = time.Second
	return cmd, nil
}

// begin starts cmd, and what attacks it. The function that it returns ends the attack.
func begin(t testing.TB, cmd *exec.Cmd, a *attack, tr *tree) (end func()) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "socket")
	cmd.ExtraFiles = []*os.File{theirs}
	err = cmd.Start()
	_ = theirs.Close()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		defer unix.Close(pair[0])
		a.begun(t, pair[0], cmd, tr, done)
	})
	return func() { close(done); wait.Wait() }
}

// begun waits until the program runs, and then does to it what is to be done.
func (a *attack) begun(t testing.TB, socket int, cmd *exec.Cmd, tr *tree, done <-chan struct{}) {
	oob := make([]byte, unix.CmsgSpace(4))
	n, oobn, _, _, err := unix.Recvmsg(socket, make([]byte, 1), oob, unix.MSG_CMSG_CLOEXEC)
	switch {
	case err != nil:
		t.Error(err)
		return
	case n > 0:
		messages, err := unix.ParseSocketControlMessage(oob[:oobn])
		if err != nil || len(messages) != 1 {
			t.Errorf("listener: %v, %d messages", err, len(messages))
			return
		}
		fds, err := unix.ParseUnixRights(&messages[0])
		if err != nil {
			t.Error(err)
			return
		}
		var wait sync.WaitGroup
		defer wait.Wait()
		wait.Go(func() {
			if err := a.serve(fds[0], tr.dir, done); err != nil {
				t.Error(err)
			}
		})
	}
	switch {
	case a.signal != 0:
		time.Sleep(a.after)
		_ = cmd.Process.Signal(a.signal)
		if a.signal == unix.SIGSTOP {
			time.Sleep(20 * time.Millisecond)
			_ = cmd.Process.Signal(unix.SIGCONT)
		}
	case a.changes != 0:
		tr.change(rand.New(rand.NewPCG(a.changes, 0)), a.replace, done)
	}
}

// run runs a call under an attack.
func (s *stage) run(t testing.TB, c *call, a *attack, tr *tree) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd, err := s.command(ctx, a, tr, c.tool, c.args...)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(c.stdin), &stdout, &stderr
	start := time.Now()
	end := begin(t, cmd, a, tr)
	err = cmd.Wait()
	o := outcome{stdout: stdout.String(), took: time.Since(start)}
	end()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		stderr.WriteString("\n" + err.Error())
	}
	o.stderr, o.exit = stderr.String(), cmd.ProcessState.ExitCode()
	if w, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		o.signal = w.Signal()
	}
	return o
}

// mostReplaced is how many files are replaced and restored again and again, so that some change between a listing and a read.
const mostReplaced = 20

// change makes, fills, shortens, renames and removes entries that no call looks for, until done is closed, and with replace
// does the like to files that nothing is looked for in. What else the tree has stays as it is, and so does the truth.
func (tr *tree) change(r *rand.Rand, replace bool, done <-chan struct{}) {
	var made []string
	replaced, spares := map[string]bool{}, 0
	if replace && len(tr.spare) > 0 && len(tr.sought) > 0 {
		spares = 4
	}
	defer func() {
		for name := range replaced {
			tr.restore(name)
		}
	}()
	var folders []string
	for _, d := range tr.dirs {
		if d == "" || !strings.HasPrefix(d, ".git") {
			folders = append(folders, filepath.Join(tr.dir, d))
		}
	}
	filler := bytes.Repeat([]byte("changing text\n"), 1<<12)
	for n := 0; ; n++ {
		select {
		case <-done:
			for _, m := range made {
				_ = os.RemoveAll(m)
			}
			return
		default:
		}
		if len(made) < 40 {
			name := filepath.Join(pick(r, folders...), fmt.Sprint("changing", n))
			switch r.IntN(5) {
			case 0:
				_ = os.Mkdir(name, 0o755)
				_ = os.WriteFile(name+"/inner", filler[:100], 0o644)
			case 1:
				_ = unix.Mkfifo(name, 0o644)
			default:
				_ = os.WriteFile(name, filler[:r.IntN(len(filler))], 0o644)
			}
			made = append(made, name)
		}
		for range spares {
			name := tr.spare[r.IntN(len(tr.spare))]
			if len(replaced) > mostReplaced {
				name = pick(r, slices.Sorted(maps.Keys(replaced))...)
			}
			replaced[name] = true
			tr.replace(r, name)
		}
		i := r.IntN(len(made))
		switch r.IntN(5) {
		case 0:
			_ = os.Truncate(made[i], int64(r.IntN(1<<20)))
		case 1:
			if to := made[i] + "x"; len(to) < 200+len(tr.dir) && os.Rename(made[i], to) == nil {
				made[i] = to
			}
		case 2:
			_ = os.RemoveAll(made[i])
			_ = os.Symlink(pick(r, "..", "nowhere", "/dev/zero"), made[i])
		case 3:
			lock(made[i])
		default:
			_ = os.RemoveAll(made[i])
			made = append(made[:i], made[i+1:]...)
		}
	}
}
