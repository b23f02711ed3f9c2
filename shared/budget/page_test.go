package budget_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/budget"
)

func rest(shown, left int) []string {
	if left == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d shown; the rest: ct-x --skip %d", shown, shown+left, shown)}
}

func TestAPageThatHoldsEverythingNeedsNoRoomForTheRest(t *testing.T) {
	p := budget.New(budget.Budget{Lines: 3, Bytes: 6})
	for _, line := range []string{"a", "b", "c"} {
		if !p.Add(line) {
			t.Fatalf("%s does not fit", line)
		}
	}
	if !p.Close(rest) || p.String() != "a\nb\nc\n" || p.Shown() != 3 || p.Left() != 0 {
		t.Errorf("%q, %d shown, %d left", p, p.Shown(), p.Left())
	}
}

func TestTheLastGroupsMakeRoomForTheClosingLine(t *testing.T) {
	for _, c := range []struct {
		name   string
		budget budget.Budget
		want   string
		closed bool
	}{
		{"by lines", budget.Budget{Lines: 3}, "a\nb\n2 of 5 shown; the rest: ct-x --skip 2\n", true},
		{"nothing but the rest", budget.Budget{Lines: 1}, "0 of 5 shown; the rest: ct-x --skip 0\n", true},
		{"not even the rest", budget.Budget{Bytes: 9}, "", false},
		{"no bound", budget.Budget{}, "a\nb\nc\nd\ne\n", true},
	} {
		p := budget.New(c.budget)
		for _, line := range []string{"a", "b", "c", "d", "e"} {
			p.Add(line)
		}
		if closed := p.Close(rest); closed != c.closed || p.String() != c.want || p.Shown()+p.Left() != 5 {
			t.Errorf("%s: %v %q, %d shown, %d left; want %q", c.name, closed, p, p.Shown(), p.Left(), c.want)
		}
	}
}

func TestBytesMakeRoomForTheClosingLineToo(t *testing.T) {
	const closing = "1 of 5 shown; the rest: ct-x --skip 1\n"
	for bytes, want := range map[int]int{50: 5, 49: 1, len(closing) + 10: 1, len(closing) + 9: 0} {
		p := budget.New(budget.Budget{Bytes: bytes})
		for range 5 {
			p.Add("123456789")
		}
		if !p.Close(rest) || p.Shown() != want || strings.Contains(p.String(), "rest") != (want < 5) {
			t.Errorf("%d bytes: %q, want %d shown", bytes, p, want)
		}
	}
}

func TestGroupsAreTakenWholeAndInOrder(t *testing.T) {
	p := budget.New(budget.Budget{Lines: 3})
	if !p.Add("a", "b") || p.Add("c", "d") || p.Add("e") {
		t.Errorf("%q", p)
	}
	p.Leave(7)
	if p.Left() != 9 || p.Shown() != 1 {
		t.Errorf("%d shown, %d left", p.Shown(), p.Left())
	}
	if !p.Close(rest) || p.String() != "a\nb\n1 of 10 shown; the rest: ct-x --skip 1\n" {
		t.Errorf("%q", p)
	}
}

func TestANewlineInsideALineCounts(t *testing.T) {
	p := budget.New(budget.Budget{Lines: 2})
	if p.Add("a\nb\nc") {
		t.Error("three lines fit into two")
	}
	p = budget.New(budget.Budget{Lines: 2})
	if !p.Add("a\nb") || p.Add("") {
		t.Error("two lines do not fit, or an empty third does")
	}
}

func TestClosingLinesThatDoNotFitAreKeptFromTheFirst(t *testing.T) {
	p := budget.New(budget.Budget{Lines: 1})
	p.Add("a")
	if p.Close(func(int, int) []string { return []string{"x", "y"} }) || p.String() != "x\n" {
		t.Errorf("%q", p)
	}
}

func TestNoPageExceedsItsBudget(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	parts := []string{"", "a", "line of text", "two\nlines", "\n\n\n", "日本", strings.Repeat("x", 100), "\xff\x00"}
	line := func() string { return parts[random.IntN(len(parts))] }
	for range 20000 {
		b := budget.Budget{Lines: random.IntN(12), Bytes: random.IntN(200)}
		p := budget.New(b)
		groups := random.IntN(10)
		var want strings.Builder
		var texts []string
		for range groups {
			var group []string
			for range random.IntN(4) {
				group = append(group, line())
			}
			before := p.String()
			if taken := p.Add(group...); !taken && p.String() != before {
				t.Fatal("a part of a group is taken")
			}
			texts = append(texts, strings.Join(append(group, ""), "\n"))
		}
		closing := strings.Repeat("r", random.IntN(60))
		closed := p.Close(func(_, left int) []string {
			if left == 0 {
				return nil
			}
			return []string{closing}
		})
		got := p.String()
		if b.Lines > 0 && strings.Count(got, "\n") > b.Lines || b.Bytes > 0 && len(got) > b.Bytes {
			t.Fatalf("%q exceeds %+v", got, b)
		}
		if p.Shown()+p.Left() != groups {
			t.Fatalf("%d shown and %d left are not %d", p.Shown(), p.Left(), groups)
		}
		for _, text := range texts[:p.Shown()] {
			want.WriteString(text)
		}
		if p.Left() > 0 && closed {
			want.WriteString(closing + "\n")
		}
		if got != want.String() {
			t.Fatalf("%q, want %q", got, &want)
		}
		if !closed && b.Bytes > len(closing) && b.Lines > 0 {
			t.Fatalf("the closing line fits %+v and is not there", b)
		}
	}
}
