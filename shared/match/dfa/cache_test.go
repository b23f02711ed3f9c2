package dfa

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
)

// budget is the budget of most machines in these tests.
const budget = 1 << 20

// wild is an expression with as many states as there are texts of 13 letters.
const wild = `[ab]*a[ab]{12}c`

// noise returns n letters and newlines without repetitions.
func noise(n int) []byte {
	random := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, n)
	for i := range b {
		b[i] = "abababababababababababababababab\n"[random.IntN(33)]
	}
	return b
}

func TestStatesAreThrownAway(t *testing.T) {
	t.Parallel()
	text := noise(20000)
	copy(text[15000:], "\nxaabbaabbaabbac\n")
	for _, expr := range []string{wild, `(?m)\b` + wild + `$`} {
		m, w := compile(t, expr).Machine(budget), newTwin(expr)
		m.cache.budget, m.cache.patience = 20000, 1<<30
		agreeOnLines(t, m, w, text)
		made, line := m.cache.states, text[:1000]
		if m.cache.vain == 0 || m.cache.used > m.cache.budget {
			t.Errorf("%q: thrown away %d times in vain, %d bytes used", expr, m.cache.vain, m.cache.used)
		}
		for _, from := range []int{0, 500, 999} {
			start, end, ok := m.Find(line, from)
			if s, e := w.find(line, from); s != start || e != end || !ok {
				t.Errorf("%q: Find from %d = %d, %d, %v, want %d, %d", expr, from, start, end, ok, s, e)
			}
		}
		if made == 0 || m.cache.givenUp {
			t.Errorf("%q: %d states, given up %v", expr, made, m.cache.givenUp)
		}
	}
}

func TestStatesOfUseAreMadeAgainWithoutEnd(t *testing.T) {
	t.Parallel()
	m := compile(t, `a[ab]{2}c`).Machine(budget)
	m.cache.budget = 700
	for range 50 {
		for _, letter := range []string{"ab", "ba", "bb"} {
			if _, ok := m.Lines([]byte(strings.Repeat("x", 500)+letter+"\n"), 0, nil); !ok {
				t.Fatal("gave up")
			}
		}
	}
}

func TestGivesUpOnlyAfterVainEffortsInARow(t *testing.T) {
	t.Parallel()
	c := cache{patience: 3}
	for i, useful := range []bool{false, false, true, false, false, false} {
		c.states, c.searched = 100, 999
		if useful {
			c.searched = 1000
		}
		if ok := c.clear(); ok != (i < 5) || c.givenUp == ok {
			t.Errorf("clearing %d: %v", i, ok)
		}
	}
}

// All automata of a Machine share one cache, and their states are discarded together.
func TestAccountIsRight(t *testing.T) {
	t.Parallel()
	text := noise(3000)
	for _, size := range []int{1, 4000, 50000, budget} {
		m := compile(t, `\b`+wild+`|\Aa*b\nb`).Machine(budget)
		m.cache.budget, m.cache.patience = size, 1<<30
		for from := range 30 {
			_, _ = m.Lines(text, 0, nil)
			_, _ = m.Match(text)
			_, _, _ = m.Find(text, from)
		}
		used, states := 0, 0
		for _, a := range m.cache.automata {
			used += 4 * len(a.table)
			states += len(a.keys)
			for _, key := range a.keys {
				used += len(key) + overhead
			}
		}
		if len(m.cache.automata) < 3 || used != m.cache.used || states != m.cache.states {
			t.Errorf("%d automata have %d states of %d bytes, %d of %d accounted for", len(m.cache.automata), states, used, m.cache.states, m.cache.used)
		}
	}
}

