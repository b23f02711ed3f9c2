//nolint:staticcheck // Roots are on their way out of the protocol; clients that have them mean them all the same.
package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// statelessVersion is the first version of the protocol in which a server asks
// for roots in its answer to a call, and not by a request of its own.
const statelessVersion = "2026-07-28"

// rootsAsked names the question for roots in such an answer.
const rootsAsked = "roots"

// rootsTime bounds the wait for a client to name its roots.
const rootsTime = 10 * time.Second

// where gives the roots of a call. If ask is not nil, it is the answer: the
// client is to call again with its roots.
func (s *server) where(ctx context.Context, r *mcp.CallToolRequest) (roots []root, ask *mcp.CallToolResult, _ *fault) {
	if s.fixed != nil {
		return s.fixed, nil, nil
	}
	can := r.ClientCapabilities()
	if can == nil || can.RootsV2 == nil {
		return working(), nil, nil
	}
	if r.ProtocolVersion() >= statelessVersion {
		if list, ok := r.Params.InputResponses[rootsAsked].(*mcp.ListRootsResult); ok {
			return named(list.Roots), nil, nil
		}
		return nil, &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{rootsAsked: &mcp.ListRootsParams{}}}, nil
	}
	roots, f := s.ask(ctx, r.Session)
	return roots, nil, f
}

// watchRoots has the roots be asked for anew when the client says that they
// are others.
func (s *server) watchRoots(o *mcp.ServerOptions) {
	o.RootsListChangedHandler = func(context.Context, *mcp.RootsListChangedRequest) {
		s.mu.Lock()
		s.asked = nil
		s.mu.Unlock()
	}
}

// named gives the roots that a client names, each once, and the working folder
// where it names none.
func named(list []*mcp.Root) []root {
	if len(list) == 0 {
		return working()
	}
	var roots []root
	for _, r := range list {
		var uri string // of a null: no URI
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
