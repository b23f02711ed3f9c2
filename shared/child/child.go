// Package child runs one foreign program: confined, with nothing of this
// process's but what it is given, and never longer than it is wanted. When Run
// returns, neither the program nor anything that it started is left.
//
// docs/security.md says what a child may do. How its processes are found and
// ended stands in process_linux.go; other systems have plainer twins.
package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ct-tools/ct/shared/confine"
)

// Command is a program to run.
type Command struct {
	Path string   // absolute; it is not looked for
	Args []string // the first is the program's own name
	Env  []string // all of its environment, KEY=value; see Environment
	Dir  string   // where it stands, "" for where this process does

	// Stdin is what it reads, nil for nothing. A file is handed over as it is;
	// of another reader the program need not take everything.
	Stdin io.Reader
	// Stdout and Stderr take what it writes, nil drops it. Each is called from
	// one goroutine of its own, and not after Run has returned. One that fails
	// gets no more, and the program finds its pipe closed. When the program and the
	// context have ended, a Write that lasts for half a second is not waited for:
	// it may go on when Run has returned, is the last one, and what was to follow
	// is dropped.
	Stdout, Stderr io.Writer

	Confine  confine.Mode
	Exec     []string // programs that it may execute, beside itself
	Readable []string // what it may read, nil for everything; see confine.Child
	Sockets  string   // folder in which it may listen on sockets; see confine.Child
}

// State is how a run ended.
type State struct {
	Code        int           // exit status; -1 if a signal ended it
	Signal      int           // number of the signal that ended it, or 0
	Killed      bool          // by the context's end; one that had ended by itself was not
	Elapsed     time.Duration // from its start to its own end, without what it left
	Dropped     bool          // some output, for a Write that did not return
	Confinement confine.Status
}

// holdTime bounds, when the program has ended, the wait for pipes that are still
// held; and, when the context has ended as well, for a Write that does not return.
const holdTime = time.Second / 2

// Run starts the program in a session of its own, without a controlling
// terminal and with no descriptors but the three standard streams, and waits
// until it ends. When the context ends, it and everything that descends from it
// is killed; so is, when it ends by itself, what it left running. What stood in
// the pipes is delivered in both cases. Run waits until what it killed is dead,
// but for what the kernel holds for a second, and for processes that are forked
// faster than they are killed for five.
//
// On Linux the process takes in the orphans of its children from then on
// (PR_SET_CHILD_SUBREAPER), and any child that appears in a foreign session is
// taken for one. Several runs may go on at a time. The orphans of each are killed
// when it ends, those that left the program's session where the domain of
// confinement tells whose they are (confine.Status.Scoped); where it does not,
// one is killed when the last run ends that may have begun it. If this process
// dies, the program is killed with it, but not what that started.
//
// An error, one line that names the program, says that it was not started. It
// wraps a confine.RequireError if it is confinement that is missing.
func Run(ctx context.Context, c *Command) (State, error) {
	s := State{Code: -1}
	if !filepath.IsAbs(c.Path) {
		return s, fmt.Errorf("%s: not an absolute path", c.Path)
	}
	if ctx.Err() != nil {
		s.Killed = true
		return s, nil //nolint:nilerr // the end of the context is a state, not an error
	}
	pipes, err := openStreams(c)
	if err != nil {
		return s, fmt.Errorf("%s: %w", c.Path, err)
	}
	p, status, err := start(c, pipes.theirs)
	s.Confinement = status
	pipes.handedOver()
	if err != nil {
		pipes.close()
		return s, notStarted(c, err)
	}
	pipes.begin()
	select {
	case <-p.exited:
	case <-ctx.Done():
		p.kill()
	}
	e := p.end()
	s.Code, s.Signal, s.Killed, s.Elapsed = e.code, e.signal, e.killed, e.took
	s.Dropped = !pipes.finish(ctx, time.Now().Add(holdTime))
	return s, nil
}

// An ending is how a process ended.
type ending struct {
	code, signal int
	killed       bool          // because it was told to
	took         time.Duration // from its creation
}

// policy says what the program may do.
func (c *Command) policy() confine.Child {
	return confine.Child{Mode: c.Confine, Exec: append([]string{c.Path}, c.Exec...), Readable: c.Readable, Sockets: c.Sockets}
}

// environment keeps an empty one from meaning this process's own, as nil would.
func (c *Command) environment() []string { return append([]string{}, c.Env...) }

// waitFor waits until done is closed, but no longer than d.
func waitFor(done <-chan struct{}, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// notStarted puts into words why there is no process.
func notStarted(c *Command, err error) error {
	if _, ok := errors.AsType[*confine.RequireError](err); ok {
		return fmt.Errorf("%s: %w", c.Path, err)
	}
	if c.Dir != "" {
		if _, dirErr := os.Stat(c.Dir); dirErr != nil {
			return fmt.Errorf("%s: cannot stand in %w", c.Path, dirErr)
		}
	}
	pe, ok := errors.AsType[*os.PathError](err)
	if !ok {
		return fmt.Errorf("%s: %w", c.Path, err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		if _, statErr := os.Stat(c.Path); statErr == nil {
			return fmt.Errorf("%s: the interpreter that it names does not exist", c.Path)
		}
	}
	err = pe.Err
	return fmt.Errorf("%s: %w", c.Path, err)
}
