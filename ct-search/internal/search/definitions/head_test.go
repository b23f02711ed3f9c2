package definitions

import (
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/lang"
)

func TestWhatDocumentsAModule(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, head, clause, doc string }{
		{"py", "#!/usr/bin/python\n# -*- coding: utf-8 -*-\n\n\"\"\"Carts.\n\nMore.\"\"\"\n", "", "Carts."},
		{"py", "r'''\n  Carts of\n'''", "", "Carts of"},
		{"py", "import os\n\"no doc\"", "", ""},
		{"py", "", "", ""},
		{"go", "// Copyright 2020 Someone.\n\n//go:build linux\n\n// Package x adds.\n// It is slow.\npackage x // import \"y\"\n", "x", "Package x adds."},
		{"go", "// not of it\n\npackage x\n", "x", ""},
		{"go", "/*\nPackage x adds.\n*/\npackage x;", "x", "Package x adds."},
		{"go", "func f() {}", "", ""},
		{"c", "// SPDX-License-Identifier: GPL-2.0\n/*\n * Copyright (C) Someone\n */\n\n/* Slab allocator. */\n#include <x.h>\n", "", "Slab allocator."},
		{"js", "#!/usr/bin/env node\nx()", "", ""},
		{"lua", "-- Adds.\nlocal x", "", "Adds."},
		{"c", "/* never closed", "", ""}, {"c", "/*/ Adds. */", "", "Adds."},
	} {
		if clause, doc := headOf(lang.Named(c.language), []byte(c.head)); clause != c.clause || doc != c.doc {
			t.Errorf("%s %q: %q, %q", c.language, c.head, clause, doc)
		}
	}
}

func TestModulesAreComparedByTheirLastNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		wanted, module string
		want           bool
	}{
		{"asyncio", "asyncio", true}, {"asyncio", "django.utils.asyncio", true}, {"asyncio", "asyncio.events", false}, {"net/http", "net/http", true},
		{"http", `"net/http"`, true}, {"net/http", "http", false}, {"linux/mm.h", "<linux/mm.h>", true}, {"mm.h", "linux/mm.h", true}, {"mm", "linux/mm.h", true},
		{"std::fmt", "std::fmt", true}, {"shop", "./shop.js", true}, {"./shop", "../a/shop", true}, {"shop.js", "./shop", true}, {"a.b", "x.a.b", true}, {"a.b", "a.c.b", false},
	} {
		m := &module{parts: partsOf(c.wanted)}
		if got := m.is(partsOf(c.module)); got != c.want {
			t.Errorf("%s is %s: %v", c.module, c.wanted, got)
		}
	}
}

func FuzzHead(f *testing.F) {
	for _, seed := range []string{"/* a", "// a\npackage x", "/*/", "\"\"\"a\"\"\"", "#!/bin/sh\n# x\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, head string) {
		for _, language := range []string{"go", "py", "c", "sh", "lua"} {
			if _, doc := headOf(lang.Named(language), []byte(head)); len(doc) > 200 {
				t.Errorf("%s: a line of %d bytes", language, len(doc))
			}
		}
	})
}

func FuzzSymbol(f *testing.F) {
	for _, seed := range []string{"~.*Field$", "a.b", "~(", "~", "net/http", "~(?i)x|y"} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, symbol string, imports bool) {
		s := Search{Kind: "class", Symbol: symbol}
		if imports {
			s.Kind = Import
		}
		_ = s.prepare(request.New()) // returns an error or not, and always ends
	})
}
