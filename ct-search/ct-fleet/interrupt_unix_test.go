//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/ct-tools/ct/shared/tooltest"
)

// slow returns a folder with thirty shards and the options of a search in which each but one takes a second or more.
func slow(t *testing.T) (dir string, options []string) {
	t.Helper()
	files := map[string]string{"s0/x.txt": strings.Repeat("b\n", 50_000)} // the largest is first
	var sources []string
	for i := range 30 {
		if i > 0 {
			files[fmt.Sprintf("s%d/x.txt", i)] = strings.Repeat("a", 20_000) + "b\n"
		}
		sources = append(sources, fmt.Sprintf("s%d", i))
	}
	dir = tooltest.Tree(t, files)
	shards := listShards(t, dir, sources...)
	return dir, []string{"search", "--shards=" + shards, "--engine=backtrack", "-n", "-e", "(?=a)(a+)+$"}
}

var afterShards = regexp.MustCompile(`^ct-fleet: interrupted \([a-z ]+\) after [0-9]+ of 30 shards, [0-9.]+ of 680\.1 kB; there is no answer\n$`)

// A signal ends the job: what was done is said, and nothing is left of what was being written.
func TestASignalEndsTheJob(t *testing.T) {
	dir, options := slow(t)
	fleet := built(t).fleet
	for _, runner := range []string{"", "--runner=prism"} {
		if signal.Ignored(os.Interrupt) { // by what runs the tests, and so by what they start
			t.Skip("skipped: the interrupt is ignored here")
		}
		out := t.TempDir()
		args := slices.Concat(options, []string{"--save-artifact=" + out})
		if runner != "" {
			args = append(args, runner)
		}
		cmd := exec.Command(fleet, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_CONFIG_HOME=/nonexistent")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for range 3000 {
			if begun, _ := filepath.Glob(filepath.Join(out, ".ct-fleet-*", "*.part")); len(begun) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		// As a terminal does: the process that Prism runs in gets it too, and once more from the first one.
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if cmd.ProcessState.ExitCode() != 2 || !afterShards.MatchString(errs.String()) {
			t.Errorf("%q: %v: %s", runner, cmd.ProcessState, errs.String())
		}
		if left, err := os.ReadDir(out); err != nil || len(left) > 0 {
			t.Errorf("%q: %v are left, %v", runner, left, err)
		}
	}
}

// A terminal shows how many shards are done.
func TestProgressOnATerminal(t *testing.T) {
	dir, options := slow(t)
	for _, form := range [][]string{options, {"check", options[1]}} {
		master, f, err := pty.Open()
		if err != nil {
			t.Skip("skipped: no pseudo-terminal: " + err.Error())
		}
		if err := pty.Setsize(f, &pty.Winsize{Cols: 120, Rows: 24}); err != nil {
			t.Fatal(err)
		}
		file := "[[check]]\nname = 'a'\nrun = ['search', '--engine', 'backtrack', '-e', '(?=a)(a+)+$']\nexpect = 'none'\n"
		if err := os.WriteFile(filepath.Join(dir, "ct.checks.toml"), []byte(file), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(built(t).fleet, form...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TERM=xterm", "XDG_CONFIG_HOME=/nonexistent")
		cmd.Stdout, cmd.Stderr = f, f
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
		line := regexp.MustCompile(`\rct-fleet: [0-9]+ of 30 shards, [0-9.]+ of 680\.1 kB`)
		var text []byte
		for b := make([]byte, 256); ; {
			n, err := master.Read(b)
			if text = append(text, b[:n]...); err == nil && line.Match(text) {
				_ = cmd.Process.Kill()
			}
			if err != nil { // that of a terminal that nobody holds
				break
			}
		}
		_ = cmd.Wait()
		_ = master.Close()
		if !line.Match(text) {
			t.Errorf("%q: %.300q", form[0], text)
		}
	}
}
