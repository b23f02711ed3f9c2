package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/tooltest"
)

// document is a file of a collection, which a reader turns into a node.
type document struct{ path, text string }

// ask is a question with the documents that are known to answer it.
type ask struct {
	text    string
	targets []int
}

// collection is documents, and questions that were derived from them by a rule. What a question was
// derived from is removed from its document.
type collection struct {
	name string
	pack string // the package that the documents come from
	docs []document

	judged bool // people asked the questions, and others judged the documents
	asks   []ask
}

// source is a tree of documentation in a package.
type source struct {
	pack string
	name string
	glob string // of the folder, below that of all collections
	ext  string
	make func(s *source, docs []document) []collection
}

// sources are npm packages as npm pack returns them and Debian packages as dpkg -x unpacks them,
// each in a folder with its name.
func sources() []source {
	return []source{
		{"next", "next", "next-*/package/dist/docs", ".md", fromTree},
		{"ai", "ai", "ai-*/package/docs", ".mdx", fromTree},
		{"directus", "directus", "directus-docs-*/package", ".md", fromTree},
		{"perl", "perlfaq", "perl-doc*/usr/share/perl/*/pod", ".pod", fromPod},
		{"intlayer", "intlayer-en", "intlayer-docs-*/package/docs/en", ".md", fromTree},
		{"intlayer", "intlayer-zh", "intlayer-docs-*/package/docs/zh", ".md", fromTree},
		{"intlayer", "intlayer-de", "intlayer-docs-*/package/docs/de", ".md", fromTree},
		{"intlayer", "intlayer-ja", "intlayer-docs-*/package/docs/ja", ".md", fromTree},
		{"npm", "npm", "npm-*/package/docs/content", ".md", fromTree},
		{"fastify", "fastify", "fastify-*/package/docs", ".md", fromTree},
		{"graphcommerce", "graphcommerce", "graphcommerce-docs-*/package", ".md", fromTree},
		{"mastra", "mastra", "mastra-mcp-docs-server-*/package/.docs/raw", ".mdx", fromTree},
		{"markdownlint", "markdownlint", "markdownlint-*/package/doc", ".md", fromTree},
		{"python", "python: FAQ", "python*-doc*/usr/share/doc/python3*/html/_sources/faq", ".txt", fromRST},
		{"python", "python: modules", "python*-doc*/usr/share/doc/python3*/html/_sources/library", ".txt", fromModules},
		{"git", "git: commands", "git-doc*/usr/share/doc/git-doc", ".txt", fromManuals},
	}
}

// collections returns those that are available: that of Go's own documentation always is.
func collections(t testing.TB) (all []collection) {
	t.Helper()
	all = append(fromGo(t), judged(t)...)
	top := os.Getenv("CT_SPEC_COLLECTIONS")
	if top == "" {
		return all
	}
	for _, s := range sources() {
		dirs, err := filepath.Glob(filepath.Join(top, s.glob))
		if err != nil {
			t.Fatal(err)
		}
		if len(dirs) == 0 {
			t.Logf("skipped: no %s", s.name)
			continue
		}
		for _, c := range s.make(&s, readDocuments(t, dirs[0], s.ext)) {
			if c.pack = s.pack; len(c.asks) >= 10 {
				all = append(all, c)
			}
		}
	}
	return all
}

