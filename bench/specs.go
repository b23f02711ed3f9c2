package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// specTrees are folders of specs of two sizes: that of a project, and larger than any real one.
type specTrees struct{ project, large string }

// temporarySpecs creates both in a folder that remove deletes.
func temporarySpecs() (s specTrees, remove func(), err error) {
	dir, err := os.MkdirTemp("", "ct-bench-specs-")
	if err != nil {
		return s, func() {}, err
	}
	s, err = writeSpecs(dir)
	return s, func() { _ = os.RemoveAll(dir) }, err
}

// writeSpecs creates both below dir: 215 nodes with 165,000 words, 10,000 with 6 MB, of the same random text.
func writeSpecs(dir string) (specTrees, error) {
	s := specTrees{filepath.Join(dir, "project"), filepath.Join(dir, "large")}
	for _, t := range []struct {
		dir          string
		nodes, words int
	}{{s.project, 215, 765}, {s.large, 10_000, 78}} {
		random := rand.New(rand.NewPCG(1, 2)) // must be reproducible, not secret
		zipf := rand.NewZipf(random, 1.1, 4, 30_000)
		for i := range t.nodes {
			name := filepath.Join(t.dir, "specs", fmt.Sprintf("area%02d", i%100), fmt.Sprintf("node%05d.md", i))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				return s, err
			}
			if err := os.WriteFile(name, []byte(specText(i, t.words, zipf)), 0o644); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// specText returns a node with about the given number of words.
func specText(number, words int, zipf *rand.Zipf) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: Node %d %s\ndesc: %s %s\n---\n# Heading\n", number, specWord(zipf), specWord(zipf), specWord(zipf))
	for i := range words {
		switch {
		case i%200 == 199:
			b.WriteString("\n\n## ")
		case i%40 == 39:
			b.WriteString(".\n\n")
		case i%12 == 11:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		b.WriteString(specWord(zipf))
	}
	b.WriteByte('\n')
	return b.String()
}

// specWord returns a word of syllables; shorter words are more frequent.
func specWord(zipf *rand.Zipf) string {
	const syllables = "ratelimitokensearchindexmergepathunitquerycachenodeflowstatecheck"
	var b strings.Builder
	for n := zipf.Uint64() + 1; n > 0; n /= 31 {
		at := int(n % 31 * 2)
		b.WriteString(syllables[at : at+3])
	}
	return b.String()
}
