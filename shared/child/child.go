// Package child runs one foreign program: confined, with nothing of this process except what it is given, and not
// longer than wanted. When Run returns, neither the program nor anything that it started still runs.
//
// docs/security.md says what a child may do. process_linux.go ends its processes; other systems have simpler twins.
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
	Path string   // absolute; it is not searched for
	Args []string // the first is the program's own name
	Env  []string // its whole environment, KEY=value; see Environment
	Dir  string   // its working folder, "" for that of this process

	// Stdin is the program's input, nil for none. A file is passed to the program directly; the
	// program need not read everything from another reader.
	Stdin io.Reader
	// Stdout and Stderr receive the program's output; nil discards it. A file is passed to the program directly. Any other
	// writer is called from one goroutine of its own,
	// and not after Run has returned. After an error it is not called again, and the program finds its pipe closed.
	// There is one exception: once the program and the context have ended, Run does not wait longer than half a second
	// for a Write. That Write may continue after Run has returned; it is the last one, and further output is discarded.
	Stdout, Stderr io.Writer

	Confine  confine.Mode
	Exec     []string // programs that it may execute, in addition to itself
	Readable []string // what it may read, nil for everything; see confine.Child
	Sockets  string   // folder in which it may listen on sockets; see confine.Child
}

// State says how a run ended.
type State struct {
	Code        int           // exit status; -1 if a signal ended it
	Signal      int           // number of the signal that ended it, or 0
	Killed      bool          // by the end of the context, unless it had already ended by itself
	Elapsed     time.Duration // from its start to its own end, without processes that it left running
	Dropped     bool          // some output was lost because a Write did not return
	Confinement confine.Status
}

// holdTime limits the wait after the program's end for open pipes and, after the context's, for a Write.
const holdTime = time.Second / 2

// Run starts the program and waits until it ends. The program has a session of its own, without a controlling terminal
// and with no descriptors except the three standard streams. When the context ends, it and all its descendants are
// killed; when it ends by itself, the processes that it left running are killed. In both cases the content of the pipes
// is delivered. Run waits until the killed processes are dead. It gives up after one second if the kernel keeps a
// process alive, and after five seconds if processes are forked faster than they are killed.
//
// On Linux this process from then on adopts the orphans of its children (PR_SET_CHILD_SUBREAPER), and any child that
// appears in another session is considered one. Several runs may be active at the same time. The orphans of each run
// are killed when it ends. Those that left the program's session are among them only if the confinement domain shows to
// which run they belong (confine.Status.Scoped); otherwise such an orphan is killed when the last run ends that may
// have started it. If this process dies, the program is killed with it, but not what the program started.
//
// An error, one line that names the program, means that it was not started. It wraps a
// confine.RequireError if confinement is missing.
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

// ending says how a process ended.
type ending struct {
	code, signal int
	killed       bool          // because it was killed by us
	took         time.Duration // from its creation
}

// policy returns what the program may do.
func (c *Command) policy() confine.Child {
	return confine.Child{Mode: c.Confine, Exec: append([]string{c.Path}, c.Exec...), Readable: c.Readable, Sockets: c.Sockets}
}

// environment returns an empty slice for an empty environment: nil would mean this process's own.
func (c *Command) environment() []string { return append([]string{}, c.Env...) }

// waitFor waits until done is closed, at most for d.
func waitFor(done <-chan struct{}, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// notStarted describes why there is no process.
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
