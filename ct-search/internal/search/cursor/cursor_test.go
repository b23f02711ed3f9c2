package cursor

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func sample() *Cursor {
	c := &Cursor{
		At: Place{"a/b\xff.go", 12}, Query: NewQuery([]string{"--grep=x", "--hidden", "PATH=a"}),
	}
	c.Tree.Add("a/b\xff.go", 10, time.Unix(1600000000, 5))
	return c
}

func TestACursorIsReadAsItWasWritten(t *testing.T) {
	c := sample()
	got, err := Parse(c.String())
	if err != nil {
		t.Fatal(err)
	}
	c.Tree.NewestPath = "" // it is not in the text
	if !reflect.DeepEqual(got, c) {
		t.Errorf("%+v, want %+v", got, c)
	}
	if strings.Trim(c.String(), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
		t.Errorf("%s is not to be typed as it is", c)
	}
}

func TestABriefCursorIsReadAsItWasWritten(t *testing.T) {
	c := sample()
	c.At = Place{Findings, 1 << 40}
	text := c.Brief()
	if len(text) > 40 {
		t.Errorf("%s has %d bytes", text, len(text))
	}
	got, err := Parse(text)
	if err != nil || got.At != c.At {
		t.Fatalf("%v, %+v", err, got)
	}
	words := []string{"--grep=x", "--hidden", "PATH=a"}
	again := func(*Tree) string { return "" }
	same := func(s string) string { return s }
	if err := got.SameQuery(words, nil); err != nil {
		t.Error(err)
	}
	if err := got.SameQuery(words[:2], nil); err == nil {
		t.Error("another query is taken for the same")
	}
	for name, want := range map[string]string{Folder: "the working folder was another then", Shards: "the list of shards was another then"} {
		elsewhere := slices.Concat(words, []string{name + "=/other"})
		if err := got.SameQuery(elsewhere, []string{name}); err == nil || !strings.HasPrefix(err.Error(), want+";") {
			t.Errorf("%v, want %s", err, want)
		}
		if err := got.SameQuery(elsewhere[1:], []string{name}); err == nil || !strings.HasPrefix(err.Error(), "it belongs to another query;") {
			t.Error(err)
		}
	}
	if err := got.Same(&c.Tree, same, again); err != nil {
		t.Error(err)
	}
	other := c.Tree
	other.Add("b", 1, time.Unix(1500000000, 0))
	if err := got.Same(&other, same, again); err == nil {
		t.Error("another tree is taken for the same")
	}
}

// Whatever is changed in a text, it is no cursor any more.
func TestAForgedOrTruncatedCursorIsRefused(t *testing.T) {
	for _, text := range []string{sample().String(), sample().Brief()} {
		refused(t, text)
	}
	if _, err := Parse(strings.Repeat("A", maxText+1)); err == nil {
		t.Error("a cursor has no bound")
	}
}

func refused(t *testing.T, text string) {
	t.Helper()
	for i := range text {
		for _, forged := range []string{text[:i], text[i+1:], text[:i] + "x" + text[i:], text[:i] + "\n" + text[i:]} {
			if _, err := Parse(forged); err == nil {
				t.Errorf("%q is taken for %q", forged, text)
			}
		}
		for _, other := range "aB3_" {
			if forged := text[:i] + string(other) + text[i+1:]; forged != text {
				if _, err := Parse(forged); err == nil {
					t.Errorf("%q is taken for %q", forged, text)
				}
			}
		}
	}
}

func TestAnotherQueryIsNamed(t *testing.T) {
	names := []string{"--grep", "--hidden", "--name", "PATH"}
	then := []string{"--grep=a", "--grep=b", "--hidden", "PATH=x"}
	for _, c := range []struct {
		now  []string
		want string
	}{
		{[]string{"--hidden", "PATH=x", "--grep=b", "--grep=a"}, ""},
		{[]string{"--grep=a", "--grep=c", "--hidden", "PATH=x"}, "it belongs to another query: --grep was another then"},
		{[]string{"--grep=a", "--grep=b", "--name=y", "PATH=x"}, "it belongs to another query: --hidden was given then, --name was not given then"},
		{[]string{"--grep=a", "--grep=b", "--hidden", "PATH=x", "--size=1"}, "it belongs to another query"},
	} {
		got := ""
		if err := NewQuery(then).Same(c.now, names); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %s", c.now, got)
		}
	}
}

func TestAChangedTreeIsAnError(t *testing.T) {
	old := time.Unix(900, 0)
	tree := func(add func(*Tree)) *Tree {
		t := &Tree{}
		add(t)
		return t
	}
	c := &Cursor{At: Place{Path: "b"}, Tree: *tree(func(t *Tree) { t.Add("a", 1, old); t.Add("b", 2, old) })}
	for _, test := range []struct {
		now  func(*Tree)
		want string
	}{
		{func(t *Tree) { t.Add("b", 2, old); t.Add("a", 1, old) }, ""},
		{func(t *Tree) { t.Add("a", 1, old); o := &Tree{odd: t.odd}; o.Add("b", 2, old); t.Merge(o) }, ""},
		{func(t *Tree) { t.Add("a", 1, old); t.Add("b", 2, old.Add(1)) }, "the tree changed since: <b> was written to"},
		{func(t *Tree) { t.Add("b", 2, old) }, "up to <b> there were 2 entries to look at, now there are 1"},
		{func(t *Tree) { t.Add("a", 1, old); t.Add("b", 3, old) }, "the tree changed since: <b> has another name, size or time than then"},
		{func(t *Tree) { t.Add("c", 1, old); t.Add("b", 2, old) }, "<c> has another name"},
		{func(t *Tree) { t.Add("a", 2, old); t.Add("b", 1, old) }, "up to <b> an entry has another name, size or time"},
	} {
		got := ""
		again := func(look *Tree) string {
			test.now(look)
			return look.Odd()
		}
		if err := c.Same(tree(test.now), func(s string) string { return "<" + s + ">" }, again); err != nil {
			got = err.Error()
		}
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample().String())
	f.Add((&Cursor{At: Place{Path: "a"}}).String())
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err == nil && c.String() != text {
			t.Errorf("%q becomes %q", text, c)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// FuzzPayload makes cursors whose checksum is right.
func FuzzPayload(f *testing.F) {
	f.Add([]byte("0123456789abcdefghijklmnopqrst\x01\x01nnvvvvpath"))
	f.Fuzz(func(t *testing.T, payload []byte) {
		text := encoding().EncodeToString(append(append([]byte{version}, check(payload)...), payload...))
		c, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(c.String()); err != nil || !reflect.DeepEqual(again, c) {
			t.Errorf("%+v becomes %+v, %v", c, again, err)
		}
	})
}
