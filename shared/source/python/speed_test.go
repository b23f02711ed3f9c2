package python

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// BenchmarkScan scans the standard library of python3, for few places of each
// file, for its definitions, and for every word.
func BenchmarkScan(b *testing.B) {
	dir, err := exec.Command("python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output()
	if err != nil {
		b.Skip("skipped: no python3")
	}
	var corpus [][]byte
	var places [][]source.Span
	size := int64(0)
	for _, path := range libraryFiles(strings.TrimSpace(string(dir))) {
		src, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		corpus = append(corpus, src)
		size += int64(len(src))
		var some []source.Span
		for i, o := range source.Scan(Scan, src, source.Want{Words: true}).Occurrences {
			if i%50 == 0 {
				some = append(some, o.Place)
			}
		}
		places = append(places, some)
	}
	run := func(name string, want func(i int) source.Want) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for i, src := range corpus {
					source.Scan(Scan, src, want(i))
				}
			}
		})
	}
	run("places", func(i int) source.Want { return source.Want{Places: places[i]} })
	run("declarations", func(int) source.Want { return source.Want{Declarations: true} })
	run("bindings", func(int) source.Want { return source.Want{Bindings: true} })
	run("words", func(int) source.Want { return source.Want{Words: true} })
}
