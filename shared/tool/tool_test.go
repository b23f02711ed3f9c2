package tool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// The test binary is a tool itself: with CT_TOY set it runs under the driver
// as the programs do.
func TestMain(m *testing.M) {
	if os.Getenv("CT_TOY") != "" {
		os.Exit(Main(toy()))
	}
	tooltest.Waiting()
	os.Exit(m.Run())
}

// toy returns a tool that finds as much as it is asked for, slowly if asked, and
// tries to change files while it runs.
func toy() *Tool {
	var found int64
	var sleep time.Duration
	var attack string
	var undecided, diagnose, hold bool
	var again int64
	t := &Tool{Formats: []string{"text", "json"}, Budget: budget.Budget{Lines: 10, Bytes: 1000}, Hard: budget.Budget{Lines: 20, Bytes: 4000}, Names: []string{"count"}, Guide: "# toy\n"}
	t.Table = opt.Table{Tool: "ct-toy", Summary: "a toy", Usage: []string{"[OPTIONS]"}, Definitions: []opt.Definition{{Name: "toy", Description: "a toy"}}, Options: []opt.Option{
		{Name: "found", Arg: "N", Var: opt.Int(&found, 0), Group: "Toy", Help: "how many are found"},
		{Name: "sleep", Arg: "SECS", Var: opt.Seconds(&sleep), Group: "Toy", Help: "before the answer"},
		{Name: "hold", Var: opt.Flag(&hold), Group: "Toy", Help: "the answer until the end of standard input"},
		{Name: "diagnose", Var: opt.Flag(&diagnose), Group: "Toy", Help: "look for what would match"},
		{Name: "attack", Arg: "DIR", Var: opt.Text(&attack), Group: "Toy", Help: "folder to write in"},
		{Name: "again", Arg: "STATUS", Var: opt.Int(&again, 0), Group: "Toy", Help: "run elsewhere, and end with STATUS; 3 is an error"},
		{Name: "cut", Var: opt.Flag(&undecided), Group: "Toy", Help: "cut the search"},
	}}
	if os.Getenv("CT_TOY") == "bare" {
		t.Table.Definitions = nil
	}
	t.Plan = func(f *Frame, args []string) (*Job, error) {
		if again > 0 {
			return &Job{Again: func() (int, error) {
				if again == 3 {
					return 0, errors.New("there is no elsewhere")
				}
				return int(again), nil
			}}, nil
		}
		if len(args) > 0 {
			return nil, opt.Usagef("", "%q is too much", args[0])
		}
		return &Job{Run: func(ctx context.Context, out io.Writer) (*Answer, error) {
			l := &ledger.Ledger{Searched: 1}
			walk.ProgressOf(ctx).Found(found)
			if diagnose {
				walk.ProgressOf(ctx).Diagnose()
			}
			if hold {
				_, _ = io.Copy(io.Discard, os.Stdin)
			}
			select {
			case <-ctx.Done():
				l.Skip(ledger.Timeout, "here", "")
			case <-time.After(sleep):
			}
			if undecided {
				l.Skip(ledger.Unreadable, "a\x1bb", "no")
			}
			if attack != "" {
				_, _ = fmt.Fprintln(out, strings.Join(attempts(attack), "\n"))
			}
			_, _ = fmt.Fprintf(out, "budget %d %d\n", f.Budget.Lines, f.Budget.Bytes)
			a := &Answer{Figures: verdict.FromLedger(l, found), Lines: found, Base: "ba\x1bse", Ledger: l}
			a.Document = func(o Outcome) any {
				return map[string]any{"tool": "ct-toy", "verdict": o.Result.String(), "question": f.Question, "bytes": f.Budget.Bytes}
			}
			return a, nil
		}}, nil
	}
	return t
}

