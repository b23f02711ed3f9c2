package embed

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/outline"
)

// HTML scans the scripts of a page, of HTML's standard, of Vue and of Svelte: JavaScript and TypeScript. A script that
// lies in another file is an import of it.
func HTML(src []byte, r *source.Recorder) {
	c := &code{text: blank(src)}
	c.scripts(src, r)
	c.scan(r)
	c.markupOf(src, r)
}

// Astro scans a component of Astro: TypeScript between its fences, and scripts.
func Astro(src []byte, r *source.Recorder) {
	c := &code{text: blank(src), types: true}
	if at := fences.Get().FindSubmatchIndex(src); at != nil {
		c.add(src, source.Span{Start: at[2], End: at[3]})
	}
	c.scripts(src, r)
	c.scan(r)
	c.markupOf(src, r)
}

var fences = lazy.Regexp(`(?ms)\A\s*---[ \t]*\r?\n(.*?)^---[ \t\r]*$`)

// MDX scans Markdown, and reports the imports of its statements of JavaScript.
func MDX(src []byte, r *source.Recorder) {
	outline.Markdown(src, r)
	if !r.Bindings() {
		return
	}
	c := &code{text: blank(src), markup: true, types: true}
	fence, inside := "", false
	for at, line := range lines(src) {
		trimmed := strings.TrimSpace(string(line))
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~"):
			fence, inside = trimmed[:3], false
		case trimmed == "":
			inside = false
		case inside || bytes.HasPrefix(line, []byte("import ")) || bytes.HasPrefix(line, []byte("import{")) || bytes.HasPrefix(line, []byte("export ")):
			inside = true
			c.add(src, source.Span{Start: at, End: at + len(line)})
		}
	}
	for _, im := range source.Scan(c.scanner(), c.text, source.Want{Bindings: true}).Imports {
		r.Import(im, source.Import)
	}
	c.markupOf(src, r)
}

// lines returns the lines of a text with their starts.
func lines(src []byte) func(func(int, []byte) bool) {
	return func(yield func(int, []byte) bool) {
		at := 0
		for line := range bytes.Lines(src) {
			if !yield(at, line) {
				return
			}
			at += len(line)
		}
	}
}

// What a script may be, by its type or lang; every other value names another language.
var (
	scriptTypes = []string{
		"module", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript", "application/x-javascript", "text/babel",
		"text/jsx", "js", "javascript", "jsx", "babel",
	}
	typedTypes = []string{
		"ts", "typescript", "tsx", "text/typescript", "application/typescript",
	}
	dataTypes = []string{
		"importmap", "speculationrules", "json", "text/template", "text/html", "text/x-template", "text/ng-template", "text/plain", "text/markdown",
		"text/x-handlebars-template", "text/x-mathjax-config", "math/tex",
	}
)

// scripts adds the contents of the elements called script, outside of comments.
func (c *code) scripts(src []byte, r *source.Recorder) {
	if bytes.Contains(src, []byte("<%")) || bytes.Contains(src, []byte("<?php")) {
		c.foreign = true // a template
	}
	for pos := 0; ; {
		i := bytes.IndexByte(src[pos:], '<')
		if i < 0 {
			return
		}
		pos += i
		switch rest := src[pos:]; {
		case bytes.HasPrefix(rest, []byte("<!--")):
			end := bytes.Index(rest[4:], []byte("-->"))
			if end < 0 {
				return
			}
			pos += end + 7
		case isScript(rest):
			pos = c.script(src, pos, r)
		default:
			pos++
		}
	}
}

// isScript reports whether the tag of a script begins a text.
func isScript(text []byte) bool {
	const tag = "<script"
	return len(text) > len(tag) && strings.EqualFold(string(text[:len(tag)]), tag) && strings.IndexByte(" \t\r\n>/", text[len(tag)]) >= 0
}

var ends = lazy.Regexp(`(?i)</script[\s/>]`)

// script adds one script whose tag begins at pos, and returns where it ends.
func (c *code) script(src []byte, pos int, r *source.Recorder) int {
	attributes, start := tag(src, pos+len("<script"))
	if file := attributes["src"]; file != "" && r.Bindings() {
		r.Import(source.ImportOf{Statement: source.Span{Start: pos, End: start}, Module: file, Name: "*", Kind: source.Include}, source.Import)
	}
	if src[start-1] == '>' && start > 1 && src[start-2] == '/' { // without an end
		return start
	}
	end := len(src)
	if at := ends.Get().FindIndex(src[start:]); at != nil {
		end = start + at[0]
	}
	language := strings.ToLower(attributes["lang"])
	if language == "" {
		language, _, _ = strings.Cut(strings.ToLower(attributes["type"]), ";")
	}
	language = strings.TrimSpace(language)
	switch {
	case language == "" || slices.Contains(scriptTypes, language):
		c.add(src, source.Span{Start: start, End: end})
		c.markup = c.markup || strings.HasSuffix(language, "jsx") || strings.HasSuffix(language, "babel")
	case slices.Contains(typedTypes, language):
		c.add(src, source.Span{Start: start, End: end})
		c.types, c.markup = true, c.markup || language == "tsx"
	case !slices.Contains(dataTypes, language) && !strings.HasSuffix(language, "json"):
		c.foreign = true
	}
	return end
}

// tag reads the attributes of a tag from pos, and returns where its text begins.
func tag(src []byte, pos int) (attributes map[string]string, start int) {
	attributes = map[string]string{}
	for pos < len(src) && src[pos] != '>' {
		name := pos
		for pos < len(src) && strings.IndexByte("= \t\r\n>/\"'", src[pos]) < 0 {
			pos++
		}
		key := strings.ToLower(string(src[name:pos]))
		next := pos + len(src[pos:]) - len(bytes.TrimLeft(src[pos:], " \t\r\n"))
		if key == "" || next >= len(src) || src[next] != '=' {
			if key == "" {
				pos++
			}
			continue
		}
		pos = next + 1
		pos += len(src[pos:]) - len(bytes.TrimLeft(src[pos:], " \t\r\n"))
		value := pos
		if pos < len(src) && (src[pos] == '"' || src[pos] == '\'') {
			quote := bytes.IndexByte(src[pos+1:], src[pos])
			if quote < 0 {
				return attributes, len(src)
			}
			attributes[key] = string(src[value+1 : value+1+quote])
			pos += quote + 2
			continue
		}
		for pos < len(src) && strings.IndexByte(" \t\r\n>", src[pos]) < 0 {
			pos++
		}
		attributes[key] = string(src[value:pos])
	}
	return attributes, min(pos+1, len(src))
}
