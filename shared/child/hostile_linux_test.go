package child

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/tooltest"
)

// outcome is the required result of an attempt in a confined child. In another all attempts
// succeed, except for those that a system may forbid to its root or to everyone.
type outcome uint8

const (
	refused outcome = iota
	privileged
	passes
)

// scene is the environment of the hostile program: a folder with a file for each attempt, and
// sockets that somebody listens on.
type scene struct{ dir, tcp, udp, abstract string }

func (s scene) path(name string) string { return filepath.Join(s.dir, name) }

const content = "content"

var files = []string{"write", "trunc", "rdtrunc", "truncate", "chmod", "fchmod", "chown", "utimes", "xattr", "flags", "rename", "link", "unlink", "read", "handle", "lease", "controls"}

// attempts is what the hostile program tries.
var attempts = []struct {
	name string
	want outcome
	try  func(s scene) error
}{
	{"create a file", refused, func(s scene) error { return open(s.path("new"), unix.O_WRONLY|unix.O_CREAT) }},
	{"create an unnamed file", refused, func(s scene) error { return optional(open(s.dir, unix.O_TMPFILE|unix.O_RDWR)) }},
	{"write", refused, func(s scene) error { return open(s.path("write"), unix.O_WRONLY) }},
	{"open to truncate for writing", refused, func(s scene) error { return open(s.path("trunc"), unix.O_WRONLY|unix.O_TRUNC) }},
	{"open to truncate for reading", refused, func(s scene) error { return open(s.path("rdtrunc"), unix.O_RDONLY|unix.O_TRUNC) }},
	{"truncate(2)", refused, func(s scene) error { return unix.Truncate(s.path("truncate"), 1) }},
	{"write to a device", privileged, func(scene) error { return open("/dev/full", unix.O_WRONLY) }},
	{"rename", refused, func(s scene) error { return os.Rename(s.path("rename"), s.path("renamed")) }},
	{"link", refused, func(s scene) error { return os.Link(s.path("link"), s.path("linked")) }},
	{"symlink", refused, func(s scene) error { return os.Symlink("link", s.path("symlink")) }},
	{"unlink", refused, func(s scene) error { return os.Remove(s.path("unlink")) }},
	{"mkdir", refused, func(s scene) error { return os.Mkdir(s.path("mkdir"), 0o700) }},
	{"rmdir", refused, func(s scene) error { return unix.Rmdir(s.path("rmdir")) }},
	{"mknod of a FIFO", refused, func(s scene) error { return unix.Mknod(s.path("fifo"), unix.S_IFIFO|0o600, 0) }},

	{"chmod", refused, func(s scene) error { return os.Chmod(s.path("chmod"), 0o600) }},
	{"fchmod", refused, func(s scene) error {
		return withFile(s.path("fchmod"), func(f *os.File) error { return f.Chmod(0o600) })
	}},
	{"chown", refused, func(s scene) error { return os.Chown(s.path("chown"), os.Getuid(), os.Getgid()) }},
	{"utimes", refused, func(s scene) error {
		return unix.UtimesNanoAt(unix.AT_FDCWD, s.path("utimes"), make([]unix.Timespec, 2), 0)
	}},
	{"setxattr", refused, func(s scene) error { return optional(unix.Setxattr(s.path("xattr"), "user.ct", []byte("x"), 0)) }},
	{"change a file's flags", refused, func(s scene) error {
		return withFile(s.path("flags"), func(f *os.File) error {
			flags, err := unix.IoctlGetUint32(int(f.Fd()), unix.FS_IOC_GETFLAGS)
			if err != nil {
				return errSkipped
			}
			return optional(unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, int(flags)))
		})
	}},
	{"open_by_handle_at(2)", privileged, func(s scene) error {
		handle, _, err := unix.NameToHandleAt(unix.AT_FDCWD, s.path("handle"), 0)
		if err != nil {
			return errSkipped
		}
		return withFile(s.dir, func(f *os.File) error {
			fd, err := unix.OpenByHandleAt(int(f.Fd()), handle, unix.O_RDONLY)
			return closed(fd, err)
		})
	}},

	{"connect by TCP", refused, func(s scene) error { return dial("tcp", s.tcp) }},
	{"send by UDP", refused, func(s scene) error { return dial("udp", s.udp) }},
	{"connect to a socket with a path", refused, func(s scene) error { return dial("unix", s.path("sock")) }},
	{"connect to an abstract socket", refused, func(s scene) error { return dial("unix", s.abstract) }},
	{"listen by TCP", refused, func(scene) error {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		return l.Close()
	}},

	{"signal the parent", refused, func(scene) error { return unix.Kill(os.Getppid(), 0) }},
	{"signal process 1", privileged, func(scene) error { return unix.Kill(1, 0) }},
	{"trace the parent", privileged, func(scene) error {
		runtime.LockOSThread()
		if _, _, e := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(os.Getppid()), 0, 0, 0, 0); e != 0 {
			return e
		}
		return nil // the tracer's end releases it
	}},
	{"read the parent's memory", privileged, func(scene) error {
		here := make([]byte, 1)
		_, err := unix.ProcessVMReadv(os.Getppid(), []unix.Iovec{{Base: &here[0], Len: 1}}, []unix.RemoteIovec{{Base: 1, Len: 1}}, 0)
		if errors.Is(err, unix.EFAULT) {
			return nil
		}
		return err
	}},
	{"read the parent's environment", privileged, func(scene) error {
		_, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", os.Getppid()))
		return err
	}},
	{"look at the parent's limits", refused, func(scene) error {
		var l unix.Rlimit
		return unix.Prlimit(os.Getppid(), unix.RLIMIT_NOFILE, nil, &l)
	}},
	{"change the parent's priority", privileged, func(scene) error { return unix.Setpriority(unix.PRIO_PROCESS, os.Getppid(), 0) }},

	{"execute /bin/sh", refused, func(scene) error { return exec.Command("/bin/sh", "-c", "exit 0").Run() }},
	{"execute a copy of itself", refused, func(s scene) error { return playing("quiet", s.path("copy")).Run() }},
	{"execute from memory", privileged, func(s scene) error {
		fd, err := unix.MemfdCreate("program", 0)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(s.path("copy"))
		if err != nil {
			return err
		}
		if _, err := unix.Write(fd, text); err != nil {
			return err
		}
		return playing("quiet", fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd)).Run()
	}},
	{"execveat(2)", refused, func(scene) error {
		empty := []byte{0}
		_, _, e := unix.RawSyscall6(unix.SYS_EXECVEAT, ^uintptr(0), uintptr(unsafe.Pointer(&empty[0])), 0, 0, unix.AT_EMPTY_PATH, 0)
		if e == unix.EBADF {
			return nil // it was examined
		}
		return e
	}},

	{"mount", privileged, func(s scene) error {
		if err := unix.Mount("tmpfs", s.path("mount"), "tmpfs", 0, ""); err != nil {
			return err
		}
		return unix.Unmount(s.path("mount"), 0)
	}},
	{"unshare(2)", privileged, func(scene) error {
		runtime.LockOSThread()
		return unix.Unshare(unix.CLONE_NEWUTS)
	}},
	{"clone(2) into a namespace", privileged, func(scene) error {
		cmd := itself("quiet")
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER}
		return cmd.Run()
	}},
	{"clone3(2)", refused, func(scene) error {
		_, _, e := unix.RawSyscall(unix.SYS_CLONE3, 0, 0, 0)
		if e == unix.EINVAL {
			return nil
		}
		return e
	}},
	{"io_uring", privileged, func(scene) error {
		var params [120]byte
		fd, _, e := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params)), 0)
		if e != 0 {
			return e
		}
		return unix.Close(int(fd))
	}},
	{"memory shared by System V", privileged, func(scene) error {
		id, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o600)
		if err != nil {
			return err
		}
		_, err = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
		return err
	}},
	{"type into the terminal", privileged, func(scene) error { return control(0, unix.TIOCSTI, []byte(" ")) }},
	{"the same with high bits set", privileged, func(scene) error { return control(0, 1<<32|unix.TIOCSTI, []byte(" ")) }},
	{"change the terminal's settings", refused, func(scene) error {
		settings, err := unix.IoctlGetTermios(0, unix.TCGETS)
		if err != nil {
			return errors.New("they cannot be read: " + err.Error())
		}
		return unix.IoctlSetTermios(0, unix.TCSETS, settings)
	}},
	{"change the terminal's size", refused, func(scene) error { return unix.IoctlSetWinsize(0, unix.TIOCSWINSZ, &unix.Winsize{}) }},
	{"signals by ioctl(2)", refused, func(scene) error {
		return withPipe(func(fd int) error { return control(fd, 0x5452, []byte{1, 0, 0, 0}) }) // FIOASYNC
	}},
	{"EXT4_IOC_SETVERSION", privileged, func(s scene) error { return controlFile(s, 0x40086604) }},
	{"FS_IOC_SETVERSION", privileged, func(s scene) error { return controlFile(s, 0x40087602) }},
	{"FS_IOC_FSSETXATTR", privileged, func(s scene) error { return controlFile(s, 0x401c5820) }},
	{"FAT_IOCTL_SET_ATTRIBUTES", privileged, func(s scene) error { return controlFile(s, 0x40047211) }},
	{"BTRFS_IOC_SUBVOL_CREATE", privileged, func(s scene) error { return controlFile(s, 0x5000940e) }},
	{"BTRFS_IOC_DEFRAG", privileged, func(s scene) error { return controlFile(s, 0x50009402) }},
	{"FIDEDUPERANGE", privileged, func(s scene) error { return controlFile(s, 0xc0189436) }},
	{"lease a file", refused, func(s scene) error {
		return withFile(s.path("lease"), func(f *os.File) error {
			_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
			return optional(err)
		})
	}},
	{"signals for a folder's changes", refused, func(s scene) error {
		return withFile(s.dir, func(f *os.File) error {
			_, err := unix.FcntlInt(f.Fd(), unix.F_NOTIFY, 2) // DN_MODIFY
			return optional(err)
		})
	}},
	{"F_SETOWN", refused, func(scene) error { return controlPipe(unix.F_SETOWN, os.Getpid()) }},
	{"F_SETOWN with high bits set", refused, func(scene) error { return controlPipe(1<<32|unix.F_SETOWN, os.Getpid()) }},
	{"F_SETOWN_EX", refused, func(scene) error {
		owner := [2]int32{1, int32(os.Getpid())} // a process
		return withPipe(func(fd int) error {
			if _, _, e := unix.Syscall(unix.SYS_FCNTL, uintptr(fd), unix.F_SETOWN_EX, uintptr(unsafe.Pointer(&owner))); e != 0 {
				return e
			}
			return nil
		})
	}},
	{"F_SETSIG", refused, func(scene) error { return controlPipe(unix.F_SETSIG, int(unix.SIGURG)) }},
	{"O_ASYNC by F_SETFL", refused, func(scene) error { return controlPipe(unix.F_SETFL, unix.O_ASYNC|unix.O_NONBLOCK) }},
	{"F_SET_RW_HINT", refused, func(s scene) error {
		var hint uint64
		return withFile(s.path("controls"), func(f *os.File) error {
			if _, _, e := unix.Syscall(unix.SYS_FCNTL, f.Fd(), unix.F_SET_RW_HINT, uintptr(unsafe.Pointer(&hint))); e != 0 {
				return optional(e)
			}
			return nil
		})
	}},
	{"read the kernel's log", privileged, func(scene) error {
		_, err := unix.Klogctl(10, nil) // its size
		return err
	}},

	{"read a file", passes, func(s scene) error {
		text, err := os.ReadFile(s.path("read"))
		if err == nil && string(text) != content {
			err = errors.New("it holds something else")
		}
		return err
	}},
	{"list a folder", passes, func(s scene) error { _, err := os.ReadDir(s.dir); return err }},
	{"write to the null device", passes, func(scene) error { return open("/dev/null", unix.O_WRONLY|unix.O_TRUNC) }},
	{"fork, and execute itself", passes, func(scene) error { return itself("quiet").Run() }},
	{"signal a child", passes, func(scene) error {
		cmd := itself("sleep")
		if err := cmd.Start(); err != nil {
			return err
		}
		err := cmd.Process.Kill()
		_ = cmd.Wait()
		return err
	}},
	{"a pair of sockets", passes, func(scene) error {
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		if err != nil {
			return err
		}
		_, err = unix.Write(pair[0], []byte("x"))
		return errors.Join(err, unix.Close(pair[0]), unix.Close(pair[1]))
	}},
	{"ask for the terminal's size", passes, func(scene) error { _, err := unix.IoctlGetWinsize(0, unix.TIOCGWINSZ); return err }},
	{"ask for a file's flags", passes, func(s scene) error {
		return withFile(s.path("controls"), func(f *os.File) error {
			if _, err := unix.IoctlGetUint32(int(f.Fd()), unix.FS_IOC_GETFLAGS); !errors.Is(err, unix.EPERM) && !errors.Is(err, unix.EACCES) {
				return nil // or the file system has none
			}
			return unix.EPERM
		})
	}},
	{"ask how much waits in a pipe", passes, func(scene) error {
		return withPipe(func(fd int) error { _, err := unix.IoctlGetInt(fd, unix.TIOCINQ); return err })
	}},
	{"not to wait for a pipe, by ioctl(2)", passes, func(scene) error {
		return withPipe(func(fd int) error { return control(fd, 0x5421, []byte{1, 0, 0, 0}) }) // FIONBIO
	}},
	{"not to wait for a pipe, by fcntl(2)", passes, func(scene) error { return controlPipe(unix.F_SETFL, unix.O_NONBLOCK) }},
	{"close when executing, by ioctl(2)", passes, func(scene) error {
		return withPipe(func(fd int) error { return control(fd, 0x5451, make([]byte, 4)) }) // FIOCLEX
	}},
	{"lock a file for reading", passes, func(s scene) error {
		return withFile(s.path("controls"), func(f *os.File) error {
			return unix.FcntlFlock(f.Fd(), unix.F_SETLK, &unix.Flock_t{Type: unix.F_RDLCK})
		})
	}},
	{"lower a limit of its own", passes, func(scene) error {
		return unix.Prlimit(0, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
	}},
	{"confine itself again", passes, func(s scene) error {
		if !confine.Probe().Enforced {
			return errSkipped
		}
		_, err := confine.Self(confine.Require)
		return err
	}},
}