// attempts tries to change what is in dir, in the ways that confinement forbids,
// and names those that worked.
func attempts(dir string) []string {
	file := filepath.Join(dir, "file")
	worked := []string{}
	try := func(what string, err error) {
		if err == nil {
			worked = append(worked, "did "+what)
		}
	}
	try("create", os.WriteFile(filepath.Join(dir, "new"), nil, 0o600))
	_, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	try("append", err)
	try("empty", os.WriteFile(file, nil, 0o600))
	try("remove", os.Remove(file))
	try("rename", os.Rename(file, file+"2"))
	try("mkdir", os.Mkdir(filepath.Join(dir, "sub"), 0o700))
	try("link", os.Link(file, file+"3"))
	try("symlink", os.Symlink(file, file+"4"))
	try("exec", exec.Command("sh", "-c", "echo x > "+file).Run())
	return append(worked, "attempts over")
}

// result is how one run of the toy ended.
type result struct {
	stdout, stderr string
	exit           int
}

func run(t *testing.T, env []string, args ...string) result {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append([]string{"CT_TOY=1", "XDG_CONFIG_HOME=" + cmd.Dir, "HOME=" + cmd.Dir, "PATH=" + os.Getenv("PATH")}, env...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if _, ended := errors.AsType[*exec.ExitError](cmd.Run()); !ended && cmd.ProcessState == nil {
		t.Fatal("the toy did not start")
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

func TestAWriteFromInsideFails(t *testing.T) {
	if !confine.Probe().Enforced {
		t.Skip("skipped: " + confine.Probe().Note)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := run(t, nil, "--found", "1", "--attack", dir); !strings.HasPrefix(r.stdout, "attempts over\n") {
		t.Errorf("%+v", r)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "file")); err != nil || string(data) != "content" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if r := run(t, nil, "--found", "1", "--attack", dir, "--confine", "off"); !strings.Contains(r.stdout, "did create\ndid append\ndid empty\n") {
		t.Errorf("without confinement: %+v", r)
	}
	if r := run(t, []string{"CT_CONFINE=require"}, "--found", "1", "--attack", dir, "--confine", "off"); !strings.HasPrefix(r.stdout, "attempts over\n") {
		t.Errorf("the environment asks for confinement and an option lifted it: %+v", r)
	}
}

func TestRunningAgainElsewhere(t *testing.T) {
	t.Parallel()
	if r := run(t, nil, "--again", "7", "--found", "1"); r.exit != 7 || r.stdout+r.stderr != "" {
		t.Errorf("%+v", r)
	}
	if r := run(t, nil, "--again", "3"); r.exit != 2 || r.stderr != "ct-toy: there is no elsewhere\n" {
		t.Errorf("%+v", r)
	}
}

func TestAProgramWithoutToolCalls(t *testing.T) {
	t.Parallel()
	bare := []string{"CT_TOY=bare"}
	if r := run(t, bare, "--call", "{}"); r.exit != 2 || !strings.Contains(r.stderr, "ct-toy has no tool calls") {
		t.Errorf("%+v", r)
	}
	if r := run(t, bare, "--explain", "json"); r.exit != 0 || !strings.Contains(r.stdout, `"tools":[]`) {
		t.Errorf("%+v", r)
	}
}

func TestPulsesEndBeforeTheAnswer(t *testing.T) {
	r := run(t, nil, "--found", "1", "--sleep", "0.5", "--heartbeat", "0.1", "--heartbeat-emit", "pulse {ELAPSED} {TOOL} {QUESTION}", "--question", "why", "--heartbeat-to", "stdout")
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if len(lines) < 4 || lines[0] != "== why ==" || lines[1] != "pulse 0 ct-toy why" || lines[len(lines)-1] != "budget 9 990" || r.stderr != "" {
		t.Errorf("%+v", r)
	}
	r = run(t, nil, "--found", "1", "--heartbeat", "0.1", "--json", "--heartbeat-to", "stdout")
	if r.exit != 2 || !strings.Contains(r.stderr, "--heartbeat-to stdout does not apply") {
		t.Errorf("pulses would break JSON: %+v", r)
	}
}

func TestVerdictAndExit(t *testing.T) {
	for _, test := range []struct {
		args   string
		exit   int
		stderr string
	}{
		{"--found 1", 0, ""},
		{"--found 0", 1, "ct-toy: expected a match, found none\n"},
		{"--found 0 --expect none", 0, ""},
		{"--found 1 --cut", 0, ""},
		{"--found 0 --cut", 2, "ct-toy: undecided"},
		{"--found 3 --expect expr:count>2", 0, ""},
		{"--found 2 --expect expr:count>2 --cut", 2, "ct-toy: undecided"},
		{"--found 1 --sleep 5 --timeout 0.05", 2, "ct-toy: undecided: the search was cut: by --timeout (here)\n"},
		{"--found 1 --sleep 5 --timeout 0.05 --expect any", 0, ""},
		{"--found 1 --sleep 5 --timeout 0.05 --expect none", 1, "ct-toy: "},
		{"--found 0 surplus", 2, `ct-toy: "surplus" is too much` + "\n"},
		{"--found 1 --sleep 5 --timeout 0.05 --quiet", 2, "ct-toy: undecided: the search was cut: by --timeout (here)\n"},
	} {
		r := run(t, nil, strings.Fields(test.args)...)
		if r.exit != test.exit || !strings.Contains(r.stderr, test.stderr) {
			t.Errorf("%s: %+v", test.args, r)
		}
	}
}

func TestEmittedTextIsSafe(t *testing.T) {
	r := run(t, nil, "--found", "0", "--cut", "--quiet", "--emit", "{BASE}|{REASON}\x1b", "--emit-stdout", "second {RESULT}\n\n")
	if want := `ba\x1bse|undecided: `; !strings.HasPrefix(r.stdout, want) || !strings.Contains(r.stdout, `a\x1bb`) || !strings.HasSuffix(r.stdout, "\x1b\nsecond UNDECIDED\n") || strings.Contains(r.stderr, "\x1b") {
		t.Errorf("%+v", r)
	}
}

func TestBudgetsComeFromOptionEnvironmentAndFiles(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(config, []byte("[output]\nmax_lines = 5\nmax_bytes = 100000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		env  []string
		args string
		want string
	}{
		{nil, "", "budget 10 1000"},
		{[]string{"CT_CONFIG=" + config}, "", "budget 5 4000"},
		{[]string{"CT_CONFIG=" + config}, "--no-config", "budget 10 1000"},
		{[]string{"CT_CONFIG=" + config, "CT_MAX_LINES=7"}, "", "budget 7 4000"},
		{[]string{"CT_CONFIG=" + config, "CT_MAX_LINES=7"}, "--max-lines 3 --max-bytes 600", "budget 3 600"},
	} {
		if r := run(t, test.env, append(strings.Fields(test.args), "--found=1")...); r.stdout != test.want+"\n" {
			t.Errorf("%v %s: %+v", test.env, test.args, r)
		}
	}
	if r := run(t, nil, "--found=1", "--max-lines=21"); r.exit != 2 || !strings.Contains(r.stderr, "from 1 to 20") {
		t.Errorf("beyond the hard bound: %+v", r)
	}
}

func TestCallsHaveBounds(t *testing.T) {
	r := run(t, nil, "--call", `{"found":1}`)
	if want := `{"bytes":4000,"question":"","tool":"ct-toy","verdict":"SUCCESS"}` + "\n"; r.stdout != want {
		t.Errorf("%+v", r)
	}
	r = run(t, nil, "--call", `{"found":"x"}`)
	if want := `{"error":{"kind":"BadArgs","message":"found must be a whole number, not a string","field":"found"}}` + "\n"; r.stdout != want || r.exit != 2 {
		t.Errorf("%+v", r)
	}
	r = run(t, nil, "--call", "{}", "surplus")
	if r.exit != 2 || !strings.Contains(r.stdout, "BadArgs") {
		t.Errorf("%+v", r)
	}
	r = run(t, nil, "--call", "@"+os.DevNull)
	if r.exit != 2 || !strings.Contains(r.stderr, "not a regular file") && runtime.GOOS != "windows" {
		t.Errorf("%+v", r)
	}
}
