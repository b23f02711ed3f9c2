package truth

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace"
)

// Benchmarks read the corpora that the truth tests compare: $CT_CORPORA/javascript and so on.
func benchmarkCorpus(b *testing.B, tr truth, want func(f *source.File) source.Want) {
	b.Helper()
	root := os.Getenv("CT_CORPORA")
	files := tr.corpus(filepath.Join(root, tr.language))
	if root == "" || len(files) == 0 {
		b.Skip("skipped: no CT_CORPORA: of " + tr.language)
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
	tr := truth{language: "javascript", endings: []string{".js", ".mjs", ".cjs"}, scanner: brace.JavaScript}
	b.Run("every 50th word", func(b *testing.B) { benchmarkCorpus(b, tr, everyFiftieth) })
	b.Run("all words", func(b *testing.B) { benchmarkCorpus(b, tr, allWords) })
}

func BenchmarkTypeScript(b *testing.B) {
	tr := truth{language: "typescript", endings: []string{".ts"}, scanner: brace.TypeScript}
	b.Run("every 50th word", func(b *testing.B) { benchmarkCorpus(b, tr, everyFiftieth) })
	b.Run("all words", func(b *testing.B) { benchmarkCorpus(b, tr, allWords) })
}

// benchScanner measures a scanner over its corpus, with every 50th word asked and with all.
func benchScanner(b *testing.B, language, ending string, scanner source.Scanner) {
	b.Helper()
	files := corpusOf(language, ending, 8<<20)
	if len(files) == 0 {
		b.Skip("skipped: no CT_CORPORA: of " + language)
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

func BenchmarkCSharp(b *testing.B) { benchScanner(b, "csharp", ".cs", brace.CSharp) }

func BenchmarkJava(b *testing.B) { benchScanner(b, "java", ".java", brace.Java) }

func BenchmarkKotlin(b *testing.B) { benchScanner(b, "kotlin", ".kt", brace.Kotlin) }

func BenchmarkPHP(b *testing.B) { benchScanner(b, "php", ".php", brace.PHP) }

func BenchmarkSwift(b *testing.B) { benchScanner(b, "swift", ".swift", brace.Swift) }
