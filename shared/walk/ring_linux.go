package walk

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A ring takes system calls in memory that it shares with the kernel, many for one real call (io_uring(7)). One call here
// opens and reads a group of files: for each the ring has an open into the file's own slot of a table, which closes
// what the slot had, linked to a read from there. No file gets a descriptor of the process.
//
// Nothing waits: the open fails unless the kernel knows the name (RESOLVE_CACHED), and the read unless it has the text
// (RWF_NOWAIT). So a folder that is not in memory, or an entry that became a FIFO, costs only the attempt.

// From linux/io_uring.h: operations, flags, and where the parts of a ring are mapped.
const (
	ringRead     = 22      // IORING_OP_READ
	ringOpen     = 28      // IORING_OP_OPENAT2
	ringInTable  = 1 << 0  // IOSQE_FIXED_FILE
	ringLinked   = 1 << 2  // IOSQE_IO_LINK: the next one is cancelled if this one fails
	ringGetEvent = 1 << 0  // IORING_ENTER_GETEVENTS
	ringNoSignal = 1 << 8  // IORING_SETUP_COOP_TASKRUN, Linux 5.19
	ringTable    = 13      // IORING_REGISTER_FILES2
	ringUpdate   = 6       // IORING_REGISTER_FILES_UPDATE
	ringSparse   = 1 << 0  // IORING_RSRC_REGISTER_SPARSE
	ringRequests = 1 << 28 // IORING_OFF_SQES

	readNoWait    = 8    // RWF_NOWAIT
	resolveCached = 0x20 // RESOLVE_CACHED
)

// ringParams is struct io_uring_params; positions are in bytes from the start of the mapping.
type ringParams struct {
	requests, answers, flags uint32
	_                        [7]uint32
	sent                     struct {
		_, tail, _, _, _, _, array, _ uint32
		_                             uint64
	}
	done struct {
		head, tail, mask, _, _, entries, _, _ uint32
		_                                     uint64
	}
}

// ringRequest is struct io_uring_sqe.
type ringRequest struct {
	op, flags uint8
	_         uint16
	fd        int32
	off, addr uint64
	len       uint32
	opFlags   uint32
	data      uint64 // comes back in the answer
	_, _      uint16
	slot      uint32 // in the table, from 1
	_         [2]uint64
}

// ringAnswer is struct io_uring_cqe.
type ringAnswer struct {
	data   uint64
	result int32
	_      uint32
}

// ring is a ring with room for a group, and the buffers that it reads into.
type ring struct {
	fd         int
	shared     [2][]byte // mapped
	sent       *uint32   // requests so far
	from, done *uint32   // answers that were used, and answers so far
	requests   []ringRequest
	answers    []ringAnswer
	mode       unix.OpenHow
	buffers    []byte       // of mostAhead bytes each
	result     [group]int32 // bytes read, or negative
	most       int          // how many requests one call sends, in tests; 0 means all
}

// noRing is set once the kernel turned out to lack what a ring needs, or a filter of system calls to refuse it.
var noRing atomic.Bool

// ringReader reads groups of files through a ring that it takes for the first of them.
type ringReader struct{ ring *ring }

// read reads the listed files of d. It returns false if that is not possible here.
func (r *ringReader) read(d dir, l *listing, files []int32) bool {
	s, ok := d.(*sysDir)
	if !ok || !s.isRaw() || noRing.Load() {
		return false
	}
	if r.ring == nil {
		var err error
		if r.ring, err = takeRing(); err != nil {
			noRing.Store(true)
			return false
		}
	}
	if !r.ring.read(s.fd, l, files) {
		noRing.Store(true)
		r.ring.close()
		r.ring = nil
		return false
	}
	return !slices.Contains(r.ring.result[:len(files)], -int32(unix.EOPNOTSUPP)) // as tmpfs says, which always waits
}

// text returns what the k-th file of the group holds, if all of it was read. As with sysFile.read a short read that ends
// at a page boundary may not be the end.
func (r *ringReader) text(k int) ([]byte, bool) {
	n := r.ring.result[k]
	if n < 0 || n == mostAhead || n > 0 && n%leastPage == 0 {
		return nil, false
	}
	return r.ring.buffers[k*mostAhead:][:n:n], true
}

// close makes the ring idle, for other readers.
func (r *ringReader) close() {
	if r.ring != nil {
		r.ring.rest()
		r.ring = nil
	}
}

// idle has the rings that no reader uses. A ring takes longer to make than a small tree to read.
var idle struct {
	sync.Mutex
	rings []*ring
}

func takeRing() (*ring, error) {
	idle.Lock()
	defer idle.Unlock()
	if n := len(idle.rings); n > 0 {
		r := idle.rings[n-1]
		idle.rings = idle.rings[:n-1]
		return r, nil
	}
	return newRing()
}

// rest closes the files that the ring has open, and makes it idle.
func (r *ring) rest() {
	if !r.forget() {
		r.close()
		return
	}
	idle.Lock()
	defer idle.Unlock()
	idle.rings = append(idle.rings, r)
}

