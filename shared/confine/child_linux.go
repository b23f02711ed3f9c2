package confine

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

func (c Child) start(start func() (wait func(), err error)) (Status, error) {
	r, err := c.prepare()
	if err != nil {
		return Status{}, fmt.Errorf("cannot confine: %w", err)
	}
	defer r.close()
	if err := r.unmet(c.Mode); err != nil {
		return r.status(), err
	}
	done := make(chan error, 1)
	onOwnThread(func() {
		r.apply()
		err := r.unmet(c.Mode)
		var wait func()
		if err == nil {
			wait, err = start()
		}
		done <- err
		if err == nil {
			wait()
		}
	})
	err = <-done
	return r.status(), err
}

// onOwnThread calls f on a thread that ends with it. The main thread cannot end, and its rights are what others see as
// those of the process; if the goroutine runs on it, it occupies it until another goroutine has its own thread.
func onOwnThread(f func()) {
	var try func(locked chan<- bool)
	try = func(locked chan<- bool) {
		runtime.LockOSThread()
		locked <- true
		if unix.Gettid() != unix.Getpid() {
			f()
			return // still locked, so the thread ends with the goroutine
		}
		next := make(chan bool, 1)
		go try(next)
		<-next
		runtime.UnlockOSThread()
	}
	go try(make(chan bool, 1))
}

// restrictions are what a thread will be put under, prepared so that apply allocates nothing.
type restrictions struct {
	ruleset int // a descriptor, -1 for none
	filter  []unix.SockFilter
	program unix.SockFprog // of filter
	caps    [2]unix.CapUserData
	off     bool
	abi     int
	scoped  bool     // the ruleset restricts signals
	inForce bool     // the ruleset is in force
	notes   []string // what is missing
}

// prepare creates what the mode requires, as far as the system supports it.
func (c Child) prepare() (*restrictions, error) {
	r := &restrictions{ruleset: -1}
	if c.Mode == Off {
		r.off = true
		r.note("switched off")
		return r, nil
	}
	if r.filter = seccompFilter(c.Sockets != ""); r.filter == nil {
		r.note("no seccomp filter on " + runtime.GOARCH)
	} else {
		r.program = unix.SockFprog{Len: uint16(len(r.filter)), Filter: &r.filter[0]}
	}
	abi, err := landlockABI()
	if err != nil {
		r.note(landlockNote(err))
		return r, nil
	}
	r.abi = abi
	attr, size, missing := c.domain(abi)
	if missing != "" {
		r.note(missing)
	}
	r.scoped = attr.Scoped&unix.LANDLOCK_SCOPE_SIGNAL != 0
	if r.ruleset, err = newRuleset(&attr, size); err != nil {
		r.note(landlockNote(err))
		return r, nil
	}
	if err := c.allow(r.ruleset, attr.Handled_access_fs); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *restrictions) note(text string) { r.notes = append(r.notes, text) }

func (r *restrictions) close() {
	if r.ruleset >= 0 {
		_ = unix.Close(r.ruleset)
	}
}

func (r *restrictions) status() Status {
	return Status{Enforced: r.inForce, ABI: r.abi, Note: strings.Join(r.notes, "; "), Scoped: r.inForce && r.scoped}
}

// unmet returns the error for a mode that requires everything, if something is missing.
func (r *restrictions) unmet(m Mode) error {
	if m == Require && len(r.notes) > 0 {
		return &RequireError{Status: r.status()}
	}
	return nil
}

// apply puts the calling thread under the restrictions, for good.
func (r *restrictions) apply() {
	if r.off {
		return
	}
	_, _, marked := unix.RawSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0)
	var bound, filtered syscall.Errno
	if r.ruleset >= 0 {
		_, _, bound = unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(r.ruleset), 0, 0)
	}
	if r.filter != nil {
		_, _, filtered = unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&r.program)))
	}
	dropped := r.dropCapabilities()
	r.inForce = r.ruleset >= 0 && bound == 0
	if marked != 0 {
		r.note("no_new_privs: " + marked.Error())
	}
	if bound != 0 {
		r.note(unboundNote(bound))
	}
	if filtered != 0 {
		r.note("seccomp filter: " + filtered.Error())
	}
	if dropped != 0 {
		r.note("capabilities: " + dropped.Error())
	}
}

// keptCapabilities are the capabilities that a child of root keeps: reading what root may read. Others get past Landlock,
// such as CAP_PERFMON and CAP_SYS_ADMIN. With no_new_privs none comes back when a program is executed.
const keptCapabilities = 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH

func (r *restrictions) dropCapabilities() syscall.Errno {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	_, _, errno := unix.RawSyscall(unix.SYS_CAPGET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&r.caps[0])), 0)
	if errno != 0 {
		return errno
	}
	low := unix.CapUserData{Effective: r.caps[0].Effective & keptCapabilities, Permitted: r.caps[0].Permitted & keptCapabilities}
	r.caps = [2]unix.CapUserData{low} // the second has those from 32 on
	_, _, errno = unix.RawSyscall(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&r.caps[0])), 0)
	return errno
}

// Filter returns why a program that Child starts would have no seccomp filter here, or "" if it would have one. It
// changes nothing: it asks the kernel whether it supports an action that the filter uses.
func Filter() string {
	if seccompFilter(false) == nil {
		return "none is known for " + runtime.GOARCH
	}
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	if errno != 0 {
		return "seccomp: " + errno.Error()
	}
	return ""
}
