package tooltest

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Scripts runs the scripts of dir, testscript's *.txt files, with the given programs first on the path. Beside
// testscript's own commands there is exits, see Exits. BIN is the folder of the programs and GOSRC Go's own source.
func Scripts(t *testing.T, dir string, programs ...string) { ScriptsWith(t, nil, dir, programs...) }

// ScriptsWith is Scripts with further commands.
func ScriptsWith(t *testing.T, commands map[string]func(*testscript.TestScript, bool, []string), dir string, programs ...string) {
	t.Helper()
	all := map[string]func(*testscript.TestScript, bool, []string){"exits": Exits}
	maps.Copy(all, commands)
	bin, source := Bin(t, programs...), GoSource(t)
	sockets := ShortDir(t)
	testscript.Run(t, ForTarget(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		Setup:               scriptEnvironment(bin, source, sockets),
		Cmds:                all,
	}))
}

// scriptEnvironment returns what sets the environment of scripts.
func scriptEnvironment(bin, source, sockets string) func(*testscript.Env) error {
	return func(env *testscript.Env) error {
		env.Setenv("BIN", bin)
		env.Setenv("GORACE", os.Getenv("GORACE"))
		env.Setenv("GOSRC", source)
		env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
		env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "no-config"))
		env.Setenv("XDG_RUNTIME_DIR", sockets)
		return nil
	}
}

// Exits is the command of scripts
//
//	exits STATUS PROGRAM ARGS…   runs a program, which must exit with STATUS
//
// whose output the commands stdout, stderr and cmp then see, as after exec.
func Exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("exits: %v", err)
	}
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		got = ended.ExitCode()
	} else if err != nil {
		ts.Fatalf("%s: %v", args[1], err)
	}
	if got != want {
		ts.Fatalf("%s exited with %d, want %d", args[1], got, want)
	}
}
