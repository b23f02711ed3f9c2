package grep

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

func TestAnAlternationIsEscapedByAnOddNumberOfBackslashes(t *testing.T) {
	for expr, want := range map[string]bool{
		`a|b`: true, `|`: true, `\\|`: true, `(a|b)`: true, `[|]`: true, `a\||b`: true,
		`ab`: false, ``: false, `a\|b`: false, `\\\|`: false, `a\`: false,
	} {
		if got := UnescapedAlternation(expr); got != want {
			t.Errorf("%q: %v, want %v", expr, got, want)
		}
	}
}

func TestSizesAreReadInPowersOf1024(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "100": 100, "100c": 100, "4k": 4 << 10, "4K": 4 << 10, "2M": 2 << 20, "2m": 2 << 20, "1g": 1 << 30, "1G": 1 << 30, "4294967296G": 1 << 62} {
		if got, err := ParseSize(text); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "k", "-1", "+1", "1kk", "1.5k", " 1", "9223372036854775807G", "4294967297G", "one"} {
		if got, err := ParseSize(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}

func TestUnknownChoicesAreRefused(t *testing.T) {
	for _, r := range []Request{
		{Modes: []string{"telepathy"}},
		{Engine: "steam"},
	} {
		if o, err := r.Pattern(); err == nil {
			t.Errorf("%+v gives %+v", r, o)
		}
	}
	r := Request{Modes: []string{"fuzzy", "fuzzy"}}
	if o, err := r.Pattern(); err != nil || o.Mode != pattern.Fuzzy || o.Threshold != 0 {
		t.Errorf("%+v, %v", o, err)
	}
	r = Request{Modes: []string{"exact"}, Cases: []string{"smart", "smart"}}
	if o, err := r.Pattern(); err != nil || o.Mode != pattern.Literal || o.Case != pattern.Smart {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestAStepReadsLiterallyUnlessAskedOtherwise(t *testing.T) {
	r := Request{}
	if o, err := r.StepPattern(); err != nil || o.Mode != pattern.Literal || o.Case != pattern.Sensitive {
		t.Errorf("%+v, %v", o, err)
	}
	r = Request{Modes: []string{"word"}, Cases: []string{"smart"}}
	if o, err := r.StepPattern(); err != nil || o.Mode != pattern.Word || o.Case != pattern.Smart {
		t.Errorf("%+v, %v", o, err)
	}
}

// Whatever a step does not offer, the next one in another program has not
// either; and a row that was taken out is no longer there.
func TestStepsHaveTheRowsOfBoth(t *testing.T) {
	r := Request{}
	rows := r.Steps([]string{"form"}, []string{"form"})
	for _, name := range []string{"mode", "fixed", "word", "case", "ignore-case", "include", "exclude", "lang", "hidden", "no-ignore", "unrestricted", "max-depth", "max-files", "max-file-size"} {
		if _, ok := Row(rows, name); !ok {
			t.Errorf("lacks --%s", name)
		}
	}
	for _, name := range []string{"engine", "in", "follow", "text"} {
		if _, ok := Row(rows, name); ok {
			t.Errorf("has --%s", name)
		}
	}
}

func TestGlobsAreCheckedAndTakenApart(t *testing.T) {
	r := Request{Include: []string{"*.go", "!*_test.go"}, Exclude: []string{"vendor"}, In: []string{"src"}}
	o, err := r.Files(&tool.Frame{Sandbox: "box"}, []string{"lib"})
	if err != nil || strings.Join(o.Include, " ") != "*.go" || strings.Join(o.Exclude, " ") != "vendor *_test.go" || strings.Join(o.Roots, " ") != "src lib" || o.Sandbox != "box" {
		t.Errorf("%+v, %v", o, err)
	}
	for _, as := range []string{"-g", "--include", "--glob", "--exclude"} {
		table := opt.Table{Tool: "x", Options: r.Where()}
		if _, err := table.Parse([]string{as, "[a"}); err == nil || !strings.HasPrefix(err.Error(), as+" has no valid value: malformed glob") {
			t.Errorf("%s: %v", as, err)
		}
	}
	if _, err := (&Request{}).Files(&tool.Frame{}, []string{""}); err == nil {
		t.Error("an empty path is taken")
	}
}