// errSkipped means that the attempt is impossible on this system.
var errSkipped = errors.New("skipped")

func optional(err error) error {
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EINVAL) {
		return errSkipped
	}
	return err
}

func open(path string, flags int) error {
	return closed(unix.Open(path, flags|unix.O_CLOEXEC, 0o600))
}

func closed(fd int, err error) error {
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

func withFile(path string, f func(*os.File) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return f(file)
}

// control makes a request of ioctl(2) with an argument in memory.
func control(fd int, request uint, argument []byte) error {
	if _, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), uintptr(request), uintptr(unsafe.Pointer(&argument[0]))); e != 0 {
		return e
	}
	return nil
}

// controlFile makes a request for a file that is open for reading.
func controlFile(s scene, request uint) error {
	return withFile(s.path("controls"), func(f *os.File) error { return control(int(f.Fd()), request, make([]byte, 4096)) })
}

// controlPipe executes a command of fcntl(2) on a new pipe.
func controlPipe(command, argument int) error {
	return withPipe(func(fd int) error {
		_, err := unix.FcntlInt(uintptr(fd), command, argument)
		return err
	})
}

func withPipe(f func(fd int) error) error {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		return err
	}
	return errors.Join(f(ends[0]), unix.Close(ends[0]), unix.Close(ends[1]))
}

