//go:build unix

package sibling

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// sh is a call of the shell.
func sh(script string) *Call {
	return &Call{Path: "/bin/sh", Args: []string{"-c", script}, Limit: 1000}
}

func TestACallGivesAnswerStatusAndLines(t *testing.T) {
	dir := t.TempDir()
	var lines []string
	c := sh("pwd; cat; echo one >&2; printf 'two\\n\\nthree' >&2; exit 7")
	c.Dir, c.Stdin, c.Line = dir, []byte("given"), func(line string) { lines = append(lines, line) }
	out, exit, err := c.Run(t.Context())
	if real, _ := filepath.EvalSymlinks(dir); err != nil || exit != 7 || string(out) != real+"\ngiven" {
		t.Errorf("%q, %d, %v", out, exit, err)
	}
	if got := strings.Join(lines, "|"); got != "one|two|three" {
		t.Errorf("%q", got)
	}
}

func TestAnAnswerAndALineAreBound(t *testing.T) {
	if out, _, err := sh("head -c 1000 /dev/zero").Run(t.Context()); err != nil || len(out) != 1000 {
		t.Errorf("%d bytes, %v", len(out), err)
	}
	if _, _, err := sh("exec cat /dev/zero").Run(t.Context()); !errors.Is(err, ErrTooLong) {
		t.Errorf("%v", err)
	}
	longest := 0
	c := sh("head -c 100000 /dev/zero >&2; echo >&2; echo end >&2")
	c.Line = func(line string) { longest = max(longest, len(line)) }
	if _, _, err := c.Run(t.Context()); err != nil || longest != outputWords {
		t.Errorf("%d bytes, %v", longest, err)
	}
	if _, _, err := (&Call{Path: "/no/such/program"}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "/no/such/program: ") {
		t.Errorf("%v", err)
	}
}

// A call that is abandoned ends its whole group, including processes that do not want to end.
func TestACallThatIsGivenUpLeavesNothing(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	for name, script := range map[string]string{
		"itself":          "echo $$ >pid; exec sleep 600",
		"what it started": "sleep 600 & echo $! >pid; wait",
		"what ignores it": "trap '' TERM; (sleep 600; true) & echo $! >pid; true",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			ctx, cancel := context.WithCancelCause(t.Context())
			go func() {
				for { // until the file has the number
					if text, _ := os.ReadFile(filepath.Join(dir, "pid")); len(text) > 0 {
						cancel(enough)
						return
					}
					time.Sleep(5 * time.Millisecond)
				}
			}()
			c := sh(script)
			c.Dir = dir
			if _, _, err := c.Run(ctx); name != "what ignores it" && !errors.Is(err, enough) {
				t.Error(err)
			}
			text, _ := os.ReadFile(filepath.Join(dir, "pid"))
			for end := time.Now().Add(time.Minute); running(strings.TrimSpace(string(text))); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("process %s is left", text)
				}
			}
		})
	}
}

// running reports whether a process exists and is not a zombie.
func running(pid string) bool {
	if stat, err := os.ReadFile("/proc/" + pid + "/stat"); err == nil {
		return !strings.Contains(string(stat), ") Z ")
	}
	if _, err := os.Stat("/proc/self/stat"); err == nil {
		return false
	}
	n, err := strconv.Atoi(pid)
	return err == nil && syscall.Kill(n, 0) == nil
}
