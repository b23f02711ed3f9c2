package scan_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ct-tools/ct/shared/scan"
)

func TestTextIsGivenAsUTF8(t *testing.T) {
	long := strings.Repeat("naïve 界\n", 20_000)
	var wide strings.Builder
	wide.WriteString("\xff\xfe")
	for _, r := range long {
		wide.WriteByte(byte(r))
		wide.WriteByte(byte(r >> 8))
	}
	var reader scan.Text
	for _, test := range []struct {
		name, file, want string
		text             bool
	}{
		{"empty", "", "", true},
		{"plain", "a\nb", "a\nb", true},
		{"a byte order mark", "\ufeffa", "a", true},
		{"UTF-16", wide.String(), long, true},
		{"long", long, long, true},
		{"a NUL", "a\x00b", "", false},
		{"Latin-1", "caf\xe9 noir", "caf\xe9 noir", true},
		{"invalid after the head", strings.Repeat("a", 9000) + "\xff", strings.Repeat("a", 9000) + "\xff", true},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.file), iotest.OneByteReader(strings.NewReader(test.file)), iotest.DataErrReader(strings.NewReader(test.file))} {
			buf := make([]byte, 16<<10)
			n, text, err := reader.Open(r, buf)
			var all []byte
			for all = append(all, buf[:n]...); err == nil; {
				n, err = reader.Fill(buf)
				all = append(all, buf[:n]...)
			}
			reader.Close()
			if text != test.text || !errors.Is(err, io.EOF) || text && string(all) != test.want {
				t.Errorf("%s: text %v, %d bytes, %v", test.name, text, len(all), err)
			}
		}
	}
}
