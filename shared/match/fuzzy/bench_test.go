package fuzzy

import (
	"bytes"
	"strings"
	"testing"
)

var queries = []struct {
	name, text string
	fold       bool
}{
	{"5", "fetch", false},
	{"8", "receievd", false},
	{"8fold", "receievd", true},
	{"8greek", "καλημερα", false},
	{"32", "func (srv *Server) ListenAndServ", false},
	{"64", strings.Repeat("func (srv *Server) ListenAndServ", 2), false},
	{"65", strings.Repeat("func (srv *Server) ListenAndServ", 2) + "e", false},
	{"1024", strings.Repeat("func (srv *Server) ListenAndServ", 32), false},
}

// BenchmarkNext scans lines that do not match.
func BenchmarkNext(b *testing.B) {
	const size = 1 << 20
	code := "\tif err := srv.listen(ctx, addr); err != nil {\n\t\treturn fmt.Errorf(\"cannot listen: %w\", err)\n\t}\n\n"
	greek := "Ἐν ἀρχῇ ἦν ὁ λόγος, καὶ ὁ λόγος ἦν πρὸς τὸν θεόν\n"
	for _, q := range queries {
		p, err := Compile(q.text, 0.8, q.fold)
		if err != nil {
			b.Fatal(err)
		}
		for _, in := range []struct{ name, line string }{
			{"code", code},
			{"one line", strings.ReplaceAll(code, "\n", " ")},
			{"greek", greek},
		} {
			text := bytes.Repeat([]byte(in.line), size/len(in.line))
			b.Run(q.name+"/"+in.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if at := p.Next(text, 0); at >= 0 {
						b.Fatalf("a match at %d", at)
					}
				}
			})
		}
	}
}

func BenchmarkBestOfEveryLine(b *testing.B) {
	for _, q := range queries {
		p, err := Compile(q.text, 0.8, q.fold)
		if err != nil {
			b.Fatal(err)
		}
		line := []byte(strings.Repeat("x", 20) + strings.Replace(q.text, "e", "", 1) + strings.Repeat("y", 20))
		b.Run(q.name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			for b.Loop() {
				p.Best(line)
			}
		})
	}
}
