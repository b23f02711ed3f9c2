//nolint:staticcheck // The protocol deprecates roots, but clients that send them rely on them.
package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/budget"
)

// statelessVersion is the first version of the protocol in which the answer to a call, not a request, asks for roots.
const statelessVersion = "2026-07-28"

// rootsAsked is the key of the request for roots in such an answer.
const rootsAsked = "roots"

// rootsTime limits the wait for a client to name its roots.
const rootsTime = 10 * time.Second

// rootsFor returns the roots of a call. An ask that is not nil is the answer: the client must call again with roots.
func (s *server) rootsFor(ctx context.Context, r *mcp.CallToolRequest) (roots []root, ask *mcp.CallToolResult, _ *fault) {
	if s.fixed != nil {
		return s.fixed, nil, nil
	}
	if can := r.ClientCapabilities(); can == nil || can.RootsV2 == nil {
		return workingFolder(), nil, nil
	}
	if r.ProtocolVersion() >= statelessVersion {
		if list, ok := r.Params.InputResponses[rootsAsked].(*mcp.ListRootsResult); ok {
			return rootsNamed(list.Roots), nil, nil
		}
		return nil, &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{rootsAsked: &mcp.ListRootsParams{}}}, nil
	}
	roots, f := s.clientRoots(ctx, r.Session)
	return roots, nil, f
}

// watchRoots makes the server ask for the roots again when the client announces that they have changed.
func (s *server) watchRoots(o *mcp.ServerOptions) {
	o.RootsListChangedHandler = func(context.Context, *mcp.RootsListChangedRequest) {
		s.mu.Lock()
		s.rootsRequest = nil
		s.mu.Unlock()
	}
}

// rootsNamed returns the roots that a client names, each once. If it names none, the only root is the working folder.
func rootsNamed(list []*mcp.Root) []root {
	if len(list) == 0 {
		return workingFolder()
	}
	var roots []root
	for _, r := range list {
		var uri string // "" if r is null, which is not a URI
		if r != nil {
			uri = r.URI
		}
		dir, err := folderOf(uri)
		if err != nil {
			err = fmt.Errorf("root %q: %w; have the client name another, or start ct-mcp with --root DIR", uri, err)
		}
		if err != nil || !slices.ContainsFunc(roots, func(have root) bool { return have.dir == dir }) {
			roots = append(roots, root{dir, err})
		}
	}
	return roots
}

// rootsRequest is one request for the client's roots. All calls that need them wait for the same
// request, and its result is kept until the client announces that its roots have changed.
type rootsRequest struct {
	done  chan struct{} // closed when roots and fault are set
	roots []root
	fault *fault
}

// clientRoots returns the roots that the client named when it was last asked.
func (s *server) clientRoots(ctx context.Context, session *mcp.ServerSession) ([]root, *fault) {
	s.mu.Lock()
	if s.rootsRequest == nil {
		s.rootsRequest = &rootsRequest{done: make(chan struct{})}
		go s.rootsRequest.run(s.life, session)
	}
	a := s.rootsRequest
	s.mu.Unlock()
	select {
	case <-a.done:
		return a.roots, a.fault
	case <-ctx.Done():
		return nil, failed("the call was given up while the client was asked for its roots")
	}
}

func (a *rootsRequest) run(life context.Context, session *mcp.ServerSession) {
	defer close(a.done)
	ctx, cancel := context.WithTimeout(life, rootsTime)
	defer cancel()
	list, err := session.ListRoots(ctx, nil)
	switch {
	case ctx.Err() != nil:
		a.fault = failed("the client did not answer in %v which folders are its roots: start ct-mcp with --root DIR, or have it say that its roots changed", rootsTime)
	case err != nil:
		why := "its answer is not a list of roots"
		if refused, ok := errors.AsType[*jsonrpc.Error](err); ok {
			why, _ = budget.ClipLine([]byte(refused.Message), 0, 0, 200)
		}
		a.fault = failed("the client does not say which folders are its roots: %s; start ct-mcp with --root DIR", why)
	default:
		a.roots = rootsNamed(list.Roots)
	}
}