// forget empties the table of files.
func (r *ring) forget() bool {
	update := struct {
		first, _ uint32
		files    uint64
	}{files: address(&noFile[0])}
	_, _, errno := unix.Syscall6(unix.SYS_IO_URING_REGISTER, uintptr(r.fd), ringUpdate, uintptr(unsafe.Pointer(&update)), group, 0, 0)
	return errno == 0
}

func newRing() (*ring, error) {
	p := ringParams{flags: ringNoSignal}
	fd, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 2*group, uintptr(unsafe.Pointer(&p)), 0)
	if errno != 0 {
		return nil, errno
	}
	r := &ring{fd: int(fd), mode: unix.OpenHow{Flags: openFile &^ unix.O_CLOEXEC, Resolve: resolveCached}}
	err := r.share(&p)
	if err == nil {
		// Only what is read into them takes memory.
		r.buffers, err = unix.Mmap(-1, 0, group*mostAhead, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	}
	if err == nil {
		table := struct {
			slots, flags uint32
			_            [3]uint64
		}{slots: group, flags: ringSparse}
		if _, _, errno := unix.Syscall6(unix.SYS_IO_URING_REGISTER, fd, ringTable, uintptr(unsafe.Pointer(&table)), unsafe.Sizeof(table), 0, 0); errno != 0 {
			err = errno
		}
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// share maps the memory that the ring has in common with the kernel.
func (r *ring) share(p *ringParams) error {
	size := max(p.sent.array+p.requests*4, p.done.entries+p.answers*uint32(unsafe.Sizeof(ringAnswer{})))
	for i, part := range []struct {
		at   int64
		size uintptr
	}{{0, uintptr(size)}, {ringRequests, uintptr(p.requests) * unsafe.Sizeof(ringRequest{})}} {
		m, err := unix.Mmap(r.fd, part.at, int(part.size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE)
		if err != nil {
			return err
		}
		r.shared[i] = m
	}
	at := func(offset uint32) *uint32 { return (*uint32)(unsafe.Pointer(&r.shared[0][offset])) }
	r.sent, r.from, r.done = at(p.sent.tail), at(p.done.head), at(p.done.tail)
	r.answers = unsafe.Slice((*ringAnswer)(unsafe.Pointer(&r.shared[0][p.done.entries])), p.answers)
	r.requests = unsafe.Slice((*ringRequest)(unsafe.Pointer(&r.shared[1][0])), p.requests)
	order := unsafe.Slice(at(p.sent.array), p.requests)
	for i := range order {
		order[i] = uint32(i) // requests are sent in the order of their places
	}
	return nil
}

// read opens and reads the listed files of a folder. It returns false if the ring does not work. If the kernel takes only
// some of the requests at a time, which may part a read from its open, no file counts as read.
func (r *ring) read(folder int, l *listing, files []int32) bool {
	next := *r.sent
	put := func(q ringRequest) {
		r.requests[next%uint32(len(r.requests))] = q
		next++
	}
	for k, i := range files {
		name := l.name(&l.entries[i])
		put(ringRequest{
			op: ringOpen, flags: ringLinked, fd: int32(folder), addr: address(&name[0]), off: address(&r.mode), len: uint32(unsafe.Sizeof(r.mode)),
			slot: uint32(k + 1), data: group,
		})
		put(ringRequest{op: ringRead, flags: ringInTable, fd: int32(k), addr: address(&r.buffers[k*mostAhead]), len: mostAhead, opFlags: readNoWait, data: uint64(k)})
		r.result[k] = -1
	}
	atomic.StoreUint32(r.sent, next)
	parted := false
	for left, unsent := 2*len(files), 2*len(files); left > 0; {
		some, wait := unsent, left
		if r.most > 0 && r.most < unsent {
			some, wait = r.most, 0
		}
		n, _, errno := syscall.RawSyscall6(unix.SYS_IO_URING_ENTER, uintptr(r.fd), uintptr(some), uintptr(wait), ringGetEvent, 0, 0)
		if errno != 0 && !errors.Is(errno, unix.EINTR) {
			return false
		}
		if errno == 0 {
			parted = parted || int(n) != unsent
			unsent -= int(n)
		}
		left -= r.collect()
	}
	if parted {
		r.result = noFile
	}
	return true
}

// noFile is the result of a group that was not read, and for the kernel a table without files.
var noFile = [group]int32{-1, -1, -1, -1, -1, -1, -1, -1}

// collect takes the answers that are there and returns their number.
func (r *ring) collect() int {
	from, done := *r.from, atomic.LoadUint32(r.done)
	for i := from; i != done; i++ {
		if a := &r.answers[i%uint32(len(r.answers))]; a.data < group {
			r.result[a.data] = a.result
		}
	}
	atomic.StoreUint32(r.from, done)
	return int(done - from)
}

// close closes the ring. Its buffers, which are outside the heap because that may grow to three times what is in use, stay:
// texts in them may still be looked at.
func (r *ring) close() {
	for _, m := range r.shared {
		if m != nil {
			_ = unix.Munmap(m)
		}
	}
	_ = unix.Close(r.fd)
}

// address returns where a value is, as the kernel takes it. It must not be on a stack, which moves.
func address[T any](p *T) uint64 { return uint64(uintptr(unsafe.Pointer(p))) }
