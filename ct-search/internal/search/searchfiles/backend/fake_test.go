package backend

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
)

// The lying program is this test binary. A variable that children inherit names the lie.
const lieVariable = "LC_CT_TEST_LIE"

func TestMain(m *testing.M) {
	if lie := os.Getenv(lieVariable); lie != "" {
		os.Exit(play(lie, os.Args[0], os.Args[1:]))
	}
	os.Exit(m.Run())
}

// lie is what a program reports, instead of the truth, about the files a, b and c, each of which
// has the line "foo" as the second of three.
type lie struct {
	rg, ugrep string // %s is replaced by the truth
	status    int
	stderr    string
	message   string // part of the error
	version   string // of rg, "" for 13.0.0
}

// truth returns the correct report of a file.
func truth(program, name string) string {
	if program == "ugrep" {
		return "./" + name + "\x002:foo\n"
	}
	path := `"path":{"text":"./` + name + `"}`
	return `{"type":"begin","data":{` + path + "}}\n" +
		`{"type":"match","data":{` + path + `,"lines":{"text":"foo\n"},"line_number":2,"absolute_offset":4,"submatches":[]}}` + "\n" +
		`{"type":"end","data":{` + path + `,"binary_offset":null}}` + "\n"
}

func summary(files int) string {
	return fmt.Sprintf(`{"type":"summary","data":{"stats":{"matched_lines":%d,"searches_with_match":%d}}}`+"\n", files, files)
}

// searches returns the correct summary of a version that reports what it searched.
func searches(files, bytes int) string {
	return strings.Replace(summary(3), "{\"matched", fmt.Sprintf(`{"searches":%d,"bytes_searched":%d,"matched`, files, bytes), 1)
}

func lies() map[string]lie {
	a, b, c := truth("rg", "a"), truth("rg", "b"), truth("rg", "c")
	ua, ub, uc := truth("ugrep", "a"), truth("ugrep", "b"), truth("ugrep", "c")
	altered := func(text, from, to string) string { return strings.Replace(text, from, to, 1) }
	return map[string]lie{
		"truth":                {rg: a + b + c + summary(3), ugrep: ua + ub + uc + ugrepEnd},
		"no such match":        {rg: altered(a, `"foo\n"`, `"fxo\n"`) + summary(1), ugrep: altered(ua, "foo", "fxo") + ugrepEnd, message: "does not match"},
		"other line":           {rg: altered(a, `number":2`, `number":3`) + summary(1), ugrep: altered(ua, "2:", "3:") + ugrepEnd, message: "next that matches is line 2"},
		"other offset":         {rg: altered(a, `offset":4`, `offset":5`) + summary(1), message: "next that matches is line 2"},
		"other text":           {rg: altered(a, `"foo\n"`, `"foo foo\n"`) + summary(1), ugrep: altered(ua, "foo", "foo foo") + ugrepEnd, message: "another text"},
		"line too many":        {rg: altered(a, `"foo\n"},"line_number":2,"absolute_offset":4,"submatches":[]}}`, `"foo\n"},"line_number":2,"absolute_offset":4,"submatches":[]}}`+"\n"+`{"type":"match","data":{"path":{"text":"./a"},"lines":{"text":"foo\n"},"line_number":3,"absolute_offset":8}}`) + altered(summary(1), `lines":1`, `lines":2`), ugrep: ua + "./a\x003:foo\n" + ugrepEnd, message: "2 lines of \"a\" that match, which has 1"},
		"same line twice":      {ugrep: ua + ua + ugrepEnd, message: "line 2 of \"./a\" after line 2"},
		"line nought":          {rg: altered(a, `number":2`, `number":0`) + summary(1), ugrep: altered(ua, "2:", "0:") + ugrepEnd, message: "line 0"},
		"two lines in one":     {rg: altered(a, `"foo\n"`, `"foo\nfoo\n"`) + summary(1), message: "several lines"},
		"other file":           {rg: truth("rg", "d") + summary(1), ugrep: truth("ugrep", "d") + ugrepEnd, message: "not asked for"},
		"file twice":           {rg: a + a + summary(2), ugrep: ua + ub + ua + ugrepEnd, message: "not asked for or has reported"},
		"file outside":         {rg: strings.ReplaceAll(a, "./a", "/etc/passwd") + summary(1), ugrep: "./../a\x001:foo\n" + ugrepEnd, message: "not asked for"},
		"early end":            {rg: a, ugrep: ua, message: "ends early"},
		"early end in a line":  {rg: a[:60], ugrep: ua[:len(ua)-1], message: "ends early"},
		"nothing":              {message: "ends early"},
		"goes on":              {rg: a + summary(1) + "\n", ugrep: ua + ugrepEnd + ugrepEnd, message: "goes on after its end"},
		"other total":          {rg: a + summary(2), message: "sums up"},
		"no total":             {rg: a + `{"type":"summary","data":{}}` + "\n", message: "sums up"},
		"garbage":              {rg: "foo\n", ugrep: "error: foo\n", message: "it prints"},
		"message within":       {rg: a[:strings.Index(a, "\n")+1] + b + summary(1), message: "not expected"},
		"context":              {rg: altered(a, `"match"`, `"context"`) + summary(1), message: "not expected"},
		"no number":            {rg: altered(a, `"line_number":2,`, "") + summary(1), ugrep: altered(ua, "2:", ":") + ugrepEnd, message: "it prints"},
		"signed number":        {rg: altered(a, `number":2`, `number":"2"`) + summary(1), ugrep: altered(ua, "2:", "+2:") + ugrepEnd, message: "it prints"},
		"bad base64":           {rg: altered(a, `"text":"foo\n"`, `"bytes":"?"`) + summary(1), message: "it prints"},
		"text and bytes":       {rg: altered(a, `"text":"foo\n"`, `"text":"foo\n","bytes":"Zm9v"`) + summary(1), message: "not expected"},
		"status 2":             {rg: a + b + c + summary(3), ugrep: ua + ub + uc + ugrepEnd, status: 2, stderr: "out of\x1b memory\n", message: "status 2: out of\uFFFD memory"},
		"status 1":             {rg: a + b + c + summary(3), ugrep: ua + ub + uc + ugrepEnd, status: 1, message: "status 1"},
		"status 0 for nothing": {rg: summary(0), ugrep: ugrepEnd, message: "status 0"},
		"nothing found":        {rg: summary(0), ugrep: ugrepEnd, status: 1, message: "does not report line 2 of \"a\", which matches"},
		"hidden file":          {rg: a + c + summary(2), ugrep: ua + uc + ugrepEnd, message: "does not report line 2 of \"b\", which matches"},
		"one file refused":     {rg: a + c + summary(2), ugrep: ua + uc + ugrepEnd, status: 2, stderr: "rg: ./b: Permission denied (os error 13)\n"},
		"all summed up":        {rg: a + b + c + searches(3, 36), version: "15.0.0"},
		"a file not summed up": {rg: a + b + c + searches(2, 36), version: "15.0.0", message: "36 bytes of 2 files"},
		"bytes not summed up":  {rg: a + b + c + searches(3, 35), version: "15.0.0", message: "at least 36 bytes"},
		"warning":              {ugrep: ua + ub + uc + ugrepEnd, stderr: "ugrep: warning: woe\n", message: "warning: woe"},
		"endless line":         {rg: "endless", ugrep: "endless", message: "more than"},
		"endless messages":     {rg: "endless messages", ugrep: "endless messages", message: "after line 2"},
		"endless complaints":   {rg: "endless complaints", ugrep: "endless complaints", message: "it"},
		"signal":               {rg: "signal", ugrep: "signal", message: "signal 9"},
	}
}

