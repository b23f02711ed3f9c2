package plug

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/match/plug/wire"
)

// process is a matcher's program that runs as a child (package child): confined, and over when end returns.
type process struct {
	request  *foreign.Request
	programs []string // programs that it may execute
	context  context.Context
	client   *plugin.Client
	folder   string // of its socket

	cancel  context.CancelFunc
	ended   chan struct{} // closed when the program has ended
	stopped chan struct{} // closed when end is called
	stop    sync.Once
	begun   bool
	state   child.State
	err     error // why it was not started

	out, errs *io.PipeReader
	stdout    handshakeLine
	stderr    errorText
}

// startProcess starts the program and connects to it.
func startProcess(ctx context.Context, r *foreign.Request, programs []string) (*process, wire.MatcherClient, error) {
	p := &process{request: r, programs: programs, context: ctx, ended: make(chan struct{}), stopped: make(chan struct{})}
	p.client = plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig: handshake(),
		Plugins:         plugin.PluginSet{pluginName: &link{}},
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, folder string) (runner.Runner, error) {
			p.folder = folder
			return &childRunner{process: p, env: cmd.Env}, nil
		},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		SkipHostEnv:      true,
		StartTimeout:     r.Program.Call,
		UnixSocketConfig: &plugin.UnixSocketConfig{TempDir: r.Sockets},
		Logger:           hclog.New(&hclog.LoggerOptions{Output: io.Discard, Level: hclog.Off}),
		GRPCDialOptions: []grpc.DialOption{
			grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage), grpc.MaxCallSendMsgSize(maxMessage)),
		},
	})
	protocol, err := p.client.Client()
	if err != nil {
		return p, nil, err
	}
	raw, err := protocol.Dispense(pluginName)
	if err != nil {
		return p, nil, err
	}
	c, ok := raw.(wire.MatcherClient)
	if !ok {
		return p, nil, errors.New("it serves something else")
	}
	return p, c, nil
}

// kill kills the program and waits until it has ended.
func (p *process) kill() {
	if p.begun {
		p.cancel()
		<-p.ended
	}
}

// graceful is how long a program has to end when it is asked to.
const graceful = 300 * time.Millisecond

// end asks the program to end, kills it if it does not, and waits until it has ended.
func (p *process) end() {
	p.stop.Do(func() {
		close(p.stopped)
		if p.begun {
			go func() {
				select {
				case <-p.ended:
				case <-time.After(graceful):
					p.cancel()
				}
			}()
		}
		p.client.Kill()
		p.kill()
		if p.folder != "" {
			_ = os.RemoveAll(p.folder) // it is empty, or no longer needed
		}
	})
}

// wrong returns an error if the program wrote to standard output.
func (p *process) wrong() error {
	if line := p.stdout.extra(); line != "" {
		return fmt.Errorf("it wrote to standard output, which belongs to the protocol: %q", line)
	}
	return nil
}

// patience returns how long the end of the program is waited for after an error: longer if the connection broke, which most
// often is the end, seen late by a busy machine.
func patience(err error) time.Duration {
	if status.Code(err) == codes.Unavailable {
		return 10 * graceful
	}
	return graceful
}

// why returns the reason for err: how the program ended and what it wrote say more than a broken connection.
func (p *process) why(err error) error {
	early := false
	if p.begun && !errors.Is(err, errDeadline) {
		select {
		case <-p.ended:
			early = true
		case <-time.After(patience(err)): // a broken connection is noticed before the end of the program
			select {
			case <-p.ended:
				early = true
			default:
			}
		}
	}
	p.end()
	if p.err != nil {
		return p.err
	}
	said := p.stderr.text()
	if said != "" {
		said = "; it said: " + said
	}
	if wrong := p.wrong(); wrong != nil {
		return wrong
	}
	if handshake := p.stdout.fault(); handshake != nil {
		if p.state.Killed && p.stdout.line() == "" {
			return fmt.Errorf("it was not ready within %v, and was killed%s", p.request.Program.Call, said)
		}
		if early && p.stdout.line() == "" {
			return fmt.Errorf("it ended before it was ready, %s%s", p.ending(), said)
		}
		return fmt.Errorf("%w%s", handshake, said)
	}
	if early && !p.state.Killed {
		return fmt.Errorf("it ended before the search did, %s%s", p.ending(), said)
	}
	if s, ok := status.FromError(err); ok && s.Code() == codes.Aborted {
		return errors.New(oneLine(s.Message()) + said)
	} else if ok {
		return fmt.Errorf("it does not keep to the protocol: %s%s", oneLine(s.Message()), said)
	}
	return err
}

// ending says how the program ended.
func (p *process) ending() string {
	if p.state.Signal != 0 {
		return fmt.Sprintf("by signal %d", p.state.Signal)
	}
	return fmt.Sprintf("with status %d", p.state.Code)
}

// childRunner makes a process usable for go-plugin.
type childRunner struct {
	*process
	env []string
}

// Start starts the program. If that fails, it looks as if the program had ended.
func (r *childRunner) Start(context.Context) error {
	p := r.process
	ctx, cancel := context.WithCancel(p.context)
	p.cancel = cancel
	out, stdout := io.Pipe()
	errs, stderr := io.Pipe()
	p.out, p.errs, p.stdout.to, p.stderr.to = out, errs, stdout, stderr
	c := &child.Command{
		Path: p.request.Program.Path, Args: []string{p.request.Program.Path},
		Env:    append(child.Environment(os.Environ()), r.env...),
		Stdout: &p.stdout, Stderr: &p.stderr,
		Confine: p.request.Confine, Exec: p.programs, Readable: p.request.Readable,
	}
	if runtime.GOOS != "windows" { // on Windows it listens on the loopback interface
		c.Sockets = p.folder
	}
	if c.Readable != nil {
		c.Readable = append([]string{filepath.Dir(c.Path)}, c.Readable...)
	}
	p.begun = true
	go func() {
		defer close(p.ended)
		defer cancel()
		p.state, p.err = child.Run(ctx, c)
		_, _ = stdout.Close(), stderr.Close() // that of a pipe never fails
	}()
	return nil
}

