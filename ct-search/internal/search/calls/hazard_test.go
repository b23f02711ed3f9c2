package calls

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestClassesThatAnswerAnyMethodAreNoted(t *testing.T) {
	const head = "class M(type): pass\nclass P(Q, metaclass=M):\n    def __getattr__(self, name): pass\nclass A(metaclass=ABCMeta): pass\n"
	for text, noted := range map[string]bool{
		head + "    def ff(self): pass\n":           true,
		head + "def ff(): pass\ndef g(p): p.ff()\n": true,
		head + "def ff(): pass\nff()\n":             false,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		found := search(t, "ff", dir)
		var kinds []string
		for _, h := range found.hazardFindings() {
			kinds = append(kinds, strings.ReplaceAll(h.Message, dir+"/", ""))
		}
		want := []string{
			"reflection: a class in these files answers names that it does not define: a.py:3 P.__getattr__",
			"metaprogramming: a metaclass may answer for a class in these files: a.py:2 P by M",
		}
		for _, w := range want {
			if slices.Contains(kinds, w) != noted {
				t.Errorf("%q: %q, noted %q", text, w, kinds)
			}
		}
	}
}
