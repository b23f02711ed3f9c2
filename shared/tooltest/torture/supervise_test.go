//go:build linux

package torture

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refusable are the system calls that can be made to fail, by what a fault calls them.
var refusable = map[string][]uint32{
	"openat":   {unix.SYS_OPENAT, unix.SYS_OPENAT2},
	"read":     {unix.SYS_READ, unix.SYS_PREAD64},
	"getdents": {unix.SYS_GETDENTS64},
	"statx":    {unix.SYS_STATX, unix.SYS_FSTAT, statAt},
	"mmap":     {unix.SYS_MMAP},
	"io_uring": ringCalls,
}

// statAt is newfstatat, which package unix names differently on each machine.
var statAt = map[string]uint32{"amd64": 262, "arm64": 79}[runtime.GOARCH]

var errnos = []unix.Errno{unix.EIO, unix.EMFILE, unix.ENOMEM, unix.EACCES, unix.EINTR}

// A refusal makes system calls fail: those for the entry Path of the tree, or all from the nth on that concern the tree.
// Those of mmap and io_uring are counted whatever they concern.
type refusal struct {
	Call   string
	Errno  unix.Errno
	Path   string `json:",omitempty"`
	Tree   bool   // count only what concerns the tree
	From   int
	Times  int // at most so many fail
	seen   int
	failed atomic.Int64
}

func (r *refusal) String() string {
	what := fmt.Sprintf("the calls from %d on", r.From)
	if r.Path != "" {
		what = fmt.Sprintf("%q", r.Path)
	}
	return fmt.Sprintf("%s of %s fails %d times with %v", r.Call, what, r.Times, r.Errno)
}

// What the kernel sends and receives: struct seccomp_notif and seccomp_notif_resp.
type (
	notification struct {
		id         uint64
		pid, flags uint32
		nr         int32
		arch       uint32
		ip         uint64
		args       [6]uint64
	}
	response struct {
		id    uint64
		val   int64
		errno int32
		flags uint32
	}
)

// serve answers the questions of a filter until all processes under it have ended, or done is closed.
func (a *attack) serve(listener int, dir string, done <-chan struct{}) error {
	defer unix.Close(listener)
	fds := []unix.PollFd{{Fd: int32(listener), Events: unix.POLLIN}}
	for {
		select {
		case <-done:
			return nil
		default:
		}
		n, err := unix.Poll(fds, 100)
		switch {
		case err == unix.EINTR || err == nil && n == 0:
			continue
		case err != nil:
			return err
		case fds[0].Revents&unix.POLLIN == 0:
			return nil
		}
		var q notification
		if _, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(listener), unix.SECCOMP_IOCTL_NOTIF_RECV, uintptr(unsafe.Pointer(&q))); e != 0 {
			continue // the process was killed while it waited
		}
		answer := response{id: q.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		if r := a.refusal; r != nil && r.fails(&q, dir) {
			answer.flags, answer.errno = 0, -int32(r.Errno)
		} else if uint32(q.nr) == unix.SYS_IO_URING_ENTER {
			a.groups.Add(1)
		}
		_, _, _ = unix.Syscall(unix.SYS_IOCTL, uintptr(listener), unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&answer)))
	}
}

func (r *refusal) fails(q *notification, dir string) bool {
	if int(r.failed.Load()) >= r.Times || !slices.Contains(refusable[r.Call], uint32(q.nr)) {
		return false
	}
	if r.Call != "mmap" && r.Call != "io_uring" {
		name := concerns(q)
		rel, in := strings.CutPrefix(name+"/", dir+"/")
		switch {
		case !strings.HasPrefix(name, "/"), r.Tree && !in: // pipes and the like are no files
			return false
		case r.Path != "" && rel != r.Path+"/":
			return false
		}
	}
	if r.seen++; r.seen <= r.From {
		return false
	}
	r.failed.Add(1)
	return true
}

// concerns returns the path that a call is about, as /proc knows it.
func concerns(q *notification) string {
	link := func(what string) string {
		to, _ := os.Readlink(fmt.Sprintf("/proc/%d/%s", q.pid, what))
		return to
	}
	switch uint32(q.nr) {
	case unix.SYS_OPENAT, unix.SYS_OPENAT2, unix.SYS_STATX, statAt:
		name := text(q.pid, q.args[1])
		if path.IsAbs(name) {
			return path.Clean(name)
		}
		at := "cwd"
		if fd := int32(q.args[0]); fd != unix.AT_FDCWD {
			at = fmt.Sprintf("fd/%d", fd)
		}
		return path.Clean(link(at) + "/" + name)
	}
	return link(fmt.Sprintf("fd/%d", int32(q.args[0])))
}

// text reads a string out of a process.
func text(pid uint32, at uint64) string {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return ""
	}
	defer f.Close()
	var all [4096]byte
	n, _ := f.ReadAt(all[:min(4096-at%4096, 4096)], int64(at))
	if n > 0 && bytes.IndexByte(all[:n], 0) < 0 {
		more, _ := f.ReadAt(all[n:], int64(at)+int64(n))
		n += more
	}
	s, _, _ := bytes.Cut(all[:n], []byte{0})
	return string(s)
}
