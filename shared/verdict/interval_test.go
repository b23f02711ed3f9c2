package verdict

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// chooser makes choices from bytes, so that a fuzzer can control them. Without bytes it always
// takes the first.
type chooser struct{ data []byte }

func (c *chooser) below(n int) int {
	if len(c.data) == 0 {
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return int(b) % n
}

func (c *chooser) one(options ...string) string { return options[c.below(len(options))] }

// number and condition write random expressions. strange says how often a node that intervals do
// not support is used.
func (c *chooser) number(depth int) string {
	if depth > 0 {
		switch c.below(6) {
		case 0, 1:
			return "(" + c.number(depth-1) + " + " + c.number(depth-1) + ")"
		case 2, 3:
			return c.number(depth-1) + " * " + "(" + c.number(depth-1) + ")"
		}
	}
	return c.one("count", "files", "count", "files", "top", `terms["a"]`, "terms.b", "0", "1", "2", "3", "5", "7", "-1", "-2", "0.5", "-1.5", "0.1", "1e3", "+4")
}

func (c *chooser) condition(depth int, strange bool) string {
	if depth > 0 {
		a := func() string { return "(" + c.condition(depth-1, strange) + ")" }
		switch c.below(8) {
		case 0, 1:
			return a() + c.one(" && ", " and ") + a()
		case 2, 3:
			return a() + c.one(" || ", " or ") + a()
		case 4:
			return c.one("!", "not ") + a()
		case 5:
			return a() + c.one(" == ", " != ") + a()
		}
	}
	order := []string{"<", "<=", ">", ">="}
	switch c.below(8) {
	case 0:
		return c.number(1) + c.one(order...) + c.number(1) + c.one(order...) + c.number(1)
	case 1:
		if strange {
			return c.one("count % files == 1", "count / 2 > files", "files - count < 1", "count in [1, 2]", "(files > 1 ? true : false)", "1 % 0 == 1", "max(count, files) > 2", "-count < files")
		}
		return c.one("true", "false")
	}
	return c.number(2) + " " + c.one("<", "<=", ">", ">=", "==", "!=") + " " + c.number(2)
}

func (c *chooser) bound() Bound {
	return Bound{float64(c.below(8)), c.below(3) > 0}
}

// complete returns figures that f may turn out to have.
func (c *chooser) complete(f Figures) Figures {
	more := func(b Bound) Bound {
		if b.Open {
			b.Min += []float64{0, 0, 1, 2, 3, 4, 17, 900}[c.below(8)]
		}
		return Bound{Min: b.Min}
	}
	g := Figures{Count: more(f.Count), Names: map[string]Bound{}, Terms: map[string]Bound{}}
	for _, name := range []string{"files", "top"} {
		g.Names[name] = more(f.Names[name])
	}
	for _, term := range []string{"a", "b"} {
		g.Terms[term] = more(f.Terms[term])
	}
	return g
}

func randomChoices(seed1, seed2 uint64) *chooser {
	random := rand.New(rand.NewPCG(seed1, seed2))
	data := make([]byte, 64)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	return &chooser{data}
}

// checkIntervals fails if a verdict on open figures differs from that of the compiled program for
// some completion, or if the two ways disagree on complete figures. It reports whether figures were
// open and whether they were decided.
func checkIntervals(t *testing.T, data []byte) (isOpen, decided bool) {
	t.Helper()
	c := &chooser{data}
	strange := c.below(2) == 1
	f := Figures{
		Count: c.bound(),
		Names: map[string]Bound{"files": c.bound(), "top": {float64(c.below(16)) / 4, c.below(2) > 0}},
		Terms: map[string]Bound{"a": c.bound(), "b": c.bound()},
	}
	choices := randomChoices(uint64(len(data)), uint64(c.below(256)))
	source := c.condition(3, strange)
	e, err := compile(source, []string{"files", "terms"}, []string{"top"})
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	verdict, reason, err := e.judge(f)
	isOpen = e.open(f)
	if err != nil {
		if isOpen {
			t.Fatalf("%s: %v on open figures", source, err)
		}
		return isOpen, false
	}
	if !isOpen && verdict == Undecided {
		t.Fatalf("%s: %s on complete figures", source, reason)
	}
	for range 8 {
		g := choices.complete(f)
		byProgram, _, err := e.judge(g)
		byInterval := evaluator{&g}.truth(e.program.Node())
		switch {
		case verdict != Undecided && (err != nil || byProgram != verdict):
			t.Fatalf("%s is %v on %+v, but %v (%v) on %+v", source, verdict, f, byProgram, err, g)
		case byInterval == unknown:
			t.Fatalf("%s is unknown on complete figures %+v", source, g)
		case byInterval == opaque && !strange:
			t.Fatalf("%s is opaque", source)
		case byInterval == yes && byProgram != Success, byInterval == no && byProgram != Error:
			t.Fatalf("%s on %+v: %v by the program (%v), %v by intervals", source, g, byProgram, err, byInterval)
		}
	}
	return isOpen, verdict != Undecided
}

func TestIntervalsDecideAsEveryCompletionDoes(t *testing.T) {
	runs := 5000
	if testing.Short() {
		runs = 1000
	}
	random := rand.New(rand.NewPCG(1, 2))
	opened, decided := 0, 0
	for range runs {
		data := make([]byte, 20+random.IntN(180))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		isOpen, isDecided := checkIntervals(t, data)
		if isOpen {
			opened++
			if isDecided {
				decided++
			}
		}
	}
	t.Logf("%d of %d expressions over open figures were decided", decided, opened)
	if opened < runs/2 || decided < opened/5 || decided > opened*4/5 {
		t.Errorf("the test says little: %d of %d were open, %d of these decided", opened, runs, decided)
	}
}

func FuzzIntervalsDecideAsEveryCompletionDoes(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("some bytes that make choices for an expression"))
	f.Add([]byte(strings.Repeat("\x01\x05\x07\x02", 40)))
	f.Fuzz(func(t *testing.T, data []byte) { checkIntervals(t, data) })
}

// FuzzParseExpect looks for specifications that crash the parser and for errors that are not one
// line.
func FuzzParseExpect(f *testing.F) {
	for _, spec := range []string{"any", "none", "5", "=5", "+5", "-5", "expr:count > 1", `expr:terms["a"] + 1 < files`, "expr:(", "expr:let x = 1; x", "expr:\"\\"} {
		f.Add(spec)
	}
	figures := Figures{
		Count: Bound{3, true},
		Names: map[string]Bound{"files": {1, false}, "top": {0.5, true}},
		Terms: map[string]Bound{"a": {1, true}},
	}
	f.Fuzz(func(t *testing.T, spec string) {
		e, err := ParseExpect(spec, []string{"files", "terms"}, "top")
		if err == nil {
			var reason string
			_, reason, err = e.Judge(figures)
			if strings.ContainsAny(reason, "\n\r") {
				t.Fatalf("%q: reason %q", spec, reason)
			}
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("%q: error %q", spec, err)
		}
	})
}

func TestALongExpressionIsRefused(t *testing.T) {
	source := strings.Repeat("(", maxSource) + "true" + strings.Repeat(")", maxSource)
	if _, err := ParseExpect(exprPrefix+source, nil); err == nil || len(err.Error()) > 200 {
		t.Errorf("%.200v", err)
	}
	source = strings.Repeat("!", maxSource/2) + "(count > 1)"
	if _, err := ParseExpect(exprPrefix+source, nil); err != nil {
		t.Logf("refused: %.100v", err) // by expr's own limit for nodes
	}
}
