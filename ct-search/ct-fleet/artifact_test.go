package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// saved returns the index of the only artifact in a folder, and the lines of its files in the order of the index.
func saved(t *testing.T, dir string) (indexDocument, []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "ct-fleet-*", indexName))
	if err != nil || len(found) != 1 {
		t.Fatalf("%q, %v", found, err)
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	var index indexDocument
	if err := json.Unmarshal(text, &index); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range index.Files {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(found[0]), f.File))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(text); f.Digest != "sha256:"+hex.EncodeToString(sum[:]) || f.Bytes != int64(len(text)) || f.Lines != int64(bytes.Count(text, []byte("\n"))) {
			t.Errorf("%s is not as the index says: %+v", f.File, f)
		}
		for line := range strings.Lines(string(text)) {
			lines = append(lines, line)
		}
	}
	return index, lines
}

// What is saved of shards are the lines of one search, whatever the answer shows, by the loop and by Prism.
func TestAnArtifactIsOneSearch(t *testing.T) {
	copies, shards := cut(t, 12)
	p := built(t)
	for _, q := range [][]string{
		{"-n", "--limit=3", "--grep", "ErrUnexpectedEOF"},
		{"--json", "--grep", "TODO"},
		{"-l", "--name", "*_test.go", "--size", "+20k"},
		{"-n", "--entity", "interface"},
		{"NewReader"},
	} {
		one := slices.Concat([]string{"--format=jsonl"}, slices.DeleteFunc(slices.Clone(q), func(w string) bool {
			return slices.Contains([]string{"-n", "-l", "--json", "--limit=3"}, w)
		}))
		text, _ := said(t, copies, p.search, one...)
		want := strings.SplitAfter(text, "\n")
		want = want[:len(want)-1]
		slices.Sort(want)
		var first indexDocument
		for _, runner := range []string{"", "--runner=prism", "--workers=5"} {
			dir := t.TempDir()
			args := slices.Concat([]string{"search", "--shards=" + shards, "--save-artifact=" + dir}, q)
			if runner != "" {
				args = append(args, runner)
			}
			if _, exit := said(t, copies, p.fleet, args...); exit != 0 {
				t.Fatalf("%q: exit %d", args, exit)
			}
			index, lines := saved(t, dir)
			slices.Sort(lines)
			if !index.Whole || len(want) == 0 || !slices.Equal(lines, want) {
				t.Errorf("%q: %d lines, whole %t, one search %d", args, len(lines), index.Whole, len(want))
			}
			if runner == "" {
				first = index
			}
			if a, b := mustJSON(t, first), mustJSON(t, index); a != b {
				t.Errorf("%q: the index is %s, by the loop %s", args, b, a)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
				t.Errorf("%v %v", left, err)
			}
		}
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
