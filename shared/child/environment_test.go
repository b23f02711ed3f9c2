package child

import (
	"slices"
	"testing"
)

func TestEnvironmentIsWhatProgramsNeedAndNoMore(t *testing.T) {
	given := []string{"PATH=/bin", "HOME=/h", "LC_ALL=C", "LC_=x", "TZ=UTC", "TERM=dumb", "LANG=", "CT_CONFINE=off", "LD_PRELOAD=x", "LD_LIBRARY_PATH=x",
		"PAGER=x", "GREP_OPTIONS=x", "GIT_PAGER=x", "XDG_CONFIG_HOME=x", "LOCPATH=x", "path=x", "PATHX=x", "LESSOPEN=x", "BASH_ENV=x", "GODEBUG=x", "broken", "=x", ""}
	want := []string{"PATH=/bin", "HOME=/h", "LC_ALL=C", "LC_=x", "TZ=UTC", "TERM=dumb", "LANG="}
	var got []string
	for _, entry := range given {
		if len(Environment([]string{entry})) == 1 {
			got = append(got, entry)
		}
	}
	if handedOn("path", true) == handedOn("path", false) || !handedOn("SystemRoot", true) || handedOn("SystemRoot", false) {
		t.Error("names of Windows are taken without regard to case, and elsewhere not at all")
	}
	if !slices.Equal(got, want) && !slices.Equal(got, append(want, "path=x")) {
		t.Errorf("%q", got)
	}
}
