package frequency

import (
	"math"
	"testing"
)

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

func TestAByteHoldsLessWhereItIsExpected(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ expected, other string }{
		{"qu", "xu"}, {"ng", "ag"}, {"ck", "ak"}, {"_t", "Zt"}, {"};", "a;"}, {"  ", "q "},
	} {
		likely, other := Following(c.expected[0], c.expected[1]), Following(c.other[0], c.other[1])
		if likely >= other {
			t.Errorf("%q has %d, %q has %d", c.expected, likely, c.other, other)
		}
	}
	for a := range 256 {
		share := 0.0
		for b := byte(' '); b <= '~'; b++ {
			if bits := Following(byte(a), b); bits < 0 {
				t.Fatalf("%q %q: %d", byte(a), b, bits)
			}
			share += math.Exp2(-float64(Following(byte(a), b)) / unit)
		}
		if share > 1.2 {
			t.Errorf("what follows %q is %.2f of all", byte(a), share)
		}
	}
	if got := Following('a', 0xff); got != Bits(0xff) {
		t.Errorf("a byte beyond ASCII: %d, want %d", got, Bits(0xff))
	}
}
