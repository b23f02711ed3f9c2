package main

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/tool"
)

// pieces returns a body with a head of one line and snippets with the given numbers of lines, each
// line width bytes long, including its newline.
func pieces(b budget.Budget, width int, lines ...int) *body {
	out := &body{frame: &tool.Frame{Budget: b}, head: []string{"head"}, rest: func(int) string { return "ct-show" }, next: "ct-show"}
	out.left = func(shown int) string {
		if shown == len(out.snippets) {
			return ""
		}
		return "more"
	}
	n := int64(100)
	for _, count := range lines {
		var s snippet
		for range count {
			s.lines = append(s.lines, line{n: n, text: []byte(strings.Repeat("x", width-len("  100- \n")))})
			n++
		}
		out.snippets = append(out.snippets, s)
	}
	return out
}

func TestASnippetIsBegunBelowTheBudgetAndEndsWithinTheHardBounds(t *testing.T) {
	for name, c := range map[string]struct {
		b    *body
		want int
	}{
		"all fit":                         {pieces(extents()[0].Usual, 20, 5, 5), 2},
		"one line below the budget":       {pieces(budget.Budget{Lines: 12, Bytes: 8000}, 20, 5, 5, 5, 5), 3},
		"the budget of lines reached":     {pieces(budget.Budget{Lines: 11, Bytes: 8000}, 20, 5, 5, 5), 2},
		"one byte below the budget":       {pieces(budget.Budget{Lines: 30, Bytes: 206}, 20, 5, 5, 5, 5), 3},
		"the budget of bytes reached":     {pieces(budget.Budget{Lines: 30, Bytes: 205}, 20, 5, 5, 5), 2},
		"the last line within the bounds": {pieces(budget.Budget{Lines: 40, Bytes: 8000}, 20, 19, 19, 2), 2},
		"one line beyond the bounds":      {pieces(budget.Budget{Lines: 40, Bytes: 8000}, 20, 19, 20, 1), 1},
		"the next command as the last":    {pieces(budget.Budget{Lines: 40, Bytes: 8000}, 20, 19, 19), 2},
		"no line for the next command":    {pieces(budget.Budget{Lines: 40, Bytes: 8000}, 20, 19, 20), 1},
		"beyond them from the beginning":  {pieces(extents()[0].Usual, 170, 47), 0},
	} {
		if got := c.b.shown(); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	exact := pieces(budget.Budget{Lines: 40, Bytes: 8000}, 100, 10, 10, 1)
	room := 8000 - size(exact.page(2)).Bytes
	exact.head = []string{"head" + strings.Repeat("x", room)}
	if got := exact.shown(); got != 2 {
		t.Errorf("8,000 bytes: %d", got)
	}
	exact.head[0] += "x"
	if got := exact.shown(); got != 1 {
		t.Errorf("8,001 bytes: %d", got)
	}
}

// A banner is part of the answer.
func TestABannerCountsTowardsTheHardLimits(t *testing.T) {
	b := pieces(budget.Budget{Lines: 40, Bytes: 8000}, 20, 19, 19, 1)
	b.frame.Question = "Is it?"
	if got := b.shown(); got != 1 {
		t.Errorf("%d", got)
	}
}
