package tooltest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"
)

func (c contract) budgets(t *testing.T, program string) {
	dir := c.hostile(t)
	for i, ask := range c.Bounded {
		for _, b := range []struct{ lines, bytes int }{{0, 0}, {1, 512}, {2, 600}, {10, 700}, {40, 4000}, {400, 8000}} {
			args := ask(word)
			lines, bytes := 80, 8000
			if c.Hard > 0 && b.lines > c.Hard {
				continue
			}
			if b.lines > 0 {
				args = with(args, fmt.Sprint("--max-lines=", b.lines), fmt.Sprint("--max-bytes=", b.bytes))
				lines, bytes = b.lines, b.bytes
			}
			r := Run{Dir: dir}.Do(t, program, args...)
			if r.Exit != 0 || len(r.Stdout) > bytes || strings.Count(r.Stdout, "\n") > lines || !printable(r.Stdout) {
				t.Errorf("way %d, budget %v: exit %d, %d lines, %d bytes, printable %v, stderr %s", i, b, r.Exit, strings.Count(r.Stdout, "\n"), len(r.Stdout), printable(r.Stdout), r.Stderr)
			}
			r = Run{Dir: dir}.Do(t, program, with(ask(word), "--json", fmt.Sprint("--max-bytes=", max(b.bytes, 3000)))...)
			if r.Exit != 0 || len(r.Stdout) > max(b.bytes, 3000) || !json.Valid([]byte(r.Stdout)) || !utf8.ValidString(r.Stdout) || !oneLine(r.Stdout) {
				t.Errorf("way %d, JSON budget %d: exit %d, %d bytes, valid %v", i, max(b.bytes, 3000), r.Exit, len(r.Stdout), json.Valid([]byte(r.Stdout)))
			}
		}
	}
	if r := (Run{Dir: dir}).Do(t, program, c.Search(word)...); !printable(r.Stdout + r.Stderr) {
		t.Errorf("control characters reach the terminal: %q", r.Stdout)
	}
}

// printable reports whether s holds nothing that acts on a terminal.
func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || r >= 0x7F && r < 0xA0 || r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0xFEFF
	})
}

func (c contract) deterministic(t *testing.T, program string) {
	dir := c.hostile(t)
	asks := append(slices.Clone(c.Bounded), c.Search)
	options := [][]string{{}, {"--json"}}
	if !c.Judge && c.Hard == 0 {
		options = append(options, []string{"--limit", "7"}, []string{"--limit", "7", "--json"})
	}
	for i, ask := range asks {
		for _, more := range options {
			first := ""
			for j, procs := range []string{"1", "8", "8", "2"} {
				r := Run{Dir: dir, Env: []string{"GOMAXPROCS=" + procs}}.Do(t, program, with(ask(word), more...)...)
				r = timeless(r)
				got := r.Stdout + "\x00" + r.Stderr + fmt.Sprint(r.Exit)
				if j == 0 {
					first = got
				} else if got != first {
					t.Errorf("way %d %q: GOMAXPROCS=1 and %s differ:\n%.600s\n----\n%.600s", i, more, procs, first, got)
				}
			}
		}
	}
}

func (c contract) closedPipe(t *testing.T, program string) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: no SIGPIPE")
	}
	dir := c.hostile(t)
	cmd := exec.Command(program, c.Search(word)...)
	cmd.Dir, cmd.Env = dir, environment(nil)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	// A child that another test forks now would have both ends open until it has executed its program.
	syscall.ForkLock.RLock()
	read, write, err := os.Pipe()
	if err == nil {
		_ = read.Close()
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = write
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		_ = cmd.Process.Kill()
		t.Fatal("it goes on writing into a closed pipe")
	}
	if s := cmd.ProcessState.String(); s != "signal: broken pipe" || stderr.Len() > 0 {
		t.Errorf("ended with %q, stderr %q", s, stderr.String())
	}
}

func (c contract) fullDisk(t *testing.T, program string) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("skipped: no /dev/full")
	}
	defer func() { _ = full.Close() }()
	cmd := exec.Command(program, c.Search(word)...)
	cmd.Dir, cmd.Env = c.tree(t, map[string]string{"a.txt": word + "\n"}), environment(nil)
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = full, &stderr
	_ = cmd.Run()
	if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(stderr.String(), "standard output") || !oneLine(stderr.String()) {
		t.Errorf("%v, stderr %q", cmd.ProcessState, stderr.String())
	}
}
