package pack

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// slow is what the library reads: the content, and whether there is one of this length.
func slow(src []byte, n int) ([]byte, bool) {
	r, err := zlib.NewReader(bytes.NewReader(src))
	if err != nil {
		return nil, false
	}
	text, err := io.ReadAll(io.LimitReader(r, int64(n)+1))
	return text, err == nil && len(text) == n
}

// agree fails unless fast and slow read the same.
func agree(t *testing.T, src []byte, n int) {
	t.Helper()
	want, ok := slow(src, n)
	got := make([]byte, n)
	err := new(flate).zlibData(got, src)
	switch {
	case ok && err != nil:
		t.Errorf("%d bytes from %d: %v", n, len(src), err)
	case !ok && err == nil:
		t.Errorf("%d bytes from %d: read, although the library does not", n, len(src))
	case ok && !bytes.Equal(got, want):
		t.Errorf("%d bytes from %d: another content", n, len(src))
	}
}

func compressed(t testing.TB, text []byte, level int) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := zlib.NewWriterLevel(&out, level)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFlateReadsWhatTheLibraryReads(t *testing.T) {
	texts := [][]byte{nil, []byte("a"), bytes.Repeat([]byte("ab"), 100_000)}
	r := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	skewed := make([]byte, 100_000)
	for i := range skewed {
		skewed[i] = byte(r.ExpFloat64() * 9)
	}
	texts = append(texts, noise, skewed)
	names, _ := filepath.Glob("../../walk/*.go")
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			texts = append(texts, text)
		}
	}
	for _, text := range texts {
		for _, level := range []int{zlib.NoCompression, zlib.BestSpeed, zlib.BestCompression, zlib.HuffmanOnly} {
			src := compressed(t, text, level)
			agree(t, src, len(text))
			agree(t, append(bytes.Clone(src), "what follows"...), len(text))
			agree(t, src, len(text)+1)
			agree(t, src, max(len(text)-1, 0))
			for range 20 {
				broken := bytes.Clone(src)
				broken[r.IntN(len(broken))] ^= 1 << r.IntN(8)
				agree(t, broken, len(text))
				agree(t, src[:r.IntN(len(src))], len(text))
			}
		}
	}
}

func FuzzFlate(f *testing.F) {
	f.Add(compressed(f, []byte("a text, a text, another text"), zlib.BestCompression), 28)
	f.Add(compressed(f, bytes.Repeat([]byte{0}, 1000), zlib.BestSpeed), 1000)
	f.Add([]byte("\x78\x9c\x03\x00\x00\x00\x00\x01"), 0)
	f.Fuzz(func(t *testing.T, src []byte, n int) {
		if n < 0 || n > 1<<16 {
			return
		}
		agree(t, src, n)
	})
}

func BenchmarkFlate(b *testing.B) {
	text, err := os.ReadFile("../../walk/walk.go")
	if err != nil {
		b.Fatal(err)
	}
	src := compressed(b, text, zlib.DefaultCompression)
	f, dst := new(flate), make([]byte, len(text))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := f.zlibData(dst, src); err != nil {
			b.Fatal(err)
		}
	}
}
