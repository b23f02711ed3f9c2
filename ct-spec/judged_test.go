package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// judged returns the public test collections CISI and CACM, abstracts with questions that people asked, from the folder
// in CT_TEST_IR, or from beside the project. There are none if it is absent.
func judged(t testing.TB) (all []collection) {
	t.Helper()
	dir := os.Getenv("CT_TEST_IR")
	if dir == "" {
		dir = "../../shared/data/ir"
	}
	for _, c := range []struct{ name, docs, asks, judgements string }{
		{"CISI", "CISI.ALL", "CISI.QRY", "CISI.REL"},
		{"CACM", "cacm.all", "query.text", "qrels.text"},
	} {
		docs := readSMART(t, filepath.Join(dir, c.docs))
		if len(docs) == 0 {
			t.Logf("skipped: no %s", c.name)
			continue
		}
		all = append(all, newJudged(t, c.name, docs, readSMART(t, filepath.Join(dir, c.asks)), filepath.Join(dir, c.judgements)))
	}
	return all
}

// record is a document or question in SMART's format: lines by tag, and those before the first tag by "".
type record struct {
	number string
	tags   map[string]string
}

// readSMART returns the records of a file, none if it is absent.
func readSMART(t testing.TB, name string) (list []record) {
	t.Helper()
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	number, tagged := regexp.MustCompile(`^\.I +(\d+)`), regexp.MustCompile(`^\.([A-Z])$`)
	tag := ""
	for line := range strings.Lines(string(text)) {
		if m := number.FindStringSubmatch(line); m != nil {
			list, tag = append(list, record{m[1], map[string]string{}}), ""
		} else if m := tagged.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			tag = m[1]
		} else if len(list) > 0 {
			list[len(list)-1].tags[tag] += line
		}
	}
	return list
}

// newJudged makes a collection: the title of a document is its name, and its abstract the text.
func newJudged(t testing.TB, name string, docs, asks []record, judgements string) collection {
	t.Helper()
	c := collection{name: name, pack: name, judged: true}
	at := map[string]int{}
	for _, d := range docs {
		title, text := d.tags["T"], d.tags["W"]
		if title == "" {
			title, text, _ = strings.Cut(d.tags[""], "\n") // as in CISI
		}
		at[d.number] = len(c.docs)
		title = strings.NewReplacer("\\", `\\`, `"`, `\"`).Replace(strings.Join(strings.Fields(title), " "))
		c.docs = append(c.docs, document{unnamed(len(c.docs)), "---\ntitle: \"" + title + "\"\n---\n" + text})
	}
	lines, err := os.ReadFile(judgements)
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string][]int{}
	for line := range strings.Lines(string(lines)) {
		// the question, the document
		f := strings.Fields(line)
		question, document := strings.TrimLeft(f[0], "0"), f[1]
		if i, ok := at[document]; ok {
			targets[question] = append(targets[question], i)
		}
	}
	for _, a := range asks {
		if list := targets[a.number]; len(list) > 0 {
			c.asks = append(c.asks, ask{strings.TrimSpace(a.tags["W"]), list})
		}
	}
	return c
}
