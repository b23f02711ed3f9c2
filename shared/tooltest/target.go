package tooltest

import (
	_ "embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/imports"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
)

// wine returns Wine's loader, through which the programs under test are started, "" if they are of this system. make wine
// names it, and a prefix for it.
func wine() string { return os.Getenv("CT_TEST_WINE") }

// Target returns the system of the programs under test, by Go's name. It is that of the tests themselves unless Wine
// starts the programs.
func Target() string {
	if wine() != "" {
		return "windows"
	}
	return runtime.GOOS
}

// Exe returns the file name of a program of Target.
func Exe(name string) string {
	if Target() == "windows" {
		return name + ".exe"
	}
	return name
}

//go:embed wine/launch.sh
var launcher string

// Place writes a program of Target into a folder, so that tests can start it as name there: under Wine, with a launcher
// beside it.
func Place(dir, name string, program []byte) error {
	if err := os.WriteFile(filepath.Join(dir, Exe(name)), program, 0o755); err != nil {
		return err
	}
	return launch(dir, name)
}

// launch writes the launcher of a program, if it needs one.
func launch(dir, name string) error {
	if wine() == "" {
		return nil
	}
	text := strings.NewReplacer("@WINE@", wine(), "@PREFIX@", os.Getenv("WINEPREFIX")).Replace(launcher)
	return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755)
}

// placeGit puts what stands in for git on Windows into a folder of PATH. Scripts themselves run the git of Linux.
func placeGit(dir string) error {
	if wine() == "" {
		return nil
	}
	for _, name := range []string{"git.exe", "git-relay"} {
		text, err := os.ReadFile(filepath.Join(os.Getenv("CT_TEST_BIN"), name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o755)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Confines reports whether this system can keep the programs from what they must not do.
func Confines() bool { return Target() == runtime.GOOS && landlocks() }

// EmulatedVariable is set in the environment of what an emulated machine runs: the emulator takes memory of its own, and
// has not every system call.
const EmulatedVariable = "CT_TEST_EMULATED"

// Emulated reports whether an emulator runs this process and the programs.
func Emulated() bool { return os.Getenv(EmulatedVariable) != "" }

// ForTarget returns parameters with which scripts hold for Target: the conditions that are about a system ([windows],
// [unix], [linux], [symlink], …) mean that of the programs, wherever testscript runs itself. In addition there is
//
//	[wine]      Wine starts the programs: what it cannot show, and Windows can
//	[confined]  the programs are confined: see Confines
//	[emulated]  an emulator runs the programs: see Emulated
func ForTarget(t testing.TB, p testscript.Params) testscript.Params {
	t.Helper()
	others := p.Condition
	p.Condition = func(cond string) (bool, error) {
		system, isSystem := strings.CutPrefix(cond, "target-")
		switch {
		case cond == "wine":
			return wine() != "", nil
		case cond == "confined":
			return Confines(), nil
		case cond == "emulated":
			return Emulated(), nil
		case isSystem && system == "unix":
			return imports.UnixOS[Target()], nil
		case isSystem:
			return system == Target(), nil // Wine has no links of Windows
		case others != nil:
			return others(cond)
		}
		return false, fmt.Errorf("unknown condition %q", cond)
	}
	if Target() == runtime.GOOS {
		return p
	}
	files, err := filepath.Glob(filepath.Join(p.Dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in %s: %v", p.Dir, err)
	}
	p.Dir = t.TempDir()
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		archive.Comment = forTarget(archive.Comment)
		if err := os.WriteFile(filepath.Join(p.Dir, filepath.Base(file)), txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

var (
	conditions = regexp.MustCompile(`(?m)^(\[[^\]\n]*\][ \t]*)+`)
	ofSystems  = regexp.MustCompile(`\[(!?)(windows|unix|linux|darwin|symlink)\]`)
)

// forTarget replaces the conditions of a script that testscript would answer for the system that it runs on.
func forTarget(script []byte) []byte {
	return conditions.ReplaceAllFunc(script, func(all []byte) []byte { return ofSystems.ReplaceAll(all, []byte("[${1}target-$2]")) })
}

// Self returns a program of Target that is the calling test itself: the running one, or under Wine a build of its package.
func Self(pkg string) (string, error) {
	if Target() == runtime.GOOS {
		return os.Executable()
	}
	return filepath.Join(os.Getenv("CT_TEST_BIN"), path.Base(pkg)+".test.exe"), nil
}
