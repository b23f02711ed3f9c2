//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// place is a line of a file.
type place struct {
	path string
	line int
}

// grove is a tree of random files, some of whose lines have a needle.
type grove struct {
	dir      string
	paths    []string // of files with a needle
	lines    map[string]int
	matching []place
	clusters []place // their first lines
}

func newGrove(t *testing.T, r *rand.Rand) *grove {
	t.Helper()
	names := []string{"a.txt", "b.md", "d/c d.txt", "d/e/f'g.txt", "d/e/-h", "é.txt", "i\n.txt", "j\x1b.txt", "k/" + strings.Repeat("long", 30) + ".txt"}
	for i := range r.IntN(25) {
		names = append(names, fmt.Sprintf("m%d/n%02d.txt", r.IntN(3), i))
	}
	files := map[string]string{}
	g := &grove{lines: map[string]int{}}
	for _, name := range names {
		share := []float64{0, .02, .1, .5}[r.IntN(4)]
		var text strings.Builder
		last := -near - 1
		n := r.IntN(120)
		for i := range n {
			if r.Float64() < share {
				fmt.Fprintf(&text, "needle %d %s", i+1, strings.Repeat("wide ", r.IntN(80)))
				g.matching = append(g.matching, place{name, i + 1})
				if i+1 > last+near {
					g.clusters = append(g.clusters, place{name, i + 1})
				}
				if last < 0 {
					g.paths = append(g.paths, name)
				}
				last = i + 1
			}
			if i < n-1 || r.IntN(2) == 0 {
				text.WriteByte('\n')
			}
		}
		files[name] = text.String()
		g.lines[name] = strings.Count(text.String(), "\n")
		if !strings.HasSuffix(text.String(), "\n") && text.Len() > 0 {
			g.lines[name]++
		}
	}
	g.dir = tooltest.Tree(t, files)
	return g
}

// shell runs a command line as it was printed.
func (g *grove) shell(t *testing.T, line string) tooltest.Result {
	t.Helper()
	bin := tooltest.Bin(t, "ct-show")
	return tooltest.Run{Dir: g.dir, Env: []string{"PATH=" + bin + ":" + os.Getenv("PATH")}}.Do(t, "/bin/sh", "-c", line)
}

var (
	shownLine   = regexp.MustCompile(`^  ([0-9]+)[-:] `)
	pageHeading = regexp.MustCompile(`^(.*), lines [0-9]+ to [0-9]+$`)
	queryHead   = regexp.MustCompile(`^[0-9]+ matching lines? in (.*)$`)
	clusterHead = regexp.MustCompile(` \(clusters? [0-9, ]+ of [0-9]+, [0-9]+ matching lines\)$`)
)

// shown returns the lines that a text answer shows, by their paths in the tree.
func (g *grove) shown(text string) []place {
	byHeading := map[string]string{}
	for name := range g.lines {
		byHeading[escaped(name)] = name
	}
	var path string
	var all []place
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := shownLine.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[1]) // digits
			all = append(all, place{path, n})
			continue
		}
		for _, heading := range []*regexp.Regexp{pageHeading, queryHead} {
			if m := heading.FindStringSubmatch(line); m != nil {
				line = m[1]
			}
		}
		if name, ok := byHeading[clusterHead.ReplaceAllString(line, "")]; ok {
			path = name
		}
	}
	return all
}

