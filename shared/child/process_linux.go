package child

import (
	"errors"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/confine"
)

// A process is a child, the leader of a session and of a group that both have
// its number.
type process struct {
	*os.Process
	exited chan struct{} // closed when it has ended, while its number is still its own
	reaped chan struct{} // closed when its number may be given away
}

// start creates the process. The thread that does it waits for it: it is with
// the thread's end that the parent-death signal comes.
func start(c *Command, files []*os.File) (*process, confine.Status, error) {
	p := &process{exited: make(chan struct{}), reaped: make(chan struct{})}
	keepDescriptors()
	if err := runs.begin(); err != nil {
		return nil, confine.Status{}, err
	}
	policy := confine.Child{Mode: c.Confine, Exec: append([]string{c.Path}, c.Exec...), Readable: c.Readable}
	status, err := policy.Start(func() (func(), error) {
		var err error
		p.Process, err = os.StartProcess(c.Path, c.Args, &os.ProcAttr{
			Dir: c.Dir, Env: environment(c.Env), Files: files,
			Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: unix.SIGKILL},
		})
		if err != nil {
			return nil, err
		}
		return p.wait, nil
	})
	if err != nil {
		runs.end(0)
		return nil, status, err
	}
	runs.add(p.Pid)
	return p, status, nil
}

// environment keeps an empty one from meaning this process's own.
func environment(env []string) []string {
	if env == nil {
		return []string{}
	}
	return env
}

// keepDescriptors marks every descriptor but the standard streams to be closed
// in children. Those that Go opens are marked; this is for what the process
// was started with.
func keepDescriptors() {
	if unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC) == nil {
		return
	}
	entries, _ := os.ReadDir("/proc/self/fd") // Linux before 5.11
	for _, e := range entries {
		if fd, ok := number(e.Name()); ok && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

// wait returns when the process is reaped; exited is closed before.
func (p *process) wait() {
	for {
		err := unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	close(p.exited)
	<-p.reaped
}

// kill kills the process and all that descends from it, while that can still
// be seen from their parents.
func (p *process) kill() {
	runs.Lock()
	defer runs.Unlock()
	for _, q := range readTable().below(p.Pid) {
		q.kill()
	}
	p.killGroup()
}

// killGroup may be called until the process is reaped: its number is the
// group's.
func (p *process) killGroup() { _ = unix.Kill(-p.Pid, unix.SIGKILL) }

// end kills what the process left, reaps it and gives its status. A process
// that the kernel does not let die is left to it.
func (p *process) end() (code, signal int) {
	select {
	case <-p.exited:
	default:
		go func() {
			<-p.exited
			p.reap()
		}()
		return -1, int(unix.SIGKILL)
	}
	p.killGroup()
	code, signal = p.reap()
	return code, signal
}

func (p *process) reap() (code, signal int) {
	state, err := p.Wait()
	close(p.reaped)
	killOrphans(p.Pid)
	runs.end(p.Pid)
	if err != nil {
		return -1, 0
	}
	if w, ok := state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		signal = int(w.Signal())
	}
	return state.ExitCode(), signal
}

// killOrphans kills what became this process's child when the run of leader
// ended, and what that started, until nothing is left or killTime is over.
func killOrphans(leader int) {
	pause := time.Millisecond / 4
	for begun := time.Now(); time.Since(begun) < killTime && !childless(); {
		if !runs.killLeft(leader) {
			return
		}
		time.Sleep(pause)
		pause = min(2*pause, 10*time.Millisecond)
	}
}

// childless reports whether this process has no children at all, not even dead
// ones: the usual case, and cheaper to ask than a look through /proc.
func childless() bool {
	err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT|unix.WALL, nil)
	return errors.Is(err, unix.ECHILD)
}

// runs are the runs that go on. Whoever holds the lock knows that no child is
// being created by a run that is not counted.
var runs running

type running struct {
	sync.Mutex
	count   int
	leaders []int // their processes; one that is about to be created is not among them
	others  []int // children in foreign sessions that were there before the first
}
