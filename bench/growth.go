package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// growthName is the section of the page for them.
const growthName = "How time grows"

// A series is a search whose tree or request grows.
type series struct {
	name  string
	sizes []int
	tree  func(dir string, n int) error
	// words are command lines for one size, each with its name.
	words func(n int) []command
}

type command struct {
	name  string
	words []string
}

// tolerance is the part of a step that is not counted as growth: no two runs take the same time.
const tolerance = 1.1

// needle is what the searches of trees look for.
const needle = "needle"

// searches are the command lines of a series whose tree grows.
func searches(int) []command {
	return []command{
		{"counts", list("ct-search", "--no-config", "-c", "-F", "-s", "-e", needle)},
		{"lines", list("ct-search", "--no-config", "-n", "-F", "-s", "-e", needle)},
		{"QUERY", list("ct-search", "--no-config", needle)},
	}
}

// allSeries returns what is measured. Trees are created below a temporary folder.
func allSeries() []series {
	return []series{
		{"terms", []int{1, 2, 4, 8, 12}, func(dir string, _ int) error { return linked(dir, 10_000) }, terms},
		{"matches in a file of 1,000,000 lines", []int{1, 10, 100, 1000, 10_000, 100_000, 1_000_000}, matching, searches},
		{"bytes of each line in a file of 20 MB", []int{10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000}, longLines, searches},
		{"levels of folders with 500 files", []int{1, 5, 20, 50, 100, 200, 500}, deep, searches},
		{"files", []int{1000, 3000, 10_000, 30_000, 100_000, 300_000}, linked, searches},
	}
}

// linked creates n files of 2 KB in folders of 100; most are links to others, which cost no space.
func linked(dir string, n int) error {
	text := []byte(strings.Repeat("def function(argument):\n    return argument + 1\n", 40) + "x = " + needle + "\n")
	origin := ""
	for i := range n {
		path := filepath.Join(dir, fmt.Sprintf("%04d", i/100), fmt.Sprintf("%02d.py", i%100))
		if i%100 == 0 {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
		}
		if i%10_000 == 0 { // file systems limit the links to a file
			origin = path
			if err := os.WriteFile(path, text, 0o644); err != nil {
				return err
			}
		} else if err := os.Link(origin, path); err != nil {
			return err
		}
	}
	return nil
}

func terms(n int) []command {
	filter, survey := list("ct-search", "--no-config", "-c", "-F", "-s"), list("ct-survey", "--no-config")
	for i := range n - 1 {
		term := fmt.Sprintf("%s%02d", strings.Repeat("argumnet functoin retrunn"[i*2:i*2+2], 3), i) // seldom there, as most terms
		filter, survey = append(filter, "-e", term), append(survey, "--term", term)
	}
	return []command{{"counts", append(filter, "-e", needle)}, {"ct-survey", append(survey, "--term", needle)}}
}

func matching(dir string, n int) error {
	const all = 1_000_000
	var b strings.Builder
	for i := range all {
		if i%(all/n) == 0 {
			b.WriteString("x = " + needle + " + 1\n")
		} else {
			b.WriteString("x = nothing + 1\n")
		}
	}
	return os.WriteFile(filepath.Join(dir, "a.py"), []byte(b.String()), 0o644)
}

func longLines(dir string, n int) error {
	const all = 20_000_000
	line := (needle + strings.Repeat(" ", n))[:n-1] + "\n"
	return os.WriteFile(filepath.Join(dir, "a.py"), []byte(strings.Repeat(line, all/n)), 0o644)
}

func deep(dir string, n int) error {
	for i := range 500 {
		folder := filepath.Join(dir, strings.Repeat("d/", i%n+1))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.py", i)), []byte("x = "+needle+"\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// growth measures all series and writes a table for each. Processor time is measured, not the time that passes: it
// does not depend on how busy the machine is.
func (p programs) growth(runs int, done func(string)) (string, error) {
	var b strings.Builder
	b.WriteString(p.facts() + "\nThe processor time of whole processes, the median of some runs, in ms, and in parentheses the factor from the step before.\n" +
		"A step is worse than linear if its factor is more than a tenth larger than that of the size.\n")
	worse := 0
	for _, s := range allSeries() {
		table, n, err := p.grow(s, runs)
		if err != nil {
			return "", fmt.Errorf("%s: %w", s.name, err)
		}
		worse += n
		done(table)
		b.WriteString("\n" + table)
	}
	fmt.Fprintf(&b, "\nSteps worse than linear: %d\n", worse)
	return b.String(), nil
}

// grow measures a series. It also returns how many steps are worse than linear.
func (p programs) grow(s series, runs int) (table string, worse int, err error) {
	heading, lines := []string{s.name}, [][]string(nil)
	var before []float64
	for i, n := range s.sizes {
		at, err := p.step(s, n, runs)
		if err != nil {
			return "", 0, err
		}
		line := []string{fmt.Sprint(n)}
		for k, c := range s.words(n) {
			if i == 0 {
				heading = append(heading, c.name)
				line = append(line, fmt.Sprintf("%.1f", at[k]))
				continue
			}
			factor, mark := at[k]/before[k], ""
			if factor > tolerance*float64(n)/float64(s.sizes[i-1]) {
				worse, mark = worse+1, " worse"
			}
			line = append(line, fmt.Sprintf("%.1f (%.2f%s)", at[k], factor, mark))
		}
		before, lines = at, append(lines, line)
	}
	return markdown(heading, lines), worse, nil
}

// step returns the processor times of a series' command lines for one size.
func (p programs) step(s series, n, runs int) (ms []float64, err error) {
	dir, err := os.MkdirTemp("", "ct-bench-growth-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := s.tree(dir, n); err != nil {
		return nil, err
	}
	for _, c := range s.words(n) {
		var all []float64
		for range runs + 1 { // the first brings the tree into memory
			took, err := p.processor(dir, c.words)
			if err != nil {
				return nil, err
			}
			all = append(all, took)
		}
		ms = append(ms, median(slices.Clone(all[1:])))
	}
	return ms, nil
}

// processor runs a process and returns the processor time that it took, in ms.
func (p programs) processor(dir string, words []string) (float64, error) {
	run, err := p.start(dir, words)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, run.stdout)
	if err := errors.Join(err, run.wait()); err != nil {
		return 0, err
	}
	state := run.cmd.ProcessState
	return float64(state.UserTime()+state.SystemTime()) / float64(time.Millisecond), nil
}
