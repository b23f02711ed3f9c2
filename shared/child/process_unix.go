//go:build unix && !linux

package child

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/confine"
)

// A process is a child, the leader of a session and of a group that both have
// its number. What leaves the group is out of reach on these systems.
type process struct {
	*os.Process
	exited chan struct{} // closed when it has ended
	state  *os.ProcessState
}

func start(c *Command, files []*os.File) (*process, confine.Status, error) {
	p := &process{exited: make(chan struct{})}
	keepDescriptors()
	policy := confine.Child{Mode: c.Confine, Exec: append([]string{c.Path}, c.Exec...), Readable: c.Readable}
	env := append([]string{}, c.Env...) // nil would be this process's own
	status, err := policy.Start(func() (func(), error) {
		var err error
		p.Process, err = os.StartProcess(c.Path, c.Args, &os.ProcAttr{
			Dir: c.Dir, Env: env, Files: files,
			Sys: &syscall.SysProcAttr{Setsid: true},
		})
		return p.wait, err
	})
	return p, status, err
}

// inherited bounds the descriptors that are looked at: shells and build tools
// hand on low ones.
const inherited = 256

// keepDescriptors marks the descriptors that this process was started with to
// be closed in children; Go marks its own.
func keepDescriptors() {
	for fd := 3; fd < inherited; fd++ {
		unix.CloseOnExec(fd)
	}
}

func (p *process) wait() {
	p.state, _ = p.Wait()
	close(p.exited)
}

func (p *process) kill() { _ = unix.Kill(-p.Pid, unix.SIGKILL) }

// end kills what is left of the group and gives the status.
func (p *process) end() (code, signal int) {
	select {
	case <-p.exited:
	default:
		return -1, int(unix.SIGKILL)
	}
	p.kill()
	if p.state == nil {
		return -1, 0
	}
	if w, ok := p.state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		signal = int(w.Signal())
	}
	return p.state.ExitCode(), signal
}
