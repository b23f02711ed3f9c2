package tool

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/emit"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/toon"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// run prints the banner and does the job within its time, with pulses until the answer begins.
func (p *process) run(f *Frame, job *Job) (*Answer, error) {
	ctx := context.Background()
	if f.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.Timeout)
		defer cancel()
		if f.Timeout < time.Millisecond { // over before anything begins, whenever its timer runs
			<-ctx.Done()
		}
	}
	p.stdout.text(f.banner())
	_ = p.stdout.Flush()
	through := &through{w: p.raw}
	f.Stdout, f.Stderr = through, p.stderr
	if !f.text() {
		f.Stdout = p.stderr
	}
	stop := p.pulse(f, through)
	defer stop()
	if p.screen != nil && f.progresses(job) {
		lines := job.Progress
		if lines == nil {
			progress := &walk.Progress{}
			ctx = walk.WithProgress(ctx, progress)
			lines = func() []string { return progressLines(f.Tool, progress) }
		}
		defer p.screen.progress(lines, !job.Interruptible)()
	}
	out := io.Discard
	if (f.text() || f.lines()) && !f.Quiet {
		out = &body{p.stdout, stop, p.screen != nil}
	}
	return job.Run(ctx, out)
}

// through writes bytes at once, from any goroutine, to standard output. It bypasses the buffer, which is empty while a
// job runs: a reader that stalls then blocks only the writer.
type through struct {
	mu sync.Mutex
	w  io.Writer
}

func (t *through) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.w.Write(text)
}

// progresses reports whether a terminal may show progress: not if the caller asks for pulses, or for none.
func (f *Frame) progresses(job *Job) bool {
	return !f.Quiet && f.Definition == "" && f.given.heartbeat == 0 && (!f.judges || job.Progress != nil)
}

// body ends the pulses before the first byte of the answer. If live is set, it does not buffer.
type body struct {
	w    *writer
	stop func()
	live bool
}

func (b *body) Write(text []byte) (int, error) {
	b.stop()
	n, err := b.w.Write(text)
	if err == nil && b.live {
		err = b.w.Flush()
	}
	if err != nil {
		err = fmt.Errorf("standard output: %w", err)
	}
	return n, err
}

// pulse prints a pulse every f.given.heartbeat until the function it returns is called, and none after that.
func (p *process) pulse(f *Frame, stdout *through) (stop func()) {
	if f.given.heartbeat == 0 {
		return func() {}
	}
	to := p.stderr
	if f.given.heartbeatTo == "stdout" && f.text() {
		to = stdout
	}
	template := f.given.heartbeatEmit
	if template == "" {
		template = defaultHeartbeat
	}
	start := time.Now()
	ticker := time.NewTicker(f.given.heartbeat)
	done := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				_, _ = io.WriteString(to, emit.Expand(template, func(token string) (string, bool) {
					return f.pulseToken(token, time.Since(start))
				}))
			}
		}
	})
	return sync.OnceFunc(func() {
		ticker.Stop()
		close(done)
		ended.Wait()
	})
}

func (f *Frame) pulseToken(token string, elapsed time.Duration) (string, bool) {
	switch token {
	case "ELAPSED":
		return strconv.Itoa(int(elapsed.Seconds())), true
	case "TOOL":
		return f.Tool, true
	case "QUESTION":
		return f.Question, true
	case "CMD":
		return f.Command, true
	}
	return "", false
}

// finish prints what follows the body: the document of a JSON format, or the content that a call asks for, and the trail.
func (p *process) finish(f *Frame, a *Answer, o Outcome) error {
	if a.Reading != nil {
		a.Reading.Confinement = f.Unconfined
		a.noteScope(f.Config.Notes)
	}
	if f.beside.format != "" {
		return p.content(f, a, o)
	}
	if !f.text() && !f.lines() && (!f.Quiet || p.tool.Judge != nil) {
		text, err := f.encode(a.Document(o))
		if err != nil {
			return err
		}
		p.stdout.text(string(text) + "\n")
	}
	return p.trail(f, a, o)
}

