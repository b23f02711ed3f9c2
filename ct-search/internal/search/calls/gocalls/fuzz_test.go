package gocalls

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

// FuzzReceivers follows whatever a file writes before a name.
func FuzzReceivers(f *testing.F) {
	for _, seed := range []string{"*T", "a.T", "[]T", "map[string]T", "T[int]", "x", "(T)", "func() T", "struct{ T }", "interface{ M() T }", "F"} {
		f.Add(seed, ".a []", 0)
		f.Add(seed, "() #1 .b", 0)
		f.Add(seed, ".M () #1 .b", 1)
		f.Add(seed, "", 0)
	}
	dir := filepath.ToSlash(tooltest.Tree(f, map[string]string{
		"go.mod": "module m\n", "a.go": "package m\nimport \"m/a\"\ntype T struct { *U; a, b a.T }\ntype U = T\ntype I interface { I; M() (T, I) }\nfunc F() (T, error)\nvar x, y = F(), x\n",
		"a/a.go": "package a\nimport \"m\"\ntype T []m.T\nfunc (t T) M() T\n",
	}))
	f.Fuzz(func(t *testing.T, text, steps string, kind int) {
		tree := NewTree(walk.View{})
		in := &file{path: dir + "/a.go", folder: dir, imports: resolve.Imports{Package: "m", Paths: map[string]string{"a": "m/a"}}}
		v := source.Value{Root: []source.Root{source.Named, source.OfType}[uint(kind)%2], Name: text, Steps: strings.Fields(steps)}
		at, ok := tree.follow(v, in)
		if !ok {
			return
		}
		if f, owner, ok := tree.method(at, "M"); ok && (f.name == nil || owner == "") {
			t.Errorf("%q %q: a method without a name or an owner: %q", text, steps, owner)
		}
	})
}

func TestTheModuleOfAGoModIsRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"module a/b\n": "a/b", "// module x\n\n module\ta/b // c\ngo 1.26\n": "a/b", "module \"a/b\"": "a/b", "module `a`": "a", "module (\n\t// x\n\n\ta/b\n)\n": "a/b",
		"": "", "module\n": "", "modules a\n": "", "module ../a\n": "", "module /a\n": "", "module \"\"\n": "", "go 1.26\nmodule a\r\n": "a",
	} {
		if got := modulePath(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzModulePath(f *testing.F) {
	for _, seed := range []string{"module a/b\n", "module (\n\"a\"\n)", "// x\nmodule `a` // b\nrequire b v1\n", "module \"\\x00\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if name := modulePath(text); name != "" && (!isImportPath(name) || modulePath("module "+name+"\n") != name && !strings.ContainsAny(name, " \t\"`()/") && strings.ToValidUTF8(name, "") == name && len(strings.Fields(name)) == 1) {
			t.Errorf("%q: %q", text, name)
		}
	})
}

// FuzzImportsStayInTheirModule checks that no path of an import leads out of the
// folders of its module.
func FuzzImportsStayInTheirModule(f *testing.F) {
	for _, seed := range []string{"m/a", "m", "m/../x", "../x", "/etc", "a//b", "..", "std", "m/./a", `m\..\..`} {
		f.Add("m", seed)
	}
	f.Add("std", "../a")
	f.Add("cmd", "a/../../b")
	dir := filepath.ToSlash(tooltest.Tree(f, map[string]string{"out/in/a/a.go": "package a\n", "out/in/vendor/v/v.go": "package v\n"}))
	f.Fuzz(func(t *testing.T, module, name string) {
		tree := NewTree(walk.View{})
		root := path.Join(dir, "out/in")
		tree.modules[root+"/a"] = goModule{root: root, path: module}
		within := dir
		if module == "cmd" {
			within = path.Dir(root)
		}
		if got := tree.Folder(root+"/a", name); got != "" && got != within && !strings.HasPrefix(got, within+"/") {
			t.Errorf("%q of %q leads to %s", name, module, got)
		}
	})
}
