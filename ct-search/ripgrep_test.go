package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestSameLinesAsRipgrep compares with ripgrep, over Go's own source or the tree
// that CT_TEST_TREE names, such as the source of Linux, which lines match, where
// on them the first match is, and how many lines of each file are counted.
func TestSameLinesAsRipgrep(t *testing.T) {
	t.Parallel()
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("skipped: no rg")
	}
	dir, occur := tooltest.GoSource(t), true // whether all questions but the rare find something
	if tooltest.Brief() {
		dir, occur = filepath.Join(dir, "net"), false // the whole takes a minute
	}
	if tree := os.Getenv("CT_TEST_TREE"); tree != "" {
		dir, occur = tree, false
	}
	noPCRE := exec.Command(rg, "--pcre2-version").Run() != nil
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	var asked, files, lines atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d questions with the same answers: %d files, %d lines", asked.Load(), files.Load(), lines.Load())
	})
	for _, q := range questions {
		t.Run(q.String(), func(t *testing.T) {
			t.Parallel()
			if q.backtracks() && noPCRE {
				t.Skip("skipped: rg has no PCRE2")
			}
			theirs := listing(t, dir, rg, q.theirArgs("--line-number", "--column"))
			if len(theirs) == 0 && occur && !q.rare {
				t.Error("ripgrep finds nothing: the pattern tests nothing")
			}
			ours := listing(t, dir, program, q.ourArgs("--detail"))
			for _, path := range differing(theirs, ours) {
				t.Errorf("%s: %s", path, firstDifference(
					placesIn(t, dir, path, rg, q.theirArgs("--line-number", "--column")),
					placesIn(t, dir, path, program, q.ourArgs("--detail"))))
			}
			sameCounts(t, theirs, counts(t, dir, program, q.ourArgs("--count")))
			if !t.Failed() {
				asked.Add(1)
				files.Add(int64(len(theirs)))
				for _, l := range theirs {
					lines.Add(int64(l.n))
				}
			}
		})
	}
}

const maxReported = 3 // files of a question that are reported

// matching is the matching lines of a file.
type matching struct {
	n      int
	places uint64 // hash of line:column of each in order
}

