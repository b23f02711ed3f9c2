package ledger

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestCutsAndScope(t *testing.T) {
	scope := []Reason{Hidden, Ignored, Excluded, Binary, Symlink, Special, MaxDepth, Earlier}
	cuts := []Reason{TooLarge, Unreadable, MaxFiles, Unreachable, Limit, Timeout, MaxMatches, MatchTimeout, Changed}
	if len(scope)+len(cuts)+1 != int(reasons) {
		t.Fatalf("%d reasons, %d of them listed here", reasons-1, len(scope)+len(cuts))
	}
	for _, r := range scope {
		var l Ledger
		if l.Skip(r, "a", ""); l.Cut() || len(l.Cuts()) != 0 {
			t.Errorf("%v cuts", r)
		}
	}
	for _, r := range cuts {
		var l Ledger
		if l.Skip(r, "a", "why"); !l.Cut() || len(l.Cuts()) != 1 || l.Cuts()[0].First != (Entry{Path: "a", Detail: "why"}) {
			t.Errorf("%v does not cut: %v", r, l.Cuts())
		}
	}
}

func TestAddKeepsTheFirstInOrder(t *testing.T) {
	var a, b, c Ledger
	a.Searched = 2
	b.Skip(Unreadable, "b", "permission denied")
	b.SkipN(Hidden, 3)
	c.Searched = 1
	c.Skip(Unreadable, "c", "gone")
	for _, l := range []*Ledger{&b, &c} {
		a.Add(l)
	}
	const want = "searched 3 files; skipped 3 hidden, 2 unreadable (b: permission denied)"
	if got := a.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if a.Skipped() != 5 {
		t.Errorf("%d skipped, want 5", a.Skipped())
	}
}

func TestAlsoCutKeepsTheCount(t *testing.T) {
	var l, further Ledger
	l.Skip(TooLarge, "a", "")
	further.Skip(TooLarge, "b", "")
	further.Skip(Unreadable, "c", "denied")
	further.Skip(Unreadable, "d", "denied")
	if l.AlsoCut(&further); l.Count(TooLarge) != 1 || l.Count(Unreadable) != 2 {
		t.Errorf("%s: want 1 too large, 2 unreadable", l.String())
	}
	if cuts := l.Cuts(); len(cuts) != 2 || cuts[0].First.Path != "a" && cuts[1].First.Path != "a" {
		t.Errorf("%v", cuts)
	}
}

func TestStringNamesWhatCut(t *testing.T) {
	var l Ledger
	l.Searched = 1
	l.Skip(Limit, "", "")
	l.Skip(MatchTimeout, "x", "")
	const want = "searched 1 file; cut: by --limit, 1 by the pattern's time limit (x)"
	if got := l.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMarshalJSON(t *testing.T) {
	var l Ledger
	l.Searched = 4
	l.Skip(Ignored, "a", "")
	l.Skip(Unreadable, "latin\xe9", "no\nway")
	j, err := json.Marshal(&l)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"searched":4,"skipped":{"hidden":0,"ignored":1,"excluded":0,"binary":0,"too_large":0,"unreadable":1,"symlink":0,"special":0,"max_files":0,"max_depth":0},"cut":[{"reason":"unreadable","count":1,"first":"latin` + "\uFFFD" + `","detail":"no\nway"}]}`
	if string(j) != want {
		t.Errorf("%s\nwant %s", j, want)
	}
	var empty Ledger
	if j, err := json.Marshal(&empty); err != nil || strings.Contains(string(j), "cut") {
		t.Errorf("%s, %v", j, err)
	}
}

// Only the ledger of a page has entries on earlier pages.
func TestEarlierIsOmittedIfZero(t *testing.T) {
	var l Ledger
	l.Searched = 1
	for _, want := range []bool{false, true} {
		j, err := json.Marshal(&l)
		if err != nil || strings.Contains(string(j), `"earlier":2`) != want || strings.Contains(l.String(), "2 on earlier pages") != want {
			t.Errorf("%s, %v; %s", j, err, l.String())
		}
		l.SkipN(Earlier, 2)
	}
}

// The first entry beyond the limit of files ends the search, so that there may be more.
func TestMaxFilesIsALowerBound(t *testing.T) {
	var l Ledger
	l.Skip(MaxFiles, "d/e", "")
	if got, want := l.String(), "searched 0 files; skipped at least 1 beyond --max-files (d/e)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	text, err := json.Marshal(&l)
	if want := `{"reason":"max_files","count":1,"at_least":true,"first":"d/e"}`; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%s %v, without %s", text, err, want)
	}
}

func TestForget(t *testing.T) {
	var l Ledger
	l.Skip(Timeout, "a", "")
	l.Skip(Unreachable, "b", "deadline")
	l.Forget(Timeout)
	if cuts := l.Cuts(); len(cuts) != 1 || cuts[0].Reason != Unreachable || l.Count(Timeout) != 0 {
		t.Errorf("%+v", cuts)
	}
}
