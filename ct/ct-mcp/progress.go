package main

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// pulseTime is how often a client hears of a call that lasts.
	pulseTime = time.Second
	// pulseMark begins a pulse of a program among the lines of its standard error.
	pulseMark = "ct-mcp-pulse "
)

// progress tells a client that asked for it that its call lasts: while it waits
// by a clock of its own, while its program runs by that program's pulses.
type progress struct {
	tell func(message string) // nil: nobody asked
	stop func()
	mu   sync.Mutex
	runs bool
}

// progress begins to tell of a call that may last for the given time.
func (s *server) progress(ctx context.Context, t *tool, r *mcp.CallToolRequest, lasts time.Duration) *progress {
	token := r.Params.GetProgressToken()
	if token == nil {
		return &progress{stop: func() {}}
	}
	begun, told := time.Now(), 0.0
	p := &progress{}
	p.tell = func(message string) {
		told = max(time.Since(begun).Seconds(), told+0.001) // it has to grow
		_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: told, Total: max(lasts.Seconds(), told), Message: t.name + " " + message,
		})
	}
	ticker := time.NewTicker(pulseTime)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				p.mu.Lock()
				if !p.runs {
					p.tell("waits for its turn")
				}
				p.mu.Unlock()
			}
		}
	}()
	p.stop = sync.OnceFunc(func() { ticker.Stop(); close(done) })
	return p
}

// options are those that make a program give pulses.
func (p *progress) options() []string {
	if p.tell == nil {
		return nil
	}
	p.mu.Lock()
	p.runs = true
	p.mu.Unlock()
	return []string{"--heartbeat=1", "--heartbeat-to=stderr", "--heartbeat-emit=" + pulseMark + "{ELAPSED}"}
}

// pulse reports whether a line of standard error is a pulse, and tells the
// client of it.
func (p *progress) pulse(line string) bool {
	seconds, ok := strings.CutPrefix(line, pulseMark)
	if ok && p.tell != nil {
		p.mu.Lock()
		p.tell("has been running for " + seconds + " s")
		p.mu.Unlock()
	}
	return ok
}
