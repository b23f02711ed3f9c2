package child

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// streams are the three standard streams of a child, seen from here.
type streams struct {
	theirs []*os.File // what the child gets: input, output, error output
	owned  []*os.File // those of them that are to be closed here
	feed   *os.File   // where its input is written to, or nil
	input  io.Reader
	fed    chan struct{} // closed when nothing is read of input any more
	out    []*relay
}

func openStreams(c *Command) (*streams, error) {
	s := &streams{theirs: make([]*os.File, 3)}
	err := s.openInput(c.Stdin)
	for i, to := range []io.Writer{c.Stdout, c.Stderr} {
		if err == nil {
			err = s.openOutput(1+i, to)
		}
	}
	if err != nil {
		s.handedOver()
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *streams) openInput(from io.Reader) (err error) {
	if f, ok := from.(*os.File); ok {
		s.theirs[0] = f
		return nil
	}
	if from == nil {
		s.theirs[0], err = os.Open(os.DevNull)
	} else {
		s.input = from
		s.theirs[0], s.feed, err = os.Pipe()
	}
	return s.own(s.theirs[0], err)
}

func (s *streams) openOutput(i int, to io.Writer) (err error) {
	if to == nil {
		s.theirs[i], err = os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	} else {
		r := &relay{to: to, done: make(chan struct{})}
		if r.from, s.theirs[i], err = os.Pipe(); err == nil {
			s.out = append(s.out, r)
		}
	}
	return s.own(s.theirs[i], err)
}

func (s *streams) own(f *os.File, err error) error {
	if err == nil {
		s.owned = append(s.owned, f)
	}
	return err
}

// handedOver closes the child's ends of the pipes, which it has or never gets.
func (s *streams) handedOver() {
	for _, f := range s.owned {
		_ = f.Close()
	}
}

// close closes our ends of pipes that nothing went through.
func (s *streams) close() {
	if s.feed != nil {
		_ = s.feed.Close()
	}
	for _, r := range s.out {
		_ = r.from.Close()
	}
}

// begin moves the data, each stream in a goroutine of its own.
func (s *streams) begin() {
	if s.feed != nil {
		s.fed = make(chan struct{})
		go func() {
			defer close(s.fed)
			// A child that does not read, or has gone, is no failure.
			_, _ = io.Copy(s.feed, s.input)
			_ = s.feed.Close()
		}()
	}
	for _, r := range s.out {
		go r.run()
	}
}

// finish delivers what is in the pipes after the child's end. Where one is
// still held open, it waits for more until the deadline.
func (s *streams) finish(deadline time.Time) {
	if s.feed != nil {
		_ = s.feed.Close()
	}
	for _, r := range s.out {
		r.until(deadline)
	}
	for _, r := range s.out {
		<-r.done
	}
	if s.feed != nil { // it may be waiting for a reader that gives nothing
		waitFor(s.fed, time.Until(deadline))
	}
}

// A relay hands what comes out of a pipe to a writer.
type relay struct {
	from *os.File
	to   io.Writer
	done chan struct{} // closed when to is not called any more

	closing sync.Once
	mu      sync.Mutex // held while to is called
	over    bool
}

// block is how much is read at a time, what a pipe holds unless it is told
// otherwise; pipeBytes is the most that an unprivileged program can make it
// hold.
const (
	block     = 64 << 10
	pipeBytes = 1 << 20
)

func (r *relay) run() {
	defer r.closing.Do(func() { close(r.done) })
	defer func() { _ = r.from.Close() }()
	buffer := make([]byte, block)
	for {
		n, err := r.from.Read(buffer)
		if n > 0 && !r.pass(buffer[:n]) {
			return
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			r.rest(buffer)
			return
		}
		if err != nil {
			return
		}
	}
}

// pass reports whether the writer takes more.
func (r *relay) pass(text []byte) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return false
	}
	_, err := r.to.Write(text)
	return err == nil
}

// rest hands on what the pipe still holds, without waiting for more.
func (r *relay) rest(buffer []byte) {
	if err := r.from.SetReadDeadline(time.Time{}); err != nil {
		return
	}
	conn, err := r.from.SyscallConn()
	if err != nil {
		return
	}
	for total := 0; total < pipeBytes; {
		n := 0
		err := conn.Read(func(fd uintptr) bool {
			n = readNow(fd, buffer)
			return true
		})
		if err != nil || n <= 0 || !r.pass(buffer[:n]) {
			return
		}
		total += n
	}
}

// until ends the relay at the deadline at the latest. Where the system cannot
// interrupt a read, the reading goroutine is left behind and its writer not
// called again.
func (r *relay) until(deadline time.Time) {
	if r.from.SetReadDeadline(deadline) == nil {
		return
	}
	waitFor(r.done, time.Until(deadline))
	r.mu.Lock()
	r.over = true
	r.mu.Unlock()
	r.closing.Do(func() { close(r.done) })
}
