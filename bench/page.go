package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"
)

// section is the content of the page below one "## " heading.
type section struct{ name, text string }

// preface is the beginning of the page.
//
//go:embed preface.txt
var preface string

// writePage puts sections into the page at path, which need not exist yet.
func writePage(path string, sections ...section) error {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	page := string(old)
	for _, s := range sections {
		page = replaceSection(page, s)
	}
	return os.WriteFile(path, []byte(page), 0o644)
}

// replaceSection returns page with the section of that name replaced or added: trees in the order
// in which they were added, the parts at the end. The text before the first section is rewritten.
func replaceSection(page string, s section) string {
	var all []section
	at := -1
	for i, text := range strings.Split("\n"+page, "\n## ") {
		if i == 0 {
			continue // the preface
		}
		name, text, _ := strings.Cut(text, "\n")
		if name == s.name {
			at, text = len(all), s.text
		}
		all = append(all, section{name, text})
	}
	if at < 0 {
		all = append(all, s)
		if n := len(all); n > 1 && all[n-2].name == partsName {
			all[n-2], all[n-1] = all[n-1], all[n-2]
		}
	}
	var b strings.Builder
	b.WriteString(preface)
	for _, s := range all {
		b.WriteString("\n## " + s.name + "\n\n" + strings.TrimSpace(s.text) + "\n")
	}
	return b.String()
}

// treeSection returns the section for a tree: its facts, the rows, the figures over all, the command lines.
func treeSection(t tree, p programs, runs int, results []result, over []judgement) string {
	var b strings.Builder
	b.WriteString(p.facts())
	kind := fileSystem(t.dir)
	if kind != "" {
		kind = " on " + kind
	}
	fmt.Fprintf(&b, "- theirs: %s\n", p.versions[rgName])
	fmt.Fprintf(&b, "- tree: %s%s\n- pairs: %d a row, %d if a process takes milliseconds\n\n", t.size(), kind, runs, runs*manyTimes)
	var lines, judged [][]string
	for _, r := range results {
		lines = append(lines, r.cells())
	}
	b.WriteString(markdown(heading, lines))
	for _, j := range over {
		judged = append(judged, []string{j.name, j.measured, j.atMost, j.met})
	}
	if len(judged) > 0 {
		b.WriteString("\n" + markdown([]string{"over all rows", "measured", "at most", "met"}, judged))
	}
	if kib := floor(); kib > 0 {
		fmt.Fprintf(&b, "\nNo peak is shown below %s MiB, which is what the measuring program itself had.\n", mib(float64(kib)/1024))
	}
	b.WriteString("\nWhat the rows ran:\n\n```sh\n")
	for _, r := range results {
		fmt.Fprintf(&b, "# %s\n%s", r.row.name, r.row.commands())
	}
	b.WriteString("```\n")
	return b.String()
}

// facts returns the description at the beginning of every section.
func (p programs) facts() string {
	return fmt.Sprintf("- measured: %s\n- machine: %s\n- ours: %s, built with %s\n",
		time.Now().UTC().Format(time.DateOnly), machine(), p.versions["ct-search"], p.goBuild)
}
