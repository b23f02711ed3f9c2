package hierarchy

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A pair is what a compiler says is directly below something, and what that is.
type pair struct {
	kind         string // type or method
	below, above place
	name         string // of what is above
}

// judgeTree runs a program that prints a line for each pair below the working folder.
func judgeTree(t *testing.T, command ...string) []pair {
	t.Helper()
	root, err := filepath.EvalSymlinks(".")
	if err == nil {
		root, err = filepath.Abs(root)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), command[0], append(command[1:], root)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v %.500s", command, err, stderr.String())
	}
	at := func(file, line string) place {
		below, err := filepath.Rel(root, file)
		if err != nil {
			below = file
		}
		n, _ := strconv.Atoi(line)
		return place{filepath.ToSlash(below), n}
	}
	var all []pair
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) != 6 {
			t.Fatalf("%d fields: %q", len(f), line)
		}
		all = append(all, pair{f[0], at(f[1], f[2]), at(f[4], f[5]), f[3]})
	}
	return all
}

// isJudged reports whether the compilers read a file: of TypeScript no declarations, and no scripts made of its sources.
func isJudged(p place) bool {
	stem := strings.TrimSuffix(p.file, path.Ext(p.file))
	return strings.HasSuffix(p.file, ".java") || strings.Contains(path.Ext(p.file), "ts") && !strings.HasSuffix(stem, ".d")
}

// scorePairs compares what is below names of a kind with what a compiler says, for names that choose picks and that mean one definition.
func scorePairs(t *testing.T, pairs []pair, kind string, most int) *score {
	t.Helper()
	direct := map[place]map[place]bool{}
	above := map[string]map[place]bool{}
	known := map[place]bool{}
	for _, p := range pairs {
		if p.kind != kind {
			continue
		}
		if direct[p.above] == nil {
			direct[p.above] = map[place]bool{}
		}
		direct[p.above][p.below] = true
		known[p.below] = true
		if above[p.name] == nil {
			above[p.name] = map[place]bool{}
		}
		above[p.name][p.above] = true
	}
	var names []string
	for name := range above {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return int(hash(a)%(1<<30)) - int(hash(b)%(1<<30)) })
	s := &score{}
	for _, name := range names[:min(len(names), most)] {
		truth := map[place]bool{}
		left := []place{}
		for at := range above[name] { // all definitions of the name
			left = append(left, at)
		}
		for len(left) > 0 {
			at := left[0]
			left = left[1:]
			for below := range direct[at] {
				if !truth[below] {
					truth[below] = true
					left = append(left, below)
				}
			}
		}
		s.compare(t, name, 0, truth, isJudged)
	}
	return s
}

func (s *score) add(o *score) {
	for i := range s.all {
		s.all[i] += o.all[i]
		s.right[i] += o.right[i]
	}
	s.wanted, s.have = s.wanted+o.wanted, s.have+o.have
	s.wrong, s.open = append(s.wrong, o.wrong...), append(s.open, o.open...)
}

// A court is a compiler with the trees that it judges: rules were made by some, and figures are those of others.
type court struct {
	language, small string
	command         func(t *testing.T) []string
	kinds           []string
	chosen, kept    []string
}

var courts = []court{
	{"java", "java", javac, []string{"type", "method"}, []string{"java/commons-lang-rel-commons-lang-3.12.0"}, []string{"java/guava-31.1/guava", "java/junit4-r4.13.2"}},
	{"typescript", "ts", typescript, []string{"type"}, []string{"ts/rxjs-7.8.2/src"}, []string{"ts/zod-4.6.7/src", "ts/viem-2.57.20"}},
}

func javac(t *testing.T) []string {
	t.Helper()
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("skipped: no javac")
	}
	program, err := filepath.Abs("testdata/Judge.java")
	if err != nil {
		t.Fatal(err)
	}
	return []string{"java", program}
}

func typescript(t *testing.T) []string {
	t.Helper()
	modules := filepath.Join(os.Getenv("CT_PARSERS"), "node_modules")
	if _, err := os.Stat(filepath.Join(modules, "typescript")); err != nil {
		t.Skip("skipped: no CT_PARSERS with typescript")
	}
	t.Setenv("NODE_PATH", modules)
	program, err := filepath.Abs("testdata/judge.cjs")
	if err != nil {
		t.Fatal(err)
	}
	return []string{"node", program}
}

// TestImplementationsAsCompilersSay compares what is below the types of a small tree, and the methods that override theirs.
func TestImplementationsAsCompilersSay(t *testing.T) {
	for _, c := range courts {
		t.Run(c.language, func(t *testing.T) {
			command := c.command(t)
			t.Chdir(filepath.Join("testdata", c.small))
			pairs := judgeTree(t, command...)
			for _, kind := range c.kinds {
				scorePairs(t, pairs, kind, 1000).judged(t, kind, 100)
			}
		})
	}
}

// TestImplementationsAsCompilersSayOfTrees does so for the trees of CT_CORPORA; CT_ACCURACY prints what is wrong and what is missing.
func TestImplementationsAsCompilersSayOfTrees(t *testing.T) {
	corpora := os.Getenv("CT_CORPORA")
	if corpora == "" {
		t.Skip("skipped: no CT_CORPORA")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range courts {
		t.Run(c.language, func(t *testing.T) {
			command := c.command(t)
			for i, trees := range [][]string{c.chosen, c.kept} {
				for _, kind := range c.kinds {
					sum := &score{}
					for _, tree := range trees {
						t.Chdir(filepath.Join(corpora, tree))
						sum.add(scorePairs(t, judgeTree(t, command...), kind, 60))
						t.Chdir(here)
					}
					sum.judged(t, []string{"chosen by", "kept apart"}[i]+", "+kind, 90)
				}
			}
		})
	}
}
