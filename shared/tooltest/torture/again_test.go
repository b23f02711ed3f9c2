//go:build linux

package torture

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestEachReadFails lets each read of a file that is read twice fail for good: the first time it is searched, then shown.
func TestEachReadFails(t *testing.T) {
	s := prepare(t)
	text := strings.Repeat("filler\n", 1<<16) + needle + "\n"
	k := &node{name: "a.txt", kind: 'f', mode: 0o644, text: []byte(text), hits: 1, lines: 1}
	tr := &tree{dir: tooltest.Tree(t, map[string]string{"a.txt": text}), root: &node{kind: 'd', kids: []*node{k}}}
	struck := int64(0)
	for from := range 10 {
		a := &attack{refusal: &refusal{Call: "read", Errno: unix.EIO, Path: "a.txt", From: from, Times: 1 << 30}, launch: launch{Refuse: refusable["read"]}}
		holds := true
		c := &call{tool: "ct-search", args: []string{"--expect==1", "--json", needle}, json: true, holds: &holds, want: map[string]int{"summary.total_matches": 1}, ledger: "ledger"}
		o := s.run(t, c, a, tr)
		for _, p := range c.judge(tr, a, &o) {
			t.Errorf("%v: %s: %s\n%s%s", a, titles[p.kind], p.what, o.stdout, o.stderr)
		}
		struck += min(a.refusal.failed.Load(), 1)
	}
	if struck < 3 { // two reads search it, one shows it
		t.Errorf("only %d runs failed", struck)
	}
}
