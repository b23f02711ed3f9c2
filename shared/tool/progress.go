package tool

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/walk"
)

// The time before a search shows a line of progress, and between two writes of the line.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// A screen is a terminal for both streams. A line of progress on it is erased before anything else is written.
type screen struct {
	mu    sync.Mutex
	err   *os.File // standard error, which shows the line
	shown bool
	open  bool // the last write did not end its line
}

// newScreen returns the screen of the two streams, nil unless both are terminals.
func newScreen(stdout, stderr *os.File) *screen {
	if !terminal.Is(stdout) || !terminal.Is(stderr) {
		return nil
	}
	return &screen{err: stderr}
}

// A stream is one of the two of a screen.
type stream struct {
	s *screen
	w io.Writer
}

func (w stream) Write(text []byte) (int, error) {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	w.s.erase()
	if len(text) > 0 {
		w.s.open = text[len(text)-1] != '\n'
	}
	return w.w.Write(text)
}

// erase removes the line. The caller holds mu.
func (s *screen) erase() {
	if s.shown {
		_, _ = io.WriteString(s.err, "\r\x1b[K")
		s.shown = false
	}
}

// show writes the first of lines that the terminal has room for, whose last column stays free: a character there would
// begin the next line. If there is room for none, it shows none: half a figure would be wrong.
func (s *screen) show(lines []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	width, ok := terminal.Width(s.err)
	if !ok || s.open {
		return
	}
	for _, line := range lines {
		if len(line) < width {
			_, _ = io.WriteString(s.err, "\r"+line+"\x1b[K")
			s.shown = true
			return
		}
	}
	s.erase()
}

// progress shows on the screen, after a second, the first of the lines that it has room for, until the function it
// returns is called. If mortal is set, a signal ends the process only after the line was erased.
func (s *screen) progress(lines func() []string, mortal bool) (stop func()) {
	done := make(chan struct{})
	signals := make(chan os.Signal, 1)
	for _, deadly := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if mortal && !signal.Ignored(deadly) {
			signal.Notify(signals, deadly)
		}
	}
	var ended sync.WaitGroup
	ended.Go(func() {
		next := time.NewTimer(progressAfter)
		defer next.Stop()
		for {
			select {
			case <-done:
				return
			case deadly := <-signals:
				s.mu.Lock() // for good: nothing is written any more
				s.erase()
				signal.Reset(deadly)
				die(deadly)
			case <-next.C:
				s.show(lines())
				next.Reset(progressEvery)
			}
		}
	})
	return sync.OnceFunc(func() {
		close(done)
		ended.Wait()
		signal.Stop(signals)
		s.mu.Lock()
		s.erase()
		s.mu.Unlock()
	})
}

// progressLines returns the line of progress in full, then with fewer words. They are ASCII: each byte is a column.
func progressLines(tool string, p *walk.Progress) []string {
	files := p.Files()
	switch matches := p.Matches(); {
	case p.Diagnosing():
		return []string{
			fmt.Sprintf("%s: %d files searched, looking for what would match", tool, files),
			fmt.Sprintf("%d files searched, looking for what would match", files),
			fmt.Sprintf("%d files searched", files),
			fmt.Sprintf("%d files", files),
		}
	case matches > 0:
		return []string{
			fmt.Sprintf("%s: %d files searched, %d matches", tool, files, matches),
			fmt.Sprintf("%d files searched, %d matches", files, matches),
			fmt.Sprintf("%d files, %d matches", files, matches),
			fmt.Sprintf("%d, %d", files, matches),
		}
	}
	return []string{
		fmt.Sprintf("%s: %d files searched", tool, files),
		fmt.Sprintf("%d files searched", files),
		fmt.Sprintf("%d files", files),
	}
}
