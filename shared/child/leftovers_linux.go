package child

import (
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// begin counts a run that is about to create its process.
func (r *running) begin() error {
	r.Lock()
	defer r.Unlock()
	if r.count == 0 {
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
			return os.NewSyscallError("prctl", err)
		}
		r.others = nil
		if !childless() {
			for _, q := range readTable().adopted() {
				r.others = append(r.others, q.pid)
			}
		}
	}
	r.count++
	return nil
}

func (r *running) add(leader int) {
	r.Lock()
	defer r.Unlock()
	r.leaders = append(r.leaders, leader)
}

// end takes a run out, leader being 0 if it had no process.
func (r *running) end(leader int) {
	r.Lock()
	defer r.Unlock()
	r.count--
	if i := slices.Index(r.leaders, leader); i >= 0 {
		r.leaders = slices.Delete(r.leaders, i, i+1)
	}
}

// killLeft kills the orphans of leader's run and what descends from them, and
// reports whether there was any. In whose run an orphan began is seen from its
// session; one that made its own is anybody's, and goes with the last run.
func (r *running) killLeft(leader int) bool {
	r.Lock()
	defer r.Unlock()
	t := readTable()
	found := false
	for _, q := range t.adopted() {
		switch {
		case slices.Contains(r.others, q.pid), slices.Contains(r.leaders, q.pid):
		case q.session != leader && (r.count > 1 || slices.Contains(r.leaders, q.session)):
		default:
			found = true
			for _, below := range t.below(q.pid) {
				below.kill()
			}
			q.kill()
			_, _ = unix.Wait4(q.pid, nil, unix.WNOHANG|unix.WALL, nil)
		}
	}
	return found
}