// differing returns some of the paths under which a and b have different lines.
func differing(a, b map[string]matching) []string {
	var paths []string
	for path, l := range a {
		if b[path] != l {
			paths = append(paths, path)
		}
	}
	for path := range b {
		if _, ok := a[path]; !ok {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths[:min(len(paths), maxReported)]
}

func sameCounts(t *testing.T, want map[string]matching, got map[string]string) {
	t.Helper()
	reported := 0
	for path, l := range want {
		if n := fmt.Sprint(l.n); got[path] != n {
			t.Errorf("%s: %s lines, counted %q", path, n, got[path])
			if reported++; reported == maxReported {
				return
			}
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, counted in %d", len(want), len(got))
	}
}

var seed = maphash.MakeSeed()

// listing runs a program that prints path:line:column:text, and returns what it
// found in each file; of the tree of Linux the text would not fit in memory.
func listing(t *testing.T, dir, program string, args []string) map[string]matching {
	t.Helper()
	found := map[string]matching{}
	output(t, dir, program, args, func(line []byte) {
		path, place, ok := splitPlace(line)
		if !ok {
			t.Fatalf("%s %q prints %.200q", program, args, line)
		}
		l := found[string(path)]
		l.n++
		l.places = l.places*31 + maphash.Bytes(seed, place)
		found[string(path)] = l
	})
	return found
}

// splitPlace takes apart path:line:column:text.
func splitPlace(line []byte) (path, place []byte, ok bool) {
	path, rest, _ := bytes.Cut(line, []byte(":"))
	number := bytes.IndexByte(rest, ':')
	column := bytes.IndexByte(rest[number+1:], ':')
	if number <= 0 || column <= 0 {
		return nil, nil, false
	}
	return bytes.TrimPrefix(path, []byte("./")), rest[:number+1+column], true
}

// placesIn returns line:column of the matching lines of the file path.
func placesIn(t *testing.T, dir, path, program string, args []string) []string {
	t.Helper()
	var places []string
	args = append(slices.Clone(args[:len(args)-1]), path) // for the folder
	output(t, dir, program, args, func(line []byte) {
		_, place, _ := splitPlace(line)
		places = append(places, string(place))
	})
	return places
}

func firstDifference(theirs, ours []string) string {
	for i := range max(len(theirs), len(ours)) {
		var a, b string
		if i < len(theirs) {
			a = theirs[i]
		}
		if i < len(ours) {
			b = ours[i]
		}
		if a != b {
			return fmt.Sprintf("the match numbered %d begins at line:column %q with ripgrep, %q with ct-search", i+1, a, b)
		}
	}
	return "differs only in a search of the whole tree"
}

// counts runs a program that prints path:count.
func counts(t *testing.T, dir, program string, args []string) map[string]string {
	t.Helper()
	m := map[string]string{}
	output(t, dir, program, args, func(line []byte) {
		path, n, _ := strings.Cut(string(line), ":")
		m[strings.TrimPrefix(path, "./")] = n
	})
	return m
}

// output runs a program that finds lines, and returns the beginning of each line
// that it prints to each.
func output(t *testing.T, dir, program string, args []string, each func(line []byte)) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "CT_") }),
		"HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	beginnings(t, stdout, each)
	_ = cmd.Wait() // the status is looked at below
	if cmd.ProcessState.ExitCode() > 1 || strings.Contains(stderr.String(), "DATA RACE") {
		t.Errorf("%s %q ended with %d\n%.2000s", program, args, cmd.ProcessState.ExitCode(), stderr.String())
	}
}

func beginnings(t *testing.T, r io.Reader, each func(line []byte)) {
	t.Helper()
	in := bufio.NewReaderSize(r, 64<<10)
	for begun := false; ; {
		line, err := in.ReadSlice('\n')
		if len(line) > 0 && !begun {
			each(bytes.TrimSuffix(line, []byte("\n")))
		}
		begun = errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !begun {
			if err != io.EOF {
				t.Error(err)
			}
			return
		}
	}
}

// A question is for a pattern, or for several on lines of their own.
type question struct {
	options string // -F, -w, --regex, or -P for look-around and back-references; and others that both have
	pattern string
	theirs  string // where ripgrep needs it written differently
	rare    bool   // need not occur in Go's source
}

func (q question) String() string { return fmt.Sprintf("%s %.60s", q.options, q.pattern) }

func (q question) backtracks() bool { return slices.Contains(strings.Fields(q.options), "-P") }

func (q question) ourArgs(layout string) []string {
	args := []string{layout, "--text", "--no-ignore"}
	for o := range strings.FieldsSeq(q.options) {
		if o == "-P" {
			o = "--regex"
		}
		args = append(args, o)
	}
	return append(patternArgs(args, q.pattern), ".")
}

