//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ct-tools/ct/shared/tooltest"
)

// bin returns the folder of the programs to test.
func bin(t testing.TB) string {
	return tooltest.Bin(t, "ct", "ct-search", "ct-search/ct-search-plugins")
}

func TestScripts(t *testing.T) {
	dir := bin(t)
	testscript.Run(t, tooltest.ForTarget(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("BIN", dir)
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Setenv("PATH", dir+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			env.Setenv("XDG_RUNTIME_DIR", tooltest.ShortDir(t))
			env.Setenv("CT_PLUGIN_DIR", filepath.Join(env.WorkDir, "plugins"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": tooltest.Exits, "matcher": matcher, "fails": fails, "expand": expand, "encoded": encoded},
	}))
}

// matcher implements the script command "matcher NAME…", which puts the toy of each name where
// ct-search looks for matchers: the test's own program.
func matcher(ts *testscript.TestScript, _ bool, names []string) {
	dir := ts.Getenv("CT_PLUGIN_DIR")
	ts.Check(os.MkdirAll(dir, 0o755))
	for _, name := range names {
		ts.Check(install(filepath.Join(dir, "ct-matcher-"+name)))
	}
}

// fails implements the script command "fails NAME TEXT": a search with the matcher must end with
// status 2, nothing on standard output and one line on standard error, "ct-search: matcher NAME:
// TEXT", in which … stands for anything; and no process that it started may be left.
func fails(ts *testscript.TestScript, _ bool, args []string) {
	matcher(ts, false, args[:1])
	tooltest.Exits(ts, false, []string{"2", "ct-search", "--matcher", args[0], "needle"})
	stderr := ts.ReadFile("stderr")
	want := "ct-search: matcher " + args[0] + ": " + args[1]
	begin, end, cut := strings.Cut(want, "…")
	if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, begin) || cut && !strings.HasSuffix(stderr, end+"\n") || !cut && stderr != want+"\n" {
		ts.Fatalf("it says %q, not %q", stderr, want)
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("it prints %q", out)
	}
	if left := running(filepath.Join(ts.Getenv("CT_PLUGIN_DIR"), "ct-matcher-"+args[0])); len(left) > 0 {
		ts.Fatalf("left: %v", left)
	}
	if files, err := filepath.Glob(filepath.Join(ts.Getenv("XDG_RUNTIME_DIR"), "ct/matchers/*")); err != nil || len(files) > 0 {
		ts.Fatalf("left: %v", files)
	}
}

// expand implements the script command "expand FILE", which expands $NAME in a file.
func expand(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(os.Expand(ts.ReadFile(name), ts.Getenv)), 0o644))
	}
}

// encoded implements the script command "encoded utf16|nul FILE", which writes a file with
// "needle": in UTF-16, or before and after a NUL beyond the bytes that are examined to distinguish
// text from binary.
func encoded(ts *testscript.TestScript, _ bool, args []string) {
	text := "needle\n" + strings.Repeat("hay\n", 4000) + "\x00\nneedle\n"
	if args[0] == "utf16" {
		text = "\xff\xfe" + strings.Join(strings.Split("needle\n", ""), "\x00") + "\x00"
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// running returns the processes of a program, if the system can list them.
func running(program string) []string {
	var list []string
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, l := range links {
		if to, err := os.Readlink(l); err == nil && to == program {
			list = append(list, l)
		}
	}
	return list
}

// A signal to the search ends its matcher, and the program reports the signal.
func TestSignalEndsTheMatcher(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("skipped: no /proc")
	}
	dir, plugins, tree := bin(t), t.TempDir(), t.TempDir()
	hang := filepath.Join(plugins, "ct-matcher-hang")
	if err := install(hang); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tree, "a.txt"), []byte("needle\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if tooltest.Emulated() {
		t.Skip("skipped: the system sees the emulator, not the matcher")
	}
	tooltest.Deliver(syscall.SIGINT, syscall.SIGTERM)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		c := exec.Command(filepath.Join(dir, "ct-search"), "--matcher", "hang", "needle")
		c.Dir, c.Env = tree, []string{"CT_PLUGIN_DIR=" + plugins, "XDG_RUNTIME_DIR=" + tooltest.ShortDir(t), "PATH=" + os.Getenv("PATH"), "XDG_CONFIG_HOME=/nonexistent"}
		var stderr bytes.Buffer
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(30 * time.Second); len(running(hang)) == 0; {
			if time.Now().After(deadline) {
				t.Fatal("the matcher was never started")
			}
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(50 * time.Millisecond) // in the middle of the batch
		if err := c.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		if want := fmt.Sprintf("ct-search: interrupted (%v); matcher hang was ended\n", s); c.ProcessState.ExitCode() != 2 || stderr.String() != want {
			t.Errorf("%v: status %d, %q", s, c.ProcessState.ExitCode(), stderr.String())
		}
		if left := running(hang); len(left) > 0 {
			t.Errorf("%v: left %v", s, left)
		}
	}
}

