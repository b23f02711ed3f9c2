package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// events collects what a visitor receives, each as a line.
type events struct {
	list []string
	most int // after so many the log ends; 0 is no bound
}

func (e *events) add(format string, args ...any) bool {
	e.list = append(e.list, fmt.Sprintf(format, args...))
	return e.most == 0 || len(e.list) < e.most
}

func (e *events) visitor() *LogVisitor {
	return &LogVisitor{
		Commit: func(c LogCommit) bool { return e.add("commit %q", c) },
		File: func(c *FileChange) bool {
			return e.add("file {%q %q %q %q} %v", c.Old, c.New, c.OldID, c.NewID, c.Binary)
		},
		Line: func(added bool, n int64, text []byte, long bool) { e.add("%v %d %q %v", added, n, text, long) },
		End:  func() bool { return e.add("end") },
	}
}

const heading = "\x00aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\x00aaaaaaa\x002026-01-02T03:04:05+01:00\x00A U\x00Subject: it\n"

func TestParseLog(t *testing.T) {
	t.Parallel()
	const name = `["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" "aaaaaaa" {"A U" "2026-01-02T03:04:05+01:00"} "Subject: it"]`
	begin := `commit {` + name[1:len(name)-1] + `}`
	for _, test := range []struct {
		text string
		want []string
		err  error
	}{
		{"", nil, nil},
		{heading, []string{begin, "end"}, nil},
		{heading + heading, []string{begin, "end", begin, "end"}, nil},
		{
			heading + "\ndiff --git a/x y b/x y\nindex " + strings.Repeat("1", 40) + ".." + strings.Repeat("0", 40) + " 100644\n--- a/x y\t\n+++ /dev/null\n@@ -1,2 +0,0 @@ func\n-@@ -9 +9 @@\n-diff --git a/z b/z\n\\ No newline at end of file\n",
			[]string{begin, `file {"x y" "" "` + strings.Repeat("1", 40) + `" ""} false`, `false 1 "@@ -9 +9 @@" false`, `false 2 "diff --git a/z b/z" false`, "end"}, nil,
		},
		{
			heading + "\ndiff --git \"a/\\\"q\\\"\\t\\303\\251\" b/n\n--- \"a/\\\"q\\\"\\t\\303\\251\"\n+++ b/n\n@@ -5 +7,2 @@\n-old\r\n+\n+new\n@@ -9,0 +12 @@\n+-\n",
			[]string{begin, `file {"\"q\"\té" "n" "" ""} false`, `false 5 "old\r" false`, `true 7 "" false`, `true 8 "new" false`, `true 12 "-" false`, "end"}, nil,
		},
		{
			heading + "diff --git a/b b/b\nBinary files a/b and /dev/null differ\n",
			[]string{begin, `file {"b" "" "" ""} true`, "end"}, nil,
		},
		{
			heading + "diff --git a/b b/b\nBinary files a/x and b/x and b/x and b/x differ\n",
			[]string{begin, `file {"x and b/x" "x and b/x" "" ""} true`, "end"}, nil,
		},
		{heading + "--- a/b\n+++ b/b\n@@ -1,3 +1,3 @@\n same\n-a\n+b\n same\n", []string{begin, `file {"b" "b" "" ""} false`, `false 2 "a" false`, `true 2 "b" false`, "end"}, nil},
		{"text\n", nil, errLog},
		{heading + "@@ -x +1 @@\n", []string{begin}, errLog},
		{heading + "@@ -1 +1 @@\n-a\n", []string{begin, `file {"" "" "" ""} false`, `false 1 "a" false`}, io.ErrUnexpectedEOF},
		{heading + "@@ -1 +1 @@\n-a\n-b\n", []string{begin, `file {"" "" "" ""} false`, `false 1 "a" false`}, errLog},
		{"\x00short\x00a\x00b\x00c\x00d\n", nil, errLog},
	} {
		var e events
		if err := parseLog(strings.NewReader(test.text), e.visitor()); !errors.Is(err, test.err) || !reflect.DeepEqual(e.list, test.want) {
			t.Errorf("%q: %v\n%s\nwant %v\n%s", test.text, err, strings.Join(e.list, "\n"), test.err, strings.Join(test.want, "\n"))
		}
	}
}

