package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow"
	"github.com/ct-tools/ct/ct-search/internal/parts"
	"github.com/ct-tools/ct/shared/tooltest"
)

// ofGo are checks of Go's source.
const ofGo = `
[[check]]
name = "calls"
run = ["calls", "NewReader", "-t", "go"]
expect = "none"
[[check]]
name = "lines"
run = "search --grep ErrUnexpectedEOF -t go"
expect = "none"
[[check]]
name = "counts"
run = "search --regex -c -e 'func \\w+Error' -t go"
expect = "-5"
[[check]]
name = "names"
run = "search --name '*_test.go' --size +20k"
expect = "=3"
[[check]]
name = "entities"
run = "search --entity interface --public --where 'doc == \"\"'"
expect = "none"
[[check]]
name = "query"
run = "search ErrShortWrite -t go"
expect = "any"
[[check]]
name = "terms"
run = "survey --term Reader --term Writer -t go"
expect = "expr:terms[\"Reader\"] > terms[\"Writer\"]"
[[check]]
name = "nothing"
run = "search --grep nosuchtext -t go"
expect = "none"
[[check]]
name = "wrong"
run = "search --regex 'a(' -t go"
expect = "none"
`

// A verdict on a check, as a report has it.
type judgedCheck struct {
	Name, Verdict, Reason string
	Count                 *int64
	Places                []struct {
		Path string
		Line int
	}
}

// judged runs checks and returns their verdicts by name.
func judged(t *testing.T, dir, program string, args ...string) map[string]judgedCheck {
	t.Helper()
	text, exit := said(t, dir, program, args...)
	var report struct{ Checks []judgedCheck }
	if err := json.Unmarshal([]byte(text), &report); err != nil || exit != 1 {
		t.Fatalf("%s %q: exit %d, %v: %.300s", program, args, exit, err, text)
	}
	all := map[string]judgedCheck{}
	for _, c := range report.Checks {
		slices.SortFunc(c.Places, func(a, b struct {
			Path string
			Line int
		}) int {
			return strings.Compare(a.Path, b.Path)*1000 + a.Line - b.Line
		})
		all[c.Name] = c
	}
	return all
}

// The verdicts on the checks of a folder and of its shards are the same, by the loop and by Prism.
func TestChecksAreThoseOfOneTree(t *testing.T) {
	copies, shards := cut(t, 40)
	p := built(t)
	bin := tooltest.Bin(t, "ct", "ct-search", "ct-survey")
	file := filepath.Join(copies, "ct.checks.toml")
	if err := os.WriteFile(file, []byte(ofGo), 0o644); err != nil {
		t.Fatal(err)
	}
	want := judged(t, copies, filepath.Join(bin, "ct"), "check", "--json")
	for _, runner := range [][]string{nil, {"--runner=prism"}, {"--workers=7"}} {
		got := judged(t, copies, p.fleet, append([]string{"check", "--shards=" + shards, "--json"}, runner...)...)
		for name, w := range want {
			g := got[name]
			if g.Verdict != w.Verdict || g.Reason != w.Reason || !reflect.DeepEqual(g.Count, w.Count) {
				t.Errorf("%q by %q: %s, %s; one tree: %s, %s", name, runner, g.Verdict, g.Reason, w.Verdict, w.Reason)
			}
			if name == "names" && !reflect.DeepEqual(g.Places, w.Places) || (len(g.Places) == 0) != (len(w.Places) == 0) {
				t.Errorf("%q by %q: at %v; one tree: %v", name, runner, g.Places, w.Places)
			}
		}
	}
}

// A deadline that comes while one question is asked is not that of those before.
func TestADeadlineAmongSeveral(t *testing.T) {
	l := several{make([]engine, 3)}.none()
	ended, cancel := context.WithCancel(context.Background())
	l[0].add(ended, 4, &parts.Part{Trees: 1}, nil)
	cancel()
	l[1].add(ended, 4, &parts.Part{Trees: 1}, nil)
	l[2].add(ended, 4, nil, context.Canceled)
	for i, want := range []struct{ seen, cut, lost, reasons, trees int64 }{{1, 0, 0, 0, 1}, {1, 1, 0, 1, 1}, {1, 0, 1, 1, 0}} {
		s := l[i].shards
		if got := [5]int64{s.Seen.Len(), s.Cut.Len(), s.Lost.Len(), int64(len(s.Reasons)), l[i].found.Trees}; got != [5]int64{want.seen, want.cut, want.lost, want.reasons, want.trees} {
			t.Errorf("question %d: %v, want %v", i, got, want)
		}
	}
}

// The outcomes of several questions are the same however they are merged, and each question has its own.
func TestSeveral(t *testing.T) {
	x := several{make([]engine, 3)}
	r := rand.New(rand.NewPCG(5, 6))
	make1 := func(n int64) []byte {
		l := x.none()
		l[0].add(context.Background(), n, &parts.Part{Trees: 1}, nil)
		l[1].add(context.Background(), n, nil, os.ErrPermission)
		l[2].add(context.Background(), n, nil, &flow.QuestionError{Err: os.ErrInvalid})
		b, err := l.encode()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var want []byte
	for range 20 {
		list := [][]byte{}
		for n := range int64(9) {
			list = append(list, make1(n))
		}
		for len(list) > 1 {
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			both, err := x.Merge(list[0], list[1])
			if err != nil {
				t.Fatal(err)
			}
			list = append(list[2:], both)
		}
		if want == nil {
			want = list[0]
		}
		if !bytes.Equal(list[0], want) {
			t.Fatalf("%q, want %q", list[0], want)
		}
	}
	l, err := x.decode(want)
	if err != nil {
		t.Fatal(err)
	}
	if l[0].shards.Seen.Len() != 9 || l[0].shards.Lost.Len() != 0 || l[0].found.Trees != 9 || l[0].fault != "" {
		t.Errorf("%+v", l[0])
	}
	if l[1].shards.Lost.Len() != 9 || l[1].shards.Reasons[0].Code != "denied" || l[1].found.Trees != 0 {
		t.Errorf("%+v", l[1])
	}
	if l[2].fault != os.ErrInvalid.Error() || l[2].shards.Seen.Len() != 0 {
		t.Errorf("%+v", l[2])
	}
}
