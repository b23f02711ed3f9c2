package methodsets

import (
	"fmt"
	"testing"
)

func TestAGlanceFindsWhereMethodSetsBegin(t *testing.T) {
	g := GlanceAt([]byte("type A struct {\n\t*io.Reader `json`\n\tB[int]\n\tc, d int\n}\n\ntype E = x.F\ntype G struct{ *H; n int }\nfunc (a *A[T]) Read(p []byte) (n int, err error) {\n\tClose()\n\treturn\n}\nfunc (A) Other() {}\n"), map[string]bool{"Read": true, "Close": true})
	if got := fmt.Sprint(g.Receivers, g.Lines, g.Embedded); got != "[{Read A}] [Close] [Reader B F H return]" {
		t.Error(got)
	}
}

func FuzzGlanceAt(f *testing.F) {
	f.Add("func (a *A) Read() {}\n\t*io.Reader\ntype A struct{ B }")
	f.Fuzz(func(_ *testing.T, text string) { GlanceAt([]byte(text), map[string]bool{"Read": true}) })
}
