package languages

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, head, want string }{
		{"a/b.py", "", "py"}, {"b.PYI", "", "py"}, {"x.go", "", "go"}, {"a.h", "", "c"}, {"a.hpp", "", "cpp"}, {"a.tsx", "", "ts"}, {"a.ts", "", "ts"},
		{"a.mjs", "", "js"}, {"Rakefile", "", "ruby"}, {"dir.py/README", "", ""}, {"run", "#!/usr/bin/env -S python3.11 -u\n", "py"}, {"run", "#!/bin/sh", "sh"},
		{"run", "#! /usr/bin/env FOO=1 bash\n", "sh"}, {"run", "#!/usr/bin/perl", ""}, {"run.txt", "#!/bin/sh\n", ""}, {"run", "", ""}, {"run", "#!", ""}, {".bashrc", "", "sh"},
		{"Cargo.lock", "", "toml"}, {"package-lock.json", "", "json"}, {"a.md", "", "markdown"}, {"a.rst", "", ""}, {"a.", "", ""}, {"", "", ""},
	} {
		got := ""
		if l := Of(c.path, []byte(c.head)); l != nil {
			got = l.Name
		}
		if got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.path, c.head, got, c.want)
		}
	}
}

// A place is a file with neighbours.
type place struct {
	path       string
	extensions []string
}

func (p place) Path() string         { return p.path }
func (p place) Extensions() []string { return p.extensions }

// TestIn decides about headers by their text and, if that does not, by their neighbours.
func TestIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, text, beside, want string }{
		{"a.h", "class A {};", ".c", "cpp"}, {"a.H", "class A {};", "", "cpp"}, {"a.c", "class A {};", ".cc", "c"}, {"a.h", "@class A;", ".cc", ""},
		{"a.h", "int f();", ".cc .h", "cpp"}, {"a.h", "int f();", ".cu .h", "cpp"}, {"a.h", "int f();", ".c .cc", "c"}, {"a.h", "int f();", ".cc .m", "c"},
		{"a.h", "int f();", ".h", "c"}, {"a.h", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f();", ".cc", "c"}, {"a.hpp", "int f();", ".c", "cpp"}, {"a.cuh", "", "", "cpp"}, {"a.cu", "", ".c", "cpp"},
	} {
		got := ""
		if l := In(place{c.path, strings.Fields(c.beside)}, []byte(c.text)); l != nil {
			got = l.Name
		}
		if got != c.want {
			t.Errorf("%s beside %s: %q, want %q", c.path, c.beside, got, c.want)
		}
	}
}

// TestEveryScannerHasARow checks that each key is that of a row with files.
func TestEveryScannerHasARow(t *testing.T) {
	t.Parallel()
	for key := range scanners.Get() {
		if l := all.Get()[key]; l == nil || !strings.Contains(l.Files+l.Scanned, "*.") {
			t.Errorf("%s has no row, or its row no extension", key)
		}
	}
}

// TestEveryLanguageFindsADefinition hands each scanner a line of its language.
func TestEveryLanguageFindsADefinition(t *testing.T) {
	t.Parallel()
	code := map[string]string{
		"c": "int name(void) { return 0; }", "cpp": "namespace a { void name() {} }", "cs": "class name { }", "go": "package a\nfunc name() {}", "java": "class name { }",
		"js": "function name() {}", "json": `{"name": 1}`, "kotlin": "fun name() {}", "lua": "function name() end", "markdown": "# name\n", "php": "<?php function name() {}",
		"astro": "---\nfunction name() {}\n---\n", "html": "<script>function name() {}</script>", "svelte": "<script>function name() {}</script>", "vue": "<script setup>function name() {}</script>",
		"notebook": `{"cells": [{"cell_type": "code", "source": "def name(): pass"}]}`, "mdx": "# name\n", "tsx": "function name(): void {}",
		"py": "def name(): pass", "ruby": "def name; end", "rust": "fn name() {}", "sh": "name() { :; }", "swift": "func name() {}", "toml": "name = 1", "ts": "function name(): void {}", "yaml": "name: 1",
	}
	for _, l := range all.Get() {
		text := []byte(code[l.Key()])
		at := strings.LastIndex(code[l.Key()], "name")
		seen := source.Scan(l.Scan, text, source.Want{Places: []source.Span{{Start: at, End: at + 4}}})
		if got := seen.Occurrences[0].Kind; got != source.Definition {
			t.Errorf("%s %s: %q is a %s", l.Name, l.Files, text, got)
		}
	}
	if got := len(Names()); got != len(code)-3 { // notebook, mdx and tsx are dialects
		t.Errorf("%d names", got)
	}
}
