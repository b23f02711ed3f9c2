package child

import (
	"os"
	"strings"
	"testing"
)

func TestStatOfThisProcessIsRead(t *testing.T) {
	e, ok := readEntry(os.Getpid())
	if !ok || e.pid != os.Getpid() || e.parent != os.Getppid() || e.started == 0 || e.state == 0 {
		t.Errorf("%+v, %v", e, ok)
	}
}

func FuzzStatIsReadWhateverTheProgramsName(f *testing.F) {
	rest := " S 1 2 3 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 777 1 1"
	f.Add("a) S 9 9 9", rest)
	f.Add("((", "")
	f.Fuzz(func(t *testing.T, name, after string) {
		_, _ = parseStat([]byte(name + after))
		if e, ok := parseStat([]byte("5 (" + name + ")" + rest)); !ok || e != (entry{5, 1, 3, 777, 'S'}) {
			t.Errorf("%q: %+v, %v", name, e, ok)
		}
		if e, ok := parseStat([]byte("5 (" + name + ")" + strings.Repeat(")", len(after)) + after)); ok && e.pid != 5 {
			t.Errorf("%q: %+v", after, e)
		}
	})
}
