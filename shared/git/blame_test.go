package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func TestParseBlame(t *testing.T) {
	t.Parallel()
	a, b := strings.Repeat("a", 40), strings.Repeat("b", 40)
	text := a + " 1 3 2\nauthor A U\nauthor-mail <a@b>\nauthor-time 1767323045\nauthor-tz +0130\nsummary Subject: it\nfilename \"q\\\"\\n\"\n\tauthor nobody\n" +
		a + " 2 4\n\t\n" + b + " 9 5 1\nauthor B\nauthor-time 0\nauthor-tz -0800\nfilename x\n\tb\n" + a + " 5 6 1\n\ta\n"
	runs, err := parseBlame(strings.NewReader(text))
	if err != nil || len(runs) != 3 {
		t.Fatalf("%v, %v", err, runs)
	}
	first, second := runs[0].Commit, runs[1].Commit
	want := BlamedCommit{ID: a, Author: Author{"A U", "2026-01-02T04:34:05+01:30"}, Subject: "Subject: it", Path: "q\"\n", seconds: 1767323045, zone: "+0130"}
	if *first != want || runs[0].First != 3 || runs[0].Count != 2 || runs[2].Commit != first || runs[2].First != 6 {
		t.Errorf("%+v\n%+v", *first, runs)
	}
	if second.Author.Date != "1969-12-31T16:00:00-08:00" {
		t.Errorf("%s", second.Author.Date)
	}
	for text, want := range map[string]error{
		"":                                    nil,
		"x 1 2 3\n":                           errBlame,
		a + " 1 0 1\n\t\n":                    errBlame,
		a + " 1 1 1\n":                        io.ErrUnexpectedEOF,
		a + " 1 1\n\ta\n" + a + " 1 3\n\tb\n": errBlame,
	} {
		if _, err := parseBlame(strings.NewReader(text)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
}

func FuzzParseBlame(f *testing.F) {
	a := strings.Repeat("a", 40)
	f.Add([]byte(a + " 1 1 2\nauthor A\nauthor-time 12\nauthor-tz +9999\nsummary s\nboundary\nfilename f\n\tx\n" + a + " 2 2\n\ty\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		runs, err := parseBlame(bytes.NewReader(text))
		again, errAgain := parseBlame(iotest.OneByteReader(bytes.NewReader(text)))
		if fmt.Sprint(err) != fmt.Sprint(errAgain) || !reflect.DeepEqual(runs, again) {
			t.Errorf("%v, %v", err, errAgain)
		}
		for i, run := range runs {
			if run.Count < 1 || run.First < 1 || run.Commit == nil || i > 0 && run.First != runs[i-1].First+runs[i-1].Count {
				t.Errorf("%+v", runs)
			}
		}
	})
}

func TestShallowAndFile(t *testing.T) {
	dir := repository(t, map[string]string{"a/b\nc": "x\n", "d": "y\n"})
	r, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := r.Objects(context.Background())
	defer o.Close()
	c, err := o.Commit("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if e, err := o.File(c.Tree, "a/b\nc"); err != nil || e.Kind != File {
		t.Errorf("%v, %v", e, err)
	}
	for _, path := range []string{"a/x", "d/x", "x"} {
		if _, err := o.File(c.Tree, path); !errors.Is(err, ErrAbsent) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if ids, err := r.Shallow(); err != nil || ids != nil {
		t.Errorf("%v, %v", ids, err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".git", "shallow"), []byte(c.ID+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if ids, err := r.Shallow(); err != nil || len(ids) != 1 || ids[0] != c.ID {
		t.Errorf("%v, %v", ids, err)
	}
	if short, err := r.Abbreviate(context.Background(), []string{c.ID}); err != nil || !strings.HasPrefix(c.ID, short[0]) {
		t.Errorf("%v, %v", short, err)
	}
	if rel, err := r.Relative(filepath.Join(r.Top, "a", "b")); err != nil || rel != "a/b" {
		t.Errorf("%s, %v", rel, err)
	}
	if _, err := r.Relative(filepath.Dir(r.Top)); err == nil {
		t.Error("a folder outside is in the repository")
	}
	if near := Nearest(filepath.Join(dir, "a", "x", "y")); near != filepath.Join(dir, "a") {
		t.Error(near)
	}
}
