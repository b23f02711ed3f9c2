package brace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// memberScanners are those of the languages whose code stands in members.
var memberScanners = map[string]source.Scanner{"java": Java, "csharp": CSharp, "php": PHP, "kotlin": Kotlin, "swift": Swift}

func fuzzScanner(f *testing.F, scanner source.Scanner, seeds ...string) {
	f.Helper()
	for _, seed := range seeds {
		f.Add([]byte(seed))
		for i := 1; i < 4; i++ {
			f.Add([]byte(seed[:len(seed)*i/4]))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) { sourcetest.Hold(t, scanner, src) })
}

// benchScanner measures a scanner over its corpus, with every 50th word asked
// and with all.
func benchScanner(b *testing.B, language, ending string, scanner source.Scanner) {
	b.Helper()
	files := corpusOf(language, ending, 8<<20)
	if len(files) == 0 {
		b.Skip("skipped: no corpus " + language + " in CT_CORPORA")
	}
	size := 0
	wants := make([]source.Want, len(files))
	for i, src := range files {
		size += len(src)
		for n, o := range source.Scan(scanner, src, source.Want{Words: true}).Occurrences {
			if n%50 == 0 {
				wants[i].Places = append(wants[i].Places, o.Place)
			}
		}
	}
	run := func(name string, want func(i int) source.Want) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for i, src := range files {
					source.Scan(scanner, src, want(i))
				}
			}
		})
	}
	run("few", func(i int) source.Want { return wants[i] })
	run("words", func(int) source.Want { return source.Want{Words: true} })
}

// corpusOf reads files of a corpus up to a size in all.
func corpusOf(language, ending string, limit int) [][]byte {
	root := os.Getenv("CT_CORPORA")
	if root == "" {
		return nil
	}
	var files [][]byte
	for _, path := range (truth{endings: []string{ending}}).corpus(filepath.Join(root, language)) {
		src, err := os.ReadFile(path)
		if err != nil || limit < 0 {
			break
		}
		limit -= len(src)
		files = append(files, src)
	}
	return files
}

// Half a megabyte of anything is read in time that its length bounds.
func TestMembersReadHostileBytesInLinearTime(t *testing.T) {
	sourcetest.Alone(t)
	t.Parallel()
	pieces := []string{
		"(", "[", "{", "<", ")", "]", "}", ">", `"`, "'", "`", "/*", "\\", "a<", "a<b,", "$", "${", `"${`, `\(`, `"\(`, "#", "@", "@a(", "a(", "a{", "new ",
		"class a{", "class a ", "fun ", "func a(", "{a,", "{ a in ", "<<<A\n", "case ", "?>", "<?", "#[", "a.", "a b ", "a b(", "(a)", "if ", ": ", "->", "=>",
		"enum a{a(", "->a{", "\n", " ", "a\n", "@a ", "=", "x=", "??", "a?b:", "*/", "//", "\"\"\"", "$\"{", "[a]", "import a.", "use a\\", "using ",
	}
	for language, scanner := range memberScanners {
		prefix := ""
		if language == "php" {
			prefix = "<?php "
		}
		for _, piece := range pieces {
			src := []byte(prefix + strings.Repeat(piece, (1<<19)/len(piece)))
			start := time.Now()
			source.Scan(scanner, src, source.Want{Words: true, Bindings: true})
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%s: half a megabyte of %q takes %v", language, piece, took)
			} else if os.Getenv("CT_ACCURACY") != "" && took > 500*time.Millisecond {
				t.Logf("%s: %q %v", language, piece, took)
			}
		}
	}
}

func TestMembersHoldOverTheirSamples(t *testing.T) {
	t.Parallel()
	samples := map[string]string{"java": javaSample, "csharp": csharpSample, "php": phpSample, "kotlin": kotlinSample, "swift": swiftSample}
	for language, scanner := range memberScanners {
		sample := samples[language]
		for cut := range len(sample) {
			sourcetest.Hold(t, scanner, []byte(sample[:cut]))
		}
	}
}

// shown compares what a scanner shows of src with the lines of want.
func shown(t *testing.T, scanner source.Scanner, src, want string) {
	t.Helper()
	got := strings.TrimSpace(sourcetest.Show(scanner, src))
	if want = strings.TrimSpace(want); got != want {
		t.Errorf("of\n%s\nis shown\n%s\nwant\n%s%s", src, got, want, firstDifference(got, want))
	}
	sourcetest.Hold(t, scanner, []byte(src))
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("\nfirst: %s, want %s", g[i], w[i])
		}
	}
	return ""
}

// declared compares the declarations of src with the lines of want.
func declared(t *testing.T, scanner source.Scanner, src, want string) {
	t.Helper()
	got := strings.TrimSpace(sourcetest.Declarations(scanner, src))
	if want = strings.TrimSpace(want); got != want {
		t.Errorf("of\n%s\nare declared\n%s\nwant\n%s%s", src, got, want, firstDifference(got, want))
	}
}
