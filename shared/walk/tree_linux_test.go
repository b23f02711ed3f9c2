package walk

import (
	"errors"
	"io"
	"testing"

	"golang.org/x/sys/unix"
)

// TestAShortReadBetweenPagesIsNotTheEnd reads a pipe. Like a file with an unreadable page, it first
// returns what comes before.
func TestAShortReadBetweenPagesIsNotTheEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bytes int
		ended bool
	}{{leastPage, false}, {3 * leastPage, false}, {leastPage - 1, true}, {leastPage + 1, true}} {
		var ends [2]int
		must(t, unix.Pipe2(ends[:], unix.O_CLOEXEC))
		_, err := unix.Write(ends[1], make([]byte, c.bytes))
		must(t, err)
		f := sysFile{fd: ends[0], raw: true}
		n, err := f.read(make([]byte, 256<<10))
		if n != c.bytes || errors.Is(err, io.EOF) != c.ended {
			t.Errorf("%d bytes, %v; of %d want the end: %v", n, err, c.bytes, c.ended)
		}
		must(t, unix.Close(ends[1]))
		if n, err := f.read(make([]byte, 10)); n != 0 || !errors.Is(err, io.EOF) {
			t.Errorf("at the end: %d, %v", n, err)
		}
		must(t, f.close())
	}
}