func (q question) theirArgs(layout ...string) []string {
	args := append([]string{"--no-config", "--text", "--no-ignore", "--no-heading", "--with-filename", "--color=never"}, layout...)
	for o := range strings.FieldsSeq(q.options) {
		switch o {
		case "--regex": // as it is
		case "-P":
			args = append(args, "-P", "--no-unicode")
		case "-w":
			args = append(args, "-F", "-w")
		default:
			args = append(args, o)
		}
	}
	pattern := cmp.Or(q.theirs, q.pattern)
	if rest, ok := strings.CutSuffix(pattern, "$"); ok && !strings.Contains(q.options, "-F") && !strings.HasSuffix(rest, `\`) {
		pattern = rest + `\r?$` // ct-search's $ stands before CRLF too
	}
	return append(patternArgs(args, pattern), ".")
}

func patternArgs(args []string, patterns string) []string {
	for p := range strings.SplitSeq(patterns, "\n") {
		args = append(args, "-e", p)
	}
	return args
}

// words is 200 names, as a list of alternatives with the given separator.
func words(separator string) string {
	var all []string
	for _, verb := range []string{"read", "write", "open", "close", "seek", "new", "get", "set", "make", "init", "add", "remove", "find", "check", "parse", "print", "is", "has", "test", "run"} {
		for _, noun := range []string{"File", "Name", "Type", "Line", "Size", "Byte", "List", "Node", "Value", "Error"} {
			all = append(all, verb+noun)
		}
	}
	return strings.Join(all, separator)
}

const (
	// inText leaves out files that are not UTF-8, but for a few.
	inText = " -g *.go -g *.md -g *.txt -g *.c -g *.h -g !.*"
	// inFew is for what nearly every line matches.
	inFew = " -g *.s -g *.md -g *.h -g !.*"
)

// questions are what both programs are asked. Some are those of ripgrep's
// benchmarks, or these made to find something in Go's source.
//
// \b, \s, \d and \w are ASCII, so ripgrep has (?-u) with them, or --no-unicode. A byte
// that is not valid UTF-8 is a U+FFFD to ct-search and no character at all to
// ripgrep, which takes it as itself under (?-u): where a negated class may meet
// one, ripgrep's has it as an alternative.
//
// Not compared, as they differ by design: U+FFFD itself, words beside a byte that
// is not valid, \B and negated classes under (?-u) within a character, \A and \z,
// what matches a newline, the column of a lone $, which ripgrep does not give, and
// hidden files that a -g names, which ripgrep enters.
var questions = []question{
	{options: "-F -s", pattern: "mutex"},
	{options: "-F -s", pattern: "ErrUnexpectedEOF"},
	{options: "-F -i", pattern: "mutex"},
	{options: "-F -S", pattern: "Mutex"},
	{options: "-F -S", pattern: "mutex"},
	{options: "-F -s", pattern: "PM_RESUME", rare: true},
	{options: "-F -i", pattern: "PM_RESUME", rare: true},
	{options: "-F -s", pattern: "EXPORT_SYMBOL_GPL", rare: true},
	{options: "-F -s", pattern: "struct"},
	{options: "-F -s", pattern: "e"},
	{options: "-F -s", pattern: "~"},
	{options: "-F -i", pattern: "k"},
	{options: "-F -i" + inFew, pattern: "ſ"},
	{options: "-F -i", pattern: "σ"},
	{options: "-F -i", pattern: "kelvin"},
	{options: "-F -i", pattern: "straße", rare: true},
	{options: "-F -s", pattern: "é"},
	{options: "-F -s", pattern: "世界"},
	{options: "-F -s", pattern: "a.b"},
	{options: "-F -s", pattern: "0x"},
	{options: "-F -s", pattern: `\n"`},
	{options: "-F -s", pattern: "  return"},
	{options: "-F -s", pattern: "This is for count-preserving conversions, so if there is a change in size, then"},
	{options: "-F -i", pattern: "THIS is for count-preserving conversions, so if there is a change in SIZE, then"},
	{options: "-F -s", pattern: "This program is free software; you can redistribute it and/or modify", rare: true},
	{options: "-F -s -g *.go -g *.c -g !*_test.go -g !.*", pattern: "x"},
	{options: "-F -s", pattern: "foo(\nbar["},
	{options: "-F -s", pattern: "Read\nReader\nReadAll"},
	{options: "-F -i", pattern: "err\nEOF\nnil"},
	{options: "-F -s", pattern: words("\n")},
	{options: "-F -i", pattern: words("\n")},

	{options: "-w -s" + inText, pattern: "err"},
	{options: "-w -s" + inText, pattern: "i"},
	{options: "-w -s" + inText, pattern: "PM_RESUME", rare: true},
	{options: "-w -s" + inText, pattern: "if err"},
	{options: "-w -i" + inText, pattern: "Type"},
	{options: "-w -i" + inText, pattern: "the"},
	{options: "-w -s" + inText, pattern: "func\ntype\nvar"},

	{options: "--regex -s", pattern: "[A-Z]+_RESUME", rare: true},
	{options: "--regex -s", pattern: "[A-Z]+_READ"},
	{options: "--regex -s", pattern: "[A-Z]+_[A-Z]+"},
	{options: "--regex -s", pattern: `\p{Greek}`},
	{options: "--regex -i", pattern: `\p{Greek}`},
	{options: "--regex -s", pattern: `\wAh`, theirs: `(?-u)\wAh`},
	{options: "--regex -i", pattern: `\wAh`, theirs: `(?-u)\wAh`},
	{options: "--regex -s", pattern: `\w{5}\s+\w{5}\s+\w{5}\s+\w{5}\s+\w{5}`, theirs: `(?-u)\w{5}\s+\w{5}\s+\w{5}\s+\w{5}\s+\w{5}`},
	{options: "--regex -s", pattern: "ERR_SYS|PME_TURN_OFF|LINK_REQ_RST|CFG_BME_EVT", rare: true},
	{options: "--regex -i", pattern: "ERR_SYS|PME_TURN_OFF|LINK_REQ_RST|CFG_BME_EVT", rare: true},
	{options: "--regex -s", pattern: "Reader|Writer|Closer|Seeker|Flusher"},
	{options: "--regex -i", pattern: "Reader|Writer|Closer|Seeker|Flusher"},
	{options: "--regex -s" + inFew, pattern: "a|b|c|d|q"},
	{options: "--regex -s", pattern: words("|")},
	{options: "--regex -i", pattern: words("|")},
	{options: "--regex -s", pattern: `\w+\s+error\s+\w+`, theirs: `(?-u)\w+\s+error\s+\w+`},
	{options: "--regex -s", pattern: "Reader.{0,25}Writer|Writer.{0,25}Reader"},
	{options: "--regex -s", pattern: `[A-Z][a-z]+\s[A-Z][a-z]+`, theirs: `(?-u)[A-Z][a-z]+\s[A-Z][a-z]+`},

	{options: "--regex -s" + inFew, pattern: "^"},
	{options: "--regex -s", pattern: "[a-z]$"},
	{options: "--regex -s", pattern: "^$"},
	{options: "--regex -s", pattern: "x*"},
	{options: "--regex -s", pattern: "^func"},
	{options: "--regex -s", pattern: "{$", theirs: `\{$`},
	{options: "--regex -s", pattern: `\.$`},
	{options: "--regex -s", pattern: `\\$`},
	{options: "--regex -s", pattern: "[ \t]+$"},
	{options: "--regex -s", pattern: "^[ \t]*$"},
	{options: "--regex -s", pattern: `return (?:nil|err)$`},
	{options: "--regex -s", pattern: `^(?:int|char|void|static) `},
	{options: "--regex -s", pattern: `^type \w+ (?:struct|interface)`, theirs: `(?-u)^type \w+ (?:struct|interface)`},
	{options: "--regex -s", pattern: `^\s*//\s*[A-Z].*\.$`, theirs: `(?-u)^\s*//\s*[A-Z].*\.$`},
	{options: "--regex -s", pattern: `\bfunc\s+\w+\(`, theirs: `(?-u)\bfunc\s+\w+\(`},
	{options: "--regex -s", pattern: `\bif\b.*\belse\b`, theirs: `(?-u)\bif\b.*\belse\b`},
	{options: "--regex -s", pattern: `\Bing\b`, theirs: `(?-u)\Bing\b`},
	{options: "--regex -s" + inFew, pattern: `\b`, theirs: `(?-u)\b`},

	{options: "--regex -s", pattern: "[^a-z]unsafe", theirs: `(?:[^a-z]|(?-u:[\x80-\xff]))unsafe`},
	{options: "--regex -s", pattern: "'[^']'", theirs: `'(?:[^']|(?-u:[\x80-\xff]))'`},
	{options: "--regex -s", pattern: `[^\x00-\x7f]`, theirs: `[^\x00-\x7f]|(?-u:[\x80-\xff])`},
	{options: "--regex -s", pattern: `"[^"]*"`, theirs: `(?-u)"[^"]*"`},
	{options: "--regex -s", pattern: `\([^()]*\)$`, theirs: `(?-u)\([^()]*\)$`},
	{options: "--regex -s -g *.go -g *.c -g !.*", pattern: ".{120,}"},
	{options: "--regex -s -g *.go -g *.c -g !.*", pattern: "^.?$"},
	{options: "--regex -s", pattern: "[[:upper:]]{4,}"},
	{options: "--regex -s", pattern: "[[:punct:]]{5,}"},
	{options: "--regex -s", pattern: "[aeiou]{5}"},
	{options: "--regex -s", pattern: "[0-9]{4}-[0-9]{2}-[0-9]{2}"},
	{options: "--regex -s", pattern: `\d+\.\d+\.\d+`, theirs: `(?-u)\d+\.\d+\.\d+`},
	{options: "--regex -s", pattern: "0x[0-9a-fA-F]{8,}"},
	{options: "--regex -s", pattern: `\w+@\w+\.\w+`, theirs: `(?-u)\w+@\w+\.\w+`},
	{options: "--regex -s", pattern: `\p{Lu}\p{Ll}+\p{Lu}`},
	{options: "--regex -s", pattern: `\pL{20}`},
	{options: "--regex -s", pattern: "[α-ω]+"},
	{options: "--regex -i", pattern: "[α-ω]x?"},
	{options: "--regex -s", pattern: "(a|b|c)+d"},
	{options: "--regex -s", pattern: "(?:ab?c|a{2,3}d)+e"},
	{options: "--regex -s", pattern: "[Tt]he [Ff]ile"},
	{options: "--regex -s", pattern: "colou?r"},
	{options: "--regex -s", pattern: "Err(?:or|Unexpected)[A-Z]"},
	{options: "--regex -s", pattern: `(?i)todo\([a-z]+\)`},
	{options: "--regex -s", pattern: `(?i:http)s?://`},
	{options: "--regex -s", pattern: "x{2,4}y?"},
	{options: "--regex -s", pattern: `EXPORT_SYMBOL(_GPL)?\(\w+\)`, theirs: `(?-u)EXPORT_SYMBOL(_GPL)?\(\w+\)`, rare: true},
	{options: "--regex -s", pattern: "Copyright.*(?:19|20)[0-9]{2}"},
	{options: "--regex -s", pattern: "^package \n^import \n^func "},
	{options: "--regex -s", pattern: "err\nerror[A-Z]\n[a-z]+Error"},

	{options: "-P -s", pattern: `(?<=func\s)Fuzz\w+`},
	{options: "-P -s", pattern: `Read(?!er)[a-z]+`},
	{options: "-P -s", pattern: `(?<!Err)UnexpectedEOF`},
	{options: "-P -s", pattern: `(?<=\()nil(?=\))`},
	{options: "-P -i", pattern: `(?<=the )reader`},
	{options: "-P -s -g *.go -g *.c -g !.*", pattern: `^(?=.*Read).*Write`},
	{options: "-P -s -g *.md -g *.rst -g !.*", pattern: `\b(\w+)\s+\1\b`},
	{options: "-P -s -g *.md -g *.rst -g !.*", pattern: `(\w)\1\1`},
	{options: "-P -s -g *.md -g *.rst -g !.*", pattern: `(["'])[a-z]+\1`},
}
