//go:build unix && !linux

package child

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/confine"
)

// process is a child, the leader of a session and of a group. What leaves the group cannot be reached.
type process struct {
	*os.Process
	killed bool          // it was killed before it was seen to have ended
	begun  time.Time     // when it was created
	ended  time.Time     // when it was seen to have ended
	exited chan struct{} // closed when it has ended
	state  *os.ProcessState
}

func start(c *Command, files []*os.File) (*process, confine.Status, error) {
	p := &process{exited: make(chan struct{})}
	withholdDescriptors()
	status, err := c.policy().Start(func() (func(), error) {
		var err error
		p.begun = time.Now()
		p.Process, err = os.StartProcess(c.Path, c.Args, &os.ProcAttr{
			Dir: c.Dir, Env: c.environment(), Files: files,
			Sys: &syscall.SysProcAttr{Setsid: true},
		})
		return p.wait, err
	})
	return p, status, err
}

// inherited limits the descriptors that are examined: shells and build tools pass on low ones.
const inherited = 256

// withholdDescriptors marks inherited descriptors to be closed in children; Go marks its own.
func withholdDescriptors() {
	for fd := 3; fd < inherited; fd++ {
		unix.CloseOnExec(fd)
	}
}

func (p *process) wait() {
	p.state, _ = p.Wait()
	p.ended = time.Now()
	close(p.exited)
}

// killTime limits the wait for a process that was killed.
const killTime = 5 * time.Second

func (p *process) kill() {
	select {
	case <-p.exited:
	default:
		p.killed = true
		p.killGroup()
		waitFor(p.exited, killTime)
	}
}

func (p *process) killGroup() { _ = unix.Kill(-p.Pid, unix.SIGKILL) }

// end kills what is left of the group and returns how the process ended.
func (p *process) end() ending {
	select {
	case <-p.exited:
	default:
		return ending{code: -1, signal: int(unix.SIGKILL), killed: true, took: time.Since(p.begun)}
	}
	p.killGroup()
	e := ending{code: -1, took: p.ended.Sub(p.begun)}
	if p.state != nil {
		e.code = p.state.ExitCode()
		if w, ok := p.state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
			e.signal = int(w.Signal())
		}
	}
	e.killed = p.killed && e.signal == int(unix.SIGKILL)
	return e
}
