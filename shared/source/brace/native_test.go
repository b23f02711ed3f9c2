package brace

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

var nativeScanners = map[string]source.Scanner{"c": C, "cpp": CPP, "rust": Rust}

// nativeCase is source with what a scanner says of it.
type nativeCase struct{ name, src, words, declarations string }

func showNative(t *testing.T, scanner source.Scanner, cases []nativeCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			src := strings.TrimPrefix(c.src, "\n")
			if got, want := sourcetest.Show(scanner, src), strings.TrimPrefix(c.words, "\n"); got != want {
				t.Errorf("%s\nsays\n%s\nnot\n%s", src, got, want)
			}
			if got, want := sourcetest.Declarations(scanner, src), strings.TrimPrefix(c.declarations, "\n"); got != want {
				t.Errorf("%s\ndeclares\n%s\nnot\n%s", src, got, want)
			}
			sourcetest.Hold(t, scanner, []byte(src))
		})
	}
}

// Each megabyte of the same few bytes is read in a time that grows with its
// length alone: the bound leaves room for a slow machine.
func TestNativeRunsThroughHostileInput(t *testing.T) {
	sourcetest.Alone(t)
	parts := []string{
		"(", "[", "{", ")", "}", "<", ">", "a<", "a<b ", "\"", "'", "/*", "//", "\\", "\\\n", "#", "#if\n", "#else\n", "#if 0\n", "#define a(\n", "#define a \\\n",
		"(*", "::", "a(", "a::", "a.", "template<", "operator", "struct ", "struct a{", "enum{", "class a:", "fn a(", "fn a(){", "impl a{", "|", "||", "|a|", "match a{", "use a::{",
		"r#\"", "R\"(", "$(", "=>", "a!(", "a!{", "macro_rules! a {(", "mod a{", "namespace a{", "[&", "[&](){", "let a=|", "x = ", "a,", "<a", "a;", "static int a(b) int c;", "([", "{(", "#[",
		"/// a\n", "int a\n", "typedef struct a {", "if (", "for (", "\x00", "é",
	}
	for name, scanner := range nativeScanners {
		for _, part := range parts {
			src := []byte(strings.Repeat(part, 1<<20/len(part)))
			begin := time.Now()
			source.Scan(scanner, src, source.Want{Places: []source.Span{{Start: len(src) - 2, End: len(src)}}})
			if took := time.Since(begin); took > 20*time.Second {
				t.Errorf("%s: a megabyte of %q took %v", name, part, took)
			}
		}
	}
}

// What holds of any input holds of real files, whole and cut off anywhere.
func TestNativeHoldsOnCorpora(t *testing.T) {
	sourcetest.Alone(t)
	for name, files := range map[string][]string{
		"c": corpus(t, "linux-source-6.1", 900, ".c", ".h"), "cpp": corpus(t, "cpp", 500, ".hpp", ".h", ".cc"), "rust": corpus(t, "rust", 30, ".rs"),
	} {
		for i, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sourcetest.Hold(t, nativeScanners[name], src)
			sourcetest.Hold(t, nativeScanners[name], src[:len(src)*(i%7+1)/8])
		}
	}
}

func benchmarkNative(b *testing.B, scanner source.Scanner, files []string) {
	b.Helper()
	var all [][]byte
	var places [][]source.Span
	size := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		all, size = append(all, src), size+len(src)
		words := source.Scan(scanner, src, source.Want{Words: true}).Occurrences
		var some []source.Span
		for i := 0; i < len(words); i += 50 {
			some = append(some, words[i].Place)
		}
		places = append(places, some)
	}
	for name, want := range map[string]source.Want{"few": {}, "words": {Words: true}, "all": {Words: true, Bindings: true}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for i, src := range all {
					if name == "few" {
						want.Places = places[i]
					}
					source.Scan(scanner, src, want)
				}
			}
		})
	}
}

func BenchmarkC(b *testing.B) {
	benchmarkNative(b, C, corpus(b, "linux-source-6.1", 64, ".c"))
}

func BenchmarkCPP(b *testing.B) {
	benchmarkNative(b, CPP, corpus(b, "cpp", 10, ".hpp", ".cc", ".h"))
}

func BenchmarkRust(b *testing.B) {
	benchmarkNative(b, Rust, corpus(b, "rust", 3, ".rs"))
}

func fuzzNative(f *testing.F, scanner source.Scanner, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			t.Skip("too long to look at")
		}
		sourcetest.Hold(t, scanner, bytes.Clone(src))
	})
}

func FuzzC(f *testing.F)    { fuzzNative(f, C, cSeed, preprocessorSeed) }
func FuzzCPP(f *testing.F)  { fuzzNative(f, CPP, cSeed, cppSeed, preprocessorSeed) }
func FuzzRust(f *testing.F) { fuzzNative(f, Rust, rustSeed) }
