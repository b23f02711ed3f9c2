package main

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/child"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/version"
)

// server serves one client.
type server struct {
	tools []*tool
	// definitions are those of the programs.
	definitions []*tool
	content     string // of --content
	fixed       []root // by option; nil means the roots that the client names
	limits      limits
	queue       *queue
	mcp         *mcp.Server

	life context.Context // ends when the client goes
	end  context.CancelCauseFunc

	mu           sync.Mutex
	rootsRequest *rootsRequest // the last request for the client's roots; nil if they must be requested
}

func newServer(tools, definitions []*tool, content string, fixed []root, l limits) *server {
	s := &server{tools: tools, definitions: definitions, content: content, fixed: fixed, limits: l, queue: newQueue()}
	s.life, s.end = context.WithCancelCause(context.Background())
	options := &mcp.ServerOptions{
		Instructions: instructions(), PageSize: len(tools),
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}, Prompts: &mcp.PromptCapabilities{}},
	}
	s.watchRoots(options)
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "ct-mcp", Title: "ct", Version: version.String()}, options)
	for _, t := range tools {
		s.mcp.AddTool(s.definition(t), func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return s.answer(ctx, t, r)
		})
	}
	s.addResources()
	s.addPrompts()
	s.mcp.AddReceivingMiddleware(s.hideFormer, s.rejectUnknown)
	return s
}

// definition returns a tool as the protocol has it. Without structured content it says nothing of its form.
func (s *server) definition(t *tool) *mcp.Tool {
	no := false
	d := &mcp.Tool{
		Name: t.name, Description: t.description, InputSchema: t.input, Meta: t.meta,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no},
	}
	if s.content != contentText {
		d.OutputSchema = schema{Type: "object"}
	}
	return d
}

// hideFormer leaves definitions out of the list of tools: they can be called as before.
func (s *server) hideFormer(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, r)
		if list, ok := result.(*mcp.ListToolsResult); ok && err == nil {
			byName := map[string]*mcp.Tool{}
			for _, d := range list.Tools {
				byName[d.Name] = d
			}
			list.Tools = nil
			for _, t := range s.tools { // in the order in which a model reads them best
				if d := byName[t.name]; d != nil && t.as != nil {
					list.Tools = append(list.Tools, d)
				}
			}
		}
		return result, err
	}
}

// errLeft is the reason for ending calls when the client has gone.
var errLeft = errors.New("the client has gone")

// shutdownTime limits the wait for calls to end after the client has gone.
const shutdownTime = 10 * time.Second

// serve serves the client until it goes or this process is interrupted, and then ends everything
// that still runs. The error says why answers could not be written although the client was there.
func (s *server) serve(p *program) (int, error) {
	interrupted, restore := child.UntilInterrupted(context.Background())
	defer restore()
	defer context.AfterFunc(interrupted, func() { s.end(errLeft) })()
	ignoreClosedPipe()
	w := newWire(p.in, p.out, func(error) { s.end(errLeft) })
	ended := make(chan error, 1)
	go func() { ended <- s.mcp.Run(s.life, w) }()
	var err error
	select {
	case err = <-ended:
	case <-s.life.Done():
		select {
		case err = <-ended:
		case <-time.After(shutdownTime):
		}
	}
	over := s.life.Err() != nil
	s.end(errLeft)
	if failure := w.failure(); failure != nil {
		return exitFailure, failure
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, context.Canceled) && !over {
		return exitFailure, err
	}
	return exitGood, nil
}

// rejectUnknown answers a call of an unknown tool with the nearest names.
func (s *server) rejectUnknown(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		call, ok := r.(*mcp.CallToolRequest)
		if !ok || call.Params == nil {
			return next(ctx, method, r)
		}
		var all, names []string // names are of those that are listed
		name := call.Params.Name
		for _, t := range s.tools {
			if t.name == name {
				return next(ctx, method, r)
			}
			all = append(all, t.name)
			if t.as != nil {
				names = append(names, t.name)
			}
		}
		shown, _ := budget.ClipLine([]byte(name), 0, 0, 100)
		message := `unknown tool "` + budget.EscapeName(shown) + `"`
		if near := nearest.Of(shown, all, 3); len(near) > 0 {
			message += "; did you mean " + strings.Join(near, ", ") + "?"
		} else {
			message += "; there are " + strings.Join(names, ", ")
		}
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
	}
}

const (
	// maxWaiting limits the size of all calls that wait or run, in bytes.
	maxWaiting = 64 << 20
	// callSize is the size of a call without its arguments, in bytes.
	callSize = 4 << 10
)

// queue runs as many calls at a time as there are processors, and half as many commands of ct_test, which are not
// the suite's own and may take all their time. The others wait, within a limit of total size.
type queue struct {
	slots, commands chan struct{}

	mu   sync.Mutex
	size int // size of the calls that wait or run, in bytes
}

func newQueue() *queue {
	n := runtime.GOMAXPROCS(0)
	return &queue{slots: make(chan struct{}, n), commands: make(chan struct{}, max(1, n/2))}
}

// enter waits for the turn of a call whose arguments have size bytes, in q.slots or q.commands. The call ends its turn
// with leave.
func (q *queue) enter(ctx context.Context, slots chan struct{}, size int) (leave func(), _ *fault) {
	size += callSize
	q.mu.Lock()
	full := q.size+size > maxWaiting
	if !full {
		q.size += size
	}
	q.mu.Unlock()
	if full {
		return nil, failed("too many calls are waiting; ask again when some have been answered")
	}
	release := func() {
		q.mu.Lock()
		q.size -= size
		q.mu.Unlock()
	}
	select {
	case slots <- struct{}{}:
		return func() { <-slots; release() }, nil
	case <-ctx.Done():
		release()
		return nil, failed("the call was given up while it waited")
	}
}
