package sibling

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Only a running program has a folder beside it, so the tests that need one run a copy of this
// binary; a variable in the environment says what to do.
const roleVariable = "CT_TEST_SIBLING_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "find":
		path, err := Find(os.Args[1])
		if err != nil {
			path = "error: " + err.Error()
		}
		_, _ = os.Stdout.WriteString(path)
	case "look":
		path, err := Look(os.Args[1])
		if err != nil {
			path = "error: " + err.Error()
		}
		_, _ = os.Stdout.WriteString(path)
	case "list":
		for _, p := range List() {
			where := "PATH"
			if p.Beside {
				where = "beside"
			}
			_, _ = os.Stdout.WriteString(p.Name + " " + p.Path + " " + where + "\n")
		}
	case "run":
		os.Exit(started(Run))
	case "exec":
		os.Exit(started(Exec))
	case "":
		tooltest.Waiting()
		os.Exit(m.Run())
	}
}

func started(start func(string, []string) (int, error)) int {
	if err := os.Unsetenv(roleVariable); err != nil {
		panic(err)
	}
	status, err := start(os.Args[1], os.Args[1:])
	if err != nil {
		_, _ = os.Stderr.WriteString(err.Error())
		return 99
	}
	return status
}

// layout is a temporary folder with programs in it. Its paths are free of links.
type layout struct {
	t    *testing.T
	root string
}

func newLayout(t *testing.T) layout {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return layout{t, root}
}

func (l layout) path(name string) string { return filepath.Join(l.root, filepath.FromSlash(name)) }

func (l layout) write(name, text string, mode os.FileMode) string {
	l.t.Helper()
	path := l.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		l.t.Fatal(err)
	}
	return path
}

// tool puts an executable file there and returns its path in the form that Find returns.
func (l layout) tool(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return l.write(name, "#!/bin/sh\necho \"$@\"\n", 0o755)
}

