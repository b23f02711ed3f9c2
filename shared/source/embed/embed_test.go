package embed

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// imported returns the modules that a scanner finds imported, the computed ones with a ?.
func imported(scanner source.Scanner, src string) []string {
	var all []string
	for _, im := range source.Scan(scanner, []byte(src), source.Want{Bindings: true}).Imports {
		if im.Computed {
			im.Module = "?"
		}
		all = append(all, im.Module)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func TestImportsOfPages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		scanner source.Scanner
		src     string
		want    string
		partial bool
	}{
		{"two scripts", HTML, "<script>import 'a'</script>\n<SCRIPT lang=\"ts\">import type {X} from \"b\"</SCRIPT >", "a b", false},
		{"a comment", HTML, "<!-- <script>import 'a'</script> --><script>import 'b'</script>", "b", false},
		{"another file", HTML, "<script defer src='x/a.js'></script><script src=b.js></script><script src=\"c.js\"/>", "b.js c.js x/a.js", false},
		{"data", HTML, `<script type="application/ld+json">{"import": 'a'}</script><script type=importmap>import 'a'</script>`, "", false},
		{"another language", HTML, "<script lang=coffee>import 'a'</script>", "", true},
		{"a template", HTML, "<p><%= a %></p><script>import 'b'</script>", "b", true},
		{"no end", HTML, "<script>import 'a'", "a", false},
		{"a broken tag", HTML, "<script lang=\"ts>import 'a'", "", false},
		{"a word", HTML, "<scripts>import 'a'</scripts><p>import 'b'</p>", "", false},
		{"markup", HTML, "<p :is=\"() => import('a')\">{#await import(`b`)}{require(name)}</p><script>import 'c'</script>", "? a b c", false},
		{"Astro", Astro, "---\nimport A from 'a'\n---\n<A/>\n<script>import 'b'</script>", "a b", false},
		{"Astro without fences", Astro, "<p>---\nimport A from 'a'\n---</p>", "", false},
		{"MDX", MDX, "import {A} from 'a'\nexport * from 'b'\n\n# T\n\nimport this is prose\n\n```js\nimport 'c'\n```\n<A b={import('d')}/>\n", "a b d", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(imported(c.scanner, c.src), " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if f := source.Scan(c.scanner, []byte(c.src), source.Want{}); f.Partial != c.partial {
				t.Errorf("partial: %v", f.Partial)
			}
		})
	}
}

