// Package tooltest is what the programs' tests share: it builds the real binaries once per test process, makes trees to
// try them on, and checks every tool against the suite's contract.
package tooltest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// tags are the build tags of the released programs.
const tags = "urfave_cli_no_docs,disable_grpc_modules"

var built struct {
	sync.Mutex
	dir  string
	done map[string]bool
}

// Bin returns a folder that has the given programs, built from this source, each named by its folder below the module
// ("ct-search"). The folder lives as long as the test process; call Clean from TestMain. A test under the race detector
// gets programs under it too; a race that one reports fails the test.
//
// Programs in the folder that CT_TEST_BIN names are taken from there: make test builds them once for all packages.
func Bin(t testing.TB, programs ...string) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if built.dir == "" {
		dir, err := os.MkdirTemp("", "ct-bin-")
		if err != nil {
			t.Fatal(err)
		}
		// Tests that give up their rights must still reach the programs.
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := placeGit(dir); err != nil {
			t.Fatal(err)
		}
		built.dir, built.done = dir, map[string]bool{}
		// A raced program sleeps a second at its exit for remaining goroutines to race; our programs wait for theirs.
		//nolint:usetesting // for all tests of the process, also those that run in parallel
		if err := os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")); err != nil {
			t.Fatal(err)
		}
	}
	var missing []string
	for _, p := range programs {
		if !built.done[p] && !prebuilt(t, p) {
			missing = append(missing, p)
		}
		built.done[p] = true
	}
	if len(missing) > 0 {
		build(t, missing)
	}
	return built.dir
}

// prebuilt reports whether CT_TEST_BIN has a program, and if so copies it.
func prebuilt(t testing.TB, program string) bool {
	t.Helper()
	dir, name := os.Getenv("CT_TEST_BIN"), path.Base(program)
	if dir == "" || Raced {
		return false
	}
	text, err := os.ReadFile(filepath.Join(dir, Exe(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err == nil {
		// A child forked now would inherit the file open for writing: nobody can execute it before the child executes.
		syscall.ForkLock.RLock()
		err = Place(built.dir, name, text)
		syscall.ForkLock.RUnlock()
	}
	if err != nil {
		t.Fatal(err)
	}
	return true
}

// build builds programs into the folder of Bin.
func build(t testing.TB, programs []string) {
	t.Helper()
	args, cgo := []string{"build", "-tags", tags, "-buildvcs=false", "-o", built.dir + string(filepath.Separator)}, "CGO_ENABLED=0"
	if Raced {
		args, cgo = append(args, "-race"), "CGO_ENABLED=1"
	}
	for _, p := range programs {
		args = append(args, "github.com/ct-tools/ct/"+p)
	}
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), cgo, "GOOS="+Target())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", strings.Join(programs, ", "), err, out)
	}
	for _, p := range programs {
		if err := launch(built.dir, path.Base(p)); err != nil {
			t.Fatal(err)
		}
	}
}

// Main runs the tests of a package and removes what Bin built for them: it is all that a TestMain does.
func Main(m *testing.M) {
	addFlags()
	m.Run() // and keeps its status for the exit
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
}

// Waiting lets many tests of a package run at a time, because they mostly wait. TestMain calls it before it runs them.
func Waiting() { _ = flag.Set("test.parallel", "16") }

// Brief reports whether long comparisons take a sample: with -short, and under the race detector.
func Brief() bool { return Raced || testing.Short() }

// Sample returns the cases of a long comparison: all, or every nth if Brief.
func Sample[T any](all []T, n int) []T {
	if !Brief() {
		return all
	}
	var some []T
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

// goSource is the folder of Go's own source.
var goSource = sync.OnceValues(func() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	return filepath.Join(strings.TrimSpace(string(root)), "src"), err
})

// GoSource returns the folder of Go's own source.
func GoSource(t testing.TB) string {
	t.Helper()
	dir, err := goSource()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A Result is how one run of a program ended.
type Result struct {
	Stdout, Stderr string
	Exit           int // exit status, -1 when a signal ended it
}

// A Run is one run of a program.
type Run struct {
	Dir   string
	Env   []string // added to a fixed environment without configuration
	Stdin string
	As    *Identity // nil: as the test itself
}

// environment is what programs under test see: nothing of the user's own configuration.
func environment(extra []string) []string {
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent", "LANG=C.UTF-8", "TMPDIR=" + os.TempDir(), "GORACE=" + os.Getenv("GORACE")}
	if root := os.Getenv("SYSTEMROOT"); root != "" {
		env = append(env, "SYSTEMROOT="+root)
	}
	return append(env, extra...)
}

// Do runs program with args.
func (r Run) Do(t testing.TB, program string, args ...string) Result {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = r.Dir, environment(r.Env), strings.NewReader(r.Stdin)
	r.As.apply(cmd)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		t.Fatalf("%s %q: %v", program, args, err)
	}
	if strings.Contains(stderr.String(), "WARNING: DATA RACE") {
		t.Errorf("%s %q:\n%s", program, args, stderr.String())
	}
	return Result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// Tree makes a folder that everybody can read, with the given files: names with slashes, and their contents.
func Tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "ct-tree-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// ShortDir makes a folder with a name short enough for a socket, even if that of the temporary folder is not.
func ShortDir(t testing.TB) string {
	t.Helper()
	parent := ""
	if len(os.TempDir()) > 30 && runtime.GOOS != "windows" { //nolint:usetesting // that of the test is longer
		parent = "/tmp"
	}
	dir, err := os.MkdirTemp(parent, "ct")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Hostile makes a tree that is meant to break output: thousands of matches of word, lines of a megabyte, control
// characters and bidirectional marks in contents and names, junk, odd encodings.
func Hostile(t testing.TB, word string) string {
	t.Helper()
	files := map[string]string{
		"long.txt":     strings.Repeat("x", 1<<20) + word + strings.Repeat("\u202e界", 1<<17) + "\n",
		"controls.txt": "\x1b[2J\x1b]0;title\a" + word + "\x7f\u202e\u2066\u200b\ufeff\r\n",
		"fences.md":    "````\n```" + word + "```\n````\n",
		"junk.bin":     "\x00\x01\x02" + word,
		"late.bin":     strings.Repeat("text\n", 4000) + word + "\n\x00" + word + "\n",
		"latin1.txt":   "caf\xe9 " + word + "\n",
		"crlf.txt":     "a\r\n" + word + "\r\nb",
		"empty.txt":    "",
		"utf16.txt":    "\xff\xfe" + utf16(word+"\n"),
		"deep/" + strings.Repeat("d/", 40) + "f.txt": word + "\n",
	}
	for i := range 300 {
		files[fmt.Sprintf("many/%03d.txt", i)] = strings.Repeat("a line with "+word+" in it\n", 40)
	}
	if runtime.GOOS != "windows" {
		for _, name := range []string{"-rf", "new\nline", "tab\there", "esc\x1b[31m", "bidi\u202egnp.exe", "quote'\"$(id)`", "back\\slash", "space end ", "latin\xe9"} {
			files["names/"+name] = word + " here\n"
		}
	}
	return Tree(t, files)
}

// utf16 encodes ASCII as UTF-16, little end first.
func utf16(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString(s[i:i+1] + "\x00")
	}
	return b.String()
}

// Deliver makes the given signals reach the programs that this process starts even if it ignores them itself, as it
// does under nohup or after a shell's &: a program inherits the signals that its parent ignores.
func Deliver(signals ...os.Signal) {
	for _, s := range signals {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s) // what is caught here is not ignored there
		}
	}
}
