package confine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sys/unix"
)

// scene is the environment of an attempt: a folder with the files made by setUp, a descriptor for
// writing that was opened before confinement, and a goroutine on a thread that existed before.
type scene struct {
	dir    string
	opened *os.File
	early  func(func() error) error
}

func (s scene) path(name string) string { return filepath.Join(s.dir, name) }

// content is the initial content of every file.
const content = "content"

// kept are the files that confinement protects, spent those that it does not.
var (
	kept = []string{"write", "append", "early", "late", "create", "openat2", "handle", "ring", "reopen", "rename", "over", "across", "link",
		"unlink", "shell", "shellappend", "shelltruncate", "shellrm", "chmod", "chown", "utimes", "xattr"}
	spent = []string{"opened", "cut", "grown", "rdonly", "mode3", "cut2", "cuthandle", "cutring"}
)

// byTCP tries something that the first versions of Landlock do not deny.
func byTCP(try func() error) error {
	if Probe().ABI < 4 {
		return errSkipped
	}
	return try()
}

// setUp creates the files that the attempts of one run use up.
func setUp(dir string) error {
	for _, name := range slices.Concat(kept, spent) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	for _, name := range []string{"rmdir", "sub"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			return err
		}
	}
	return nil
}

// outcome is the required result of an attempt under confinement. Without it all attempts succeed,
// except for those that a container may forbid to its root.
type outcome uint8

const (
	refused    outcome = iota
	privileged         // refused, and possibly without confinement too
	passes
)

