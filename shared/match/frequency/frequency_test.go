package frequency

import "testing"

func TestRareBytesHoldMoreInformation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ common, rare byte }{{' ', 'e'}, {'e', 'k'}, {'t', 'q'}, {'a', 'Z'}, {'z', 0}, {'E', 0x80}} {
		if Bits(c.common) >= Bits(c.rare) {
			t.Errorf("%q has %d, %q has %d", c.common, Bits(c.common), c.rare, Bits(c.rare))
		}
	}
}

func TestASetIsAsFrequentAsItsBytesTogether(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set      string
		from, to int
	}{
		{"q", Bits('q'), Bits('q')},
		{"qQ", Bits('q') - 8, Bits('q') - 1},
		{"qqqq", Bits('q') - 16, Bits('q') - 16},
		{" \n", Bits(' ') - 8, Bits(' ') - 1},
		{"", rarest, rarest},
	} {
		if got := Expected([]byte(c.set)...); got < c.from || got > c.to {
			t.Errorf("%q: %d, want %d to %d", c.set, got, c.from, c.to)
		}
	}
	var all []byte
	for c := range 256 {
		all = append(all, byte(c))
	}
	if got := Expected(all...); got > 2 {
		t.Errorf("any byte: %d, want about 0", got)
	}
}
