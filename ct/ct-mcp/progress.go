package main

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// heartbeatTime is the interval of progress notifications.
	heartbeatTime = time.Second
	// heartbeatMark starts a heartbeat line on the standard error of a program.
	heartbeatMark = "ct-mcp-pulse "
)

// progress notifies a client that asked for it at intervals while its call waits, then at its program's heartbeats.
type progress struct {
	notify func(message string) // nil if nobody asked for it
	stop   func()
	mu     sync.Mutex
	runs   bool
}

// progress starts the notifications for a call that may last for the given time.
func (s *server) progress(ctx context.Context, t *tool, r *mcp.CallToolRequest, lasts time.Duration) *progress {
	token := r.Params.GetProgressToken()
	if token == nil {
		return &progress{stop: func() {}}
	}
	begun, sent := time.Now(), 0.0
	p := &progress{}
	p.notify = func(message string) {
		sent = max(time.Since(begun).Seconds(), sent+0.001) // it must increase
		_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: sent, Total: max(lasts.Seconds(), sent), Message: t.name + " " + message,
		})
	}
	ticker := time.NewTicker(heartbeatTime)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				p.mu.Lock()
				if !p.runs {
					p.notify("waits for its turn")
				}
				p.mu.Unlock()
			}
		}
	}()
	p.stop = sync.OnceFunc(func() { ticker.Stop(); close(done) })
	return p
}

// options returns the options that make a program print heartbeats.
func (p *progress) options() []string {
	if p.notify == nil {
		return nil
	}
	p.mu.Lock()
	p.runs = true
	p.mu.Unlock()
	return []string{"--heartbeat=1", "--heartbeat-to=stderr", "--heartbeat-emit=" + heartbeatMark + "{ELAPSED}"}
}

// heartbeat reports whether a line of standard error is a heartbeat, and notifies the client of it.
func (p *progress) heartbeat(line string) bool {
	seconds, ok := strings.CutPrefix(line, heartbeatMark)
	if ok && p.notify != nil {
		p.mu.Lock()
		p.notify("has been running for " + seconds + " s")
		p.mu.Unlock()
	}
	return ok
}