// trail prints what follows the body or the document: notes, emitted texts and the reason.
func (p *process) trail(f *Frame, a *Answer, o Outcome) error {
	if (f.text() || f.lines()) && !f.Quiet && a.Ledger != nil {
		p.notes(a, o)
	}
	if a.Aside != "" {
		if err := p.stdout.Flush(); err != nil {
			return fmt.Errorf("standard output: %w", err)
		}
		_, _ = io.WriteString(p.stderr, a.Aside)
	}
	value := func(token string) (string, bool) { return f.token(token, a, o) }
	for _, template := range f.given.emit {
		text := emit.Expand(template, value)
		if f.text() {
			p.stdout.text(text)
			continue
		}
		_ = p.stdout.Flush()
		_, _ = io.WriteString(p.stderr, text)
	}
	if err := p.stdout.Flush(); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	for _, template := range f.given.emitStderr {
		_, _ = io.WriteString(p.stderr, emit.Expand(template, value))
	}
	if fault := o.Fault(); fault != "" && !(f.given.silent && o.Result == verdict.Error) {
		p.note(fault)
	}
	return nil
}

// noteScope adds to the reading what decided about the scope from outside: configuration, and ignore files above.
func (a *Answer) noteScope(notes []string) {
	if a.Ledger != nil {
		notes = slices.Concat(notes, a.Ledger.Rules.Notes)
		for _, name := range a.Ledger.Rules.Outer {
			a.Reading.Notes = append(a.Reading.Notes, name+" ignores some of it")
		}
	}
	a.Reading.Notes = append(a.Reading.Notes, notes...)
	a.Reading.Literal = a.Reading.Literal && len(notes) == 0
}

// encode returns a document in the frame's format.
func (f *Frame) encode(document any) ([]byte, error) {
	if f.Format == "toon" {
		return toon.Marshal(document)
	}
	return render.JSON(document, f.Indent)
}

// token returns the value of an emitted token.
func (f *Frame) token(token string, a *Answer, o Outcome) (string, bool) {
	switch token {
	case "RESULT":
		return o.Result.String(), true
	case "QUESTION":
		return f.Question, true
	case "REASON":
		return budget.EscapeName(o.Reason), true
	}
	if a.Token != nil {
		return a.Token(token)
	}
	switch token {
	case "COUNT":
		return strconv.FormatInt(a.Figures.Found, 10), true
	case "LINES":
		return strconv.FormatInt(a.Lines, 10), true
	case "BASE":
		return budget.EscapeName(a.Base), true
	case "MATCHES":
		return budget.Escape(a.Matches), true
	}
	return "", false
}

// notes prints, for text formats, how the request was read and what was left out if that matters: together at most two
// lines, so that an empty answer has at most three.
func (p *process) notes(a *Answer, o Outcome) {
	empty := a.Figures.Found == 0
	var parts []string
	if a.Reading != nil && (empty || !a.Reading.Literal) {
		parts = append(parts, a.Reading.String())
	}
	if empty || len(a.Ledger.Cuts()) > 0 && o.Result != verdict.Undecided {
		parts = append(parts, a.Ledger.String())
	}
	if len(parts) > 0 {
		p.note(strings.Join(parts, "; "))
	}
	if a.Reading != nil && len(a.Reading.Alternatives)+len(a.Reading.Similar) > 0 {
		p.note(strings.Join(slices.DeleteFunc([]string{a.Reading.wouldMatch(), a.Reading.didYouMean()}, func(s string) bool { return s == "" }), "; "))
	}
}

// String returns the reading in one line.
func (r *Reading) String() string {
	s := r.Scope
	if r.Mode != "" { // nothing was read otherwise
		s = r.Mode + ", case " + r.Case + ", " + s
	}
	if r.At != "" {
		s += ", at " + r.At
	}
	if r.Limits != "" {
		s += ", " + r.Limits
	}
	if r.Near != nil {
		s += fmt.Sprintf("; %d more inside longer words", *r.Near)
	}
	return strings.Join(append([]string{s}, r.Notes...), "; ")
}

// wouldMatch names the readings that would have matched, and their commands.
func (r *Reading) wouldMatch() string {
	if len(r.Alternatives) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("would match")
	for i, a := range r.Alternatives {
		sep := "; "
		if i == 0 {
			sep = " "
		}
		atLeast := ""
		if a.AtLeast {
			atLeast = "at least "
		}
		fmt.Fprintf(&b, "%s%s: %s%d", sep, a.Label, atLeast, a.Count)
		if a.Command != "" {
			fmt.Fprintf(&b, " (%s)", a.Command)
		}
	}
	return b.String()
}

// didYouMean names similar names, and the commands that search for them.
func (r *Reading) didYouMean() string {
	if len(r.Similar) == 0 {
		return ""
	}
	var names []string
	for _, s := range r.Similar {
		name := fmt.Sprintf("%s (%s, %s)", s.Name, s.Kind, s.Place)
		if s.Command != "" {
			name += ": " + s.Command
		}
		names = append(names, name)
	}
	return "did you mean " + strings.Join(names, "; ")
}