// attempts are all the ways of changing a file that the tests know, together with operations that
// must continue to work and those that are known to remain possible.
var attempts = []struct {
	name string
	want outcome
	try  func(s scene) error
}{
	{"create a file", refused, func(s scene) error { return open(s.path("new"), unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL) }},
	{"create an unnamed file", refused, func(s scene) error { return optional(open(s.dir, unix.O_TMPFILE|unix.O_RDWR)) }},
	{"write", refused, func(s scene) error { return open(s.path("write"), unix.O_WRONLY) }},
	{"write and read", refused, func(s scene) error { return open(s.path("write"), unix.O_RDWR) }},
	{"append", refused, func(s scene) error { return open(s.path("append"), unix.O_WRONLY|unix.O_APPEND) }},
	{"write from a thread started before", refused, func(s scene) error {
		return s.early(func() error { return open(s.path("early"), unix.O_WRONLY) })
	}},
	{"write from a thread started after", refused, func(s scene) error {
		done := make(chan error)
		go func() {
			runtime.LockOSThread() // never unlocked: the thread ends with it
			done <- open(s.path("late"), unix.O_WRONLY)
		}()
		return <-done
	}},
	{"write through /proc", refused, func(s scene) error {
		f, err := os.Open(s.path("reopen"))
		if err != nil {
			return err
		}
		defer f.Close()
		return open(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), unix.O_WRONLY)
	}},
	{"open to truncate for writing", refused, func(s scene) error { return open(s.path("create"), unix.O_WRONLY|unix.O_TRUNC) }},
	{"openat2(2) to write", refused, func(s scene) error {
		return openat2(s.path("openat2"), unix.O_WRONLY)
	}},
	{"open_by_handle_at(2) to write", refused, func(s scene) error { return openByHandle(s, "handle", unix.O_WRONLY) }},
	{"io_uring to write", refused, func(s scene) error { return openThroughRing(s.path("ring"), unix.O_WRONLY) }},
	{"rename", refused, func(s scene) error { return os.Rename(s.path("rename"), s.path("renamed")) }},
	{"rename over another", refused, func(s scene) error { return os.Rename(s.path("over"), s.path("append")) }},
	{"rename into another folder", refused, func(s scene) error { return os.Rename(s.path("across"), s.path("sub/across")) }},
	{"link", refused, func(s scene) error { return os.Link(s.path("link"), s.path("linked")) }},
	{"link into another folder", refused, func(s scene) error { return os.Link(s.path("link"), s.path("sub/linked")) }},
	{"symlink", refused, func(s scene) error { return os.Symlink("link", s.path("symlink")) }},
	{"unlink", refused, func(s scene) error { return os.Remove(s.path("unlink")) }},
	{"mkdir", refused, func(s scene) error { return os.Mkdir(s.path("mkdir"), 0o777) }},
	{"rmdir", refused, func(s scene) error { return os.Remove(s.path("rmdir")) }},
	{"mknod of a FIFO", refused, func(s scene) error { return unix.Mknod(s.path("fifo"), unix.S_IFIFO|0o666, 0) }},
	{"mknod of a file", refused, func(s scene) error { return unix.Mknod(s.path("node"), unix.S_IFREG|0o666, 0) }},
	{"mknod of a device", privileged, func(s scene) error {
		if os.Geteuid() != 0 {
			return errSkipped
		}
		return unix.Mknod(s.path("device"), unix.S_IFCHR|0o666, int(unix.Mkdev(1, 3)))
	}},
	{"mount", privileged, func(s scene) error {
		if os.Geteuid() != 0 {
			return errSkipped
		}
		if err := unix.Mount("tmpfs", s.path("sub"), "tmpfs", 0, ""); err != nil {
			return err
		}
		return unix.Unmount(s.path("sub"), 0)
	}},
	{"read another process's memory", privileged, func(scene) error {
		if os.Geteuid() != 0 {
			return errSkipped
		}
		here := make([]byte, 1)
		_, err := unix.ProcessVMReadv(os.Getppid(), []unix.Iovec{{Base: &here[0], Len: 1}}, []unix.RemoteIovec{{Base: 1, Len: 1}}, 0)
		if errors.Is(err, unix.EFAULT) {
			return nil // allowed, although there is nothing at that address
		}
		return optional(err) // QEMU's emulation lacks it
	}},
	{"listen by TCP", refused, func(scene) error {
		return byTCP(func() error {
			var plain net.ListenConfig
			plain.SetMultipathTCP(false) // which Landlock does not know
			l, err := plain.Listen(context.Background(), "tcp", "127.0.0.1:0")
			if err != nil {
				return err
			}
			return l.Close()
		})
	}},
	{"connect by TCP", refused, func(scene) error {
		return byTCP(func() error {
			c, err := net.Dial("tcp", "127.0.0.1:1")
			if errors.Is(err, unix.ECONNREFUSED) {
				return nil // allowed, although nobody listens
			}
			if err != nil {
				return err
			}
			return c.Close()
		})
	}},
	{"bind a socket", refused, func(s scene) error {
		l, err := net.Listen("unix", s.path("sock"))
		if err != nil {
			return err
		}
		return l.Close()
	}},
	{"a shell's >", refused, func(s scene) error { return shell("echo more > " + s.path("shell")) }},
	{"a shell's >>", refused, func(s scene) error { return shell("echo more >> " + s.path("shellappend")) }},
	{"truncate(1)", refused, func(s scene) error {
		if _, err := exec.LookPath("truncate"); err != nil {
			return errSkipped
		}
		return shell("truncate -s 0 " + s.path("shelltruncate"))
	}},
	{"a shell's rm", refused, func(s scene) error { return shell("rm " + s.path("shellrm")) }},

	{"read a file", passes, func(s scene) error {
		text, err := os.ReadFile(s.path("opened"))
		if err == nil && len(text) == 0 {
			err = errors.New("empty")
		}
		return err
	}},
	{"list a folder", passes, func(s scene) error { _, err := os.ReadDir(s.dir); return err }},
	{"write to a descriptor open before", passes, func(s scene) error { _, err := s.opened.WriteString("more"); return err }},
	{"write to a pipe", passes, func(scene) error {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		defer r.Close()
		defer w.Close()
		_, err = w.WriteString("x")
		return err
	}},
	{"open the null device", passes, func(scene) error { return open("/dev/null", unix.O_WRONLY) }},
	{"a shell's > to the null device", passes, func(scene) error { return shell("echo x > /dev/null") }},
	{"run a program", passes, func(scene) error { return shell("exit 0") }},

	{"truncate(2) to shorten", passes, func(s scene) error { return resized(s.path("cut"), unix.Truncate(s.path("cut"), 1)) }},
	{"truncate(2) to lengthen", passes, func(s scene) error { return resized(s.path("grown"), unix.Truncate(s.path("grown"), 100)) }},
	{"ftruncate(2) of a file open for writing before", passes, func(s scene) error { return resized(s.path("opened"), s.opened.Truncate(1)) }},
	{"open to truncate for reading", passes, func(s scene) error {
		return resized(s.path("rdonly"), open(s.path("rdonly"), unix.O_RDONLY|unix.O_TRUNC))
	}},
	{"open to truncate for neither", passes, func(s scene) error {
		return resized(s.path("mode3"), open(s.path("mode3"), unix.O_ACCMODE|unix.O_TRUNC))
	}},
	{"openat2(2) to truncate for reading", passes, func(s scene) error {
		return resized(s.path("cut2"), openat2(s.path("cut2"), unix.O_RDONLY|unix.O_TRUNC))
	}},
	{"open_by_handle_at(2) to truncate for reading", passes, func(s scene) error {
		return resized(s.path("cuthandle"), openByHandle(s, "cuthandle", unix.O_RDONLY|unix.O_TRUNC))
	}},
	{"io_uring to truncate for reading", passes, func(s scene) error {
		return resized(s.path("cutring"), openThroughRing(s.path("cutring"), unix.O_RDONLY|unix.O_TRUNC))
	}},
	{"chmod", passes, func(s scene) error { return os.Chmod(s.path("chmod"), 0o600) }},
	{"chown", passes, func(s scene) error { return os.Chown(s.path("chown"), os.Getuid(), os.Getgid()) }},
	{"utimes", passes, func(s scene) error { return unix.Utimes(s.path("utimes"), make([]unix.Timeval, 2)) }},
	{"setxattr", passes, func(s scene) error {
		return optional(unix.Setxattr(s.path("xattr"), "user.ct", []byte("x"), 0))
	}},
	{"write to memory", passes, func(scene) error {
		fd, err := unix.MemfdCreate("ct", 0)
		if err != nil {
			return optional(err)
		}
		defer unix.Close(fd)
		if _, err = unix.Write(fd, []byte("x")); err != nil {
			return err
		}
		return open(fmt.Sprintf("/proc/self/fd/%d", fd), unix.O_RDWR)
	}},
	{"signal another process", passes, func(scene) error {
		if os.Geteuid() != 0 {
			return errSkipped
		}
		return unix.Kill(os.Getppid(), 0)
	}},
	{"talk through an abstract socket", passes, func(scene) error {
		name := fmt.Sprintf("@ct-test-%d", os.Getpid())
		l, err := net.Listen("unix", name)
		if err != nil {
			return err
		}
		defer l.Close()
		c, err := net.Dial("unix", name)
		if err != nil {
			return err
		}
		return c.Close()
	}},
	{"open a network socket", passes, func(scene) error {
		return closed(unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0))
	}},
}

