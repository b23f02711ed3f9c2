package walk

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func parsed(text string) *patterns {
	p, _ := parseIgnore([]byte(text), nil)
	return p
}

// manyOf parses text as a part of a large file.
func manyOf(text string) *patterns { return parsed(strings.Repeat("#\n", manyBytes) + text) }

// A large ignore file means what its lines mean in a small one.
func TestALargeIgnoreFileDecidesAsASmallOne(t *testing.T) {
	r := &forest{rand.New(rand.NewPCG(7, 7)), t}
	n := 20000
	if testing.Short() {
		n = 3000
	}
	for range n {
		var text strings.Builder
		for range 1 + r.IntN(12) {
			text.WriteString(strings.Repeat("!", r.IntN(8)/7) + strings.Repeat("/", r.IntN(4)/3))
			for range r.IntN(3) {
				text.WriteString(r.component() + "/")
			}
			if r.chance(80) {
				text.WriteString(r.component())
			}
			text.WriteString("\n")
		}
		small, large := under(nil, parsed(text.String()), ""), under(nil, manyOf(text.String()), "")
		for range 20 {
			path := r.pick(oddNames)
			for range r.IntN(3) {
				path += "/" + r.pick(oddNames)
			}
			var a, b ruleMatcher
			dir, name := filepath.Split(path)
			a.enter(rules{git: small}, strings.TrimSuffix(dir, "/"))
			b.enter(rules{git: large}, strings.TrimSuffix(dir, "/"))
			isDir := r.chance(50)
			if x, y := a.rule([]byte(name), isDir), b.rule([]byte(name), isDir); x != y {
				t.Fatalf("%q of %q, folder %v: %+v in a small file, %+v in a large one", path, text.String(), isDir, x, y)
			}
		}
	}
}

// Parsed, an ignore file takes at most four times its size.
func TestALargeIgnoreFileTakesFourTimesItsSize(t *testing.T) {
	for _, line := range []string{"name%06d\n", "dir%06d/x\n", "/dir/name%d\n", "*.e%d\n", "a?%d\n", "n*%d\n", "d/**/a?%d\n", "%x\n", "!%x/\n", "a*%x.o\n", "[a-%x\n"} {
		var text []byte
		for i := 0; len(text) < maxIgnoreFile-40; i++ {
			text = fmt.Appendf(text, line, i)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		begun := time.Now()
		p, err := parseIgnore(text, nil)
		took := time.Since(begun)
		runtime.GC()
		runtime.ReadMemStats(&after)
		share := float64(int64(after.HeapAlloc)-int64(before.HeapAlloc)) / float64(len(text))
		t.Logf("%-14q %.1f times, allocated %.1f times, %v", line, share, float64(after.TotalAlloc-before.TotalAlloc)/float64(len(text)), took)
		if err != nil || share > 4 || p.many == nil {
			t.Errorf("%q: %.1f times its size, %v", line, share, err)
		}
		runtime.KeepAlive(text)
		runtime.KeepAlive(p)
	}
}

// What git reads above the roots and outside the tree is bounded as the ignore files of the tree are, and parsing ends
// with the walk.
func TestIgnoreFilesOutsideTheWalkAreBounded(t *testing.T) {
	for _, name := range []string{".gitignore", ".ignore", ".git/info/exclude", ".git/config"} {
		dir := makeTree(t, ".git/HEAD: 1", "sub/a: 1", ".git/objects/x: 1", ".git/refs/x: 1", ".git/info/x: 1")
		must(t, os.WriteFile(filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o600))
		must(t, os.WriteFile(filepath.Join(dir, name), make([]byte, maxIgnoreFile+1), 0o600))
		if got, l := visited(t, Options{Base: filepath.Join(dir, "sub")}); len(got) != 1 || !strings.Contains(l.String(), name+": larger than 1048576 bytes") {
			t.Errorf("%s: %q, %s", name, got, l.String())
		}
	}
	text := []byte(strings.Repeat("name\n", 100000))
	for calls := range 3 {
		left := calls
		if p, err := parseIgnore(text, func() bool { left--; return left < 0 }); p != nil || err == nil {
			t.Errorf("stopped after %d: %v, %v", calls, p, err)
		}
	}
}
