package main

import (
	"context"
	"errors"
	"io"
	"slices"
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

// server answers one client.
type server struct {
	tools  []*tool
	fixed  []root // by option; nil: those that the client names
	limits limits
	queue  *queue
	mcp    *mcp.Server

	life context.Context // ends with the client
	end  context.CancelCauseFunc

	mu    sync.Mutex
	asked *asking // the last request for the client's roots; nil: to be asked for
}

func newServer(tools []*tool, words string, fixed []root, l limits) *server {
	s := &server{tools: tools, fixed: fixed, limits: l, queue: newQueue()}
	s.life, s.end = context.WithCancelCause(context.Background())
	options := &mcp.ServerOptions{Instructions: words, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}, PageSize: len(tools)}
	s.watchRoots(options)
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "ct-mcp", Title: "ct", Version: version.String()}, options)
	no := false
	for _, t := range tools {
		s.mcp.AddTool(&mcp.Tool{
			Name: t.name, Description: t.description, InputSchema: t.input, OutputSchema: t.output,
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &no},
		}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return s.answer(ctx, t, r)
		})
	}
	s.mcp.AddReceivingMiddleware(s.known)
	return s
}

// errLeft is why calls end when the client has gone.
var errLeft = errors.New("the client has gone")

// lingering bounds the wait for calls to end when the client has gone.
const lingering = 10 * time.Second

// serve answers the client until it has gone or this process is told to end,
// and then ends all that still runs. The error says why answers could not be
// written to a client that is there.
func (s *server) serve(p *program) (int, error) {
	told, restore := child.UntilInterrupted(context.Background())
	defer restore()
	defer context.AfterFunc(told, func() { s.end(errLeft) })()
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
		case <-time.After(lingering):
		}
	}
	over := s.life.Err() != nil
	s.end(errLeft)
	if lost := w.failure(); lost != nil {
		return exitFailure, lost
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, context.Canceled) && !over {
		return exitFailure, err
	}
	return exitGood, nil
}

// known answers a call of a tool that there is not with the nearest names.
func (s *server) known(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		call, ok := r.(*mcp.CallToolRequest)
		if !ok || call.Params == nil {
			return next(ctx, method, r)
		}
		names := make([]string, len(s.tools))
		for i, t := range s.tools {
			names[i] = t.name
		}
		name := call.Params.Name
		if slices.Contains(names, name) {
			return next(ctx, method, r)
		}
		shown, _ := budget.ClipLine([]byte(name), 0, 0, 100)
		message := "unknown tool " + quote(shown)
		if near := nearest.Of(shown, names, 3); len(near) > 0 {
			message += "; did you mean " + strings.Join(near, ", ") + "?"
		} else {
			message += "; there are " + strings.Join(names, ", ")
		}
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
	}
}

func quote(name string) string { return `"` + budget.EscapeName(name) + `"` }
