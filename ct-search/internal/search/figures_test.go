package search

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ct-tools/ct/docs/explain"
)

func TestTheGuideNamesEveryFigure(t *testing.T) {
	_, section, _ := strings.Cut(explain.Guide("ct-search"), "\n## Verdict\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if section == "" {
		t.Fatal("the guide has no section Verdict")
	}
	for _, name := range figureNames() {
		if !regexp.MustCompile("[` ]" + name + "[` ]").MatchString(section) {
			t.Errorf("the section Verdict does not name the figure %s", name)
		}
	}
}
