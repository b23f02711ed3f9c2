package lazy

import (
	"sync"
	"testing"
)

var made int

var (
	number = Value[int]{Make: func() int { made++; return made }}
	word   = Regexp(`^\w+$`)
	broken = Regexp(`(`)
)

func TestValuesAreMadeOnce(t *testing.T) {
	if made != 0 {
		t.Fatal("made before it was used")
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if n := number.Get(); n != 1 {
				t.Errorf("made %d times", n)
			}
			if first := word.Get(); !first.MatchString("a") || word.Get() != first {
				t.Error("not one expression")
			}
		})
	}
	all.Wait()
}

func TestABrokenExpressionPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	broken.Get()
}
