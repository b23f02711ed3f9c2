package python

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// seenCase is a source and what the scanner sees in it: every word as
// word:kind, with @ and the definition around it unless that is the module.
type seenCase struct{ name, src, want string }

func holdSeen(t *testing.T, cases []seenCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, want := seen(c.src), strings.Join(strings.Fields(c.want), " ")
			if got != want {
				t.Errorf("%s\ngot  %s\nwant %s", c.src, got, want)
			}
			sourcetest.Hold(t, Scan, []byte(c.src))
		})
	}
}

// seen prints what the scanner sees of src on one line.
func seen(src string) string {
	var out []string
	for line := range strings.Lines(sourcetest.Show(Scan, src)) {
		fields := strings.Fields(line)
		word, kind, enclosing := fields[1:len(fields)-2], fields[len(fields)-2], fields[len(fields)-1]
		item := strings.Join(word, " ") + ":" + strings.TrimSuffix(kind, "_match")
		if enclosing != "<module>" {
			item += "@" + enclosing
		}
		out = append(out, item)
	}
	return strings.Join(out, " ")
}
