package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// counted is an answer of --tree in JSON.
type counted struct {
	Count, Lines, Bytes int64
	Languages           []struct{ Files, Lines, Bytes int64 }
	Matches             []struct {
		Path, Language      string
		Depth               int
		Files, Lines, Bytes int64
	}
	Cursor string `json:"next_cursor"`
}

// treeOf returns all pages of an answer.
func treeOf(t *testing.T, dir string, args ...string) counted {
	t.Helper()
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	var all counted
	for cursor := ""; ; {
		line := append([]string{"--tree", "--json", "--max-bytes=64000"}, args...)
		if cursor != "" {
			line = append(line, "--cursor="+cursor)
		}
		r := tooltest.Run{Dir: dir}.Do(t, program, line...)
		var page counted
		if err := json.Unmarshal([]byte(r.Stdout), &page); err != nil {
			t.Fatalf("%q: %v: %.300s %s", line, err, r.Stdout, r.Stderr)
		}
		page.Matches = append(all.Matches, page.Matches...)
		if all, cursor = page, page.Cursor; cursor == "" {
			return all
		}
	}
}

// wordCounts returns what wc says of files: lines and bytes of each.
func wordCounts(t *testing.T, dir string, files []string) map[string][2]int64 {
	t.Helper()
	if _, err := exec.LookPath("wc"); err != nil {
		t.Skip("skipped: no wc")
	}
	said := map[string][2]int64{}
	for len(files) > 0 {
		some := files[:min(len(files), 500)]
		files = files[len(some):]
		cmd := exec.Command("wc", append([]string{"-l", "-c", "--"}, some...)...)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")[:len(some)] {
			f := strings.Fields(line)
			lines, _ := strconv.ParseInt(f[0], 10, 64)
			bytes, _ := strconv.ParseInt(f[1], 10, 64)
			said[some[i]] = [2]int64{lines, bytes}
		}
	}
	return said
}

// sameAsWordCount compares an answer over files, and its folders, with what wc says of the same files.
func sameAsWordCount(t *testing.T, dir string, files []string, args ...string) {
	t.Helper()
	said := wordCounts(t, dir, files)
	flat := treeOf(t, dir, append([]string{"--flat"}, args...)...)
	if flat.Count != int64(len(files)) || len(flat.Matches) != len(files) {
		t.Errorf("%d files in %d rows, want %d", flat.Count, len(flat.Matches), len(files))
	}
	folders := map[string]*[3]int64{}
	binaries := 0
	for _, m := range flat.Matches {
		want := said[m.Path]
		if m.Language == "binary" {
			want[0] = 0
			binaries++
		}
		if m.Lines != want[0] || m.Bytes != want[1] {
			t.Errorf("%s: %d lines and %d bytes, wc says %v", m.Path, m.Lines, m.Bytes, said[m.Path])
		}
		for folder := path.Dir(m.Path); ; folder = path.Dir(folder) {
			if folders[folder] == nil {
				folders[folder] = new([3]int64)
			}
			f := folders[folder]
			f[0], f[1], f[2] = f[0]+1, f[1]+want[0], f[2]+want[1]
			if folder == "." {
				break
			}
		}
	}
	tree := treeOf(t, dir, append([]string{"--depth=20"}, args...)...)
	if len(tree.Matches) != len(folders) || tree.Matches[0].Path != "." {
		t.Errorf("%d folders, want %d", len(tree.Matches), len(folders))
	}
	for _, m := range tree.Matches {
		if f := folders[m.Path]; f == nil || *f != [3]int64{m.Files, m.Lines, m.Bytes} {
			t.Errorf("%s: %d files, %d lines, %d bytes, want %v", m.Path, m.Files, m.Lines, m.Bytes, f)
		}
	}
	var sum [3]int64
	for _, l := range tree.Languages {
		sum[0], sum[1], sum[2] = sum[0]+l.Files, sum[1]+l.Lines, sum[2]+l.Bytes
	}
	if total := folders["."]; total == nil || sum != *total || sum != [3]int64{tree.Count, tree.Lines, tree.Bytes} {
		t.Errorf("languages %v, answer %d %d %d, want %v", sum, tree.Count, tree.Lines, tree.Bytes, total)
	}
	t.Logf("%d files, %d of them binary, %d folders, %d lines as wc says", len(files), binaries, len(folders), tree.Lines)
}

// TestATreeCountsAsWordCountDoes compares with wc over Go's own source.
func TestATreeCountsAsWordCountDoes(t *testing.T) {
	t.Parallel()
	dir := tooltest.GoSource(t)
	if tooltest.Brief() {
		dir = filepath.Join(dir, "archive")
	}
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	sameAsWordCount(t, dir, printed(t, dir, program, "-l", "--hidden", "--no-ignore"), "--hidden", "--no-ignore")
}

// TestATreeHasTheFilesThatGitLists compares with git ls-files and wc over a generated repository.
func TestATreeHasTheFilesThatGitLists(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("skipped: no git")
	}
	files := map[string]string{
		".gitignore": "*.log\n/out/\n", "a.log": "no\n", "out/x.go": "package x\n", ".github/w.yml": "on: push\n",
		"empty": "", "one": "no end", "crlf.txt": "a\r\nb\r\n", "nul.go": "package x\x00\n\n\n", "late.txt": strings.Repeat("x", 9000) + "\x00\n\n",
		"utf16.txt": "\xff\xfea\x00\n\x00", "large.md": strings.Repeat("line\n", 200_000), "large.bin": "\x00" + strings.Repeat("\n", 300_000),
		"sp ace/ü.py": "x = 1\n", "run": "#!/bin/sh\necho\n",
	}
	for i := range 60 {
		files[fmt.Sprintf("d%d/e%d/f%d.go", i%5, i%3, i)] = strings.Repeat("package x\n", i)
	}
	dir := tooltest.Tree(t, files)
	git := func(args ...string) string {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "core.excludesFile=", "-c", "core.autocrlf=false"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %q: %v", args, err)
		}
		return string(out)
	}
	git("init", "-q")
	git("add", ".")
	listed := strings.Split(strings.TrimSuffix(git("ls-files", "-z"), "\x00"), "\x00")
	if len(listed) != len(files)-2 {
		t.Fatalf("git lists %d files", len(listed))
	}
	sameAsWordCount(t, dir, listed, "--hidden")
}
