package opt

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// On a terminal of 80 columns the lines of a table would otherwise be broken anywhere.
func TestTablesOfGuidesFitAPage(t *testing.T) {
	guides, err := filepath.Glob("../../docs/explain/*.md")
	if err != nil || len(guides) < 9 {
		t.Fatalf("%d guides, %v", len(guides), err)
	}
	tables := 0
	for _, at := range append(guides, "../../ct-search/ct-fleet/guide.md") {
		text, err := os.ReadFile(at)
		if err != nil {
			t.Fatal(err)
		}
		var rows [][]string
		for line := range strings.Lines(string(text) + "\n") {
			if strings.HasPrefix(line, "|") {
				rows = append(rows, cells(line))
				continue
			}
			if len(rows) > 2 && len(rows[0]) > 2 {
				tables++
				rows = slices.Delete(rows, 1, 2)
				if widths, fits := columns(rows); !fits {
					t.Errorf("%s: the table that begins with %q needs columns of %v characters, and a line has %d", at, rows[0], widths, tableWidth)
				}
			}
			rows = nil
		}
	}
	if tables < 3 {
		t.Errorf("only %d tables were looked at", tables)
	}
}

func TestColumnsShareALine(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for _, c := range []struct {
		rows [][]string
		want []int
		fits bool
	}{
		{[][]string{{"", "is", "else"}, {"`x`", "", "`y`"}}, []int{1, 2, 4}, true},
		{[][]string{{"a b", "c"}, {"`-x` …"}}, []int{4, 1}, true},
		{[][]string{{"name", long, long}}, []int{4, 29, 29}, true},
		{[][]string{{strings.Repeat("x", 60), strings.Repeat("y", 9), "a b"}}, []int{60, 9, 1}, false},
	} {
		if got, fits := columns(c.rows); !slices.Equal(got, c.want) || fits != c.fits {
			t.Errorf("%q: %v, %v; want %v, %v", c.rows, got, fits, c.want, c.fits)
		}
	}
}