// self puts a copy of this binary there.
func (l layout) self(name string) string {
	l.t.Helper()
	bin, err := os.Executable()
	if err != nil {
		l.t.Fatal(err)
	}
	data, err := os.ReadFile(bin)
	if err != nil {
		l.t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return l.write(name, string(data), 0o755)
}

// ask runs a copy of this binary from the folder "cwd" with the given PATH.
func (l layout) ask(bin, role, path string, args ...string) string {
	l.t.Helper()
	cmd := exec.CommandContext(l.t.Context(), bin, args...)
	cmd.Dir = l.path("cwd")
	if err := os.MkdirAll(cmd.Dir, 0o755); err != nil {
		l.t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), roleVariable+"="+role, "PATH="+path, "GORACE=atexit_sleep_ms=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		l.t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func paths(entries ...string) string { return strings.Join(entries, string(os.PathListSeparator)) }

func TestProgramBesideUsWinsOverPATH(t *testing.T) {
	l := newLayout(t)
	bin := l.self("bin/ct")
	beside, onPath := l.tool("bin/ct-show"), l.tool("other/ct-show")
	if got := l.ask(bin, "find", l.path("other"), "show"); got != beside {
		t.Errorf("got %s, want %s", got, beside)
	}
	if err := os.Remove(beside); err != nil {
		t.Fatal(err)
	}
	if got := l.ask(bin, "find", l.path("other"), "show"); got != onPath {
		t.Errorf("got %s, want %s", got, onPath)
	}
}

func TestProgramBesideTheTargetOfOurLinkIsFound(t *testing.T) {
	l := newLayout(t)
	want := l.tool("real/ct-show")
	if err := os.MkdirAll(l.path("links"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(l.self("real/ct"), l.path("links/ct")); err != nil {
		t.Skip("skipped: no symbolic links: " + err.Error())
	}
	if got := l.ask(l.path("links/ct"), "find", "", "show"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestWorkingFolderIsNeverSearched(t *testing.T) {
	l := newLayout(t)
	bin := l.self("bin/ct")
	l.tool("cwd/ct-evil")
	l.tool("cwd/sub/ct-evil")
	for _, path := range []string{"", ".", "sub", "./sub", "../cwd", paths("", ".", "sub", "")} {
		if got := l.ask(bin, "find", path, "evil"); !strings.HasPrefix(got, "error: ct-evil: neither beside") {
			t.Errorf("PATH=%q: %s", path, got)
		}
		if got := l.ask(bin, "list", path); got != "" {
			t.Errorf("PATH=%q lists %s", path, got)
		}
	}
}

func TestLookFindsAnyProgramOnPATHAlone(t *testing.T) {
	l := newLayout(t)
	bin := l.self("bin/ct")
	l.tool("bin/ls") // the folder beside us is not on PATH
	l.write("first/ls", "", 0o644)
	if err := os.MkdirAll(l.path("dir/ls"), 0o755); err != nil {
		t.Fatal(err)
	}
	want, other := l.tool("second/ls"), paths(l.path("first"), l.path("dir"))
	if runtime.GOOS == "windows" {
		other = l.path("dir")
	}
	if got := l.ask(bin, "look", paths("", ".", other, l.path("second")), "ls"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	l.tool("cwd/ls")
	for _, path := range []string{"", ".", "sub", "../cwd", paths("", ".", other)} {
		if got := l.ask(bin, "look", path, "ls"); got != "error: ls: not found in the absolute folders of PATH" {
			t.Errorf("PATH=%q: %s", path, got)
		}
	}
}

func TestLookTakesNoNameThatLeavesAFolder(t *testing.T) {
	l := newLayout(t)
	t.Setenv("PATH", l.path("bin"))
	l.tool("bin/sub/tool")
	for _, name := range []string{"", ".", "..", "sub/tool", "../bin/sub/tool", l.path("bin/sub/tool"), "tool\x00", "sub"} {
		if got, err := Look(name); !errors.Is(err, ErrNotOnPATH) {
			t.Errorf("%q: %s, %v", name, got, err)
		}
	}
}

func TestOnlyExecutableRegularFilesCount(t *testing.T) {
	l := newLayout(t)
	bin := l.self("bin/ct")
	l.write("first/ct-a.txt", "", 0o644)
	if err := os.MkdirAll(l.path("first/ct-folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"folder": l.tool("second/ct-folder")}
	if runtime.GOOS != "windows" {
		l.write("first/ct-plain", "", 0o644)
		want["plain"] = l.tool("second/ct-plain")
		if err := os.Symlink("nowhere", l.path("first/ct-dangling")); err != nil {
			t.Fatal(err)
		}
		want["dangling"] = l.tool("second/ct-dangling")
		if err := os.Symlink(l.tool("elsewhere/tool"), l.path("first/ct-link")); err != nil {
			t.Fatal(err)
		}
		want["link"] = l.path("first/ct-link")
	}
	for name, path := range want {
		if got := l.ask(bin, "find", paths(l.path("first"), l.path("second")), name); got != path {
			t.Errorf("%s: got %s, want %s", name, got, path)
		}
	}
}

func TestListIsSortedAndTheFirstWins(t *testing.T) {
	l := newLayout(t)
	bin := l.self("bin/ct")
	show := l.tool("bin/ct-show")
	search, spec := l.tool("one/ct-search"), l.tool("two/ct-spec")
	l.tool("one/ct-show")
	l.tool("two/ct-search")
	for _, no := range []string{"one/ct-", "one/ct-Upper", "one/ct-a.b", "one/ctx", "one/xct-a", "one/ct-search-plugins"} {
		l.tool(no)
	}
	got := strings.Split(strings.TrimSpace(l.ask(bin, "list", paths(l.path("absent"), l.path("one"), l.path("two"), l.path("one")))), "\n")
	want := []string{"search " + search + " PATH", "show " + show + " beside", "spec " + spec + " PATH"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestNamesThatCouldLeaveAFolderAreRefused(t *testing.T) {
	for _, name := range []string{"", ".", "..", "../x", "a/b", `a\b`, "a.b", "A", "é", "a b", "a\x00", "a\n", "c:x"} {
		if _, err := Find(name); !errors.Is(err, ErrName) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := Find("no-such-tool-9"); !errors.Is(err, ErrNotFound) {
		t.Errorf("%v", err)
	}
}

func FuzzToolNameIsTheInverseOfFileName(f *testing.F) {
	f.Add("show")
	f.Add("../x")
	f.Fuzz(func(t *testing.T, name string) {
		if !ValidName(name) {
			return
		}
		if got, ok := ToolName(FileName(name)); !ok || got != name {
			t.Errorf("%q became %q, %v", name, got, ok)
		}
		if filepath.Base(FileName(name)) != FileName(name) {
			t.Errorf("%q leaves its folder", name)
		}
	})
}
