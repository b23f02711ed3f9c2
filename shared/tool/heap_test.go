package tool

import (
	"runtime/debug"
	"testing"
)

func TestLimitHeap(t *testing.T) {
	t.Setenv("GOMEMLIMIT", "")
	usual := debug.SetMemoryLimit(-1)
	is := func(when string, want int64) {
		t.Helper()
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("%s: %d, want %d", when, got, want)
		}
	}
	first := LimitHeap(100 << 20)
	is("one", 100<<20)
	second, third := LimitHeap(300<<20), LimitHeap(100<<20)
	is("three", 300<<20)
	first()
	second() // in another order than they were set
	is("one again", 100<<20)
	third()
	is("none", usual)
	t.Setenv("GOMEMLIMIT", "1GiB")
	defer LimitHeap(1 << 20)()
	is("overridden", usual)
}
