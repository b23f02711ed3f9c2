package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/child"
)

// Objects reads the objects of a repository through processes of git cat-file --batch, each of which answers one request
// at a time. It is safe for concurrent use.
type Objects struct {
	r    *Repository
	ctx  context.Context
	stop context.CancelFunc
	mu   sync.Mutex
	idle []*batch
	all  sync.WaitGroup
}

// Objects returns a reader of the repository's objects. Close ends its processes.
func (r *Repository) Objects(ctx context.Context) *Objects {
	ctx, stop := context.WithCancel(ctx)
	return &Objects{r: r, ctx: ctx, stop: stop}
}

// Close ends the processes. No object may be read any more.
func (o *Objects) Close() {
	o.stop()
	o.all.Wait()
}

// ErrMissing is wrapped by errors about objects that the repository does not have, such as a partial clone's.
var ErrMissing = errors.New("the object is missing in this clone")

// ErrUnknown is wrapped by errors about names that are no revision.
var ErrUnknown = errors.New("no such revision")

// A Blob is an open object. Close must be called.
type Blob struct {
	ID   string // in hexadecimal digits
	Type string // blob, tree, commit or tag
	Size int64  // bytes

	text  bytes.Reader // of a small one
	large *batch       // that the rest comes from; nil for a small one
	left  int64
	of    *Objects
}

// whole is the size up to which an object is read at once.
const whole = 1 << 20

// Open opens an object by its ID or a name, such as HEAD^{commit}. Errors wrap ErrMissing or ErrUnknown, or say how git
// failed.
func (o *Objects) Open(name string) (*Blob, error) {
	if strings.ContainsAny(name, "\n\x00") {
		return nil, ErrUnknown
	}
	p, err := o.take()
	if err != nil {
		return nil, err
	}
	b, err := p.ask(name)
	switch {
	case errors.Is(err, ErrMissing), errors.Is(err, ErrUnknown):
		o.give(p)
		return nil, err
	case err != nil:
		return nil, o.failed(p, err)
	case b.Size > whole:
		b.large, b.left, b.of = p, b.Size, o
		return b, nil
	}
	text := make([]byte, b.Size+1)
	if _, err := io.ReadFull(p.out, text); err != nil {
		return nil, o.failed(p, err)
	}
	b.text.Reset(text[:b.Size])
	o.give(p)
	return b, nil
}

// Read returns an object of at most most bytes.
func (o *Objects) Read(name string, most int64) (*Blob, []byte, error) {
	b, err := o.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer b.Close()
	if b.Size > most {
		return nil, nil, fmt.Errorf("object %s has %d bytes, more than %d", b.ID, b.Size, most)
	}
	text := make([]byte, b.Size)
	_, err = io.ReadFull(b, text)
	return b, text, err
}

// Read reads up to len(p) bytes of the object.
func (b *Blob) Read(p []byte) (int, error) {
	if b.large == nil {
		return b.text.Read(p)
	}
	if b.left == 0 {
		return 0, io.EOF
	}
	n, err := b.large.out.Read(p[:min(int64(len(p)), b.left)])
	if b.left -= int64(n); err != nil && b.left > 0 {
		err = b.of.reason(b.large, err)
	}
	return n, err
}

// mostSkipped is how many bytes of an object are read only to go on with the process: more take longer than another process.
const mostSkipped = 16 << 20

// Close ends the reading of the object.
func (b *Blob) Close() {
	p := b.large
	if p == nil {
		return
	}
	b.large = nil
	if b.left > mostSkipped {
		p.end()
		return
	}
	if _, err := p.out.Discard(int(b.left) + 1); err != nil {
		p.end()
		return
	}
	b.of.give(p)
}

func (o *Objects) take() (*batch, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.idle); n > 0 {
		p := o.idle[n-1]
		o.idle = o.idle[:n-1]
		return p, nil
	}
	return o.start()
}

func (o *Objects) give(p *batch) {
	o.mu.Lock()
	o.idle = append(o.idle, p)
	o.mu.Unlock()
}

// failed ends a process after an error, and returns why it failed.
func (o *Objects) failed(p *batch, err error) error {
	err = o.reason(p, err)
	p.end()
	return err
}

func (o *Objects) reason(p *batch, err error) error {
	select {
	case <-p.done:
		if p.err != nil {
			return p.err
		}
	case <-o.ctx.Done():
	}
	if o.ctx.Err() != nil {
		return context.Cause(o.ctx)
	}
	return err
}

// batch is a process of git cat-file --batch.
type batch struct {
	in   *os.File // requests
	out  *bufio.Reader
	pipe *io.PipeReader
	stop context.CancelFunc
	done chan struct{}
	err  error // after done: why it ended
	line []byte
}

// start starts a process.
func (o *Objects) start() (*batch, error) {
	requests, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(o.ctx)
	from, to := io.Pipe()
	p := &batch{in: in, pipe: from, out: bufio.NewReaderSize(from, 64<<10), stop: stop, done: make(chan struct{})}
	c := o.r.Command("cat-file", "--batch")
	var said tail
	c.Stdin, c.Stdout, c.Stderr = requests, to, &said
	o.all.Go(func() {
		defer stop()
		state, err := child.Run(ctx, c)
		switch {
		case err != nil:
			p.err = err
		case ctx.Err() != nil:
			p.err = context.Cause(ctx)
		default:
			p.err = &FailedError{state.Code, said.line()}
		}
		close(p.done)
		_ = requests.Close()
		_ = to.CloseWithError(io.ErrUnexpectedEOF)
	})
	return p, nil
}

func (p *batch) end() {
	p.stop()
	_ = p.in.Close()
	_ = p.pipe.Close()
}

// ask sends a request and reads the heading of the answer.
func (p *batch) ask(name string) (*Blob, error) {
	p.line = append(append(p.line[:0], name...), '\n')
	if _, err := p.in.Write(p.line); err != nil {
		return nil, err
	}
	heading, err := p.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	return parseHeading(name, strings.TrimSuffix(heading, "\n"))
}

// parseHeading reads "ID TYPE SIZE", or "NAME missing" and "NAME ambiguous" (git-cat-file(1), Batch output).
func parseHeading(name, heading string) (*Blob, error) {
	switch why, _ := strings.CutPrefix(heading, name+" "); why {
	case "missing":
		if isID(name) {
			return nil, fmt.Errorf("%s: %w", name, ErrMissing)
		}
		return nil, ErrUnknown
	case "ambiguous":
		return nil, fmt.Errorf("%w: several objects begin so", ErrUnknown)
	}
	part := strings.Split(heading, " ")
	if len(part) != 3 || !isID(part[0]) {
		return nil, fmt.Errorf("git says %q", heading)
	}
	size, err := strconv.ParseInt(part[2], 10, 64)
	if err != nil || size < 0 {
		return nil, fmt.Errorf("git says %q", heading)
	}
	return &Blob{ID: part[0], Type: part[1], Size: size}, nil
}

// isID reports whether text is a whole object ID: 40 hexadecimal digits, or 64 with SHA-256.
func isID(text string) bool {
	if len(text) != 40 && len(text) != 64 {
		return false
	}
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
