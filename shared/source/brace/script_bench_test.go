package brace

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// Benchmarks read the corpora that the truth tests compare: $CT_CORPORA/javascript
// and so on.
func benchmarkCorpus(b *testing.B, tr truth, want func(f *source.File) source.Want) {
	b.Helper()
	root := os.Getenv("CT_CORPORA")
	files := tr.corpus(filepath.Join(root, tr.language))
	if root == "" || len(files) == 0 {
		b.Skip("skipped: no corpus " + tr.language + " in CT_CORPORA")
	}
	var texts [][]byte
	var wants []source.Want
	total := 0
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		texts = append(texts, text)
		wants = append(wants, want(source.Scan(tr.scanner, text, source.Want{Words: true})))
		total += len(text)
	}
	b.SetBytes(int64(total))
	b.ReportAllocs()
	for b.Loop() {
		for i, text := range texts {
			source.Scan(tr.scanner, text, wants[i])
		}
	}
}

// everyFiftieth asks for some of the words of a file.
func everyFiftieth(f *source.File) source.Want {
	var w source.Want
	for i := 0; i < len(f.Occurrences); i += 50 {
		w.Places = append(w.Places, f.Occurrences[i].Place)
	}
	return w
}

func allWords(*source.File) source.Want { return source.Want{Words: true} }

func BenchmarkJavaScript(b *testing.B) {
	tr := truth{language: "javascript", endings: []string{".js", ".mjs", ".cjs"}, scanner: JavaScript}
	b.Run("every 50th word", func(b *testing.B) { benchmarkCorpus(b, tr, everyFiftieth) })
	b.Run("all words", func(b *testing.B) { benchmarkCorpus(b, tr, allWords) })
}

func BenchmarkTypeScript(b *testing.B) {
	tr := truth{language: "typescript", endings: []string{".ts"}, scanner: TypeScript}
	b.Run("every 50th word", func(b *testing.B) { benchmarkCorpus(b, tr, everyFiftieth) })
	b.Run("all words", func(b *testing.B) { benchmarkCorpus(b, tr, allWords) })
}
