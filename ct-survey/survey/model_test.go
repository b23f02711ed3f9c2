package survey

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// forest is a random tree of files, and a simple model of what a search of a path in it reaches:
// the slow twin of the walk and of the counts.
type forest struct {
	t     *testing.T
	rnd   *rand.Rand
	top   string // without links
	repo  bool   // rules apply from the top of the repository, also for a search below it
	dirs  []string
	files []string
	links []string
}

var vocabulary = []string{"alpha", "beta", "gamma"}

func plant(t *testing.T, rnd *rand.Rand) *forest {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	f := &forest{t: t, rnd: rnd, top: top, repo: rnd.IntN(2) == 0, dirs: []string{"."}}
	if f.repo {
		f.must(os.Mkdir(filepath.Join(top, ".git"), 0o755))
		f.write(".git/HEAD", "ref: refs/heads/main\n")
	}
	for range 4 + rnd.IntN(8) {
		name := pick(rnd, "a", "b", "c", "build", "vendor", ".h", "ig")
		dir := filepath.Join(pick(rnd, f.dirs...), name)
		if os.Mkdir(filepath.Join(top, dir), 0o755) == nil {
			f.dirs = append(f.dirs, dir)
		}
	}
	for range 6 + rnd.IntN(14) {
		name := filepath.Join(pick(rnd, f.dirs...), pick(rnd, "x.txt", "y.txt", "z.c", "p.xml", "q.log", ".d", "ig", "n m.txt"))
		if _, err := os.Lstat(filepath.Join(top, name)); err == nil {
			continue
		}
		f.write(name, f.text())
		f.files = append(f.files, name)
	}
	if rnd.IntN(2) == 0 {
		f.write(filepath.Join(pick(rnd, f.dirs...), ".gitignore"), pick(rnd, "ig\n", "y.txt\n", "ig\nx.txt\n", "a\n"))
	}
	for i := range rnd.IntN(3) {
		name := filepath.Join(pick(rnd, f.dirs...), fmt.Sprint("ln", i))
		if os.Symlink(filepath.Join(top, pick(rnd, append(f.dirs[1:], f.files...)...)), filepath.Join(top, name)) == nil {
			f.links = append(f.links, name)
		}
	}
	return f
}

func pick(rnd *rand.Rand, from ...string) string {
	if len(from) == 0 {
		return "."
	}
	return from[rnd.IntN(len(from))]
}

func (f *forest) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *forest) write(name, text string) {
	f.t.Helper()
	f.must(os.WriteFile(filepath.Join(f.top, name), []byte(text), 0o644))
}

func (f *forest) text() string {
	var b strings.Builder
	for range f.rnd.IntN(6) {
		b.WriteString(pick(f.rnd, "alpha", "beta", "alpha beta", "gamma", "alpha alpha", "nothing", "betas") + "\n")
	}
	return b.String()
}

// asked are the options of a search that the model supports.
type asked struct {
	hidden, noIgnore bool
	depth            int
	within           int // lines
}

// reach returns the files that a search of a named path reads, by their real paths.
func (f *forest) reach(name string, o asked) []string {
	real, err := filepath.EvalSymlinks(filepath.Join(f.top, name))
	f.must(err)
	info, err := os.Stat(real)
	f.must(err)
	if !info.IsDir() {
		return []string{real}
	}
	var rules []string
	if !o.noIgnore {
		for up := filepath.Dir(real); len(up) >= len(f.top); up = filepath.Dir(up) {
			rules = append(rules, ignoring(up)...)
		}
	}
	return f.below(real, rules, 1, o)
}

func (f *forest) below(dir string, rules []string, depth int, o asked) []string {
	if !o.noIgnore {
		rules = append(slices.Clone(rules), ignoring(dir)...)
	}
	entries, err := os.ReadDir(dir)
	f.must(err)
	var all []string
	for _, e := range entries {
		name, path := e.Name(), filepath.Join(dir, e.Name())
		noise := slices.Contains([]string{".git", "build", "vendor"}, name) || strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".log")
		switch {
		case noise, name[0] == '.' && !o.hidden, slices.Contains(rules, name):
		case e.IsDir() && (o.depth == 0 || depth < o.depth):
			all = append(all, f.below(path, rules, depth+1, o)...)
		case e.Type().IsRegular():
			all = append(all, path)
		}
	}
	return all
}

// ignoring returns the names that the rules in a folder exclude below it.
func ignoring(dir string) []string {
	text, err := os.ReadFile(filepath.Join(dir, ".gitignore"))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}

// linesOf returns how many lines of a file match each of the terms.
func linesOf(t *testing.T, path string, terms []string) []int64 {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int64, len(terms))
	for line := range strings.Lines(string(text)) {
		for i, term := range terms {
			if strings.Contains(line, term) {
				counts[i]++
			}
		}
	}
	return counts
}

// near reports whether two terms are in so many lines of a file; 0 means the whole file.
func near(t *testing.T, path, a, b string, within int) bool {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for i, x := range lines {
		for j, y := range lines {
			if strings.Contains(x, a) && strings.Contains(y, b) && (within == 0 || max(i, j)-min(i, j) < within) {
				return true
			}
		}
	}
	return false
}

// account computes the rows of a survey.
func (f *forest) account(terms, paths []string, o asked) (all []overall, at []byPath, pairs []joint) {
	seen := map[string]bool{}
	all = make([]overall, len(terms))
	most := make([]int64, len(terms))
	together := map[[2]int]int64{}
	for i := range terms {
		all[i].Term = terms[i]
	}
	for _, path := range paths {
		here := make([]byPath, len(terms))
		for _, file := range f.reach(path, o) {
			counts := linesOf(f.t, file, terms)
			for i, n := range counts {
				if n == 0 {
					continue
				}
				here[i].Matches += n
				here[i].Files++
				if seen[file] {
					continue
				}
				all[i].Matches += n
				all[i].Files++
				for j := i + 1; j < len(terms); j++ {
					if counts[j] > 0 && near(f.t, file, terms[i], terms[j], o.within) {
						together[[2]int{i, j}]++
					}
				}
			}
			seen[file] = true
		}
		for i := range terms {
			if n := here[i].Matches; n > 0 {
				at = append(at, byPath{path, terms[i], n, here[i].Files})
				if n > most[i] {
					most[i], all[i].Dominant = n, path
				}
			}
		}
	}
	for i := range terms {
		for j := i + 1; j < len(terms); j++ {
			if n := together[[2]int{i, j}]; n > 0 {
				pairs = append(pairs, joint{A: terms[i], B: terms[j], Files: n})
			}
		}
	}
	slices.SortStableFunc(at, func(a, b byPath) int { return int(b.Matches - a.Matches) })
	slices.SortStableFunc(pairs, func(a, b joint) int { return int(b.Files - a.Files) })
	return all, at, pairs
}
