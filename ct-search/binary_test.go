package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestALateNULEndsNoSearch asks every form that there be no ff: in a file that is
// binary from its beginning, which is left out, in one with a late NUL before ff, and
// in one with ff on both sides of it. Only a NUL in the head makes a file binary.
func TestALateNULEndsNoSearch(t *testing.T) {
	t.Parallel()
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	const defined = "def ff(): pass\nff()\nimport ff\n"
	long := strings.Repeat("# much that is text\n", 1000)
	dir := t.TempDir()
	for name, text := range map[string]string{"begins.py": "x\x00y\n" + defined, "before.py": long + "\x00\n" + defined, "both.py": defined + long + "\x00\n" + defined} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	forms := [][]string{
		{"--grep=ff"}, {"ff"}, {"--calls=ff"}, {"--entity=function", "--symbol=ff"}, {"--entity=function", "--symbol=~f+"}, {"--entity=function"}, {"--entity=import", "--symbol=ff"},
		{"--entity=import"},
	}
	for _, form := range forms {
		for name, want := range map[string]string{"begins.py": "SUCCESS 0\n", "before.py": "ERROR 1\n", "both.py": "ERROR 2\n"} {
			args := append([]string{"--expect=none", "--quiet", "--emit={RESULT} {COUNT}"}, form...)
			if form[0] == "--grep=ff" {
				args = append(args, "--name="+name)
			} else {
				args = append(args, name)
			}
			r := tooltest.Run{Dir: dir}.Do(t, program, args...)
			switch {
			case form[0] == "--grep=ff": // which counts files
				want = strings.Replace(want, "2", "1", 1)
			case form[0] == "ff": // the definition, the call and the import
				want = strings.NewReplacer("1", "3", "2", "6").Replace(want)
			}
			if r.Stdout != want {
				t.Errorf("%q in %s: %q, want %q", form, name, r.Stdout, want)
			}
		}
	}
}

// TestBytesThatAreNotUTF8AreText searches sources in other encodings: the same lines match as in git's
// search, which leaves out what it calls binary, and JSON marks texts that it cannot hold.
func TestBytesThatAreNotUTF8AreText(t *testing.T) {
	t.Parallel()
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	dir := tooltest.Tree(t, map[string]string{
		"latin1.py": "# caf\xe9\ndef needle():\n    return 'na\xefve needle'\n",
		"sjis.c":    "/* \x93\xfa\x96\x7b */ int needle;\n",
		"gbk.txt":   "\xc4\xe3\xba\xc3 needle\n",
		"head.bin":  "needle\x00\n",
		"late.txt":  strings.Repeat("some text\n", 900) + "\x00\nneedle\n",
	})
	want := tooltest.Run{Dir: dir}.Do(t, "git", "grep", "--no-index", "-I", "-c", "needle", "--", ".")
	got := tooltest.Run{Dir: dir}.Do(t, program, "-c", "-e", "needle", ".")
	if got.Stdout != want.Stdout || !strings.Contains(got.Stdout, "latin1.py:2\n") {
		t.Errorf("%q, and git prints %q", got.Stdout, want.Stdout)
	}
	for args, lines := range map[string]string{
		"-n -e needle latin1.py":              `latin1.py:3:19:    return 'na\xefve needle'`,
		"--json -n -e needle sjis.c":          `"text":"/* \ufffd\ufffd\ufffd{ */ int needle;","lossy":true}`,
		"--json -n -e needle late.txt":        `"line":902,"column":1,"text":"needle"}`,
		"--format jsonl needle latin1.py":     `"enclosing":"needle","text":"    return 'na\ufffdve needle'","lossy":true}`,
		"--entity function --symbol needle .": "latin1.py:2",
	} {
		r := tooltest.Run{Dir: dir}.Do(t, program, strings.Fields(args)...)
		if r.Exit != 0 || !strings.Contains(r.Stdout, lines) {
			t.Errorf("%s prints %q, without %s", args, r.Stdout, lines)
		}
	}
}

// TestOtherEncodingsAreNamed looks for a character that has other bytes in some files: the verdict
// stays, and its reason says how many they are.
func TestOtherEncodingsAreNamed(t *testing.T) {
	t.Parallel()
	bin := tooltest.Bin(t, "ct-search", "ct-survey", "ct-show")
	dir := tooltest.Tree(t, map[string]string{"a.py": "# \xe9t\xe9\n", "b.c": "// \xe9t\xe9\n", "plain.txt": "text\n", "utf8.txt": "hé\n"})
	const note = "2 searched files are not UTF-8, where a character beyond ASCII has other bytes"
	for _, args := range []string{"ct-search -n -e été", "ct-search été", "ct-search --calls été", "ct-survey --term été", "ct-survey --scout été", "ct-show --sample été"} {
		words := strings.Fields(args)
		r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin, words[0]), append(words[1:], "--expect", "none", "--quiet", "--emit", "{RESULT}: {REASON}")...)
		said := strings.Replace(r.Stdout+r.Stderr, "nothing here defines été; ", "", 1)
		if r.Exit != 0 || !strings.Contains(said, "SUCCESS: expected no match, found none; "+note+"\n") {
			t.Errorf("%s: %+v", args, r)
		}
	}
	r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin, "ct-search"), "-n", "-e", "ete", "--expect", "none", "--emit", "{REASON}")
	if r.Exit != 0 || strings.Contains(r.Stdout, "UTF-8") {
		t.Errorf("a pattern in ASCII: %+v", r)
	}
}
