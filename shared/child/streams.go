package child

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// streams are the three standard streams of a child, seen from here.
type streams struct {
	theirs []*os.File // the child's ends: input, output, error output
	owned  []*os.File // those of them that must be closed here
	feed   *os.File   // where its input is written to, or nil
	input  io.Reader
	fed    chan struct{} // closed when input is no longer read
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
	if f, ok := to.(*os.File); ok {
		s.theirs[i] = f
		return nil
	}
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

// handedOver closes the child's ends of the pipes, which it has received or never will.
func (s *streams) handedOver() {
	for _, f := range s.owned {
		_ = f.Close()
	}
}

// close closes our ends of unused pipes.
func (s *streams) close() {
	if s.feed != nil {
		_ = s.feed.Close()
	}
	for _, r := range s.out {
		_ = r.from.Close()
	}
}

// begin copies the data of each stream in a goroutine of its own.
func (s *streams) begin() {
	if s.feed != nil {
		s.fed = make(chan struct{})
		go func() {
			defer close(s.fed)
			// It is not a failure if a child does not read or has ended.
			_, _ = io.Copy(s.feed, s.input)
			_ = s.feed.Close()
		}()
	}
	for _, r := range s.out {
		go r.run()
	}
}

// finish delivers the content of the pipes after the child's end. It waits until the deadline if a pipe is still open,
// and until the context ends if a writer does not accept the data. It reports whether everything was delivered.
func (s *streams) finish(ctx context.Context, deadline time.Time) bool {
	if s.feed != nil {
		_ = s.feed.Close()
	}
	for _, r := range s.out {
		r.interruptible = r.from.SetReadDeadline(deadline) == nil
	}
	whole := true
	for _, r := range s.out {
		whole = r.finish(ctx, deadline) && whole
	}
	if s.feed != nil { // it may be waiting for a reader that returns nothing
		waitFor(s.fed, time.Until(deadline))
	}
	return whole
}

// relay copies data from a pipe to a writer.
type relay struct {
	from *os.File
	to   io.Writer
	done chan struct{} // closed when to is no longer called

	interruptible bool // reading from ends at a deadline

	mu    sync.Mutex
	since time.Time // when the current call of to began, or zero
	over  bool      // to must not be called again
}

// block is the default capacity of a pipe, pipeBytes the largest that an unprivileged program can request.
const (
	block     = 64 << 10
	pipeBytes = 1 << 20
)

func (r *relay) run() {
	defer close(r.done)
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

// pass reports whether the writer accepts more.
func (r *relay) pass(text []byte) bool {
	if !r.call(time.Now()) {
		return false
	}
	_, err := r.to.Write(text)
	return r.call(time.Time{}) && err == nil
}

// call records that a call of the writer begins, or that none is active, and reports whether a call is allowed.
func (r *relay) call(since time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.since = since
	return !r.over
}

// rest passes on what is still in the pipe, without waiting for more.
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

// finish waits until everything is delivered, and reports whether it was. After the end of the context it abandons a call
// of the writer that lasts for holdTime, and, after the deadline, a reading goroutine that the system cannot interrupt.
func (r *relay) finish(ctx context.Context, deadline time.Time) bool {
	for wait := time.Until(deadline); ; {
		waitFor(r.done, wait)
		select {
		case <-r.done:
			return true
		default:
		}
		called, over := r.abandon(ctx.Err() != nil)
		switch {
		case over:
			_ = r.from.Close()
			return called.IsZero()
		case called.IsZero():
			wait = holdTime // the next call is about to begin
		case ctx.Err() == nil:
			select {
			case <-r.done:
			case <-ctx.Done():
			}
			wait = holdTime
		default:
			wait = time.Until(called.Add(holdTime))
		}
	}
}

// abandon forbids further calls of the writer if waiting is useless, and returns when the current one began, or zero.
func (r *relay) abandon(ended bool) (called time.Time, over bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since.IsZero() {
		r.over = !r.interruptible
	} else {
		r.over = ended && time.Since(r.since) >= holdTime
	}
	return r.since, r.over
}
