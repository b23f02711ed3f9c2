package child

import (
	"errors"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ct-tools/ct/shared/confine"
)

// process is a child in a job object of its own, which also contains what it starts.
type process struct {
	*os.Process
	job    windows.Handle
	killed bool          // it was killed before it was seen to have ended
	begun  time.Time     // when it was created
	ended  time.Time     // when it was seen to have ended
	exited chan struct{} // closed when it has ended
	state  *os.ProcessState
}

func start(c *Command, files []*os.File) (*process, confine.Status, error) {
	p := &process{exited: make(chan struct{})}
	status, err := c.policy().Start(func() (func(), error) {
		var err error
		if p.job, err = newJob(); err != nil {
			return nil, err
		}
		p.begun = time.Now()
		p.Process, err = os.StartProcess(c.Path, c.Args, &os.ProcAttr{
			Dir: c.Dir, Env: c.environment(), Files: files,
			// It is put into the job before it runs.
			Sys: &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP},
		})
		if err == nil {
			if err = p.joinAndResume(); err != nil {
				_ = p.Kill()
				_, _ = p.Wait()
			}
		}
		if err != nil {
			_ = windows.CloseHandle(p.job)
			return nil, err
		}
		return p.wait, nil
	})
	return p, status, err
}

// newJob returns a job whose processes end with the last handle to it.
func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, os.NewSyscallError("CreateJobObject", err)
	}
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		_ = windows.CloseHandle(job)
		return 0, os.NewSyscallError("SetInformationJobObject", err)
	}
	return job, nil
}

func (p *process) joinAndResume() error {
	handle, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(p.Pid))
	if err != nil {
		return os.NewSyscallError("OpenProcess", err)
	}
	defer func() { _ = windows.CloseHandle(handle) }()
	if err := windows.AssignProcessToJobObject(p.job, handle); err != nil {
		return os.NewSyscallError("AssignProcessToJobObject", err)
	}
	return p.resume()
}

// resume resumes the one thread that a suspended process has.
func (p *process) resume() error {
	threads, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return os.NewSyscallError("CreateToolhelp32Snapshot", err)
	}
	defer func() { _ = windows.CloseHandle(threads) }()
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(threads, &entry); err == nil; err = windows.Thread32Next(threads, &entry) {
		if entry.OwnerProcessID != uint32(p.Pid) {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return os.NewSyscallError("OpenThread", err)
		}
		_, err = windows.ResumeThread(thread)
		return errors.Join(err, windows.CloseHandle(thread))
	}
	return os.NewSyscallError("Thread32Next", err)
}

func (p *process) wait() {
	p.state, _ = p.Wait()
	p.ended = time.Now()
	close(p.exited)
}

const (
	// killTime limits the wait for a process that was killed.
	killTime = 5 * time.Second
	// killCode is the exit code of a killed process. No program uses it itself.
	killCode = 0xE0637401
)

func (p *process) kill() {
	select {
	case <-p.exited:
	default:
		p.killed = true
		_ = windows.TerminateJobObject(p.job, killCode)
		waitFor(p.exited, killTime)
	}
}

// end kills what is left in the job and returns how the process ended.
func (p *process) end() ending {
	_ = windows.TerminateJobObject(p.job, killCode)
	_ = windows.CloseHandle(p.job)
	select {
	case <-p.exited:
	default:
		return ending{code: -1, killed: true, took: time.Since(p.begun)}
	}
	e := ending{code: -1, took: p.ended.Sub(p.begun)}
	if p.state == nil {
		return e
	}
	if uint32(p.state.ExitCode()) == killCode {
		e.killed = p.killed
	} else {
		e.code = p.state.ExitCode()
	}
	return e
}