func readDocuments(t testing.TB, dir, ext string) (docs []document) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ext {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		docs = append(docs, document{filepath.ToSlash(rel), string(text)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// part is a heading and the text up to the next one.
type part struct {
	title      string
	level      int
	start, end int // of the heading's lines
	stop       int // of the text
}

// parts splits text, which begins at from, by its headings.
func parts(text string, from int) (list []part) {
	var o outline
	b := []byte(text)
	for at := from; at < len(b); {
		end := at + len(line(b[at:]))
		k, level, title := o.look(bytes.TrimRight(b[at:end], "\n"), bytes.TrimRight(line(b[end:]), "\n"))
		if k == heading {
			if len(list) > 0 {
				list[len(list)-1].stop = at
			}
			p := part{title: plainText(title), level: level, start: at, end: end, stop: len(b)}
			if o.under {
				p.end += len(line(b[end:]))
			}
			list = append(list, p)
		}
		at = end
	}
	return list
}

func line(b []byte) []byte {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return b[:i+1]
	}
	return b
}

// informative reports whether a text has enough words for a question.
func informative(text string, least int) bool {
	q := bm25.Parse(text)
	return !q.Literal && len(q.Terms) >= least
}

// fromTree makes four collections of a tree of Markdown: the description in the front matter, a
// heading and the first sentence as questions for the file, and headings as questions for the text
// below them.
func fromTree(s *source, docs []document) []collection {
	byDesc := collection{name: s.name + ": description"}
	byHead := collection{name: s.name + ": heading"}
	bySentence := collection{name: s.name + ": first sentence"}
	bySection := collection{name: s.name + ": section"}
	headings := map[string]int{}
	for _, d := range docs {
		for _, p := range parts(d.text, frontEnd(d.text)) {
			headings[strings.ToLower(p.title)]++
		}
	}
	for _, d := range docs {
		if m, rest, ok := front(d.text); ok && informative(m.desc, 3) {
			byDesc.asks = append(byDesc.asks, ask{m.desc, []int{len(byDesc.docs)}})
			byDesc.docs = append(byDesc.docs, document{d.path, "---\nid: " + m.id + "\ntitle: " + strconv.Quote(m.title) + "\n---\n" + rest})
		} else {
			byDesc.docs = append(byDesc.docs, d)
		}
		list := parts(d.text, frontEnd(d.text))
		list = slices.DeleteFunc(list, func(p part) bool { return headings[strings.ToLower(p.title)] > 1 || !informative(p.title, 2) })
		text := d.text
		if len(list) > 1 { // one in the middle of the file, so that it is not the title
			p := list[len(list)/2]
			byHead.asks = append(byHead.asks, ask{p.title, []int{len(byHead.docs)}})
			text = d.text[:p.start] + d.text[p.end:]
		}
		byHead.docs = append(byHead.docs, document{d.path, text})
		text = d.text
		if start, end := firstSentence(d.text); end > start && !described(d.text, d.text[start:end]) {
			bySentence.asks = append(bySentence.asks, ask{strings.Join(strings.Fields(d.text[start:end]), " "), []int{len(bySentence.docs)}})
			text = d.text[:start] + d.text[end:]
		}
		bySentence.docs = append(bySentence.docs, document{d.path, text})
		for _, p := range list {
			if body := d.text[p.end:p.stop]; informative(body, 20) {
				bySection.asks = append(bySection.asks, ask{p.title, []int{len(bySection.docs)}})
				bySection.docs = append(bySection.docs, document{unnamed(len(bySection.docs)), body})
			}
		}
	}
	return []collection{byDesc, byHead, bySentence, bySection}
}

// described reports whether the description of a document repeats most of a question about it,
// which would then be found without the text.
func described(text, question string) bool {
	m, _, _ := front(text)
	q, d := bm25.Parse(question), bm25.Parse(m.desc)
	has := 0
	for _, t := range q.Terms {
		if slices.ContainsFunc(d.Terms, func(o bm25.Term) bool { return o.Stem == t.Stem }) {
			has++
		}
	}
	return has*5 >= len(q.Terms)*4
}

// unnamed returns the path of a document whose name says nothing, not even a number that a question
// may have.
func unnamed(n int) string { return fmt.Sprintf("zq%05dx.md", n) }

func front(text string) (m matter, rest string, ok bool) {
	f, body, err := splitMatter([]byte(text))
	if err != nil || f == nil {
		return m, text, false
	}
	m, _, err = parseMatter(f)
	return m, string(body), err == nil
}

func frontEnd(text string) int {
	_, rest, ok := front(text)
	if !ok {
		return 0
	}
	return len(text) - len(rest)
}

var sentenceEnd = regexp.MustCompile(`[.!?](?:\s|$)|[。！？]`)

// firstSentence returns the bounds of the first sentence of prose.
func firstSentence(text string) (start, end int) {
	var o outline
	b := []byte(text)
	for at := frontEnd(text); at < len(b); {
		stop := at + len(line(b[at:]))
		k, _, _ := o.look(bytes.TrimRight(b[at:stop], "\n"), bytes.TrimRight(line(b[stop:]), "\n"))
		words := bytes.TrimSpace(b[at:stop])
		if k == prose && len(words) > 0 && !container(words) && !bytes.HasPrefix(words, []byte("import ")) && words[0] != '{' && words[0] != ':' && words[0] != '!' {
			paragraph := text[at:]
			if i := strings.Index(paragraph, "\n\n"); i >= 0 {
				paragraph = paragraph[:i]
			}
			n := len(paragraph)
			if m := sentenceEnd.FindStringIndex(paragraph); m != nil {
				n = m[1]
			}
			if informative(paragraph[:n], 4) {
				return at, at + n
			}
		}
		at = stop
	}
	return 0, 0
}

// fromPod makes a collection of questions and answers (perlfaq1 to perlfaq9).
func fromPod(s *source, docs []document) []collection {
	c := collection{name: s.name}
	item := regexp.MustCompile(`(?m)^=head2 (.*(?:\n\S.*)*)\n`)
	for _, d := range docs {
		if !strings.HasPrefix(d.path, "perlfaq") || d.path == "perlfaq.pod" {
			continue
		}
		c.questions(d.text, item.FindAllStringSubmatchIndex(d.text, -1))
	}
	return []collection{c}
}

// fromRST does the same for questions that are underlined with hyphens, as in Python's FAQ.
func fromRST(s *source, docs []document) []collection {
	c := collection{name: s.name}
	item := regexp.MustCompile(`(?m)^(\S.*)\n--+\n`)
	for _, d := range docs {
		c.questions(d.text, item.FindAllStringSubmatchIndex(d.text, -1))
	}
	return []collection{c}
}

// fromModules makes a collection of the pages on Python's modules: the text after the name in a
// page's title is the question for the page, from which that text and the synopsis are removed.
func fromModules(s *source, docs []document) []collection {
	c := collection{name: s.name}
	title := regexp.MustCompile("(?m)^(:mod:`[^`]+`) --- (.*)\n=+\n")
	synopsis := regexp.MustCompile(`(?m)^ *:synopsis:.*\n`)
	for _, d := range docs {
		if m := title.FindStringSubmatchIndex(d.text); m != nil && informative(d.text[m[4]:m[5]], 2) {
			c.asks = append(c.asks, ask{d.text[m[4]:m[5]], []int{len(c.docs)}})
			d.text = "# " + d.text[m[2]:m[3]] + "\n\n" + synopsis.ReplaceAllString(d.text[m[1]:], "")
		}
		c.docs = append(c.docs, d)
	}
	return []collection{c}
}

// fromManuals makes a collection of manual pages: the text about a command under NAME is the
// question for the page, from which it is removed.
func fromManuals(s *source, docs []document) []collection {
	c := collection{name: s.name}
	name := regexp.MustCompile(`(?m)^NAME\n----\n(\S+) - (.*)\n`)
	for _, d := range docs {
		if m := name.FindStringSubmatchIndex(d.text); m != nil && informative(d.text[m[4]:m[5]], 2) {
			c.asks = append(c.asks, ask{d.text[m[4]:m[5]], []int{len(c.docs)}})
			d.text = d.text[:m[0]] + d.text[m[1]:]
		}
		c.docs = append(c.docs, d)
	}
	return []collection{c}
}

// questions adds questions, each with the text up to the next one as its answer.
func (c *collection) questions(text string, at [][]int) {
	for i, m := range at {
		stop := len(text)
		if i+1 < len(at) {
			stop = at[i+1][0]
		}
		if question := text[m[2]:m[3]]; informative(question, 1) && informative(text[m[1]:stop], 5) {
			c.asks = append(c.asks, ask{question, []int{len(c.docs)}})
			c.docs = append(c.docs, document{unnamed(len(c.docs)), text[m[1]:stop]})
		}
	}
}

// fromGo makes two collections of the documentation of Go's packages. The synopsis of a package is
// the question for the rest of its documentation, including that of its exported names; the first
// sentence about an exported name, without the name, is the question for the rest of its
// documentation.
func fromGo(t testing.TB) []collection {
	t.Helper()
	src := tooltest.GoSource(t)
	packages := collection{name: "go: packages", pack: "go"}
	exported := collection{name: "go: declarations", pack: "go"}
	err := filepath.WalkDir(src, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if slices.Contains([]string{"testdata", "vendor", "cmd"}, d.Name()) {
			return fs.SkipDir
		}
		if p := parsePackage(name); p != nil && p.Doc != "" {
			rel, _ := filepath.Rel(src, name)
			rest := exported.addExported(filepath.ToSlash(rel), p)
			packages.add(filepath.ToSlash(rel), p.Name, p.Doc, p.Synopsis(p.Doc), rest, "Package "+p.Name+" ")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return []collection{packages, exported}
}

func parsePackage(dir string) *doc.Package {
	entries, _ := os.ReadDir(dir)
	system := build.Default
	// The same files everywhere, also if GOEXPERIMENT is set.
	system.GOOS, system.GOARCH, system.CgoEnabled, system.ToolTags = "linux", "amd64", false, nil
	set := token.NewFileSet()
	var files []*ast.File
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		if ok, err := system.MatchFile(dir, e.Name()); err != nil || !ok {
			continue
		}
		f, err := parser.ParseFile(set, filepath.Join(dir, e.Name()), nil, parser.ParseComments)
		if err == nil && f.Name.Name != "main" && (len(files) == 0 || f.Name.Name == files[0].Name.Name) {
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return nil
	}
	p, err := doc.NewFromFiles(set, files, dir)
	if err != nil {
		return nil
	}
	return p
}

// addExported adds the functions and types of a package, and returns all their documentation.
func (c *collection) addExported(name string, p *doc.Package) (said string) {
	var b strings.Builder
	add := func(what, text string) {
		b.WriteString(text + "\n")
		if text != "" {
			c.add(name+"/"+what, p.Name+"."+what, text, p.Synopsis(text), "", what+" ")
		}
	}
	for _, f := range p.Funcs {
		add(f.Name, f.Doc)
	}
	for _, t := range p.Types {
		add(t.Name, t.Doc)
		for _, f := range slices.Concat(t.Funcs, t.Methods) {
			add(f.Recv+f.Name, f.Doc)
		}
	}
	return b.String()
}

// add adds a document of text without its synopsis, and more. The synopsis without its beginning is
// the question for it.
func (c *collection) add(name, title, text, synopsis, more, begins string) {
	_, rest, found := strings.Cut(strings.Join(strings.Fields(text), " "), synopsis)
	asked := strings.TrimPrefix(synopsis, begins)
	body := rest + "\n\n" + more
	if found && informative(asked, 2) && informative(body, 20) {
		c.asks = append(c.asks, ask{asked, []int{len(c.docs)}})
		c.docs = append(c.docs, document{name + ".md", "# " + title + "\n\n" + body})
	}
}
