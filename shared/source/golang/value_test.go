package golang_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/golang"
)

// receivers returns for each call of f in a Go file its scope or what it is called on.
func receivers(text string) []string {
	src := []byte(text)
	seen := source.Scan(golang.Scan, src, source.Want{Words: true, Calls: true})
	var all []string
	for i := range seen.Occurrences {
		o := &seen.Occurrences[i]
		if o.Kind != source.Callsite || o.Word.Of(src) != "f" {
			continue
		}
		c := &seen.Calls[o.Of]
		all = append(all, fmt.Sprintf("%d%d %s%s", c.Scope, c.Receiver.Root, c.Receiver.Name, strings.Join(c.Receiver.Steps, "")))
	}
	return all
}

// TestCallsSayWhatTheyAreCalledOn checks that a receiver is followed through the names of functions, and no further,
// and that a name is one of the package or of a function.
func TestCallsSayWhatTheyAreCalledOn(t *testing.T) {
	t.Parallel()
	const text = `package a

import "net"

var v = 1

func (r *T[K]) m(p net.Conn, k K, more ...int) (out []T) {
	f(1)
	r.f()
	p.f()
	k.f()
	v.f()
	net.f()
	net.V.f()
	net.F().x.f()
	out[0].f()
	x, y := r.g(2)
	x.f()
	y.f()
	for i, e := range out { e.f(); i.f() }
	(&T{}).f()
	new(T).f()
	func() { z := p.(*T); z.f() }()
	f := 1
	f(2)
	g(1)[2].f()
	var w = x.y
	w.f()
}
`
	want := []string{
		"20 ", "04 *T[K]", "04 net.Conn", "04 K", "02 v", "02 net", "02 net.V", "02 net.F().x", "04 []T[]", "04 *T[K].g()", "04 *T[K].g()#1",
		"04 []T[]", "01 ", "04 T", "04 T", "04 *T", "10 ", "02 g()[]", "04 *T[K].g().y",
	}
	if got := receivers(text); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	broken := text + "\nfunc (\n"
	if got := receivers(broken); !slices.Equal(got, want) {
		t.Errorf("read by tokens\ngot  %q\nwant %q", got, want)
	}
}