// errSkipped means that the attempt is impossible here even without confinement.
var errSkipped = errors.New("skipped")

// optional skips what a file system does not support.
func optional(err error) error {
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EISDIR) {
		return errSkipped
	}
	return err
}

func open(path string, flags int) error {
	return closed(unix.Open(path, flags|unix.O_CLOEXEC, 0o666))
}

func openat2(path string, flags uint64) error {
	fd, err := unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{Flags: flags})
	return optional(closed(fd, err)) // in Linux since 5.6
}

// openByHandle opens a file without its name.
func openByHandle(s scene, name string, flags int) error {
	handle, _, err := unix.NameToHandleAt(unix.AT_FDCWD, s.path(name), 0)
	if err != nil || os.Geteuid() != 0 {
		return errSkipped // the file system has no handles, or only root may use them
	}
	mount, err := unix.Open(s.dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	defer unix.Close(mount)
	if closed(unix.OpenByHandleAt(mount, handle, unix.O_RDONLY)) != nil {
		return errSkipped // the root of a container or of a user namespace
	}
	return closed(unix.OpenByHandleAt(mount, handle, flags))
}

// resized reports whether a file's size changed although there was no error.
func resized(path string, err error) error {
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err == nil && info.Size() == int64(len(content)) {
		err = errors.New("the file is as long as before")
	}
	return err
}

func closed(fd int, err error) error {
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

func shell(command string) error {
	return exec.Command("/bin/sh", "-c", command).Run()
}
