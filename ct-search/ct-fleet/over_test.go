package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/onbeam/cluster"
	"github.com/ct-tools/ct/shared/tooltest"
)

// programs are the built programs.
type programs struct{ fleet, search, survey string }

func built(t *testing.T) programs {
	bin := tooltest.Bin(t, "ct-search/ct-fleet", "ct-search", "ct-survey")
	return programs{filepath.Join(bin, "ct-fleet"), filepath.Join(bin, "ct-search"), filepath.Join(bin, "ct-survey")}
}

// said runs a program and returns what it prints, and its exit status.
func said(t *testing.T, dir, program string, args ...string) (string, int) {
	t.Helper()
	r := tooltest.Run{Dir: dir}.Do(t, program, args...)
	return r.Stdout, r.Exit
}

// cut copies folders of Go's source into a folder and makes each a shard: a repository, two kinds of archives, or a folder,
// in turns. It returns the folder with the copies and the manifest.
func cut(t *testing.T, n int) (dir, shards string) {
	t.Helper()
	source := tooltest.GoSource(t)
	entries, err := os.ReadDir(source)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	copies, packed := filepath.Join(dir, "copies"), filepath.Join(dir, "packed")
	for _, d := range []string{copies, packed} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var sources []string
	for _, e := range entries {
		name := e.Name()
		own, _ := filepath.Glob(filepath.Join(source, name, "*.go")) // a folder of folders would be many shards
		if !e.IsDir() || len(own) == 0 || slices.Contains([]string{"cmd", "runtime", "net", "simd"}, name) || len(sources) == n {
			continue
		}
		to := filepath.Join(copies, name)
		if err := os.CopyFS(to, os.DirFS(filepath.Join(source, name))); err != nil {
			t.Fatal(err)
		}
		switch len(sources) % 4 {
		case 0:
			tooltest.Git(t, to, "init", "--quiet")
			tooltest.Git(t, to, "add", "--force", ".")
			tooltest.Git(t, to, "commit", "--quiet", "--message=All")
			sources = append(sources, to)
		case 1, 2:
			format := []string{"", "tar.gz", "zip"}[len(sources)%4]
			at := filepath.Join(packed, name+"."+format)
			repository := filepath.Join(dir, "work", name)
			if err := os.CopyFS(repository, os.DirFS(to)); err != nil {
				t.Fatal(err)
			}
			tooltest.Git(t, repository, "init", "--quiet")
			tooltest.Git(t, repository, "add", "--force", ".")
			tooltest.Git(t, repository, "commit", "--quiet", "--message=All")
			tooltest.Git(t, repository, "archive", "--output="+at, "HEAD")
			sources = append(sources, at)
		default:
			sources = append(sources, to)
		}
	}
	if len(sources) < n {
		t.Fatalf("%d folders in %s", len(sources), source)
	}
	return copies, listShards(t, dir, sources...)
}

// listShards writes the manifest of sources and returns its name.
func listShards(t *testing.T, dir string, sources ...string) string {
	t.Helper()
	text, exit := said(t, dir, built(t).fleet, append([]string{"list"}, sources...)...)
	if exit != 0 {
		t.Fatalf("ct-fleet list: exit %d", exit)
	}
	name := filepath.Join(dir, "shards.jsonl")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// questions are asked of one tree and of its shards.
var questions = [][]string{
	{"search", "-n", "--grep", "ErrUnexpectedEOF"},
	{"search", "-c", "--regex", "-e", `func \w+Error`},
	{"search", "--format=jsonl", "--grep", "TODO"},
	{"search", "-n", "-A", "1", "--grep", "panic"},
	{"search", "-l", "--name", "*_test.go", "--size", "+20k"},
	{"search", "-n", "--entity", "interface"},
	{"search", "ErrUnexpectedEOF"}, {"search", "Reader"}, {"search", "--limit=50", "NewReader"}, {"search", "--include-strings", "unexpected EOF"},
	{"search", "--entity=method", "--symbol=Read"}, {"search", "--json", "--entity=interface"}, {"search", "--entity=import", "--symbol=bufio"},
	{"search", "--json", "ReadFull"}, {"search", "nosuchname"},
	{"search", "--calls=genSplit"}, {"search", "--json", "--calls=genSplit"}, {"search", "--calls=nosuchname"}, {"search", "--calls=lastIndexFunc", "--include-strings"},
	{"ask", "read until a delimiter"}, {"ask", "--json", "--limit=3", "where are build tags evaluated"}, {"ask", "--all-words", "unexpected end of file"},
	{"survey", "--json", "--term", "Reader", "--term", "Writer", "--within", "3"}, {"survey", "--json", "--scout", "Seek"},
}

// differ is what one search and one over shards say in other words: scopes and suggestions.
var differ = regexp.MustCompile(`(?m:^- .*: ct-.*\n|^### Suggested.*\n)|, in (\.|\d+ shards of [^;]*)|; calls are bound within each shard`)

// others are the members of documents in which they do: the run, scopes and what is said of them, suggestions, cursors, and hidden
// entries, because only folders have .git.
var others = []string{"run", "scope", "actions", "next", "rest", "interpretation", "resolved_in", "notes", "shards", "next_cursor", "hidden"}

// places are the members of a survey that name paths: of one search those that it is given, of others shards.
var places = []string{"dominant_path", "paths", "by_path"}

// alike returns an answer without what differs, and without other members.
func alike(t *testing.T, text string, without ...string) string {
	t.Helper()
	var document map[string]any
	if json.Unmarshal([]byte(text), &document) != nil {
		return differ.ReplaceAllString(text, "")
	}
	var strip func(v any) any
	strip = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			for name, of := range v {
				if _, isText := of.(string); slices.Contains(others, name) || slices.Contains(without, name) || name == "ledger" && isText {
					delete(v, name)
				} else {
					v[name] = strip(of)
				}
			}
		case []any:
			v = slices.DeleteFunc(v, func(of any) bool {
				m, ok := of.(map[string]any)
				return ok && m["title"] == "Suggested Follow-ups"
			})
			for i := range v {
				v[i] = strip(v[i])
			}
			return v
		}
		return v
	}
	same, err := json.MarshalIndent(strip(document), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(same)
}