func TestPlacesOfNotebook(t *testing.T) {
	t.Parallel()
	src := strings.Join([]string{
		`{"cells": [{"source": ["import text"], "cell_type": "markdown"}, {"cell_type": "code", "metadata": {"a": [1, {}]},`,
		`  "source": [`,
		`    "%matplotlib inline\n",`,
		`    "import numpy as np\n",`,
		`    "def f(a):\n",`,
		`    "    \"\"\"say \"hi\" \\d\"\"\"\n",`,
		`    "    return g(\"a\\\"b\", '\u00e9', \\\n",`,
		`       "  h)\n",`,
		`"\n",`,
		`    "!pip install x\n",`,
		`    "f?\n",`,
		`    "f(2)"]},`,
		`  {"cell_type": "code", "source": "%%time\nimport os\nif a:\n\tos.stat(\"x\")\n"}],`,
		`"metadata": {"kernelspec": {"language": "python"}}}`,
	}, "\n")
	want := `4:13 numpy import <module>
4:22 np import <module>
5:10 f definition <module>
5:12 a assignment f
7:17 g callsite f
8:11 h reference f
12:6 f callsite <module>
13:51 os import <module>
13:58 a reference <module>
13:64 os reference <module>
13:67 stat callsite <module>
`
	var got strings.Builder
	for line := range strings.Lines(sourcetest.Show(Notebook, src)) {
		if !strings.Contains(line, "string_match") && !strings.Contains(line, "docstring_match") {
			got.WriteString(line)
		}
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	if got := imported(Notebook, `{"cells": [{"cell_type": "code", "source": ["from a import b\n", "m = __import__(\"c.d\")\n", "import_module(\"e\")"]}]}`); !slices.Equal(got, []string{"a", "c.d", "e"}) {
		t.Errorf("%q", got)
	}
}

func TestNotebooksThatAreNotRead(t *testing.T) {
	t.Parallel()
	for src, partial := range map[string]bool{
		`{"cells": [`: true, `[]`: false, `{"cells": [{"cell_type": "code", "source": 1}]}`: true,
		`{"cells": [{"cell_type": "code", "source": "using A"}], "metadata": {"kernelspec": {"language": "julia"}}}`:       true,
		`{"cells": [{"cell_type": "code", "source": "%%R\nlibrary(a)"}]}`:                                                  true,
		`{"cells": [{"cell_type": "code", "source": "%%bash\nls"}]}`:                                                       false,
		`{"worksheets": [{"cells": [{"cell_type": "code", "language": "python", "input": ["import a"]}]}], "nbformat": 3}`: false,
	} {
		if f := source.Scan(Notebook, []byte(src), source.Want{}); f.Partial != partial {
			t.Errorf("%s: partial %v", src, f.Partial)
		}
	}
	if got := imported(Notebook, `{"worksheets": [{"cells": [{"cell_type": "code", "language": "python", "input": ["import a"]}]}], "nbformat": 3}`); !slices.Equal(got, []string{"a"}) {
		t.Errorf("%q", got)
	}
}

func FuzzEmbed(f *testing.F) {
	f.Add([]byte("<script lang=\"ts\" src=a.js>import {a} from 'b'</script><!-- --><p :x=\"import(`c`)\"/>"))
	f.Add([]byte("---\nimport A from 'a'\n---\n<script>f(1)</script>"))
	f.Add([]byte("import {A} from 'a'\n\n# T\n```\n```\n"))
	f.Add([]byte(`{"cells": [{"cell_type": "code", "source": ["a = \"\\\"\\\\\\\"b\"\n", "\tc\\\n", "\u00e9 %d?\n", "f(\"\"\"x\"\"\")"]}], "metadata": {"kernelspec": {"language": "python"}}}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, scanner := range []source.Scanner{HTML, Astro, MDX, Notebook} {
			sourcetest.Hold(t, scanner, src)
		}
	})
}

// TestHostilePagesTakeLinearTime scans a megabyte of what nests or never ends, which takes some hundredths of a second.
func TestHostilePagesTakeLinearTime(t *testing.T) {
	sourcetest.Alone(t)
	const size = 1 << 20
	for _, piece := range []string{
		"<script>", "<script ", "<script a='", "<script a=\"x\"", "<!--", "<", "</script", "<script></script>", "<script/>", "---\n", "import ", "import(", "import('a", "```\n", "<script src=a>",
		"[", "{\"a\":", "{\"cells\":[", "\\\"", "\\", "%%\\n",
	} {
		text := strings.Repeat(piece, size/len(piece))
		notebook := `{"cells": [{"cell_type": "code", "source": "` + text + `"}]}`
		lines := `{"cells": [{"cell_type": "code", "source": [` + strings.Repeat(`"`+strings.ReplaceAll(piece, `"`, `\"`)+`\n",`, size/len(piece)) + `""]}]}`
		start := time.Now()
		for _, scanner := range []source.Scanner{HTML, Astro, MDX, Notebook} {
			source.Scan(scanner, []byte(text), source.Want{Words: true, Bindings: true})
		}
		source.Scan(Notebook, []byte(notebook), source.Want{Words: true, Bindings: true})
		source.Scan(Notebook, []byte(lines), source.Want{Words: true, Bindings: true})
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%q: %v", piece, took)
		} else if took > 2*time.Second {
			t.Logf("%q: %v", piece, took)
		}
	}
}