func TestGivesUpForGood(t *testing.T) {
	t.Parallel()
	text := noise(100000)
	for name, search := range map[string]func(m *Machine) bool{
		"Next":  func(m *Machine) bool { _, ok := m.Next(text, 0); return ok },
		"Lines": func(m *Machine) bool { _, ok := m.Lines(text, 0, nil); return ok },
		"Match": func(m *Machine) bool { _, ok := m.Match(text); return ok },
		"Find":  func(m *Machine) bool { _, _, ok := m.Find(text, 0); return ok },
	} {
		m := compile(t, wild).Machine(budget)
		m.cache.budget = 20000
		if search(m) || !m.cache.givenUp {
			t.Errorf("%s does not give up", name)
		}
		small := []byte("a")
		lines, ok1 := m.Lines(small, 0, []int{5})
		at, ok2 := m.Next(small, 0)
		yes, ok3 := m.Match(small)
		start, end, ok4 := m.Find(small, 0)
		if got := fmt.Sprint(lines, ok1, at, ok2, yes, ok3, start, end, ok4); got != "[5] false -1 false false false -1 -1 false" {
			t.Errorf("after %s: %s", name, got)
		}
	}
}

func TestNoMoreMemoryThanTheBudget(t *testing.T) {
	t.Parallel()
	m := compile(t, `[ab]*a[ab]{20}c`).Machine(budget)
	m.cache.patience = 1 << 30
	text := noise(300000)
	if _, ok := m.Lines(text, 0, nil); !ok {
		t.Fatal("gave up")
	}
	if m.cache.vain == 0 {
		t.Error("the states fit")
	}
	if table := 4 * cap(m.lines.table); m.cache.used > budget || table > budget {
		t.Errorf("%d bytes used, %d of them the table", m.cache.used, table)
	}
}

func TestMemoryOfDenseBlocksIsNotKept(t *testing.T) {
	t.Parallel()
	m := compile(t, `^`).Machine(budget)
	for _, n := range []int{shortest, 100 * keepFound, shortest} {
		lines, ok := m.Lines(bytes.Repeat([]byte("\n"), n), 0, nil)
		if !ok || len(lines) != n {
			t.Errorf("%d lines of %d, %v", len(lines), n, ok)
		}
		for _, found := range m.found {
			if cap(found) > keepFound {
				t.Errorf("room for %d lines is kept", cap(found))
			}
		}
	}
}

// Not parallel: it counts the allocations of the whole process.
func TestNothingIsAllocatedForStatesThatExist(t *testing.T) {
	block := bytes.Repeat([]byte("static int foo(void); // é \xff\n\n"), 400)
	for _, expr := range []string{`\w+\(`, `(?m)^\s*//.*\.$`, `é|\bint\b`, `.*`, `\PN\z`} {
		m := compile(t, expr).Machine(budget)
		var lines []int
		search := func() {
			lines, _ = m.Lines(block, 0, lines[:0])
			for from := 0; from >= 0 && from < 300; from++ {
				if _, _, ok := m.Find(block[:300], from); !ok {
					t.Fatal("gave up")
				}
			}
			_, _ = m.Next(block, 0)
			_, _ = m.Match(block)
		}
		search()
		if n := testing.AllocsPerRun(5, search); n != 0 {
			t.Errorf("%q: %v allocations", expr, n)
		}
	}
}

func TestRefusesWhatIsTooLarge(t *testing.T) {
	t.Parallel()
	var scattered strings.Builder
	for r := rune(0x100); r < 0x3000; r += 2 {
		scattered.WriteRune(r)
	}
	for _, expr := range []string{
		`(?:the quick brown fox jumps over the lazy dog){1000}`,
		scattered.String(),
	} {
		re, err := syntax.Parse(expr, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Compile(re); !errors.Is(err, ErrLarge) {
			t.Errorf("%.20q: %v", expr, err)
		}
	}
	for _, expr := range []string{`\w{1000}`, `(?:[a-z]{3}|\pL){200}`, `[` + scattered.String() + `]`} {
		m := compile(t, expr).Machine(budget)
		if _, ok := m.Match([]byte("abcé")); !ok {
			t.Errorf("%.20q: gave up", expr)
		}
	}
}

func TestMachinesShareAProgram(t *testing.T) {
	t.Parallel()
	p, w := compile(t, `(?i)\bstraße|k+\b`), newTwin(`(?i)\bstraße|k+\b`)
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			m := p.Machine(budget)
			for _, text := range texts {
				agree(t, m, w, []byte(text))
			}
		})
	}
}
