package outline

import (
	"slices"
	"strings"
	"testing"
)

func TestSections(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // of each line
	}{
		"levels":                      {"x\n# A\nx\n### B\nx\n## C\n# D", []string{"", "A", "A", "A > B", "A > B", "A > C", "D"}},
		"closing signs":               {"# A #\n## B\\#\n### C # d ##  \n#\n## #", []string{"A", `A > B\#`, `A > B\# > C # d`, "", ""}},
		"no headings":                 {"#A\n####### B\n    # C\n\\# D\n> # E\nF # G", []string{"", "", "", "", "", ""}},
		"indented headings":           {"   # A\n\t# B", []string{"A", "A"}},
		"underlined":                  {"A\n=\nx\n\nB\nC\n---\nx", []string{"A", "A", "A", "A", "A > B C", "A > B C", "A > B C", "A > B C"}},
		"a rule is no underline":      {"A\n\n---\n- x\n---\n> y\n---\n---", []string{"", "", "", "", "", "", "", ""}},
		"other rules":                 {"A\n***\nB\n- - -\nC\n= =", []string{"", "", "", "", "", ""}},
		"a table":                     {"a | b\n--- | ---\nx", []string{"", "", ""}},
		"fenced code":                 {"# A\n```sh\n# B\n~~~\n```\n## C\n~~~~\n# D\n~~~\n~~~~\nx", []string{"A", "A", "A", "A", "A", "A > C", "A > C", "A > C", "A > C", "A > C", "A > C"}},
		"a fence that stays open":     {"# A\n````\n```\n# B", []string{"A", "A", "A", "A"}},
		"code in a line":              {"```a```\n# A", []string{"", "A"}},
		"fenced code in a list":       {"# A\n1. x\n\n   ```\n# B\n   ```\n- ```\n  # C\n  ```\n## D", []string{"A", "A", "A", "A", "A", "A", "A", "A", "A", "A > D"}},
		"indented code has no fence":  {"# A\n\n    ```\n\n# B", []string{"A", "A", "A", "A", "B"}},
		"a heading ends a list":       {"- x\n  # in it\n# A\n- y\n\nB\n=", []string{"", "", "A", "A", "A", "B", "B"}},
		"text goes on in a list":      {"- x\ny\n---\n# A", []string{"", "", "", "A"}},
		"comments":                    {"<!-- x\n# A\n-->\n# B\n<!-- # --> \n# C", []string{"", "", "", "B", "B", "C"}},
		"HTML":                        {"<div>\n# a\n\n# A\nx\n<P class=b\n# b\n</p>\n\t\n# B", []string{"", "", "", "A", "A", "A", "A", "A", "A", "B"}},
		"HTML to its own end":         {"<Script>\n\n# a\n</script> # b\n# A\n<?php\n\n# c ?>\n# B\n<!DOCTYPE x\n# d >\n# C\n<![CDATA[\n# e > \n]]>\n# D", []string{"", "", "", "", "A", "A", "A", "A", "B", "B", "B", "C", "C", "C", "C", "D"}},
		"any tag alone on its line":   {"<x-y a=1 b='>' c>\n# a\n\n# A\n</x-y >\n# b\n\n<i>text</i>\n# B\n<a b=>\n# C\n<1>\n# D", []string{"", "", "", "A", "A", "A", "A", "A", "B", "B", "C", "C", "D"}},
		"a tag within a paragraph":    {"text\n<x>\n# A\ntext\n<div>\n# a\n\nB\n<b>\n=", []string{"", "", "A", "A", "A", "A", "A", "B <b>", "B <b>", "B <b>"}},
		"HTML in a list ends with it": {"- <div>\n# A\n- x\n\n  <div>\n\n# B", []string{"", "A", "A", "A", "A", "A", "B"}},
		"front matter":                {"---\ntitle: x\n# y\n---\n# A", []string{"", "", "", "", "A"}},
		"line ends":                   {"# A\r\nB\r\n===\r\nx", []string{"A", "B", "B", "B"}},
		"a byte order mark":           {"\uFEFF# A\nx", []string{"A", "A"}},
		"a long line":                 {"# " + strings.Repeat("a", 5000) + "\nx", []string{strings.Repeat("a", maxHeading-2), strings.Repeat("a", maxHeading-2)}},
	} {
		lines := make([]int64, len(c.want))
		for i := range lines {
			lines[i] = int64(i + 1)
		}
		got, err := MarkdownLines(strings.NewReader(c.text), lines)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%q, want\n%q; %v", name, got, c.want, err)
		}
	}
}

// FuzzSections checks that every line has a section, that it does not depend on what other lines are
// asked for, and that it is made of what is above.
func FuzzSections(f *testing.F) {
	f.Add("# A\n\nB\n---\n```\n# C\n```\n- 1. x\n  <!-- \n", uint8(3))
	f.Add("---\na: b\n---\n\tx\n=\n", uint8(1))
	f.Fuzz(func(t *testing.T, text string, step uint8) {
		var all, some []int64
		for n := range int64(strings.Count(text, "\n") + 2) {
			all = append(all, n+1)
			if n%int64(step%7+2) == 0 {
				some = append(some, n+1)
			}
		}
		whole, err := MarkdownLines(strings.NewReader(text), all)
		if err != nil || len(whole) != len(all) {
			t.Fatalf("%d of %d, %v", len(whole), len(all), err)
		}
		part, err := MarkdownLines(strings.NewReader(text), some)
		if err != nil || len(part) != len(some) {
			t.Fatalf("%d of %d, %v", len(part), len(some), err)
		}
		for i, n := range some {
			if part[i] != whole[n-1] {
				t.Fatalf("line %d: %q alone, %q among all", n, part[i], whole[n-1])
			}
		}
	})
}
