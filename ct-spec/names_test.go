package main

import (
	"strings"
	"testing"
)

func TestIdsDiffer(t *testing.T) {
	for _, c := range []struct{ files, want string }{
		{"a.md b/a.md", "top_a b_a"},
		{"README.md", "top"},
		{"top.md README.md", "top_top top"},
		{"x/auth/spec.md y/auth/README.md", "x_auth y_auth"},
		{"x/p/auth/spec.md y/p/auth/spec.md", "x_p_auth y_p_auth"},
		{"b/a.md c/a.md x/b_a.md", "top_b_a c_a x_b_a"},
		{"a.md=same b.md=same", "same same_2"},
		{"x/a.md=same y/b.md=same", "x_same y_same"},
		{"a.md=b b.md", "b top_b"},
		{"b.md x/b.md a.md=b", "top_b x_b b"},
		{"a.md=x x/spec.md", "x top_x"},
		{"x/s.md x/s.txt y/s.md", "x_s x_s_2 y_s"},
		{"README.md a.md=top", "top_2 top"},
		{"docs/x.md docs/y.md", "x y"},
		{"d/Index.md d/INDEX.MD", "d d_2"},
	} {
		var nodes []node
		for file := range strings.FieldsSeq(c.files) {
			name, id, _ := strings.Cut(file, "=")
			nodes = append(nodes, node{path: name, id: id})
		}
		nameNodes(nodes, "/some/top")
		var got []string
		for _, n := range nodes {
			got = append(got, n.id)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %s", c.files, got, c.want)
		}
	}
}