// runners returns the options of what runs jobs here: the loop, Prism in the process, and Prism's job server in another.
func runners(t *testing.T) [][]string {
	_, endpoint := cluster.Jobs(t)
	return [][]string{nil, {"--runner=prism"}, {"--runner=prism", "--endpoint=" + endpoint}}
}

// The answers of one search of a folder and of its shards are the same, whatever runs the job.
func TestShardsAreOneSearch(t *testing.T) {
	copies, shards := cut(t, 40)
	p, all := built(t), runners(t)
	for _, q := range questions {
		one := map[string]string{"search": p.search, "survey": p.survey, "ask": p.search}[q[0]]
		words := q[1:]
		if q[0] == "ask" {
			words = append([]string{"--mode=question"}, words...)
		}
		want, exit := said(t, copies, one, words...)
		for _, runner := range all {
			asked := slices.Concat([]string{q[0], "--shards=" + shards}, q[1:], runner)
			if slices.ContainsFunc(q, func(w string) bool { return len(w) == 2 || w == "--format=jsonl" }) { // lines
				asked = append(asked, "--limit=100000")
			}
			got, status := said(t, copies, p.fleet, asked...)
			a, b := alike(t, got, places...), alike(t, want, places...)
			if a != b || status != exit {
				t.Errorf("%q by %q: exit %d, %s\none search: exit %d, %s", q, runner, status, first(a, b), exit, first(b, a))
			}
		}
	}
}

// names returns the names in a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// first returns the lines of a text from the first that differs from another.
func first(a, b string) string {
	x, y := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	return fmt.Sprintf("%d lines, from line %d: %.300q", len(x), i+1, strings.Join(x[i:], ""))
}

// TestRepositoriesAreOneSearch compares twelve repositories, half of them bare, with one search of what their commits hold:
// files that are committed although they are ignored, without those that were changed or added since.
func TestRepositoriesAreOneSearch(t *testing.T) {
	p, all, dir := built(t), runners(t), t.TempDir()
	source, work, held := tooltest.GoSource(t), filepath.Join(dir, "work"), filepath.Join(dir, "held")
	var sources []string
	for i, name := range []string{"bufio", "bytes", "context", "embed", "errors", "expvar", "flag", "html", "io", "path", "sort", "strings"} {
		at := filepath.Join(work, name)
		if err := os.CopyFS(at, os.DirFS(filepath.Join(source, name))); err != nil {
			t.Fatal(err)
		}
		write := func(name, text string) {
			if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		tooltest.Git(t, at, "init", "--quiet")
		write("first.txt", "gone in the second commit\n")
		tooltest.Git(t, at, "add", ".")
		tooltest.Git(t, at, "commit", "--quiet", "--message=First")
		write("kept.log", "func Ignored() error\n")
		write(".gitignore", "*.log\n")
		tooltest.Git(t, at, "rm", "--quiet", "first.txt")
		tooltest.Git(t, at, "add", "--force", ".")
		tooltest.Git(t, at, "commit", "--quiet", "--message=Second")
		if err := os.CopyFS(filepath.Join(held, name), os.DirFS(at)); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(held, name, ".git")); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			tooltest.Git(t, dir, "clone", "--quiet", "--bare", at, filepath.Join(dir, "bare", name+".git"))
			sources = append(sources, filepath.Join(dir, "bare", name+".git"))
			continue
		}
		write("new.go", "package p // ErrUnexpectedEOF, not committed\n")
		sources = append(sources, at)
	}
	shards := listShards(t, dir, sources...)
	for _, q := range [][]string{
		{"-c", "--grep", "error", "--limit=100000"}, {"-n", "--grep", "ErrUnexpectedEOF", "--limit=100000"}, {"Reader"}, {"--json", "Grow"}, {"Ignored"},
		{"-l", "--name", "*.log", "--limit=100000"}, {"--entity=function", "--symbol=New"}, {"--mode=question", "read until a delimiter"},
	} {
		want, exit := said(t, held, p.search, append([]string{"--no-ignore"}, slices.DeleteFunc(slices.Clone(q), func(w string) bool { return w == "--limit=100000" })...)...)
		for _, runner := range all {
			got, status := said(t, dir, p.fleet, slices.Concat([]string{"search", "--shards=" + shards}, runner, q)...)
			a, b := alike(t, got), strings.ReplaceAll(alike(t, want), " with ignored files", "")
			if a != b || status != exit {
				t.Errorf("%q %q: exit %d, %s\none search: exit %d, %s", q, runner, status, first(a, b), exit, first(b, a))
			}
		}
	}
}