func dial(network, address string) error {
	c, err := net.Dial(network, address)
	if err != nil {
		return err
	}
	_, err = c.Write([]byte("x"))
	return errors.Join(err, c.Close())
}

// attempted is the result of the attempts: by name "", or the error.
type attempted map[string]struct {
	Err    string
	Denied bool // the error is one that a kernel returns for what it denies
}

// playHostile tries everything in the folder.
func playHostile(args []string) int {
	s := scene{args[0], args[1], args[2], args[3]}
	results := attempted{}
	for _, a := range attempts {
		r := results[a.name]
		if err := a.try(s); err != nil {
			r.Err = err.Error()
			r.Denied = errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.EXDEV) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOTTY)
		}
		results[a.name] = r
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		return 1
	}
	return 0
}

// attempt sets the scene and runs the hostile program under the name ls.
func attempt(t *testing.T, mode confine.Mode) (attempted, scene) {
	t.Helper()
	dir := tooltest.ShortDir(t)
	s := scene{dir: dir, abstract: fmt.Sprintf("@ct-child-%d-%v", os.Getpid(), mode)}
	for _, name := range files {
		if err := os.WriteFile(s.path(name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"rmdir", "mount"} {
		if err := os.Mkdir(s.path(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	program(t, s.path("copy"))
	listen := func(network, address string) string {
		var config net.ListenConfig
		l, err := config.Listen(t.Context(), network, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		return l.Addr().String()
	}
	s.tcp, s.udp = listen("tcp", "127.0.0.1:0"), "127.0.0.1:9"
	listen("unix", s.path("sock"))
	listen("unix", s.abstract)

	var out, errs strings.Builder
	c := role(t, program(t, filepath.Join(t.TempDir(), "ls")), "hostile", s.dir, s.tcp, s.udp, s.abstract)
	c.Stdin, c.Stdout, c.Stderr, c.Confine = terminal(t), &out, &errs, mode
	state := run(t, c)
	if state.Code != 0 {
		t.Fatalf("%+v\n%s%s", state, out.String(), errs.String())
	}
	results := attempted{}
	if err := json.Unmarshal([]byte(out.String()), &results); err != nil {
		t.Fatal(err)
	}
	return results, s
}

// terminal returns a terminal that somebody could type into.
func terminal(t *testing.T) *os.File {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("skipped: no /dev/ptmx")
	}
	t.Cleanup(func() { _ = master.Close() })
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetUint32(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("skipped: no /dev/pts")
	}
	t.Cleanup(func() { _ = slave.Close() })
	return slave
}

// strict returns the mode Require, or skips the test if something that it needs is missing.
func strict(t testing.TB) confine.Mode {
	t.Helper()
	if _, err := (confine.Child{Mode: confine.Require}).Start(func() (func(), error) { return func() {}, nil }); err != nil {
		t.Skip("skipped: " + err.Error())
	}
	return confine.Require
}

func TestConfinedChildChangesNothing(t *testing.T) {
	results, s := attempt(t, strict(t))
	for _, a := range attempts {
		got := results[a.name]
		t.Logf("%-36s %s", a.name, got.Err)
		switch {
		case got.Err == errSkipped.Error():
		case a.want == passes && got.Err != "":
			t.Errorf("%s: %s", a.name, got.Err)
		case a.want != passes && got.Err == "":
			t.Errorf("%s: was possible", a.name)
		case a.want != passes && !got.Denied:
			t.Errorf("%s: %s, which is no denial", a.name, got.Err)
		}
	}
	for _, name := range files {
		if text, err := os.ReadFile(s.path(name)); err != nil || string(text) != content {
			t.Errorf("%s holds %q, %v", name, text, err)
		}
	}
}

// What the previous test sees refused is refused because of confinement, not because of how it was
// tried.
func TestUnconfinedChildCanDoAllOfIt(t *testing.T) {
	results, _ := attempt(t, confine.Off)
	for _, a := range attempts {
		got := results[a.name]
		t.Logf("%-36s %s", a.name, got.Err)
		lacking := strings.HasSuffix(got.Err, unix.ENOSYS.Error()) // QEMU's emulation of a kernel
		if got.Err != "" && got.Err != errSkipped.Error() && !lacking && a.want != privileged {
			t.Errorf("%s: %s", a.name, got.Err)
		}
	}
}

// exit7 is a 32-bit program for x86: it makes the call exit(7) by int 0x80.
var exit7 = append([]byte("\x7fELF\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"+
	"\x02\x00\x03\x00\x01\x00\x00\x00\x54\x80\x04\x08\x34\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x34\x00\x20\x00\x01\x00\x00\x00\x00\x00\x00\x00"+
	"\x01\x00\x00\x00\x00\x00\x00\x00\x00\x80\x04\x08\x00\x80\x04\x08\x60\x00\x00\x00\x60\x00\x00\x00\x05\x00\x00\x00\x00\x10\x00\x00"),
	0xb8, 1, 0, 0, 0, 0xbb, 7, 0, 0, 0, 0xcd, 0x80)

func TestProgramOfAnotherArchitectureIsKilled(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("skipped: no program for this machine")
	}
	c := &Command{Path: filepath.Join(t.TempDir(), "exit7"), Args: []string{"exit7"}, Confine: confine.Off}
	install(t, c.Path, exit7)
	if state, err := Run(t.Context(), c); err != nil || state.Code != 7 {
		t.Skipf("skipped: this kernel runs no programs of 32 bits: %+v, %v", state, err)
	}
	c.Confine = strict(t)
	if state := run(t, c); state.Signal != int(unix.SIGSYS) {
		t.Errorf("%+v", state)
	}
}

func TestReadingIsBoundWhereItIsAsked(t *testing.T) {
	mode := strict(t)
	in, out := t.TempDir(), t.TempDir()
	for _, dir := range []string{in, out} {
		if err := os.WriteFile(filepath.Join(dir, "file"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(out, "file"), filepath.Join(in, "link")); err != nil {
		t.Fatal(err)
	}
	ls := need(t, "ls")
	cat := need(t, "cat")
	for _, tc := range []struct {
		readable []string
		argv     []string
		code     int
	}{
		{[]string{in}, []string{cat, filepath.Join(in, "file")}, 0},
		{[]string{in}, []string{ls, "-l", in}, 0},
		{[]string{in}, []string{cat, filepath.Join(out, "file")}, 1},
		{[]string{in}, []string{cat, filepath.Join(in, "../file")}, 1},
		{[]string{in}, []string{cat, filepath.Join(in, "link")}, 1},
		{[]string{in}, []string{cat, "/etc/passwd"}, 1},
		{[]string{in}, []string{ls, out}, 2},
		{[]string{in}, []string{ls, "/"}, 2},
		{[]string{}, []string{cat, filepath.Join(in, "file")}, 1},
		{[]string{filepath.Join(in, "file")}, []string{cat, filepath.Join(in, "file")}, 0},
		{nil, []string{cat, filepath.Join(out, "file")}, 0},
	} {
		var text strings.Builder
		state := run(t, &Command{Path: tc.argv[0], Args: tc.argv, Env: Environment(os.Environ()), Dir: in, Stderr: &text, Confine: mode, Readable: tc.readable})
		if state.Code != tc.code {
			t.Errorf("%v with %v: %+v %s", tc.argv, tc.readable, state, text.String())
		}
	}
	_, err := Run(t.Context(), &Command{Path: cat, Args: []string{"cat"}, Confine: mode, Readable: []string{in + "/absent"}})
	if err == nil || !strings.Contains(err.Error(), in+"/absent") {
		t.Errorf("a root that does not exist: %v", err)
	}
}

func TestRealProgramsWorkConfined(t *testing.T) {
	mode := strict(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("one\ntwo\nthree\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ argv, want string }{
		{"ls -l", "file"}, {"ls -la /", "proc"}, {"cat file", "one\ntwo\nthree\n"}, {"grep -P t(?=wo) file", "two\n"}, {"grep -rn three .", "./file:3:three"},
		{"stat file", "Size: 14"}, {"tail -n 1 file", "three\n"}, {"head -n 1 file", "one\n"}, {"wc -l file", "3 file\n"},
		{"pwd", dir}, {"echo a b", "a b\n"}, {"true", ""}, {"file file", "ASCII text"},
		{"git --version", "git version"}, {"/usr/bin/python3 -c print(6+1)", "7\n"}, {"perl -e print(6+1)", "7"},
	} {
		argv := strings.Fields(tc.argv)
		path, err := exec.LookPath(argv[0])
		if err != nil {
			t.Logf("skipped: no %s", argv[0])
			continue
		}
		for _, readable := range [][]string{nil, {dir, "/"}} {
			var out, errs strings.Builder
			state := run(t, &Command{Path: path, Args: argv, Env: Environment(os.Environ()), Dir: dir, Stdout: &out, Stderr: &errs, Confine: mode, Readable: readable})
			if state.Code != 0 || !strings.Contains(out.String(), tc.want) || errs.Len() > 0 {
				t.Errorf("%s: %+v %q %q", tc.argv, state, out.String(), errs.String())
			}
		}
	}
}

func TestScriptRunsWithItsInterpreter(t *testing.T) {
	mode := strict(t)
	script := filepath.Join(t.TempDir(), "script")
	install(t, script, []byte("#!/bin/sh\necho \"$0 $1\"\n/bin/ls\n"))
	var out, errs strings.Builder
	state := run(t, &Command{Path: script, Args: []string{"script", "x"}, Stdout: &out, Stderr: &errs, Confine: mode})
	if out.String() != script+" x\n" || state.Code != 126 {
		t.Errorf("%+v %q %q: want its own words, and ls refused", state, out.String(), errs.String())
	}
}
