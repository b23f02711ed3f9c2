package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) {
	if name := strings.TrimSuffix(filepath.Base(os.Args[0]), exe); strings.HasPrefix(name, "ct-") {
		toy(name)
		return
	}
	tooltest.Main(m)
}

// Every script runs the real programs and has one subject. BIN is the folder of ct. In addition to testscript's own commands there are
//
//	suite DIR NAME…    puts ct, and a toy for each tool, into a folder
//	executable FILE…   makes files of the script executable
//
// and exits, see tooltest.Exits.
func TestScripts(t *testing.T) {
	bin := tooltest.Bin(t, members...)
	testscript.RunT(sequential{t}, tooltest.ForTarget(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("BIN", bin)
			env.Setenv("GORACE", os.Getenv("GORACE"))
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"suite": suite, "executable": runnable, "exits": tooltest.Exits},
	}))
}

// sequential runs scripts one after the other. They write programs and run them: a process that
// another script starts at the same time would keep such a file open, and the system would refuse
// to run it.
type sequential struct{ *testing.T }

func (t sequential) Parallel()     {}
func (t sequential) Verbose() bool { return testing.Verbose() }
func (t sequential) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(sequential{t}) })
}

func suite(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: suite DIR NAME…")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	install := func(from, to string) {
		text, err := os.ReadFile(from)
		ts.Check(err)
		ts.Check(tooltest.Place(dir, to, text))
	}
	install(filepath.Join(ts.Getenv("BIN"), tooltest.Exe("ct")), "ct")
	self, err := tooltest.Self("./ct")
	ts.Check(err)
	for _, name := range args[1:] {
		install(self, binary(name))
	}
}

// exe is the extension of programs on this system.
var exe = map[string]string{"windows": ".exe"}[runtime.GOOS]

func runnable(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: executable FILE…")
	}
	for _, name := range args {
		ts.Check(os.Chmod(ts.MkAbs(name), 0o777))
	}
}
