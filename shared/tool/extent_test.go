package tool

import (
	"testing"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/config"
)

// Each form has its own bounds in each format, and the help, the errors and the
// budgets of answers agree about them.
func TestEachFormHasItsOwnBounds(t *testing.T) {
	note := Extent{Form: "note", Usual: budget.Budget{Lines: 10, Bytes: 1000}, Most: budget.Budget{Lines: 40, Bytes: 8000}}
	page := Extent{Form: "page", Usual: budget.Budget{Lines: 200, Bytes: 16000}, Most: budget.Budget{Lines: 200, Bytes: 16000}, JSON: 20000, MostJSON: 32768}
	free := Extent{Usual: budget.Budget{Lines: 5, Bytes: 600}}
	none, err := config.Load(config.Options{NoConfig: true, Env: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		extents      []Extent
		form, format string
		lines, bytes string
		want         budget.Budget
		refused      string
	}{
		{[]Extent{note, page}, "note", "text", "", "", note.Usual, ""},
		{[]Extent{note, page}, "page", "text", "", "", page.Usual, ""},
		{[]Extent{note, page}, "other", "toon", "", "", note.Usual, ""},
		{[]Extent{note, page}, "note", "json", "", "", budget.Budget{Lines: 10, Bytes: 8000}, ""},
		{[]Extent{note, page}, "page", "json", "", "", budget.Budget{Lines: 200, Bytes: 20000}, ""},
		{[]Extent{free}, "", "json", "", "", budget.Budget{Lines: 5, Bytes: 32768}, ""},
		{[]Extent{free}, "", "json", "", "100000", budget.Budget{Lines: 5, Bytes: 100000}, ""},
		{[]Extent{note, page}, "page", "text", "150", "16000", budget.Budget{Lines: 150, Bytes: 16000}, ""},
		{[]Extent{note, page}, "note", "text", "40", "512", budget.Budget{Lines: 40, Bytes: 512}, ""},
		{[]Extent{note, page}, "note", "text", "41", "", budget.Budget{}, `--max-lines must be a whole number from 1 to 40 (note), not "41"`},
		{[]Extent{note, page}, "note", "toon", "", "8001", budget.Budget{}, `--max-bytes must be a whole number from 512 to 8000 (note toon), not "8001"`},
		{[]Extent{note, page}, "note", "json", "", "512", budget.Budget{}, `--max-bytes must be a whole number from 2048 to 8000 (note json), not "512"`},
		{[]Extent{note, page}, "page", "json", "", "32769", budget.Budget{}, `--max-bytes must be a whole number from 2048 to 32768 (page json), not "32769"`},
		{[]Extent{free}, "", "text", "0", "", budget.Budget{}, `--max-lines must be a whole number of at least 1, not "0"`},
		{[]Extent{free}, "", "text", "", "many", budget.Budget{}, `--max-bytes must be a whole number of at least 512 (text), not "many"`},
	} {
		tool := &Tool{Extents: test.extents}
		f := &Frame{Form: test.form, Format: test.format, given: given{maxLines: test.lines, maxLinesSet: test.lines != "", maxBytes: test.bytes, maxBytesSet: test.bytes != ""}}
		switch err := f.budgets(none, tool); {
		case test.refused == "" && (err != nil || f.Budget != test.want):
			t.Errorf("%+v: %v, %v", test, f.Budget, err)
		case test.refused != "" && (err == nil || err.Error() != test.refused):
			t.Errorf("%+v: %v", test, err)
		}
	}
	help, usual := linesHelp([]Extent{note, page})
	moreHelp, moreUsual := bytesHelp([]Extent{note, page})
	for got, want := range map[string]string{
		help: "line budget of a text answer, at most note 40, page 200", usual: "note 10, page 200",
		moreHelp: "byte budget of an answer, at most note 8000, page 16000; JSON note 8000, page 32768", moreUsual: "note 1000, page 16000; JSON note 8000, page 20000",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