// Wait waits until the program has ended.
func (r *childRunner) Wait(context.Context) error { <-r.ended; return nil }

// Kill kills the program.
func (r *childRunner) Kill(context.Context) error { r.kill(); return nil }

func (r *childRunner) Stdout() io.ReadCloser           { return r.out }
func (r *childRunner) Stderr() io.ReadCloser           { return r.errs }
func (r *childRunner) Name() string                    { return r.request.Program.Name }
func (r *childRunner) ID() string                      { return r.request.Program.Name }
func (r *childRunner) Diagnose(context.Context) string { return "" }

// PluginToHost accepts only an address that the program may use: a socket in the folder that was made for it.
func (r *childRunner) PluginToHost(network, address string) (string, string, error) {
	inside := network == "unix" && filepath.Dir(address) == r.folder
	if runtime.GOOS == "windows" {
		inside = network == "tcp" && strings.HasPrefix(address, "127.0.0.1:")
	}
	if !inside {
		return "", "", errors.New("it listens on an address that is not allowed")
	}
	return network, address, nil
}

// HostToPlugin is not used: the host serves nothing.
func (r *childRunner) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// handshakeLine receives standard output. It passes the first line on and keeps the beginning of the rest.
type handshakeLine struct {
	mu   sync.Mutex
	to   *io.PipeWriter
	head []byte
	over bool // the first line was passed on
	more []byte
}

// mostHandshake is the maximum length of the first line, in bytes.
const mostHandshake = 4 << 10

// mostKept is the maximum number of bytes kept to be quoted.
const mostKept = 200

func (h *handshakeLine) Write(b []byte) (int, error) {
	n := len(b)
	h.mu.Lock()
	var line []byte
	if !h.over {
		end := bytes.IndexByte(b, '\n') + 1
		if end == 0 {
			end = min(len(b), mostHandshake-len(h.head))
		}
		h.head = append(h.head, b[:end]...)
		b = b[end:]
		if h.over = bytes.HasSuffix(h.head, []byte("\n")) || len(h.head) >= mostHandshake; h.over {
			line = append(bytes.TrimSuffix(bytes.Clone(h.head), []byte("\n")), '\n')
		}
	}
	h.more = append(h.more, b[:min(len(b), mostKept-len(h.more))]...)
	h.mu.Unlock()
	if line != nil {
		_, _ = h.to.Write(line) // an error means that the reader has gone
	}
	return n, nil
}

// line returns the first line, as far as it has arrived.
func (h *handshakeLine) line() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return oneLine(string(h.head))
}

// extra returns what came after the first line.
func (h *handshakeLine) extra() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.faultOf() != nil {
		return "" // the first line is invalid too
	}
	return oneLine(string(h.more))
}

// fault returns an error if the first line is invalid.
func (h *handshakeLine) fault() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.faultOf()
}

func (h *handshakeLine) faultOf() error {
	line := strings.TrimSpace(string(h.head))
	parts := strings.Split(line, "|")
	switch {
	case line == "":
		return errors.New("it does not say that it is ready, as a matcher does")
	case len(parts) < 5 || parts[0] != fmt.Sprint(plugin.CoreProtocolVersion):
		return fmt.Errorf("it is not a matcher, or is broken: it begins with %q", clip(oneLine(line)))
	case parts[1] != fmt.Sprint(Version):
		return fmt.Errorf("it speaks version %s of the protocol of matchers, and this ct-search version %d: use a matcher and a ct-search of the same version", clip(oneLine(parts[1])), Version)
	case parts[4] != string(plugin.ProtocolGRPC):
		return fmt.Errorf("its protocol is %s, not grpc", clip(oneLine(parts[4])))
	}
	return nil
}

// clip limits the length of a quoted text.
func clip(text string) string {
	const most = 80
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// errorText receives what a program writes to standard error. It keeps the beginning and the end.
type errorText struct {
	mu         sync.Mutex
	to         *io.PipeWriter
	head, tail []byte
}

// mostErrors is the number of bytes kept of the beginning and of the end of standard error.
const mostErrors = 4 << 10

func (s *errorText) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.head = append(s.head, b[:min(len(b), mostErrors-len(s.head))]...)
	s.tail = append(s.tail, b[max(len(b)-mostErrors, 0):]...)
	s.tail = s.tail[max(len(s.tail)-mostErrors, 0):]
	return len(b), nil // to is closed at the end; go-plugin need not read it
}

// traceback begins Python's report of an error, whose message is in the last line.
const traceback = "Traceback (most recent call last)"

// text returns the line that says what went wrong: the first that is not blank, or the last line of a traceback.
func (s *errorText) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := notBlank(strings.Lines(string(s.head)))
	if strings.HasPrefix(first, traceback) {
		last := strings.Split(string(s.tail), "\n")
		slices.Reverse(last)
		return notBlank(slices.Values(last))
	}
	return first
}

// notBlank returns the first line that is not blank, prepared for quoting.
func notBlank(lines iter.Seq[string]) string {
	for l := range lines {
		if line := oneLine(l); line != "" {
			return line
		}
	}
	return ""
}
