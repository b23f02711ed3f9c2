package terminal

import "testing"

func TestPaint(t *testing.T) {
	line := func(p Paint) string {
		return string(p.Match(append(p.Number(append(p.Path(nil, "a/b"), ':'), 12), ": "...), "hit")) + string(p.Match(nil, ""))
	}
	if got := line(false); got != "a/b:12: hit" {
		t.Errorf("unpainted: %q", got)
	}
	if got, want := line(true), "\x1b[0m\x1b[35ma/b\x1b[0m:\x1b[0m\x1b[32m12\x1b[0m: \x1b[0m\x1b[1m\x1b[31mhit\x1b[0m"; got != want {
		t.Errorf("painted: %q, want %q", got, want)
	}
}
