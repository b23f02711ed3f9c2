package kernel

import (
	"bytes"
	"fmt"
	"testing"
)

// benchBlock returns a block of the size in which files are read, with lines like those of source
// code and some words once in the middle.
func benchBlock() []byte {
	const lines = "static int example_probe(struct device *dev, const char *name)\n" +
		"\tif (unlikely(!dev->state)) {\n\t\tdev_err(dev, \"no state: %d\\n\", ret);\n\t\treturn -EINVAL;\n\t}\n\n" +
		"\t/* the order of these two matters */\n\tfor (i = 0; i < ARRAY_SIZE(table); i++)\n\t\tsum += table[i].value;\n"
	const rare = "EXPORT_SYMBOL_GPL(example_probe_resume);\n"
	b := bytes.Repeat([]byte(lines), 256<<10/len(lines))
	copy(b[len(b)/2/len(lines)*len(lines):], rare)
	return b
}

// overBlocks runs f over a block of 256 KiB, and over each of its lines as a separate slice.
func overBlocks(b *testing.B, f func(b []byte)) {
	block := benchBlock()
	b.Run("block", func(b *testing.B) {
		b.SetBytes(int64(len(block)))
		for b.Loop() {
			f(block)
		}
	})
	b.Run("lines80", func(b *testing.B) {
		const line = 80
		b.SetBytes(int64(len(block) / line * line))
		for b.Loop() {
			for at := 0; at+line <= len(block); at += line {
				f(block[at : at+line])
			}
		}
	})
}

// all calls next from offset to offset until it finds nothing.
func all(b []byte, next func(b []byte, from int) int) {
	for at := next(b, 0); at >= 0; {
		at = next(b, at+1)
	}
}

var benchTexts = []struct{ name, text string }{
	{"rare", "EXPORT_SYMBOL_GPL"}, {"absent", "module_init"}, {"common", "dev"}, {"halves", "state)) return"},
}

func BenchmarkPair(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			p := NewPair([]byte(c.text))
			overBlocks(b, func(b []byte) { all(b, p.Index) })
		})
	}
}

func BenchmarkPairPlain(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			p := NewPair([]byte(c.text))
			overBlocks(b, func(b []byte) { all(b, p.plain) })
		})
	}
}

func BenchmarkBytesIndex(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			text := []byte(c.text)
			overBlocks(b, func(b []byte) {
				for at := bytes.Index(b, text); at >= 0; at = bytes.Index(b, text) {
					b = b[at+1:]
				}
			})
		})
	}
}

func BenchmarkFoldPair(b *testing.B) {
	for _, c := range []struct {
		name          string
		first, second byte
		distance      int
	}{
		{"rare", 'x', 'b', 9}, {"common", 'd', 'v', 2},
	} {
		p := NewFoldPair(c.first, c.second, c.distance)
		b.Run(c.name, func(b *testing.B) {
			overBlocks(b, func(b []byte) { all(b, p.Index) })
		})
		b.Run(c.name+"Plain", func(b *testing.B) {
			overBlocks(b, func(b []byte) { all(b, p.plain) })
		})
	}
}

// manyWindows are beginnings of the names of functions in an operating system.
var manyWindows = []string{
	"EXP", "mod", "kza", "spi", "SYM", "RES", "GPL", "loc", "mut", "wak", "sch", "irq",
	"PME", "CFG", "LNK", "ERR", "pci", "usb", "net", "skb", "buf", "pag", "fol", "xar",
	"rcu", "sem", "cpu", "num", "dma", "gpi", "i2c", "acp", "clk", "reg", "map", "ioc",
	"vfs", "ino", "den", "sup", "blk", "bio", "req", "que", "tas", "sig", "kth", "wor",
	"tim", "hrt", "jif", "seq", "ato", "bar", "smp", "per", "ker", "pan", "WAR", "BUG",
	"pri", "dbg", "inf", "ale",
}

// windowsOf returns count windows; those after the first 64 end in other bytes.
func windowsOf(count int, fold bool) []Window {
	windows := make([]Window, count)
	for i := range windows {
		w := exactly(manyWindows[i%len(manyWindows)])
		w[2][0] += byte(i / len(manyWindows))
		if fold {
			for k := range w {
				if c, bit := foldByte(w[k][0]); bit != 0 {
					w[k] = []byte{c, c - bit}
				}
			}
		}
		windows[i] = w
	}
	return windows
}

func BenchmarkTeddy(b *testing.B) {
	run := func(name string, windows []Window, most int, form func(*Teddy, []Candidate, []byte, int, int) ([]Candidate, int)) {
		t := NewTeddy(windows)
		t.pairs = newPairs(&t.filter)
		b.Run(name, func(b *testing.B) {
			dst := make([]Candidate, 0, 64)
			overBlocks(b, func(b []byte) {
				for at := 0; at < len(b); {
					dst, at = form(t, dst[:0], b, at, most)
				}
			})
		})
	}
	dense := []Window{exactly("dev"), exactly("ret"), exactly("sta"), exactly("the")}
	for _, count := range []int{4, 12, 64, 200} {
		run(fmt.Sprint(count), windowsOf(count, false), 64, (*Teddy).Candidates)
		run(fmt.Sprint(count, "fold"), windowsOf(count, true), 64, (*Teddy).Candidates)
	}
	run("4plain", windowsOf(4, false), 64, (*Teddy).plain)
	run("200plain", windowsOf(200, false), 64, (*Teddy).plain)
	run("dense", dense, 64, (*Teddy).Candidates)
	run("densePlain", dense, 64, (*Teddy).plain)
	run("denseOneByOne", dense, 1, (*Teddy).Candidates)
}

func BenchmarkNewTeddy(b *testing.B) {
	for _, count := range []int{4, 12, 64, 200, 1000} {
		windows := windowsOf(count, false)
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				NewTeddy(windows)
			}
		})
	}
}

func BenchmarkIndexHigh(b *testing.B) {
	overBlocks(b, func(b []byte) { IndexHigh(b, 0) })
	b.Run("plain", func(b *testing.B) {
		overBlocks(b, func(b []byte) { plainIndexHigh(b, 0) })
	})
}

func BenchmarkIndexNULOrHigh(b *testing.B) {
	overBlocks(b, func(b []byte) { IndexNULOrHigh(b) })
	b.Run("plain", func(b *testing.B) {
		overBlocks(b, func(b []byte) { plainIndexNULOrHigh(b) })
	})
}
