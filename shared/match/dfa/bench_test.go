package dfa

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// benchBlock returns a block of the size in which files are read, with lines like those of source
// code.
func benchBlock() []byte {
	const lines = "static int example_probe(struct device *dev, const char *name)\n" +
		"\tif (unlikely(!dev->state)) {\n\t\tdev_err(dev, \"no state: %d\\n\", ret);\n\t\treturn -EINVAL;\n\t}\n\n" +
		"\t/* the order of these two matters */\n\tfor (i = 0; i < ARRAY_SIZE(table); i++)\n\t\tsum += table[i].value;\n"
	return bytes.Repeat([]byte(lines), 256<<10/len(lines))
}

// treeBlock returns the first 16 MiB of source code under CT_BENCH_TREE.
func treeBlock(b *testing.B) []byte {
	root := os.Getenv("CT_BENCH_TREE")
	if root == "" {
		b.Skip("skipped: CT_BENCH_TREE names no tree")
	}
	var all []byte
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if ext := filepath.Ext(path); !d.Type().IsRegular() || ext != ".c" && ext != ".h" && ext != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if all = append(all, text...); len(all) >= 16<<20 {
			return fs.SkipAll
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return all
}

const words = `\w{5}\s\w{5}\s\w{5}\s\w{5}\s\w{5}`

var benchExpressions = []struct{ name, expr string }{
	{"words", words},
	{"resume", `[A-Za-z_]+_resume`},
	{"greek", `\p{Greek}`},
	{"comment", `(?m)^\s*//.*\.$`},
	{"all", `.*`},
}

func benchLines(b *testing.B, block []byte) {
	for _, c := range benchExpressions {
		b.Run(c.name, func(b *testing.B) {
			m := compile(b, c.expr).Machine(budget)
			var lines []int
			b.SetBytes(int64(len(block)))
			for b.Loop() {
				var ok bool
				if lines, ok = m.Lines(block, 0, lines[:0]); !ok {
					b.Fatal("gave up")
				}
			}
			b.ReportMetric(float64(m.cache.states), "states")
		})
	}
}

func BenchmarkLines(b *testing.B)       { benchLines(b, benchBlock()) }
func BenchmarkLinesOfTree(b *testing.B) { benchLines(b, treeBlock(b)) }

func BenchmarkLinesWithOneChain(b *testing.B) {
	block := benchBlock()
	m := compile(b, words).Machine(budget)
	b.SetBytes(int64(len(block)))
	for b.Loop() {
		if at, ok := m.Next(block, 0); at >= 0 || !ok {
			b.Fatal(at, ok)
		}
	}
}

func BenchmarkMatchEachLine(b *testing.B) {
	block := benchBlock()
	lines := bytes.Split(block, []byte("\n"))
	m := compile(b, `[A-Za-z_]+_resume`).Machine(budget)
	b.SetBytes(int64(len(block)))
	for b.Loop() {
		for _, line := range lines {
			if yes, ok := m.Match(line); yes || !ok {
				b.Fatal(yes, ok)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(lines)), "ns/line")
}

func BenchmarkMatchOfOneByte(b *testing.B) {
	m := compile(b, `[A-Za-z_]+_resume`).Machine(budget)
	for b.Loop() {
		if yes, ok := m.Match([]byte("x")); yes || !ok {
			b.Fatal(yes, ok)
		}
	}
}

func BenchmarkFindAll(b *testing.B) {
	block := benchBlock()
	for _, c := range []struct{ name, expr string }{{"words", `\w+`}, {"comment", `/\*.*?\*/`}, {"all", `.*`}} {
		b.Run(c.name, func(b *testing.B) {
			m := compile(b, c.expr).Machine(budget)
			b.SetBytes(int64(len(block)))
			for b.Loop() {
				for from := 0; from <= len(block); {
					start, end, ok := m.Find(block, from)
					if !ok {
						b.Fatal("gave up")
					}
					if start < 0 {
						break
					}
					from = max(end, start+1)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, c := range benchExpressions {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				compile(b, c.expr)
			}
		})
	}
}