// play acts as the lying program.
func play(name, program string, args []string) int {
	l := lies()[name]
	if slices.Equal(args, []string{"--version"}) {
		_, _ = fmt.Println(map[string]string{"rg": "ripgrep " + cmp.Or(l.version, "13.0.0"), "ugrep": "ugrep 3.7.0 x"}[program])
		return 0
	}
	if at := slices.Index(args, "--"); at < 0 || !slices.Equal(args[at+1:], []string{"./a", "./b", "./c"}) {
		_, _ = fmt.Fprintln(os.Stderr, "unexpected", args)
		return 2
	}
	out := map[string]string{"rg": l.rg, "ugrep": l.ugrep}[program]
	switch name {
	case "endless line", "endless messages":
		w, text := bufio.NewWriter(os.Stdout), strings.Repeat("x", 1<<10)
		if name == "endless messages" {
			begun, rest, _ := strings.Cut(truth("rg", "a"), "\n")
			line, _, _ := strings.Cut(rest, "\n")
			text = line + "\n"
			if program == "ugrep" {
				text = truth(program, "a")
			} else {
				_, _ = w.WriteString(begun + "\n")
			}
		}
		for {
			if _, err := w.WriteString(text); err != nil {
				return 0
			}
		}
	case "endless complaints":
		for {
			if _, err := os.Stderr.WriteString(strings.Repeat("woe ", 1000)); err != nil {
				return 2
			}
		}
	case "signal", "hang":
		_, _ = os.Stdout.WriteString(truth(program, "a"))
		if name == "signal" {
			self, _ := os.FindProcess(os.Getpid())
			_ = self.Kill()
		}
		time.Sleep(time.Hour)
	}
	_, _ = io.WriteString(os.Stdout, out)
	_, _ = io.WriteString(os.Stderr, l.stderr)
	return l.status
}

