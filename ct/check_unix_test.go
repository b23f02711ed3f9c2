//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/tooltest"
)

// slowChecks returns a tree whose checks run for minutes, unless they are ended.
func slowChecks(t *testing.T) string {
	files := map[string]string{}
	for name := range strings.FieldsSeq("a b c d e f g h i j k l m n o p q r s t u v w x y z") {
		for more := range strings.FieldsSeq("1 2 3 4 5 6 7 8 9") {
			files["d/"+name+more] = strings.Repeat("a", 20_000) + "b\n"
		}
	}
	const slow = "[[check]]\nname = 'NAME'\nrun = ['search', '--engine', 'backtrack', '-e', '(?=a)(a+)+$', 'd']\nexpect = 'none'\n"
	files["ct.checks.toml"] = strings.ReplaceAll(slow, "NAME", "one") + strings.ReplaceAll(slow, "NAME", "two")
	return tooltest.Tree(t, files)
}

// group returns the processes of a process group as ps lists them, without zombies.
func group(t *testing.T, pid int) (list []string) {
	out, err := exec.Command("ps", "-e", "-o", "pgid=,stat=,comm=").Output()
	if err != nil {
		t.Skip("skipped: no ps: " + err.Error())
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) == 3 && fields[0] == strconv.Itoa(pid) && fields[1][0] != 'Z' {
			list = append(list, fields[2])
		}
	}
	return list
}

// A signal to ct check ends all that it runs, which is in its process group, and no report is printed.
func TestChecksEndTogether(t *testing.T) {
	bin := tooltest.Bin(t, members...)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) { // by what runs the tests, such as nohup, and so by what they start
			t.Logf("skipped: %v is ignored here", s)
			continue
		}
		cmd := exec.Command(filepath.Join(bin, "ct"), "check")
		cmd.Dir, cmd.Env = slowChecks(t), append(os.Environ(), "XDG_CONFIG_HOME=/nonexistent")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		deadline := time.Now().Add(30 * time.Second)
		for len(group(t, cmd.Process.Pid)) < 2 && time.Now().Before(deadline) {
			time.Sleep(20 * time.Millisecond)
		}
		if list := group(t, cmd.Process.Pid); len(list) < 2 {
			t.Errorf("in the group are %q", list)
		}
		begun := time.Now()
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if left := group(t, cmd.Process.Pid); len(left) > 0 || time.Since(begun) > 20*time.Second {
			t.Errorf("%v: %q are left after %v", s, left, time.Since(begun))
		}
		if cmd.ProcessState.ExitCode() != exitFailure || out.Len() > 0 || !strings.HasPrefix(errs.String(), "ct: interrupted (") {
			t.Errorf("%v: %v: %s%s", s, cmd.ProcessState, out.String(), errs.String())
		}
	}
}
