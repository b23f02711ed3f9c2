package outline

import (
	"bytes"
	"os"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// BenchmarkScan reads the files of a corpus one after the other: with every 50th word asked for,
// with all of them, and line by line as far as the last.
func BenchmarkScan(b *testing.B) {
	for _, c := range []struct {
		name    string
		exts    []string
		scanner source.Scanner
		lines   Lines
	}{
		{"JSON", []string{".json"}, JSON, JSONLines},
		{"YAML", []string{".yaml", ".yml"}, YAML, YAMLLines},
		{"TOML", []string{".toml"}, TOML, TOMLLines},
		{"Markdown", []string{".md"}, Markdown, MarkdownLines},
	} {
		var files [][]byte
		size := int64(0)
		for _, name := range corpus(b, c.exts) {
			if src, err := os.ReadFile(name); err == nil && size < 32<<20 {
				files = append(files, src)
				size += int64(len(src))
			}
		}
		wants := make([]source.Want, len(files))
		last := make([]int64, len(files))
		for i, src := range files {
			all := source.Scan(c.scanner, src, source.Want{Words: true}).Occurrences
			for j := 0; j < len(all); j += 50 {
				wants[i].Places = append(wants[i].Places, all[j].Place)
			}
			last[i] = int64(bytes.Count(src, []byte{'\n'}) + 1)
		}
		run := func(name string, one func(i int, src []byte)) {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				b.SetBytes(size)
				b.ReportAllocs()
				for b.Loop() {
					for i, src := range files {
						one(i, src)
					}
				}
			})
		}
		run("places", func(i int, src []byte) { source.Scan(c.scanner, src, wants[i]) })
		run("words", func(_ int, src []byte) { source.Scan(c.scanner, src, source.Want{Words: true}) })
		run("lines", func(i int, src []byte) { _, _ = c.lines(bytes.NewReader(src), []int64{last[i]}) })
	}
}
