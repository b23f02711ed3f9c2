package child

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// entry is a process as shown in /proc.
type entry struct {
	pid, parent, session int
	started              uint64 // clock ticks since boot; unique together with pid
	state                byte   // of its first thread: R if it runs or waits for a processor, Z if it has ended
}

func readEntry(pid int) (entry, bool) {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return entry{}, false
	}
	return parseStat(line)
}

// parseStat parses /proc/PID/stat (proc_pid_stat(5)). The program's name, in parentheses, may contain parentheses.
func parseStat(line []byte) (entry, bool) {
	first, _, ok := bytes.Cut(line, []byte(" ("))
	last := bytes.LastIndexByte(line, ')')
	if !ok || last < len(first) {
		return entry{}, false
	}
	fields := bytes.Fields(line[last+1:]) // from the third on
	if len(fields) < 20 {
		return entry{}, false
	}
	pid, err1 := strconv.Atoi(string(first))
	parent, err2 := strconv.Atoi(string(fields[4-3]))
	session, err3 := strconv.Atoi(string(fields[6-3]))
	started, err4 := strconv.ParseUint(string(fields[22-3]), 10, 64)
	return entry{pid, parent, session, started, fields[0][0]}, errors.Join(err1, err2, err3, err4) == nil
}

func (e entry) same(f entry) bool { return e.pid == f.pid && e.started == f.started }

// family knows the children of each process.
type family struct {
	all map[int][]entry // by parent; nil if the kernel lists the children of each process
}

// newFamily reads all processes if the kernel does not list children.
func newFamily() (family, error) {
	self := strconv.Itoa(os.Getpid())
	_, err := os.Stat("/proc/" + self + "/task/" + self + "/children")
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return family{}, err
	}
	pids, err := numbers("/proc") // a kernel without PROC_CHILDREN
	f := family{all: make(map[int][]entry)}
	for _, pid := range pids {
		if e, ok := readEntry(pid); ok {
			f.all[e.parent] = append(f.all[e.parent], e)
		}
	}
	return f, err
}

// numbers returns the names in a folder that are positive numbers.
func numbers(folder string) ([]int, error) {
	dir, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }()
	names, err := dir.Readdirnames(-1)
	var list []int
	for _, name := range names {
		if n, ok := number(name); ok {
			list = append(list, n)
		}
	}
	return list, err
}

func number(name string) (int, bool) {
	n, err := strconv.Atoi(name)
	return n, err == nil && n > 0
}

// children returns the children of a process, of all its threads. Some that come and go meanwhile may be missed.
func (f family) children(pid int) []entry {
	if f.all != nil {
		return f.all[pid]
	}
	threads, _ := numbers("/proc/" + strconv.Itoa(pid) + "/task") // it may have ended
	var list []entry
	for _, tid := range threads {
		children, _ := childrenOfThread(pid, tid)
		list = append(list, children...)
	}
	return list
}

// childrenOfThread reads /proc/PID/task/TID/children (proc_tid_children(5)). An entry can be missed when another vanishes,
// so a list counts as complete if two reads are the same.
func childrenOfThread(pid, tid int) ([]entry, error) {
	path := "/proc/" + strconv.Itoa(pid) + "/task/" + strconv.Itoa(tid) + "/children"
	text, err := os.ReadFile(path)
	for tries := 0; tries < 8 && err == nil && len(text) > 0; tries++ {
		before := text
		if text, err = os.ReadFile(path); bytes.Equal(text, before) {
			break
		}
	}
	var list []entry
	for field := range bytes.FieldsSeq(text) {
		child, _ := number(string(field))
		if e, ok := readEntry(child); ok {
			list = append(list, e)
		}
	}
	return list, err
}

// adopted returns the children of this process that are in another session: those that it adopted, since only Run
// starts children there. Orphans are adopted by the first thread, which never ends in a Go program.
func (f family) adopted() ([]entry, error) {
	self := os.Getpid()
	session, err := unix.Getsid(0)
	if err != nil {
		return nil, os.NewSyscallError("getsid", err)
	}
	list := f.all[self]
	if f.all == nil {
		list, err = childrenOfThread(self, self)
	}
	return slices.DeleteFunc(slices.Clone(list), func(e entry) bool { return e.session == session }), err
}

// below returns the descendants of a process, parents before children.
func (f family) below(pid int) []entry {
	list := f.children(pid)
	seen := map[int]bool{pid: true} // a number may be reused meanwhile
	for i := 0; i < len(list); i++ {
		if !seen[list[i].pid] {
			seen[list[i].pid] = true
			list = append(list, f.children(list[i].pid)...)
		}
	}
	return list
}

// kill kills the process of the entry, never a later one of its number: it opens a descriptor, then checks.
func (e entry) kill() {
	fd, err := unix.PidfdOpen(e.pid, 0)
	if err == nil {
		defer func() { _ = unix.Close(fd) }()
	}
	if now, ok := readEntry(e.pid); !ok || !now.same(e) {
		return
	}
	if err == nil {
		err = unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
	}
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) || errors.Is(err, unix.EMFILE) { // before Linux 5.3, and in some containers
		_ = unix.Kill(e.pid, unix.SIGKILL)
	}
}
