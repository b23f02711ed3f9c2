package position

import (
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	there := map[string]bool{"odd:12": true, "a": true}
	exists := func(name string) bool { return there[name] }
	for text, want := range map[string]string{
		"a.go:12": "a.go 12 0 0", "a.go:12:": "a.go 12 0 0", "a.go:12:3": "a.go 12 0 3", "a.go:12:3:": "a.go 12 0 3", "a.go:3-9": "a.go 3 9 0", "b:a.go:7": "b:a.go 7 0 0", "C:/x/a.go:7:1": "C:/x/a.go 7 0 1",
		"odd:12": "", "odd:12:3": "odd:12 3 0 0", "odd:12:3:4": "odd:12 3 0 4", "a:12:3": "a 12 0 3", "a:3-3": "a 3 3 0",
		"": "", "a.go": "", ":12": "", "a.go:": "", "a.go:0": "", "a.go:-1": "", "a.go:+1": "", "a.go:9-3": "", "a.go:1-": "", "a.go:f": "", "a.go:99999999999999999999": "", "a.go:0:3": "a.go:0 3 0 0",
	} {
		p, ok := Parse(text, exists)
		got := fmt.Sprintf("%s %d %d %d", p.File, p.Line, p.Last, p.Column)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzParse checks that a position is written again as it was read.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"a.go:12:3", "a.go:1-2", "a:b:c:1", ":", "a:07", "\xff:1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, ok := Parse(text, nil)
		if !ok {
			return
		}
		if p.File == "" || p.Line < 1 || p.Column < 0 || p.Last != 0 && p.Last < p.Line || p.Last > 0 && p.Column > 0 || !strings.HasPrefix(text, p.File+":") {
			t.Fatalf("%q: %+v", text, p)
		}
		again := fmt.Sprintf("%s:%d", p.File, p.Line)
		switch {
		case p.Last > 0:
			again += fmt.Sprintf("-%d", p.Last)
		case p.Column > 0:
			again += fmt.Sprintf(":%d", p.Column)
		}
		if q, ok := Parse(again, nil); !ok || q != p {
			t.Errorf("%q: %+v, and %q: %+v %v", text, p, again, q, ok)
		}
	})
}
