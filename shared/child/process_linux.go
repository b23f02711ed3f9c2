package child

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/confine"
)

// process is a child. It is the leader of a session and of a group, which both have its number.
type process struct {
	*os.Process
	*lineage
	scoped bool          // it is in a domain of its own that signals cannot leave
	killed bool          // it was sent SIGKILL while it lived
	begun  time.Time     // when it was created
	ended  time.Time     // when it was seen to have ended
	exited chan struct{} // closed when it has ended, while its number is still reserved
	orders chan func()   // calls for the thread that created it; closed at the end
}

// start creates the process. Its thread waits for it, because the parent-death signal is sent when that ends.
func start(c *Command, files []*os.File) (*process, confine.Status, error) {
	withholdDescriptors()
	l, note := beginLineage()
	p := &process{lineage: l, exited: make(chan struct{}), orders: make(chan func())}
	status, err := c.policy().Start(func() (func(), error) {
		if note != "" && c.Confine == confine.Require {
			unmet := confine.Probe()
			unmet.Note = note
			return nil, &confine.RequireError{Status: unmet}
		}
		var err error
		p.begun = time.Now()
		p.Process, err = os.StartProcess(c.Path, c.Args, &os.ProcAttr{
			Dir: c.Dir, Env: c.environment(), Files: files,
			Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: unix.SIGKILL},
		})
		return p.attend, err
	})
	if err != nil {
		l.over()
		return nil, status, err
	}
	if note != "" {
		status.Note = strings.TrimPrefix(status.Note+"; "+note, "; ")
	}
	p.scoped = status.Scoped
	l.leads(p.Pid)
	return p, status, nil
}

// withholdDescriptors marks every descriptor except the standard streams to be closed in children.
// Those that Go opens are marked already; this is for those that the process was started with.
func withholdDescriptors() {
	if unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC) == nil {
		return
	}
	descriptors, _ := numbers("/proc/self/fd") // Linux before 5.11
	for _, fd := range descriptors {
		if fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

// attend waits, on the thread that created the process, until it has ended, and then executes orders.
func (p *process) attend() {
	for {
		err := unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	p.ended = time.Now()
	close(p.exited)
	for f := range p.orders {
		f()
	}
}

// hasEnded asks the kernel, which knows before attend does.
func (p *process) hasEnded() bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, p.Pid, &info, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil)
	return err == nil && info.Signo != 0
}

// kill kills the process and its group. What left the group is killed at the end, or here if it would get lost.
func (p *process) kill() {
	p.killed = !p.hasEnded()
	var below []entry
	if !p.scoped && !p.alone() || !adopting() {
		below = p.descendants()
	}
	p.killGroup()
	for _, e := range below {
		e.kill()
	}
	p.awaitEnd()
}

// killGroup may be called until the process is reaped: until then its number identifies the group.
func (p *process) killGroup() { _ = unix.Kill(-p.Pid, unix.SIGKILL) }

// awaitEnd waits until the killed process has ended, unless the kernel keeps it.
func (p *process) awaitEnd() {
	for patience := newPatience(); ; {
		waitFor(p.exited, heldTime/10)
		select {
		case <-p.exited:
			return
		default:
		}
		e, _ := readEntry(p.Pid)
		if giveUp, _ := patience.over([]entry{e}); giveUp {
			return
		}
	}
}

// end kills what the process left running, reaps it and returns how it ended; one that does not die is left.
func (p *process) end() ending {
	select {
	case <-p.exited:
	default:
		for _, e := range p.descendants() {
			e.kill()
		}
		go func() {
			<-p.exited
			p.reap()
		}()
		return ending{code: -1, signal: int(unix.SIGKILL), killed: true, took: time.Since(p.begun)}
	}
	p.killGroup()
	if !adopting() {
		killSession(p.Pid)
	}
	e := ending{code: -1, took: p.ended.Sub(p.begun)}
	if state := p.reap(); state != nil {
		e.code = state.ExitCode()
		if w, ok := state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
			e.signal = int(w.Signal())
		}
	}
	e.killed = p.killed && e.signal == int(unix.SIGKILL)
	return e
}

// reap releases the number of the process, which has ended, and ends its run. It returns nil if the state is unknown.
func (p *process) reap() *os.ProcessState {
	state, _ := p.Wait()
	p.over()
	p.killLeft(p.killOwn)
	close(p.orders)
	return state
}

// killOwn kills an orphan in the process's domain, the only place to which its thread may send signals.
func (p *process) killOwn(pid int) bool {
	if !p.scoped {
		return false
	}
	done := make(chan error, 1)
	p.orders <- func() { done <- unix.Kill(pid, unix.SIGKILL) }
	return <-done == nil
}