// TestLogOfHostileLines writes changes whose lines look like a log, and reads them back.
func TestLogOfHostileLines(t *testing.T) {
	hostile := "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n" + heading + "-\n+\n\\ No newline at end of file\n" + strings.Repeat("long ", 1<<17) + "\n\xff\x01\nlast"
	dir := repository(t, map[string]string{"a\n@@ -1,1 +1,1 @@": hostile, "b": "one\n"})
	r, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	head := run(t, dir, "rev-parse", "HEAD")
	var e events
	var got []string
	v := e.visitor()
	v.Line = func(_ bool, n int64, text []byte, _ bool) {
		if n == int64(len(got))+1 {
			got = append(got, string(text))
		}
	}
	if err := r.Log(context.Background(), &LogRequest{From: head, Paths: []string{"a\n@@ -1,1 +1,1 @@"}, Text: true}, v); err != nil || strings.Join(got, "\n") != hostile {
		t.Errorf("%v, %d lines, %d bytes of %d", err, len(got), len(strings.Join(got, "\n")), len(hostile))
	}
	if len(e.list) != 3 || !strings.Contains(e.list[1], `"a\n@@ -1,1 +1,1 @@"`) {
		t.Errorf("%q", e.list)
	}
	e = events{most: 1}
	if err := r.Log(context.Background(), &LogRequest{From: head}, e.visitor()); err != nil || len(e.list) != 1 {
		t.Errorf("%v, %q", err, e.list)
	}
	if err := r.Log(context.Background(), &LogRequest{From: strings.Repeat("1", 40)}, e.visitor()); err == nil {
		t.Error("the log of no commit")
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Nanosecond)
	defer stop()
	if err := r.Log(ctx, &LogRequest{From: head}, e.visitor()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after the time: %v", err)
	}
}

func FuzzParseLog(f *testing.F) {
	f.Add([]byte(heading + "\ndiff --git a/x b/x\nindex 11..22 100644\n--- a/x\n+++ b/x\n@@ -1,2 +3 @@ f\n-a\n-b\n+c\n\\ No newline at end of file\n@@ -9,0 +9 @@\n+\n"))
	f.Add([]byte(heading + "diff --git a/b b/b\nBinary files a/b and b/b differ\n" + heading))
	f.Add([]byte(heading + "--- \"a/\\303\\251\\\"\"\n+++ /dev/null\n@@ -1 +0,0 @@\n-\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var whole, slow events
		err := parseLog(bytes.NewReader(text), whole.visitor())
		again := parseLog(iotest.OneByteReader(bytes.NewReader(text)), slow.visitor())
		if fmt.Sprint(err) != fmt.Sprint(again) || !reflect.DeepEqual(whole.list, slow.list) {
			t.Errorf("%v, %q\n%v, %q", err, whole.list, again, slow.list)
		}
		begun, ended := 0, 0
		for _, line := range whole.list {
			if strings.HasPrefix(line, "commit") {
				begun++
			}
			if line == "end" {
				ended++
			}
		}
		if ended > begun || err == nil && ended != begun {
			t.Errorf("%d commits, %d ends", begun, ended)
		}
		if len(whole.list) > 0 {
			first := events{most: 1}
			if err := parseLog(bytes.NewReader(text), first.visitor()); !errors.Is(err, errEnough) || first.list[0] != whole.list[0] {
				t.Errorf("ended: %v, %q", err, first.list)
			}
		}
	})
}

func FuzzParseHunk(f *testing.F) {
	f.Add("@@ -1,2 +3,4 @@ func f()")
	f.Add("@@ -0,0 +1 @@")
	f.Add("@@ -9223372036854775807,1 +1 @@")
	f.Fuzz(func(t *testing.T, line string) {
		from, removed, to, added, ok := parseHunk(line)
		if !ok {
			return
		}
		if min(from, removed, to, added) < 0 || from+removed < 0 || to+added < 0 {
			t.Fatalf("%q: %d,%d %d,%d", line, from, removed, to, added)
		}
		a, b, c, d, ok := parseHunk(fmt.Sprintf("@@ -%d,%d +%d,%d @@", from, removed, to, added))
		if !ok || a != from || b != removed || c != to || d != added {
			t.Errorf("%q: %d,%d %d,%d", line, a, b, c, d)
		}
	})
}

func FuzzUnquote(f *testing.F) {
	f.Add("a b")
	f.Add("new\nline \"q\" \\ \t\x01\x7f\xff\u00e9")
	f.Fuzz(func(t *testing.T, name string) {
		var b strings.Builder
		for i := range len(name) {
			fmt.Fprintf(&b, `\%03o`, name[i])
		}
		if got := unquote(`"` + b.String() + `"`); got != name {
			t.Errorf("%q: %q", name, got)
		}
		short := strings.NewReplacer("\\", `\\`, "\"", `\"`, "\n", `\n`, "\t", `\t`, "\a", `\a`, "\b", `\b`, "\f", `\f`, "\r", `\r`, "\v", `\v`).Replace(name)
		if got := unquote(`"` + short + `"`); got != name {
			t.Errorf("%q: %q", short, got)
		}
		_ = unquote(name)
		_ = parsePath(name, "a/")
		_, _ = parseBinary("Binary files " + name + " differ")
	})
}
