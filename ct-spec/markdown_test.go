package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/rank/bm25"
)

func TestHeadingsAreThoseOfMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"# A\ntext\n## B ##\n###### C\n####### no\n#no\n":              "1 A, 2 B, 6 C",
		"A\n=\ntext\nB\n---\n\n---\n":                                  "1 A, 2 B",
		"```\n# no\n```\n# A\n~~~ sh\n# no\n```\n~~~\n# B\n":           "1 A, 1 B",
		"```` \n```\n# no\n````\n# A\n":                                "1 A",
		"``` a`b\n# A\n":                                               "1 A",
		"    # no\n   # A\n":                                           "1 A",
		"- item\n---\n> quote\n---\n| a |\n---\n<b>\n---\n1. x\n---\n": "",
		"# `ct` *is* [a link](x) ![and](y) \\*here\\*":                 "1 ct is a link and *here*",
		"#\n# \n## ##\n":                                               "",
		"# A\r\n\r\nB\r\n=\r\n":                                        "1 A, 1 B",
		"***\n___\nA\n":                                                "",
	} {
		var got []string
		for _, p := range parts(strings.ReplaceAll(text, "\r", ""), 0) {
			if p.title != "" {
				got = append(got, fmt.Sprintf("%d %s", p.level, p.title))
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSlugsAreAsGitHubMakesThem(t *testing.T) {
	for title, want := range map[string]string{
		"Token expiry": "token-expiry", "What's new (v1.2)?": "whats-new-v12", "a_b - c": "a_b---c", "Größe & Gewicht": "größe--gewicht", "限制": "限制",
	} {
		if got := slug(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// readAll reads a text with a buffer of the given size.
func readAll(t *testing.T, text string, buffer int, sections bool) []node {
	t.Helper()
	r := newReader(bm25.Parse("alpha beta"), sections)
	r.buf = make([]byte, buffer)
	if why, err := r.read(context.Background(), "a.md", strings.NewReader(text)); err != nil {
		t.Fatal(why, err)
	}
	return r.nodes
}

// describe formats nodes without their leads, which depend on the block.
func describe(nodes []node) string {
	var b strings.Builder
	for _, n := range nodes {
		fmt.Fprintf(&b, "%q %q %d %d %v\n", n.title, n.anchor, n.level, n.words, n.tallies)
	}
	return b.String()
}

// Reading a file in blocks makes the same nodes as reading it at once.
func FuzzBlocksMakeNoDifference(f *testing.F) {
	for _, s := range []string{"# A\n\nalpha beta\n\nB\n===\n```\n# no\n```\n", "---\ntitle: x\n---\n# A\nalpha", "a\r\n---\r\nbeta", "alpha", "\n", "```\n", "A\n-\nB\n-\n"} {
		f.Add(s, uint16(7))
	}
	const small, large = 16 << 10, 128 << 10
	f.Fuzz(func(t *testing.T, text string, at uint16) {
		if len(text) == 0 || len(text) > 2000 || !strings.Contains(text, "\n") || strings.Contains(text, "\x00") {
			return
		}
		text = strings.ToValidUTF8(text, "?")
		text = strings.Repeat("x\n", int(at)%8000) + strings.Repeat(text, 1+3*small/len(text))
		if longestLine(text) > small/4 {
			return
		}
		for _, sections := range []bool{false, true} {
			got, want := describe(readAll(t, text, small, sections)), describe(readAll(t, text, large, sections))
			if got != want {
				t.Errorf("sections %v: %.300q\n%.2000s\nwant\n%.2000s", sections, text, got, want)
			}
		}
	})
}

func longestLine(text string) (n int) {
	for l := range strings.Lines(text) {
		n = max(n, len(l))
	}
	return n
}

// Every word of a file is in exactly one section.
func FuzzSectionsDivideTheirFile(f *testing.F) {
	f.Add("# A\nalpha\n## B\nbeta\n")
	f.Add("alpha\n# A\n# A\n```\n# C\n```\nD\n=\n")
	f.Fuzz(func(t *testing.T, text string) {
		if bytes.IndexByte([]byte(text), 0) >= 0 {
			return
		}
		text = strings.ToValidUTF8(text, "?")
		whole, divided := readAll(t, text, 256<<10, false), readAll(t, text, 256<<10, true)
		words := 0
		anchors := map[string]bool{}
		for _, n := range divided {
			words += n.words
			if anchors[n.anchor] {
				t.Errorf("%q: two sections %q", text, n.anchor)
			}
			anchors[n.anchor] = true
			if len(n.lead) > window+10 || strings.ContainsAny(n.lead, "\n\r") {
				t.Errorf("%q: lead %q", text, n.lead)
			}
		}
		if len(whole) != 1 || words != whole[0].words {
			t.Errorf("%q: %d nodes, %d words, %d in sections", text, len(whole), whole[0].words, words)
		}
	})
}

// A line longer than the buffer is read completely.
func TestLongLinesAreRead(t *testing.T) {
	text := "# T\n" + strings.Repeat("alpha ", 20_000) + "\nbeta"
	n := readAll(t, text, 16<<10, false)[0]
	if n.words != 20_002 || n.tallies[0].Forms[inBody] != 20_000 || n.tallies[1].Forms[inBody] != 1 {
		t.Errorf("%d words, %v", n.words, n.tallies)
	}
	if n := readAll(t, strings.Repeat("限", 30_000), 16<<10, false)[0]; n.words != 30_000 {
		t.Errorf("%d characters", n.words)
	}
}

// A long run of letters that is not a word takes time in proportion to its length.
func TestLongRunsOfLettersAreReadAtOnce(t *testing.T) {
	text := strings.Repeat("y", 200_000) + " " + strings.Repeat("alphay", 40_000) + " alpha"
	if n := readAll(t, text, 256<<10, false)[0]; n.words != 3 || n.tallies[0].Forms[inBody] != 1 || n.tallies[0].Longer[inBody] != 1 {
		t.Errorf("%d words, %v", n.words, n.tallies)
	}
	if q := bm25.Parse(text); len(q.Terms) != 3 {
		t.Errorf("%d terms", len(q.Terms))
	}
}

// Signs of links without a link take time in proportion to their number, and so do those of roles in titles.
func TestSignsOfLinksAreReadAtOnce(t *testing.T) {
	title := strings.Repeat(":a:`", 50_000)
	for _, text := range []string{strings.Repeat("](", 100_000), "[" + strings.Repeat("](a", 80_000), strings.Repeat("[[", 100_000) + strings.Repeat("]]", 100_000), title + "\n" + strings.Repeat("=", len(title)) + "\n"} {
		for _, name := range []string{"a.md", "a.rst", "a.adoc"} {
			r := newReader(bm25.Parse("alpha beta"), true)
			begun := time.Now()
			if why, err := r.read(context.Background(), name, strings.NewReader(text)); err != nil || time.Since(begun) > 5*time.Second {
				t.Errorf("%.20q in %s: %v, %v, %v", text, name, why, err, time.Since(begun))
			}
		}
	}
}

// Any text is read in any syntax, in blocks of any length.
func FuzzEverySyntaxIsRead(f *testing.F) {
	f.Add("===\nA\n===\n\nB\n---\n:a:`b`\n~~~~~~\n[a](b#c \"d\") [[e|f]] [[g]] ](h\n")
	f.Add("= A\n:b: c\n\n== D\n----\n== E\n----\nF\n-\nGHI\n~~~\n[source]\n// x\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.rst", "a.adoc", "a.md"} {
			for _, buffer := range []int{64, blockSize} {
				r := newReader(bm25.Parse("alpha beta"), true)
				r.buf = make([]byte, buffer)
				if _, err := r.read(context.Background(), name, strings.NewReader(text)); err != nil {
					t.Fatal(err)
				}
				linkNodes(r.nodes)
			}
		}
	})
}
