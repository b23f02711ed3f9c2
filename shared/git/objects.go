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
	"sync/atomic"

	"github.com/ct-tools/ct/shared/child"
)

// Objects reads the objects of a repository: those that lie in its packs or alone by itself, all others, and what a name
// stands for, through processes of git cat-file. It is safe for concurrent use.
type Objects struct {
	r    *Repository
	ctx  context.Context
	stop context.CancelFunc
	mu   sync.Mutex
	idle []*process
	all  sync.WaitGroup

	packs   func() *store
	partial atomic.Bool // git ended at an object that this clone lacks
}

// Objects returns a reader of the repository's objects. Close ends its processes.
func (r *Repository) Objects(ctx context.Context) *Objects {
	ctx, stop := context.WithCancel(ctx)
	return &Objects{r: r, ctx: ctx, stop: stop, packs: sync.OnceValue(func() *store { return newStore(r) })}
}

// Close ends the processes. No object may be read any more.
func (o *Objects) Close() {
	o.stop()
	o.all.Wait()
	o.packs().close()
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
	free  func()       // returns its space; nil if it has none of its own
	large *process     // that the rest comes from; nil for a small one
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
	if isID(name) {
		if b, err := o.packs().open(name); b != nil || err != nil {
			return b, err
		}
		if o.partial.Load() && o.packs().lacks(name) { // git would end again
			return nil, fmt.Errorf("%s: %w", name, ErrMissing)
		}
	}
	p, err := o.take()
	if err != nil {
		return nil, err
	}
	if err := p.ask(name); err != nil {
		return nil, o.failed(p, name, err)
	}
	b, err := o.answer(p, name)
	if err != nil && !absent(err) {
		return nil, o.failed(p, name, err)
	}
	if b != nil && b.large != nil {
		return b, nil
	}
	o.give(p)
	return b, err
}

// absent reports whether an error says that there is no such object, after which the process goes on.
func absent(err error) bool { return errors.Is(err, ErrMissing) || errors.Is(err, ErrUnknown) }

// answer reads the answer of a process to a request: a small object whole, of a large one its heading.
func (o *Objects) answer(p *process, name string) (*Blob, error) {
	heading, err := p.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	b, err := parseHeading(name, strings.TrimSuffix(heading, "\n"))
	if err != nil {
		return nil, err
	}
	b.of = o
	if b.Size > whole {
		b.large, b.left = p, b.Size
		return b, nil
	}
	text := make([]byte, b.Size+1)
	if _, err := io.ReadFull(p.out, text); err != nil {
		return nil, err
	}
	b.text.Reset(text[:b.Size])
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

// mostSkipped is how many bytes are read only to go on with a process: more take longer than another process.
const mostSkipped = 16 << 20

// Close ends the reading of the object.
func (b *Blob) Close() {
	if b.free != nil {
		b.text.Reset(nil)
		b.free()
		b.free = nil
	}
	p := b.large
	if p == nil {
		return
	}
	b.large = nil
	if b.left > mostSkipped {
		p.end()
	} else if _, err := p.out.Discard(int(b.left) + 1); err != nil {
		p.end()
	}
	b.of.give(p)
}

// take returns an idle process, or a new one.
func (o *Objects) take() (*process, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.idle); n > 0 {
		p := o.idle[n-1]
		o.idle = o.idle[:n-1]
		return p, nil
	}
	return o.start()
}

// give makes a process idle, unless it was ended.
func (o *Objects) give(p *process) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !p.ended {
		o.idle = append(o.idle, p)
	}
}

// failed ends a process after an error about an object, and returns why it failed.
func (o *Objects) failed(p *process, name string, err error) error {
	p.end()
	err = o.reason(p, err)
	if errors.Is(err, ErrMissing) {
		o.partial.Store(true)
		err = fmt.Errorf("%s: %w", name, ErrMissing)
	}
	return err
}

// reason returns why a process ended, after an error of its pipes.
func (o *Objects) reason(p *process, err error) error {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, os.ErrClosed) && o.ctx.Err() == nil {
		return err
	}
	<-p.done
	if o.ctx.Err() != nil {
		return context.Cause(o.ctx)
	}
	if p.err != nil {
		return p.err
	}
	return err
}

// process is a process of git cat-file --batch, which answers one request at a time.
type process struct {
	in    *os.File // requests
	out   *bufio.Reader
	file  *os.File // that out reads
	stop  context.CancelFunc
	done  chan struct{}
	err   error // after done: why it ended
	text  []byte
	ended bool
}

// mostBases is what a process keeps of the objects that others are deltas of: it is asked for few objects, which are large.
const mostBases = "8m"

// start starts a process. The caller holds mu.
func (o *Objects) start() (*process, error) {
	requests, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	from, to, err := os.Pipe()
	if err != nil {
		_, _ = requests.Close(), in.Close()
		return nil, err
	}
	ctx, stop := context.WithCancel(o.ctx)
	p := &process{in: in, file: from, out: bufio.NewReaderSize(from, 256<<10), stop: stop, done: make(chan struct{})}
	c := o.r.Command("-c", "core.deltaBaseCacheLimit="+mostBases, "cat-file", "--batch")
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
		_, _ = requests.Close(), to.Close()
		close(p.done)
	})
	return p, nil
}

func (p *process) end() {
	p.ended = true
	p.stop()
	_ = p.in.Close()
	<-p.done
	_ = p.file.Close()
}

// ask sends a request.
func (p *process) ask(name string) error {
	p.text = append(append(p.text[:0], name...), '\n')
	_, err := p.in.Write(p.text)
	return err
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
