package plug

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/match/plug/wire"
	"github.com/ct-tools/ct/shared/sibling"
)

// host communicates with one matcher.
type host struct {
	request foreign.Request
	process *process
	client  wire.MatcherClient
	about   Description
	pattern uint64 // the matcher's number for it
	context context.Context
	release func() // of the signals

	batches, files, matches uint64 // answered so far
	held                    held
}

// Open starts the matcher of r and has it read the pattern; see foreign.Opener. Until the session is closed, a signal
// to this process first ends the matcher and then counts as the end of the context.
func Open(ctx context.Context, r foreign.Request) (*foreign.Session, error) {
	if err := r.Program.Verify(); err != nil {
		return nil, err
	}
	h := &host{request: r}
	h.context, h.release = child.UntilInterrupted(ctx)
	if err := h.begin(); err != nil {
		h.close()
		return nil, err
	}
	return &foreign.Session{Description: h.about, Match: h.match, Candidates: h.candidates, End: h.end, Close: h.close}, nil
}

// Describe starts a matcher, asks for its description and ends it. It uses the program of r and how it is confined.
func Describe(ctx context.Context, r foreign.Request) (Description, error) {
	if err := r.Program.Verify(); err != nil {
		return Description{}, err
	}
	h := &host{request: r}
	h.context, h.release = child.UntilInterrupted(ctx)
	defer h.close()
	err := h.start(nil)
	return h.about, err
}

// begin starts the matcher, a second time with the right to run the programs it needs, and has it read the pattern.
func (h *host) begin() error {
	if err := h.start(nil); err != nil {
		return err
	}
	if r := &h.request; r.Argument != "" && h.about.Argument == "" {
		return &foreign.RefusalError{Matcher: r.Program.Name, Reason: fmt.Sprintf("it takes no argument, and =%s was given", oneLine(r.Argument))}
	}
	var paths, found []string
	for _, name := range h.about.Programs {
		path, err := sibling.Look(name)
		if err != nil {
			path = ""
		} else {
			found = append(found, path)
		}
		paths = append(paths, path)
	}
	if len(found) > 0 {
		h.process.end()
		if err := h.start(found); err != nil {
			return err
		}
	}
	return h.compile(paths)
}

// start starts the program with the right to execute programs, and asks for its description.
func (h *host) start(programs []string) (err error) {
	p := &h.request.Program
	h.process, h.client, err = startProcess(h.context, &h.request, programs)
	if err != nil {
		return h.failed(err)
	}
	ctx, cancel := h.within(p.Call)
	defer cancel()
	w, err := h.client.Describe(ctx, &wire.DescribeRequest{})
	if err != nil {
		return h.failed(h.late(ctx, err, "to describe itself", p.Call))
	}
	if h.about, err = described(w, p.Name); err != nil {
		return h.failed(err)
	}
	return nil
}

func (h *host) compile(programs []string) error {
	r := &h.request
	ctx, cancel := h.within(r.Program.Call)
	defer cancel()
	c, err := h.client.Compile(ctx, &wire.CompileRequest{
		Pattern: r.Pattern, Argument: r.Argument, Case: wire.Case(r.Case), Programs: programs, Folder: []byte(r.Folder),
		Languages: r.Languages,
	})
	if err != nil {
		return h.failed(h.late(ctx, err, "to read the pattern", r.Program.Call))
	}
	if c.GetRefusal() != "" {
		return &foreign.RefusalError{Matcher: r.Program.Name, Reason: oneLine(c.GetRefusal())}
	}
	h.pattern = c.GetPattern()
	return nil
}

// within returns a context for one question.
func (h *host) within(d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(h.context, d)
}

// errDeadline is wrapped by the error for a matcher that did not answer in time.
var errDeadline = errors.New("no answer in time")

// late converts err if the time for the question is over. If that of the whole search is over with it, which failed blames
// then, late waits until this is so: the matcher's timer may have fired before ours.
func (h *host) late(ctx context.Context, err error, what string, d time.Duration) error {
	if ctx.Err() == nil && !cutShort(ctx, err) {
		return err
	}
	end, _ := ctx.Deadline()
	if whole, ok := h.context.Deadline(); ok && !end.Before(whole) && time.Until(whole) < timers {
		<-h.context.Done()
	}
	if h.context.Err() != nil {
		return err
	}
	return fmt.Errorf("%w: it had %v %s, and was killed", errDeadline, d, what)
}

// timers is more than the time between the firing of two timers that were set for the same time.
const timers = time.Second / 10

// cutShort reports whether err is the matcher's side of the deadline of ctx: its timer may fire before ours.
func cutShort(ctx context.Context, err error) bool {
	switch status.Code(err) {
	case codes.Canceled, codes.DeadlineExceeded:
		end, ok := ctx.Deadline()
		return ok && time.Until(end) < timers
	}
	return false
}

// failed returns err as the error of the search. It ends the matcher first, because only then is the cause known.
func (h *host) failed(err error) error {
	if h.process != nil {
		if errors.Is(err, errDeadline) {
			h.process.kill()
		}
		err = h.process.why(err)
	}
	if h.context.Err() != nil {
		cause := context.Cause(h.context)
		if i, ok := errors.AsType[child.InterruptedError](cause); ok {
			return fmt.Errorf("interrupted (%v); matcher %s was ended", i.Signal, h.request.Program.Name)
		}
		return cause
	}
	return fmt.Errorf("matcher %s: %w", h.request.Program.Name, err)
}

// end compares the answers with what the matcher says it answered.
func (h *host) end(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { h.process.kill() })
	defer stop()
	d := h.request.Program.Call
	question, cancel := h.within(d)
	defer cancel()
	r, err := h.client.End(question, &wire.EndRequest{Pattern: h.pattern})
	if err != nil {
		return h.failed(h.late(question, err, "to report how much it answered", d))
	}
	if r.GetBatches() != h.batches || r.GetFiles() != h.files || r.GetMatches() != h.matches {
		return h.failed(fmt.Errorf("it answered %d matches in %d files of %d batches by its own account, and %d, %d and %d arrived",
			r.GetMatches(), r.GetFiles(), r.GetBatches(), h.matches, h.files, h.batches))
	}
	// Whether it wrote to standard output is known only after its end.
	h.process.end()
	if err := h.process.wrong(); err != nil {
		return h.failed(err)
	}
	return nil
}

// close ends the matcher. If a question is still open, it is first asked to stop; in any case it is killed.
func (h *host) close() {
	if h.process != nil {
		if h.context.Err() != nil && h.pattern != 0 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second/10)
			_, _ = h.client.Cancel(ctx, &wire.CancelRequest{Pattern: h.pattern}) // it is killed anyway
			cancel()
		}
		h.process.end()
	}
	h.release()
}

// overall returns a context that ends with the session and with ctx.
func (h *host) overall(ctx context.Context, d time.Duration) (context.Context, func()) {
	question, cancel := h.within(d)
	stop := context.AfterFunc(ctx, cancel)
	return question, func() { stop(); cancel() }
}
