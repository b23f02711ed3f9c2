//nolint:staticcheck // Roots are on their way out of the protocol; clients that have them mean them all the same.
package main

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/budget"
)

// asking is one request for the client's roots. All calls that need them wait
// for the same one, and what came of it stays until the client says that its
// roots are others.
type asking struct {
	done  chan struct{} // closed when roots and fault are there
	roots []root
	fault *fault
}

// ask gives what the client names, as it was asked last.
func (s *server) ask(ctx context.Context, session *mcp.ServerSession) ([]root, *fault) {
	s.mu.Lock()
	if s.asked == nil {
		s.asked = &asking{done: make(chan struct{})}
		go s.asked.run(s.life, session)
	}
	a := s.asked
	s.mu.Unlock()
	select {
	case <-a.done:
		return a.roots, a.fault
	case <-ctx.Done():
		return nil, failed("the call was given up while the client was asked for its roots")
	}
}

func (a *asking) run(life context.Context, session *mcp.ServerSession) {
	defer close(a.done)
	ctx, cancel := context.WithTimeout(life, rootsTime)
	defer cancel()
	list, err := session.ListRoots(ctx, nil)
	switch {
	case ctx.Err() != nil:
		a.fault = failed("the client did not answer in %v which folders are its roots: start ct-mcp with --root DIR, or have it say that its roots changed", rootsTime)
	case err != nil:
		why := "its answer is no list of roots"
		if refused, ok := errors.AsType[*jsonrpc.Error](err); ok {
			why, _ = budget.ClipLine([]byte(refused.Message), 0, 0, 200)
		}
		a.fault = failed("the client does not say which folders are its roots: %s; start ct-mcp with --root DIR", why)
	default:
		a.roots = named(list.Roots)
	}
}
