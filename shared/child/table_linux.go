package child

import (
	"bytes"
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// An entry is a process as /proc shows it.
type entry struct {
	pid, parent, session int
	started              uint64 // clock ticks since the system's start; with pid it is unique
}

// A table is every process that can be seen, as far as one pass over /proc can
// tell.
type table []entry

func readTable() table {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(-1) // a part of it is better than nothing
	var t table
	for _, name := range names {
		if pid, ok := number(name); ok {
			if e, ok := readEntry(pid); ok {
				t = append(t, e)
			}
		}
	}
	return t
}

func number(name string) (int, bool) {
	n, err := strconv.Atoi(name)
	return n, err == nil && n > 0
}

func readEntry(pid int) (entry, bool) {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return entry{}, false
	}
	return parseStat(line)
}

// parseStat reads a line of /proc/PID/stat (proc_pid_stat(5)). The second field
// is the program's name in parentheses and may hold anything, those included.
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
	return entry{pid, parent, session, started}, errors.Join(err1, err2, err3, err4) == nil
}

// adopted gives the children of this process that belong to another session
// than its own: those that it took in, for only Run starts any there.
func (t table) adopted() []entry {
	self := os.Getpid()
	session, err := unix.Getsid(0)
	if err != nil {
		return nil
	}
	var list []entry
	for _, e := range t {
		if e.parent == self && e.session != session {
			list = append(list, e)
		}
	}
	return list
}

// below gives the descendants of a process, parents before children.
func (t table) below(pid int) []entry {
	children := make(map[int][]entry)
	for _, e := range t {
		children[e.parent] = append(children[e.parent], e)
	}
	list := children[pid]
	for i := 0; i < len(list) && len(list) <= len(t); i++ {
		list = append(list, children[list[i].pid]...)
	}
	return list
}

// kill kills the process that the entry was read of, and no other that got its
// number since: a descriptor is opened first, and then looked whose it is.
func (e entry) kill() {
	fd, err := unix.PidfdOpen(e.pid, 0)
	if err == nil {
		defer func() { _ = unix.Close(fd) }()
	}
	if now, ok := readEntry(e.pid); !ok || now.started != e.started {
		return
	}
	if err == nil {
		err = unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
	}
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) { // before Linux 5.3, and in some containers
		_ = unix.Kill(e.pid, unix.SIGKILL)
	}
}
