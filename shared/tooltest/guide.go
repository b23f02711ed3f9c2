package tooltest

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/opt"
)

// updateFlag asks for the generated parts of the documentation to be written again. Main adds it, unless a package under
// test has a flag with the name: then that one asks.
const updateFlag = "update"

func addFlags() {
	if flag.Lookup(updateFlag) == nil {
		flag.Bool(updateFlag, false, "rewrite the generated parts of the documentation")
	}
}

func updating() bool { return flag.Lookup(updateFlag).Value.String() == "true" }

const (
	optionsBegin = "<!-- options -->\n"
	optionsEnd   = "<!-- /options -->\n"
)

// Guide compares a guide's option tables with their table; with -update it rewrites them.
func Guide(t *testing.T, path string, table *opt.Table) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), optionsBegin)
	_, after, closed := strings.Cut(rest, optionsEnd)
	if !ok || !closed {
		t.Fatalf("%s lacks the lines %q and %q", path, optionsBegin, optionsEnd)
	}
	want := before + optionsBegin + "\n" + strings.TrimLeft(table.Guide(), "\n") + "\n" + optionsEnd + after
	switch {
	case want == string(data):
	case updating():
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date; run make docs", path)
	}
}
