package truth

import (
	"os"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cfamily"
	"github.com/ct-tools/ct/shared/source/rust"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

var nativeScanners = map[string]source.Scanner{"c": cfamily.C, "cpp": cfamily.CPP, "rust": rust.Scan}

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
	benchmarkNative(b, cfamily.C, corpus(b, "linux-source-6.1", 64, ".c"))
}

func BenchmarkCPP(b *testing.B) {
	benchmarkNative(b, cfamily.CPP, corpus(b, "cpp", 10, ".hpp", ".cc", ".h"))
}

func BenchmarkRust(b *testing.B) {
	benchmarkNative(b, rust.Scan, corpus(b, "rust", 3, ".rs"))
}
