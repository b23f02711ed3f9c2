package script

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
	"github.com/ct-tools/ct/shared/tooltest"
)

var languages = []struct {
	name    string
	scanner source.Scanner
	suffix  string
	roots   []string
}{
	{"Lua", Lua, ".lua", []string{"/usr/share/lua"}},
	{"Ruby", Ruby, ".rb", []string{"/usr/lib/ruby"}},
	{"Bash", Bash, ".sh", []string{"/usr/share", "/usr/lib", "/usr/local/go/src"}},
}

// TestRepeated reads what grows without an end: nothing of it may take stack by the bracket or time
// by the square.
func TestRepeated(t *testing.T) {
	sourcetest.Alone(t)
	for _, s := range tooltest.Sample([]string{
		"(", "[", "{", ")", "]", "}", "\"", "'", "`", "/*", "<", "\\", "#", "--", "[[", "[=", "$", "${", "$(", "$((", "((", "\"$(", "\"#{", "#{",
		"%w", "%q(", "<<A\n", "<<A", "a ", "a,", "a=", "a.", "a(", "a[", "a\n", "def a\n", "class A\n", "function a(", "function a()\n", "if a\n", "end\n",
		"end ", "do |", "-> a ", "a() {\n", "case a in ", "esac ", "local a\n", "return ", "x = function(", "|", "&", "?", ":", "::", "=begin\n", "\x00", "\xff", "``", "a ? ",
	}, 10) {
		src := []byte(strings.Repeat(s, 1<<20/len(s)))
		for _, l := range languages {
			source.Scan(l.scanner, src, source.Want{Declarations: true})
			source.Scan(l.scanner, append([]byte("def f\nfunction f() {\n"), src...), source.Want{Places: []source.Span{{Start: len(src), End: len(src) + 1}}})
		}
	}
}

func BenchmarkScan(b *testing.B) {
	for _, l := range languages {
		var text bytes.Buffer
		for _, file := range corpus(b, suffix(l.suffix), l.roots...) {
			text.Write(file)
			text.WriteByte('\n')
		}
		var asked []source.Span
		for i, o := range source.Scan(l.scanner, text.Bytes(), source.Want{Words: true}).Occurrences {
			if i%50 == 0 {
				asked = append(asked, o.Place)
			}
		}
		for _, words := range []bool{false, true} {
			b.Run(l.name+map[bool]string{false: "/places", true: "/words"}[words], func(b *testing.B) {
				b.SetBytes(int64(text.Len()))
				b.ReportAllocs()
				for b.Loop() {
					source.Scan(l.scanner, text.Bytes(), source.Want{Places: asked, Words: words})
				}
			})
		}
	}
}

// TestDamaged checks what every scanner keeps over real files, whole and with pieces left out.
func TestDamaged(t *testing.T) {
	sourcetest.Alone(t)
	random := rand.New(rand.NewPCG(1, 2))
	for _, l := range languages {
		for _, text := range corpus(t, suffix(l.suffix), l.roots...) {
			if len(text) > 20_000 || len(text) == 0 || tooltest.Brief() && random.IntN(20) > 0 {
				continue
			}
			sourcetest.Hold(t, l.scanner, text)
			for range 3 {
				cut := random.IntN(len(text))
				short := slices.Concat(text[:cut], text[min(cut+1+random.IntN(60), len(text)):])
				sourcetest.Hold(t, l.scanner, short[:len(short)-random.IntN(len(short)+1)])
			}
		}
	}
}
