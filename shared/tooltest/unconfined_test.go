//go:build linux

package tooltest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ct-tools/ct/shared/confine"
)

func becomeLayered() {
	for range 64 {
		if s, err := confine.Self(confine.Auto); err != nil || !s.Enforced {
			break
		}
	}
	fmt.Fprintln(os.Stderr, syscall.Exec(os.Args[1], os.Args[1:], os.Environ()))
	os.Exit(125)
}

// An answer in JSON says why the process that made it is not confined.
func TestAnswersSayThatNothingIsConfined(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, contracts := range [][]contract{searchContracts(), showContracts(), surveyContracts(), historyContracts(), testContracts()} {
		for _, c := range contracts {
			if c.Search == nil {
				continue
			}
			t.Run(c.Program+" "+c.Definition, func(t *testing.T) {
				dir := c.tree(t, map[string]string{"a.txt": "before\n" + word + "\nafter\n"})
				args := append([]string{filepath.Join(Bin(t, c.Program), Exe(c.Program))}, with(c.Search(word), "--json")...)
				r := Run{Dir: dir, Env: []string{layered + "=1"}}.Do(t, self, args...)
				if !strings.Contains(r.Stdout, `"confinement":"`) {
					t.Errorf("%q: exit %d, %s%s", args, r.Exit, r.Stdout, r.Stderr)
				}
			})
		}
	}
	program := filepath.Join(Bin(t, "ct-show"), Exe("ct-show"))
	r := Run{Dir: Tree(t, map[string]string{"a.txt": word + "\n"}), Env: []string{layered + "=1"}}.Do(t, self, program, "--json", "a.txt:1-1")
	if !strings.Contains(r.Stdout, `"confinement":"`) {
		t.Errorf("ct-show of a file: exit %d, %s%s", r.Exit, r.Stdout, r.Stderr)
	}
}