// fake returns a backend that runs the lying program, and a search for it.
func fake(t *testing.T, kind, name string) (*Backend, *Search) {
	t.Helper()
	bin, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(lieVariable, name)
	b, err := Find(t.Context(), kind, bin, Rights{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("bar\nfoo\nbar\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b, &Search{Dir: dir, Pattern: compiled(t, "foo", pattern.Literal, pattern.Sensitive), Scan: scan.Request{Want: match.Spans}, Open: opener(dir)}
}

func TestProgramThatLiesIsAnError(t *testing.T) {
	for name, l := range lies() {
		for kind, out := range map[string]string{"rg": l.rg, "ugrep": l.ugrep} {
			if out == "" && name != "nothing" {
				continue
			}
			t.Run(name+"/"+kind, func(t *testing.T) {
				b, s := fake(t, kind, name)
				found := 0
				err := b.Search(t.Context(), s, []string{"a", "b", "c"}, func(_ int, r scan.Result, err error) bool {
					found += int(r.Lines)
					return err == nil
				})
				switch {
				case l.message == "" && (err != nil || found != 3):
					t.Errorf("%d lines, %v", found, err)
				case l.message != "" && (err == nil || !strings.Contains(err.Error(), l.message)):
					t.Errorf("%v, not %q", err, l.message)
				case err != nil && strings.ContainsAny(err.Error(), "\n\x1b"):
					t.Errorf("%q is not one line of text", err)
				}
			})
		}
	}
}

func TestProgramThatHangsIsKilled(t *testing.T) {
	for _, kind := range Names() {
		b, s := fake(t, kind, "hang")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		err := b.Search(ctx, s, []string{"a", "b", "c"}, func(int, scan.Result, error) bool { return true })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// A program that falls silent is killed, and its files are searched natively.
func TestSilentProgramIsKilled(t *testing.T) {
	for _, kind := range Names() {
		b, s := fake(t, kind, "hang")
		b.checkInterval, b.silenceLimit = time.Millisecond, 50*time.Millisecond
		if got := searched(t, b, s, []string{"a", "b", "c"}); len(got) != 3 || got[0].Result.Lines != 1 || got[2].Result.Lines != 1 {
			t.Errorf("%s: %+v", kind, got)
		}
	}
}

func TestFindSaysWhatToDo(t *testing.T) {
	dir := t.TempDir()
	bin, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	t.Setenv(lieVariable, "truth")
	for _, c := range []struct{ name, path, says string }{
		{"rg", "", `rg: not on PATH; install ripgrep or set backend = "native"`},
		{"ugrep", "", `ugrep: not on PATH; install ugrep or set backend = "native"`},
		{"rf", "", `there is no backend "rf" among native, rg, ugrep`},
		{"rg", "bin/rg", "not an absolute path"},
		{"rg", filepath.Join(dir, "rg"), "backend rg: "},
		{"rg", dir, "is not a program"},
		{"rg", bin, ""},
	} {
		_, err := Find(t.Context(), c.name, c.path, Rights{})
		if (err == nil) != (c.says == "") || err != nil && (!strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s %s: %v, not %q", c.name, c.path, err, c.says)
		}
	}
}

func TestVersionsAreComparedAsNumbers(t *testing.T) {
	for _, c := range []struct {
		line, project string
		want          version
		ok            bool
	}{
		{"ripgrep 13.0.0 -SIMD -AVX", "ripgrep", version{13, 0}, true},
		{"ripgrep 9.12 (rev 1)", "ripgrep", version{9, 12}, true},
		{"ugrep 3.11.2 x86_64-pc-linux-gnu", "ugrep", version{3, 11}, true},
		{"ugrep 3.11.2", "ripgrep", version{}, false},
		{"ripgrep", "ripgrep", version{}, false},
		{"ripgrep 13", "ripgrep", version{}, false},
		{"ripgrep x.y", "ripgrep", version{}, false},
		{"ripgrep -1.2", "ripgrep", version{}, false},
		{"", "ripgrep", version{}, false},
	} {
		v, ok := parseVersion(c.line, c.project)
		if ok != c.ok || ok && v != c.want {
			t.Errorf("%q: %v %v", c.line, v, ok)
		}
	}
	if !(version{3, 7}).less(version{3, 11}) || !(version{9, 9}).less(version{13, 0}) || (version{15, 0}).less(version{13, 0}) || (version{13, 0}).less(version{13, 0}) {
		t.Error("the order of versions is not that of numbers")
	}
}

func TestModeFuzzyIsNotSupported(t *testing.T) {
	p := compiled(t, "hello", pattern.Fuzzy, pattern.Smart)
	for _, name := range Names() {
		if err := Supports(name, p); err == nil || !strings.Contains(err.Error(), "needs the native backend") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Supports("rg", compiled(t, "hello", pattern.Literal, pattern.Smart)); err != nil {
		t.Error(err)
	}
}