// If a file disappears between the matcher's answer and the reading of its matches, that does not
// prove that there are none.
func TestVanishedFileIsReported(t *testing.T) {
	dir, plugins := bin(t), t.TempDir()
	if err := install(filepath.Join(plugins, "ct-matcher-wait")); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(folder string) error{
		"removed": func(folder string) error { return os.Remove(filepath.Join(folder, "b.txt")) },
		"renamed": func(folder string) error {
			return os.Rename(filepath.Join(folder, "b.txt"), filepath.Join(folder, "c.txt"))
		},
		"a link": func(folder string) error {
			if err := os.Remove(filepath.Join(folder, "b.txt")); err != nil {
				return err
			}
			return os.Symlink("/dev/null", filepath.Join(folder, "b.txt"))
		},
		"its folder": func(folder string) error { return os.Rename(folder, folder+"2") },
	} {
		t.Run(name, func(t *testing.T) {
			tree := t.TempDir()
			folder := filepath.Join(tree, "sub")
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, "b.txt"), []byte("needle\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			pipe := filepath.Join(tree, ".go")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			c := exec.Command(filepath.Join(dir, "ct-search"), "--matcher", "wait", "needle", ".", "--expect", "none")
			c.Dir, c.Env = tree, []string{"CT_PLUGIN_DIR=" + plugins, "XDG_RUNTIME_DIR=" + tooltest.ShortDir(t), "PATH=" + os.Getenv("PATH"), "XDG_CONFIG_HOME=/nonexistent"}
			var stderr bytes.Buffer
			c.Stderr = &stderr
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			failed := make(chan error, 1)
			go func() { // it is open when the matcher has read the file
				to, err := os.OpenFile(pipe, os.O_WRONLY, 0)
				if err == nil {
					err = change(folder)
					_ = to.Close()
				}
				failed <- err
			}()
			_ = c.Wait()
			select {
			case err := <-failed:
				if err != nil {
					t.Fatal(err)
				}
			case <-time.After(10 * time.Second):
				t.Fatalf("the matcher never waited: %s", stderr.String())
			}
			if c.ProcessState.ExitCode() != 2 || !strings.Contains(stderr.String(), "1 changed while it was read (sub/b.txt: gone since the matcher was asked about it)") {
				t.Errorf("status %d, %q", c.ProcessState.ExitCode(), stderr.String())
			}
		})
	}
}

// install makes the test's own program available under another name.
func install(to string) error {
	self, err := os.Executable()
	if err != nil || os.Link(self, to) == nil {
		return err
	}
	text, err := os.ReadFile(self)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o755)
}

// ct-search needs little memory whatever a matcher answers: more matches than allowed, as many
// captures with as long names as a match may have, and all matches that an honest matcher may
// report of a file.
func TestMatcherAnswersTakeLittleMemory(t *testing.T) {
	if tooltest.Raced {
		t.Skip("skipped: the race detector takes memory of its own")
	}
	t.Parallel()
	dir, plugins, tree := bin(t), t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(tree, "a.txt"), []byte("needle\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, status := range map[string]int{"flood": 2, "torrent": 2, "deluge": 0} {
		if err := install(filepath.Join(plugins, "ct-matcher-"+name)); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(filepath.Join(dir, "ct-search-plugins"), "--matcher", name, "needle", "--quiet", "--emit", "{COUNT}")
		c.Dir, c.Env = tree, []string{"CT_PLUGIN_DIR=" + plugins, "XDG_RUNTIME_DIR=" + tooltest.ShortDir(t), "PATH=" + os.Getenv("PATH"), "XDG_CONFIG_HOME=/nonexistent"}
		var out, stderr bytes.Buffer
		c.Stdout, c.Stderr = &out, &stderr
		if mib := tooltest.Peak(t, c); mib > 256 {
			t.Errorf("%s: %d MiB", name, mib)
		}
		if c.ProcessState.ExitCode() != status || status == 0 && out.String() != "1048576\n" {
			t.Errorf("%s: status %d, %q, %s", name, c.ProcessState.ExitCode(), out.String(), stderr.String())
		}
	}
}