// shownInJSON is shown for an answer in JSON.
func shownInJSON(t *testing.T, text string) (all []place, rest, next string) {
	t.Helper()
	var d struct {
		Snippets   []snippetDocument
		Rest, Next string
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, s := range d.Snippets {
		for _, l := range s.Lines {
			all = append(all, place{s.Path, int(l.N)})
		}
	}
	return all, d.Rest, d.Next
}

// lastCommand returns the command in the last line of a text answer, and whether that line says
// that something is missing.
func lastCommand(text string) (command string, more bool) {
	text = strings.TrimSuffix(text, "\n")
	last := text[strings.LastIndexByte(text, '\n')+1:]
	at := strings.LastIndex(last, ": ct-")
	if at < 0 {
		return "", strings.HasPrefix(last, "… ")
	}
	return last[at+2:], strings.HasPrefix(last, "… ")
}

// journey follows the commands of answers.
type journey struct {
	*grove
	seen map[place]bool
}

// step runs a command and returns the command for what is missing, if any, and otherwise the next
// command. If something was missing before, the answer must show something new.
func (j *journey) step(t *testing.T, command string, fresh bool) (rest, next string) {
	t.Helper()
	r := j.shell(t, command)
	if r.Exit != 0 {
		t.Fatalf("%s: %+v", command, r)
	}
	var all []place
	if strings.Contains(command, "--json") {
		all, rest, next = shownInJSON(t, r.Stdout)
	} else {
		all = j.shown(r.Stdout)
		ends, more := lastCommand(r.Stdout)
		if next = ends; more {
			rest, next = ends, ""
		}
		if more && ends == "" {
			t.Fatalf("%s: something is missing, and no command shows it:\n%s", command, r.Stdout)
		}
	}
	anyNew := false
	for _, p := range all {
		anyNew = anyNew || !j.seen[p]
		j.seen[p] = true
	}
	if fresh && !anyNew {
		t.Fatalf("%s shows nothing new:\n%s", command, r.Stdout)
	}
	return rest, next
}

// follow continues until nothing is missing, and returns the next command.
func (j *journey) follow(t *testing.T, command string, until func() bool) (next string) {
	t.Helper()
	rest, next := j.step(t, command, true)
	for steps := 0; rest != "" && !until(); steps++ {
		if steps > 500 {
			t.Fatalf("%s: no end", command)
		}
		rest, next = j.step(t, rest, true)
	}
	return next
}

// all reports whether everything in a list was seen.
func (j *journey) all(list []place) func() bool {
	return func() bool {
		return !slices.ContainsFunc(list, func(p place) bool { return !j.seen[p] })
	}
}

func needsShell(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("/bin/sh"); err != nil {
		t.Skip("skipped: no sh")
	}
}

// Every command that a sample prints runs and shows something new, and in the end every cluster was
// shown.
func TestTheCommandsOfSamplesLeadThroughAllClusters(t *testing.T) {
	t.Parallel()
	needsShell(t)
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 5))
		g := newGrove(t, r)
		for _, options := range []string{"", " --max-lines 40", fmt.Sprintf(" --max-lines %d", 1+r.IntN(20)), " --max-bytes 512", " --json", " --json --max-bytes 2048", " --identifier -g '*.txt' ."} {
			j := &journey{g, map[place]bool{}}
			want := g.clusters
			if strings.Contains(options, "*.txt") {
				want = slices.DeleteFunc(slices.Clone(want), func(p place) bool { return filepath.Ext(p.path) != ".txt" })
			}
			if len(want) == 0 {
				continue
			}
			next := j.follow(t, "ct-show --sample needle"+options, func() bool { return false })
			if !j.all(want)() {
				t.Fatalf("seed %d%s: of %d clusters some were not shown", seed, options, len(want))
			}
			if next == "" {
				t.Fatalf("seed %d%s: no next command", seed, options)
			}
			j.step(t, next, false)
		}
	}
}

// The same for the matching lines of a file, and for its pages.
func TestTheCommandsOfFilesLeadThroughAllLines(t *testing.T) {
	t.Parallel()
	needsShell(t)
	refused := regexp.MustCompile(`: (ct-show --sample .*)\n$`)
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 6))
		g := newGrove(t, r)
		for _, name := range g.paths {
			j := &journey{g, map[place]bool{}}
			own := slices.DeleteFunc(slices.Clone(g.matching), func(p place) bool { return p.path != name })
			options := []string{"", " -C5 --max-lines 5", " -C1 --max-bytes 600", " --json --max-bytes 2048", " --json"}[r.IntN(5)]
			command := "ct-show needle" + options + " -- " + quote(name)
			if len(own) > mostLines {
				m := refused.FindStringSubmatch(g.shell(t, command).Stderr)
				if m == nil {
					t.Fatalf("%s is not refused", command)
				}
				first := slices.DeleteFunc(slices.Clone(g.clusters), func(p place) bool { return p.path != name })
				if j.follow(t, m[1], func() bool { return false }); !j.all(first)() {
					t.Fatalf("%s: some clusters were not shown", m[1])
				}
				continue
			}
			next := j.follow(t, command, j.all(own))
			if !j.all(own)() {
				t.Fatalf("seed %d, %s: some matching lines were not shown", seed, command)
			}
			for steps := 0; next != "" && steps < 3; steps++ {
				_, next = j.step(t, next, false)
			}
			g.pages(t, r, name)
		}
	}
}

// pages reads a file from some line to its end by the commands of its pages.
func (g *grove) pages(t *testing.T, r *rand.Rand, name string) {
	t.Helper()
	j := &journey{g, map[place]bool{}}
	from := 1 + r.IntN(g.lines[name])
	var want []place
	for n := from; n <= g.lines[name]; n++ {
		want = append(want, place{name, n})
	}
	asked := fmt.Sprintf("--line %d", from)
	if r.IntN(2) == 0 {
		asked = fmt.Sprintf("--range %d:%d", from, from+r.IntN(60))
	}
	options := []string{"", " --max-lines 3", " --max-bytes 512", " --json --max-bytes 2048"}[r.IntN(4)]
	command := "ct-show " + asked + options + " -- " + quote(name)
	rest, next := j.step(t, command, true)
	for steps := 0; !j.all(want)(); steps++ {
		if rest == "" {
			rest = next // JSON: the requested lines are there, and the file continues
		}
		if rest == "" || steps > 500 {
			t.Fatalf("%s: ends before line %d", command, g.lines[name])
		}
		rest, next = j.step(t, rest, true)
	}
}

func quote(name string) string { return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'" }
