package main

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/rank/bm25"
)

func TestLinksLeadToNodes(t *testing.T) {
	nodes := []node{
		{path: "a/b/x.md", id: "x", title: "The X"},
		{path: "a/b/x.md", id: "x#part", title: "Part", anchor: "part", level: 1},
		{path: "a/README.md", id: "a", title: "A"},
		{path: "01-start/02-install.md", id: "02-install", title: "Install"},
		{path: "p/same.md", id: "p_same"},
		{path: "q/same.md", id: "q_same"},
	}
	places := &targets{nodes: nodes}
	for target, want := range map[string]int{
		"x.md": 0, "x": 0, "./x.md?q": 0, "../b/x.md#part": 1, "x.md#none": 0, "..": 2, "../README.md": 2, "../../p/same.md": 4,
		"/docs/start/install": 3, "https://example.org/start/install.html": 3, "https://example.org/install": -1, "/same": -1, "/q/same": 5,
		"https://host/": -1, "mailto:a@b": -1, "missing.md": -1, "/": -1,
		"[[x": 0, "[[The x": 0, "[[x#part": 1, "[[q_same": 5, "[[install": 3, "[[none": -1, "[[": -1,
	} {
		if got := places.find("a/b/y.md", target); got != want {
			t.Errorf("%s: %d, want %d", target, got, want)
		}
	}
}

func TestLinksHaveTheWordsBesideThem(t *testing.T) {
	const many = "w1 w2 w3 w4 w5 w6 w7 w8 w9"
	for text, want := range map[string]string{
		"[a b](c.md)":                         "c.md 2",
		many + " [a](c.md \"title\") " + many: "c.md 17",
		"x\n\ny [a](c.md) z\n\nu":             "c.md 3",
		"see [[c]], or [[d#e|the f]].":        "[[c 7, [[d#e 5",
		"[a](#here) [b] (c) ![i](p.png)":      "p.png 5",
		"[a](":                                "",
	} {
		r := newReader(bm25.Parse("w1 w9"), false)
		block := r.begin("a.md", []byte(text))
		var got []string
		for at := 0; at < len(block); {
			end := lineEnd(block, at, len(block))
			r.links(block, at, end)
			at = end + 1
		}
		for _, l := range r.now().links {
			got = append(got, l.target+" "+string(rune('0'+l.words/10))+string(rune('0'+l.words%10)))
		}
		if joined := strings.ReplaceAll(strings.Join(got, ", "), " 0", " "); joined != want {
			t.Errorf("%q: %s, want %s", text, joined, want)
		}
	}
}
