package child

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// lineage is what is known about the processes of one run.
type lineage struct {
	begun    uint64 // clock ticks since boot; none of its processes is older
	leader   int    // the program's process, 0 while it is being created
	sessions []int  // sessions in which its processes were seen
}

// runs are the active runs. Orphans are examined, killed and reaped only under the lock.
var runs struct {
	sync.Mutex
	live   []*lineage
	begun  bool    // there was a run, so the other fields are known
	adopts error   // nil: this process adopts orphans
	others []entry // children in other sessions from before the first run
}

// beginLineage registers a run that is about to create its process. The note says what of it could outlive the run, "" if
// nothing could.
func beginLineage() (l *lineage, note string) {
	runs.Lock()
	defer runs.Unlock()
	if !runs.begun {
		runs.begun, runs.adopts = true, unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
		if !childless() {
			f, _ := newFamily() // without /proc no children are found later either
			runs.others = f.children(os.Getpid())
		}
	}
	l = &lineage{begun: ticks()}
	runs.live = append(runs.live, l)
	if runs.adopts != nil { // QEMU's emulation of a kernel
		note = "what leaves the program's session may outlive the run (PR_SET_CHILD_SUBREAPER: " + runs.adopts.Error() + ")"
	}
	return l, note
}

// adopting reports whether this process adopts the orphans of its children. Without that they are lost when their parent ends.
func adopting() bool {
	runs.Lock()
	defer runs.Unlock()
	return runs.adopts == nil
}

// ticks returns the start time that processes created now will have.
func ticks() uint64 {
	const perSecond = 100 // USER_HZ, on all architectures that Go supports
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &now) != nil {
		return 0
	}
	return uint64(now.Nano()) / uint64(time.Second/perSecond)
}

// leads records the run's process.
func (l *lineage) leads(pid int) {
	runs.Lock()
	defer runs.Unlock()
	l.leader, l.sessions = pid, []int{pid}
}

// over removes a run. Orphans that it still has then belong to no run, or to another that may have started them.
func (l *lineage) over() {
	runs.Lock()
	defer runs.Unlock()
	runs.live = slices.DeleteFunc(runs.live, func(other *lineage) bool { return other == l })
}

// alone reports whether no other run is active.
func (l *lineage) alone() bool {
	runs.Lock()
	defer runs.Unlock()
	return len(runs.live) == 1 && runs.live[0] == l
}

// descendants returns the descendants of the living process, and records their sessions for when it is dead.
func (l *lineage) descendants() []entry {
	runs.Lock()
	defer runs.Unlock()
	f, err := newFamily()
	if err != nil {
		return nil
	}
	list := f.below(l.leader)
	l.learn(list)
	return list
}

func (l *lineage) learn(list []entry) {
	for _, e := range list {
		if !slices.Contains(l.sessions, e.session) {
			l.sessions = append(l.sessions, e.session)
		}
	}
}

const (
	// heldTime is how long a process sent SIGKILL may neither die nor run before the kernel is assumed to keep it.
	heldTime = time.Second
	// outrunTime is how long new processes may appear before they are forked faster than they are killed.
	outrunTime = 5 * time.Second
	// starvedTime is how long a process that was sent SIGKILL may wait for a processor on which to die.
	starvedTime = 30 * time.Second
)

// patience decides whether to continue waiting for processes to die.
type patience struct {
	begun, moved time.Time // moved is when a process was last seen that the kernel does not keep
	seen         map[int]uint64
}

func newPatience() *patience {
	now := time.Now()
	return &patience{begun: now, moved: now, seen: make(map[int]uint64)}
}

// over takes the processes left after SIGKILL, and reports whether to give up and whether one of them is new.
func (p *patience) over(left []entry) (giveUp, fresh bool) {
	running := false
	for _, e := range left {
		running = running || e.state == 'R' || e.state == 'Z'
		if started, ok := p.seen[e.pid]; !ok || started != e.started {
			p.seen[e.pid], fresh = e.started, true
		}
	}
	now := time.Now()
	if fresh || running {
		p.moved = now
	}
	took := now.Sub(p.begun)
	return now.Sub(p.moved) > heldTime || fresh && took > outrunTime || took > starvedTime, fresh
}

// killLeft kills adopted processes and their descendants until none is left or patience is over, own first.
func (l *lineage) killLeft(own func(pid int) bool) {
	const shortest, longest = time.Millisecond / 4, 10 * time.Millisecond
	patience, pause := newPatience(), shortest
	for !childless() {
		left, err := l.killOnce(own)
		if errors.Is(err, fs.ErrNotExist) || err == nil && len(left) == 0 {
			return
		}
		giveUp, fresh := patience.over(left)
		if giveUp {
			return
		}
		if fresh {
			pause = shortest
		}
		time.Sleep(pause)
		pause = min(2*pause, longest)
	}
}

// killSession kills what is left in the session of a program that has ended but is not reaped, so that its number
// identifies the session.
func killSession(leader int) {
	for patience := newPatience(); ; time.Sleep(time.Millisecond) {
		pids, _ := numbers("/proc")
		var left []entry
		for _, pid := range pids {
			if e, ok := readEntry(pid); ok && e.session == leader && pid != leader && e.state != 'Z' {
				e.kill()
				left = append(left, e)
			}
		}
		if giveUp, _ := patience.over(left); giveUp || len(left) == 0 {
			return
		}
	}
}

// killOnce kills and returns the orphans of the run and of no run, with their descendants. An error: some were missed.
func (l *lineage) killOnce(own func(pid int) bool) ([]entry, error) {
	runs.Lock()
	defer runs.Unlock()
	f, err := newFamily()
	if err != nil {
		return nil, err
	}
	orphans, err := f.adopted()
	var left []entry
	for _, q := range orphans {
		if slices.ContainsFunc(runs.others, q.same) || !l.mayKill(q, own) {
			continue
		}
		below := f.below(q.pid)
		l.learn(below)
		_ = unix.Kill(q.pid, unix.SIGKILL) // the number stays reserved until it is reaped here
		for _, e := range below {
			e.kill()
		}
		_, _ = unix.Wait4(q.pid, nil, unix.WNOHANG|unix.WALL, nil)
		left = append(append(left, q), below...)
	}
	return left, err
}

// mayKill reports whether an orphan belongs to the run or to one that is over. One in a session of its own that may belong
// to several active runs is killed with the last of them.
func (l *lineage) mayKill(q entry, own func(pid int) bool) bool {
	began := func(other *lineage) bool { return slices.Contains(other.sessions, q.session) }
	may := func(other *lineage) bool { return q.started >= other.begun }
	switch {
	case slices.ContainsFunc(runs.live, began):
		return false
	case q.pid != l.leader && began(l):
		return true
	}
	return own(q.pid) || !slices.ContainsFunc(runs.live, may)
}

// childless reports whether this process has no children, not even dead ones: it is cheaper than searching /proc.
func childless() bool {
	err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT|unix.WALL, nil)
	return errors.Is(err, unix.ECHILD)
}
