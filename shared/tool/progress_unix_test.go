//go:build unix

package tool

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"github.com/ct-tools/ct/shared/tooltest"
)

// onTerminal runs the toy on a terminal of so many columns, with only the given
// streams on it, and returns what the terminal got. The toy's standard input ends
// when the terminal has shown enough.
func onTerminal(t *testing.T, columns uint16, stdout, stderr bool, enough string, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	master, f, err := pty.Open()
	if err != nil {
		t.Skip("skipped: no pseudo-terminal: " + err.Error())
	}
	defer func() { _ = master.Close() }()
	if err := pty.Setsize(f, &pty.Winsize{Cols: columns, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"CT_TOY=1", "TERM=xterm", "XDG_CONFIG_HOME=" + cmd.Dir, "HOME=" + cmd.Dir}
	if stdout {
		cmd.Stdout = f
	}
	if stderr {
		cmd.Stderr = f
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	var text []byte
	for b := make([]byte, 256); ; {
		n, err := master.Read(b)
		if text = append(text, b[:n]...); strings.HasPrefix(string(text), enough) {
			_ = in.Close()
		}
		if err != nil { // that of a terminal that nobody holds
			break
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%q: %v\n%s", args, err, text)
	}
	return string(text)
}

func TestProgressOnATerminal(t *testing.T) {
	t.Parallel()
	line := "\rct-toy: 0 files searched, 7 matches\x1b[K"
	got := onTerminal(t, 80, true, true, line+line, "--found", "7", "--hold")
	if !regexp.MustCompile(`^(\rct-toy: 0 files searched, 7 matches\x1b\[K)+\r\x1b\[Kbudget 10 1000\r\n$`).MatchString(got) {
		t.Errorf("%q", got)
	}
}

// Figures are never cut: words go first, and where not even the figures fit,
// there is no line.
func TestProgressOnANarrowTerminal(t *testing.T) {
	for columns, want := range map[uint16]string{
		37: "\rct-toy: 0 files searched, 7 matches\x1b[K",
		36: "\rct-toy: 0 files searched, 7 matches\x1b[K",
		35: "\r0 files searched, 7 matches\x1b[K",
		20: "\r0 files, 7 matches\x1b[K",
		17: "\r0, 7\x1b[K",
		4:  "budget 10 1000\r\n",
	} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			t.Parallel()
			hold := "--hold"
			if columns == 4 { // there is nothing to wait for
				hold = "--sleep=1.5"
			}
			got := onTerminal(t, columns, true, true, want, "--found", "7", hold)
			if !strings.HasPrefix(got, want) {
				t.Errorf("%q, want %q first", got, want)
			}
		})
	}
}

func TestProgressShowsTheDiagnosis(t *testing.T) {
	t.Parallel()
	line := "\rct-toy: 0 files searched, looking for what would match\x1b[K"
	got := onTerminal(t, 80, true, true, line, "--diagnose", "--found", "1", "--hold")
	if !strings.HasPrefix(got, line) {
		t.Errorf("%q", got)
	}
}

// A program that an interrupt ends leaves no line behind, and dies of it.
func TestAnInterruptErasesTheProgress(t *testing.T) {
	t.Parallel()
	master, f, err := pty.Open()
	if err != nil {
		t.Skip("skipped: no pseudo-terminal: " + err.Error())
	}
	defer func() { _ = master.Close() }()
	if err := pty.Setsize(f, &pty.Winsize{Cols: 80, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	tooltest.Deliver(os.Interrupt)
	cmd := exec.Command(self, "--found", "7", "--sleep", "60")
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"CT_TOY=1", "TERM=xterm", "XDG_CONFIG_HOME=" + cmd.Dir, "HOME=" + cmd.Dir}
	cmd.Stdout, cmd.Stderr = f, f
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	var got []byte
	for b := make([]byte, 256); ; {
		n, err := master.Read(b)
		if got = append(got, b[:n]...); err != nil {
			break
		}
		if strings.Count(string(got), "7 matches") == 1 {
			_ = cmd.Process.Signal(os.Interrupt)
		}
	}
	_ = cmd.Wait()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("%v", cmd.ProcessState)
	}
	if !strings.HasSuffix(string(got), "\r\x1b[K") {
		t.Errorf("%q", got)
	}
}

func TestNoProgress(t *testing.T) {
	slow := []string{"--found", "7", "--sleep", "1.5"}
	for name, c := range map[string]struct {
		stdout, stderr bool
		args           []string
		want           string
	}{
		"of a short search":         {true, true, []string{"--found", "7"}, "budget 10 1000\r\n"},
		"when quiet":                {true, true, append(slow, "--quiet"), ""},
		"beside a heartbeat":        {true, true, append(slow, "--heartbeat", "60"), "budget 10 1000\r\n"},
		"when the answer is piped":  {false, true, slow, ""},
		"when the notes are piped":  {true, false, slow, "budget 10 1000\r\n"},
		"when a tool call is asked": {true, true, append(slow[2:], "--call", `{"found":7}`), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := onTerminal(t, 80, c.stdout, c.stderr, "", c.args...)
			if strings.Contains(got, "searched") || strings.Contains(got, "\x1b") || c.want != "" && got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
