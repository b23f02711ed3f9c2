package onbeam

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// passed are the signals that are passed on to the program in the network namespace.
var passed = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// isolate runs this program again in a new network namespace and returns its exit status. A user that may not make one
// gets a new user namespace too, in which the user has the same ID.
func isolate() (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	runtime.LockOSThread() // Pdeathsig is sent when the thread that starts the child ends
	defer runtime.UnlockOSThread()
	signals := make(chan os.Signal, 8)
	for _, s := range passed {
		if !signal.Ignored(s) { // else the program would not ignore it any more
			signal.Notify(signals, s)
		}
	}
	defer signal.Stop(signals)
	p, err := start(self, &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL})
	if err == nil {
		return wait(p, signals)
	}
	p, err = start(self, &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWNET | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}},
		AmbientCaps: []uintptr{unix.CAP_NET_ADMIN}, // for raise
		Pdeathsig:   syscall.SIGKILL,
	})
	if err != nil {
		return 0, fmt.Errorf("%w (%w)", errInterfaces, err)
	}
	return wait(p, signals)
}

// start starts a program with the arguments, environment and streams of this process.
func start(program string, attr *syscall.SysProcAttr) (*os.Process, error) {
	return os.StartProcess(program, os.Args, &os.ProcAttr{Files: []*os.File{os.Stdin, os.Stdout, os.Stderr}, Sys: attr})
}

// wait passes signals on to a process until it ends, and returns its exit status.
func wait(p *os.Process, signals <-chan os.Signal) (int, error) {
	done := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-signals:
				_ = p.Signal(s)
			case <-done:
				return
			}
		}
	}()
	state, err := p.Wait()
	close(done)
	if err != nil {
		return 0, err
	}
	if code := state.ExitCode(); code >= 0 {
		return code, nil
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	switch {
	case ok && status.Signal() == syscall.SIGPIPE:
		return 128 + int(syscall.SIGPIPE), nil // nobody reads what it prints, as with this process
	case ok && slices.Contains(passed, os.Signal(status.Signal())): // it was not ready for it yet, or it was a second one
		return 0, fmt.Errorf("interrupted (%v); there is no answer", status.Signal())
	}
	return 0, errors.New("the program in the network namespace was ended: " + state.String())
}

// raise brings the loopback interface up (netdevice(7)) and gives up the capability for it.
func raise() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("the loopback interface: %w", err)
	}
	defer func() { _ = unix.Close(fd) }()
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err := unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, request); err != nil {
		return fmt.Errorf("the loopback interface: %w", err)
	}
	if flags := request.Uint16(); flags&unix.IFF_UP == 0 {
		request.SetUint16(flags | unix.IFF_UP)
		if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request); err != nil {
			return fmt.Errorf("the loopback interface cannot be brought up: %w", err)
		}
	}
	if _, _, failed := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0, 0); failed != 0 && !errors.Is(failed, unix.EINVAL) {
		return fmt.Errorf("ambient capabilities cannot be given up: %w", failed)
	}
	return giveUp(unix.CAP_NET_ADMIN)
}

// giveUp takes one of the first 32 capabilities from all threads for good (capset(2)).
func giveUp(capability uint) error {
	head := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if err := unix.Capget(head, &sets[0]); err != nil {
		return fmt.Errorf("capabilities cannot be read: %w", err)
	}
	kept := ^(uint32(1) << capability)
	sets[0].Effective, sets[0].Permitted, sets[0].Inheritable = sets[0].Effective&kept, sets[0].Permitted&kept, sets[0].Inheritable&kept
	if _, _, failed := syscall.AllThreadsSyscall(unix.SYS_CAPSET, uintptr(unsafe.Pointer(head)), uintptr(unsafe.Pointer(&sets[0])), 0); failed != 0 {
		return fmt.Errorf("a capability cannot be given up: %w", failed)
	}
	return nil
}
