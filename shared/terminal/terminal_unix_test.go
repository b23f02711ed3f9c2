//go:build unix

package terminal

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/creack/pty"
)

// open returns a terminal with the given number of columns.
func open(t *testing.T, columns uint16) *os.File {
	t.Helper()
	master, f, err := pty.Open()
	if err != nil {
		t.Skip("skipped: no pseudo-terminal: " + err.Error())
	}
	t.Cleanup(func() { _, _ = master.Close(), f.Close() })
	if err := pty.Setsize(f, &pty.Winsize{Cols: columns, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	return f
}

func plain(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestWidthOfATerminal(t *testing.T) {
	t.Setenv("COLUMNS", "33")
	if n, ok := Width(plain(t)); ok {
		t.Errorf("a file is a terminal of %d columns", n)
	}
	for _, c := range []struct {
		columns uint16
		env     string
		width   int
		help    int
	}{
		{80, "33", 80, 80}, {20, "", 20, 40}, {300, "", 300, 100}, {0, "33", 33, 40}, {0, "", 80, 80}, {0, "-1", 80, 80},
	} {
		t.Setenv("COLUMNS", c.env)
		f := open(t, c.columns)
		if n, ok := Width(f); n != c.width || !ok {
			t.Errorf("a terminal of %d columns, COLUMNS %q, has %d, %v; want %d", c.columns, c.env, n, ok, c.width)
		}
		if n := Columns(f); n != c.help {
			t.Errorf("on a terminal of %d columns, COLUMNS %q, help has %d; want %d", c.columns, c.env, n, c.help)
		}
	}
	if n := Columns(plain(t)); n != 100 {
		t.Errorf("in a file help has %d columns", n)
	}
}

func TestColours(t *testing.T) {
	terminal, file := open(t, 80), plain(t)
	for _, c := range []struct {
		when    When
		f       *os.File
		term    string
		noColor string
		want    bool
	}{
		{Auto, terminal, "xterm", "", true},
		{"", terminal, "xterm", "", true},
		{Auto, terminal, "xterm", "1", false},
		{Auto, terminal, "dumb", "", false},
		{Auto, terminal, "", "", false},
		{Auto, file, "xterm", "", false},
		{Always, file, "dumb", "1", true},
		{Never, terminal, "xterm", "", false},
	} {
		t.Setenv("TERM", c.term)
		t.Setenv("NO_COLOR", c.noColor)
		if got := c.when.Colours(c.f); got != c.want {
			t.Errorf("%q, terminal %v, TERM %q, NO_COLOR %q: %v", c.when, c.f == terminal, c.term, c.noColor, got)
		}
	}
}
