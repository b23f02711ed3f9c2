package match

import (
	"bytes"
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

// benchBlock returns a block of the size in which files are read, with lines like those of source
// code.
func benchBlock() []byte {
	const lines = "static int example_probe(struct device *dev, const char *name)\n" +
		"\tif (unlikely(!dev->state)) {\n\t\tdev_err(dev, \"no state: %d\\n\", ret);\n\t\treturn -EINVAL;\n\t}\n\n" +
		"\t/* the order of these two matters */\n\tfor (i = 0; i < ARRAY_SIZE(table); i++)\n\t\tsum += table[i].value;\n"
	const rare = "EXPORT_SYMBOL_GPL(example_probe_resume);\n"
	b := bytes.Repeat([]byte(lines), 256<<10/len(lines))
	copy(b[len(b)/2/len(lines)*len(lines):], rare)
	return b
}

func BenchmarkCount(b *testing.B) {
	block := benchBlock()
	for _, c := range []struct {
		name    string
		options pattern.Options
		texts   []string
	}{
		{"literal/rare", literalMode, []string{"EXPORT_SYMBOL_GPL"}},
		{"literal/common", literalMode, []string{"dev"}},
		{"folded/rare", foldedMode, []string{"export_symbol_gpl"}},
		{"folded/ks", foldedMode, []string{"sks"}},
		{"word/common", wordMode, []string{"dev"}},
		{"identifier/rare", identifierMode, []string{"EXPORT_SYMBOL_GPL"}},
		{"several/4", literalMode, []string{"EXPORT_SYMBOL_GPL", "module_init", "kzalloc", "spin_lock"}},
		{"regex/literal", regexMode, []string{`[A-Za-z_]+_resume`}},
		{"regex/alternation", regexMode, []string{`EXPORT_SYMBOL|module_init|kzalloc|spin_lock`}},
		{"regex/greek", regexMode, []string{`\p{Greek}`}},
		{"regex/none", regexMode, []string{`\w{5}\s\w{5}\s\w{5}\s\w{5}\s\w{5}`}},
		{"backtrack/literal", regexMode, []string{`(?<=EXPORT_)SYMBOL`}},
		{"block", literalMode, []string{"state)) {\n\t\tdev_warn"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var ps []*pattern.Pattern
			for _, text := range c.texts {
				ps = append(ps, compile(b, text, c.options))
			}
			m := matcherOf(b, ps...)
			var h Hits
			b.SetBytes(int64(len(block)))
			b.ReportAllocs()
			for b.Loop() {
				m.Reset()
				if err := m.Match(block, Count, &h); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSpansOfEveryLine(b *testing.B) {
	block := benchBlock()
	m := matcherOf(b, compile(b, "e", literalMode))
	var h Hits
	b.SetBytes(int64(len(block)))
	for b.Loop() {
		h.Reset()
		if err := m.Match(block, Spans, &h); err != nil {
			b.Fatal(err)
		}
	}
}
