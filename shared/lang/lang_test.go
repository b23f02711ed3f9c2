package lang

import (
	"path"
	"slices"
	"strings"
	"testing"
)

func TestRowsAreSortedAndNamesUnique(t *testing.T) {
	names := Names()
	if !slices.IsSorted(names) || len(names) < 40 {
		t.Errorf("%d languages: %q", len(names), names)
	}
	all := AllNames()
	slices.Sort(all)
	for i := 1; i < len(all); i++ {
		if all[i] == all[i-1] {
			t.Errorf("%s stands twice", all[i])
		}
	}
	keys := map[string]bool{}
	for i := range table {
		if key := table[i].Key(); keys[key] {
			t.Errorf("two rows have the key %s", key)
		} else {
			keys[key] = true
		}
	}
}

// Every name has globs that can be matched, and no file is listed in two columns
// of its row, or read by the scanners of two rows.
func TestFilesStandOnce(t *testing.T) {
	read := map[string]string{}
	for i := range table {
		l := &table[i]
		if l.Name == "" {
			continue
		}
		globs, ok := Globs(l.Name)
		if !ok || len(globs) == 0 {
			t.Errorf("%s has no globs", l.Name)
		}
		for _, g := range globs {
			if _, err := path.Match(g, ""); err != nil {
				t.Errorf("%s: %s is not a glob", l.Name, g)
			}
		}
		for file := range strings.FieldsSeq(l.Files + " " + l.Scanned) {
			if read[file] != "" {
				t.Errorf("%s stands in the rows of %s and %s", file, read[file], l.Name)
			}
			read[file] = l.Name
			if has(l.Chosen, file) {
				t.Errorf("%s: %s stands twice", l.Name, file)
			}
		}
	}
}

func TestGlobs(t *testing.T) {
	for name, file := range map[string]string{
		"go": "a.go", "Python": "x.pyi", "py": "a.py", "c": "a.h", "cpp": "a.hpp", "make": "Makefile", "md": "README.md", "sh": ".bashrc", "yml": "a.yaml",
		"docker": "Dockerfile", "ts": "a.tsx", "c++": "a.C", "r": "a.R", "ruby": "db.rake", "rb": "config.ru",
	} {
		globs, _ := Globs(name)
		if !slices.ContainsFunc(globs, func(g string) bool { ok, _ := path.Match(g, file); return ok }) {
			t.Errorf("%s does not have %s", name, file)
		}
	}
	for _, name := range []string{"klingon", ""} {
		if _, ok := Globs(name); ok {
			t.Errorf("the unknown language %q has globs", name)
		}
	}
}

func TestOf(t *testing.T) {
	for _, c := range []struct{ name, head, want string }{
		{"a/b.py", "", "py"}, {"b.PYI", "", "py"}, {"x.go", "", "go"}, {"a.h", "", "c"}, {"a.hpp", "", "cpp"}, {"a.tsx", "", "tsx"}, {"a.ts", "", "ts"},
		{"a.mjs", "", "js"}, {"Rakefile", "", "ruby"}, {"dir.py/README", "", ""}, {"run", "#!/usr/bin/env -S python3.11 -u\n", "py"}, {"run", "#!/bin/sh", "sh"},
		{"run", "#! /usr/bin/env FOO=1 bash\n", "sh"}, {"run", "#!/usr/bin/perl", ""}, {"run.txt", "#!/bin/sh\n", "txt"}, {"run", "", ""}, {"run", "#!", ""},
		{".bashrc", "", "sh"}, {"Cargo.lock", "", "toml"}, {"package-lock.json", "", "json"}, {"a.md", "", "markdown"}, {"a.", "", ""}, {"", "", ""},
		{"lib/tasks/db.rake", "", "ruby"}, {"config.ru", "", "ruby"}, {"hello.ru", "", "ruby"}, {"a.gemspec", "", "ruby"}, {"Gemfile", "", "ruby"},
	} {
		got := ""
		if l := Of(c.name, []byte(c.head)); l != nil {
			got = l.Key()
		}
		if got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.name, c.head, got, c.want)
		}
	}
}

func TestRelated(t *testing.T) {
	for pair, want := range map[[2]string]bool{{"js", "ts"}: true, {"c", "cpp"}: true, {"kotlin", "java"}: true, {"go", "go"}: true, {"go", "py"}: false, {"", "go"}: false, {"", ""}: true} {
		if got := Related(pair[0], pair[1]); got != want {
			t.Errorf("%q: %v", pair, got)
		}
	}
}

func TestPurposes(t *testing.T) {
	for base, want := range map[string]Purpose{
		"a.md": Document, "a.3": Document, "a.json": Configuration, "go.sum": Configuration, "a.sh": Script, "Makefile": Script, "Makefile.am": NoPurpose, "a.go": NoPurpose,
	} {
		if got := PurposeOf(base); got != want {
			t.Errorf("%s is for %d", base, got)
		}
	}
	for _, base := range []string{"a_test.go", "a.spec.ts", "test_a.py", "conftest.py", "ATests.java"} {
		if !IsTest(base) {
			t.Errorf("%s is not a test", base)
		}
	}
	if IsTest("_test.go") || IsTest("latest.go") || !IsGenerated("a.pb.go") || !IsGenerated("zz_generated.x.go") || IsGenerated("a.go") || !IsBundle("a.d.ts") || IsBundle("a.ts") || !IsBuilt(".rs") || IsBuilt(".go") {
		t.Error("names of tests and of what programs made")
	}
	if !IsPage(".html") || IsPage(".go") || !IsHeader(".hpp") || IsHeader(".html") || !IsHelper(".py") || IsHelper(".pyi") {
		t.Error("extensions")
	}
}
