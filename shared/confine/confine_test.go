package confine

import (
	"errors"
	"strings"
	"testing"
)

func TestParseTakesItsOwnWordsAndNoOthers(t *testing.T) {
	for _, name := range Names() {
		m, err := Parse(name)
		if err != nil || m.String() != name {
			t.Errorf("Parse(%q) = %v, %v", name, m, err)
		}
	}
	for _, word := range []string{"", "Auto", "on", "no", "auto "} {
		_, err := Parse(word)
		if err == nil {
			t.Errorf("Parse(%q) gave no error", word)
		} else if !strings.Contains(err.Error(), "auto, require, off") {
			t.Errorf("Parse(%q): %q does not list the words", word, err)
		}
	}
}

func TestStrictestNeverLoosens(t *testing.T) {
	rank := map[Mode]int{Off: 0, Auto: 1, Require: 2}
	for a := range rank {
		for b := range rank {
			got := Strictest(a, b)
			if rank[got] != max(rank[a], rank[b]) {
				t.Errorf("Strictest(%v, %v) = %v", a, b, got)
			}
		}
	}
}

func TestOffDoesNothingAndSaysSo(t *testing.T) {
	s, err := Self(Off, "/no/such/folder")
	if err != nil || s.Enforced || s.Note == "" {
		t.Errorf("Self(Off) = %+v, %v", s, err)
	}
}

func TestRequireErrorNamesTheMissingABI(t *testing.T) {
	for _, tc := range []struct {
		status Status
		want   string
	}{
		{Status{Note: "the kernel has no Landlock"}, "confinement is required, and Landlock ABI 1 (Linux 5.13) is missing: the kernel has no Landlock"},
		{Status{ABI: 7, Note: "too many layers"}, "confinement is required: too many layers"},
	} {
		var err error = &RequireError{Status: tc.status}
		if err.Error() != tc.want {
			t.Errorf("got  %q\nwant %q", err, tc.want)
		}
		if _, ok := errors.AsType[*RequireError](err); !ok {
			t.Error("not a RequireError")
		}
	}
}
