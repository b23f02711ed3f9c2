package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// own is the path of this module, suite that of the one around it.
const (
	own   = "github.com/ct-tools/ct/ct-search/ct-fleet"
	suite = "github.com/ct-tools/ct"
)

// A rule says what a package may import beside the standard library, tests left aside.
type rule struct {
	pkg     string
	may     []string // packages of this module, whose rules stand before this one
	suite   []string // packages of the suite, with all below them
	modules []string // packages of other modules, likewise
}

// policy is the import policy of this module.
var policy = []rule{
	{pkg: "manifest", suite: []string{"shared/git", "shared/regular", "shared/walk"}},
	{pkg: "shard", may: []string{"manifest"}, suite: []string{"shared/git", "shared/regular", "shared/revision", "shared/walk"}, modules: []string{"github.com/klauspost/compress/zstd", "golang.org/x/sync/semaphore", "golang.org/x/sys/windows"}},
	{pkg: "remote", may: []string{"manifest"}, modules: []string{"cloud.google.com/go/storage", "github.com/minio/minio-go/v7", beam + "/io/filesystem"}},
	{pkg: "flow", may: []string{"manifest", "shard"}, suite: []string{"shared/confine", "shared/git"}},
	{pkg: "flow/onbeam", may: []string{"manifest", "shard", "flow"}, modules: []string{beam, "golang.org/x/sys/unix", "google.golang.org/grpc"}},
	{pkg: ".", may: []string{"manifest", "shard", "remote", "flow", "flow/onbeam"}, suite: []string{"shared", "docs/explain", "ct-search/internal", "ct-survey", "ct"}},
}

// beam is the root of Beam's packages.
const beam = "github.com/apache/beam/sdks/v2/go/pkg/beam"

// forTests are packages that only tests import, and their modules.
var forTests = []string{"flow/toy", "flow/onbeam/cluster"}

func TestImports(t *testing.T) {
	files := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || slices.Contains(forTests, path.Dir(name)):
			return nil
		}
		files++
		tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range tree.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if why := refuses(path.Dir(name), imported); why != "" {
				t.Errorf("%s imports %s: %s", name, imported, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 10 {
		t.Errorf("only %d files were looked at", files)
	}
}

// refuses returns why a package must not import a path, or "".
func refuses(pkg, imported string) string {
	i := slices.IndexFunc(policy, func(r rule) bool { return r.pkg == pkg })
	if i < 0 {
		return "the package has no rule in the import policy"
	}
	r := policy[i]
	first, _, _ := strings.Cut(imported, "/")
	within := func(list []string, name string) bool {
		return slices.ContainsFunc(list, func(at string) bool { return name == at || strings.HasPrefix(name, at+"/") })
	}
	switch below, ok := strings.CutPrefix(imported, own+"/"); {
	case imported == "C":
		return "everything builds without cgo"
	case ok && slices.Contains(r.may, below):
		return ""
	case ok:
		return "it does not stand before it in the flow"
	}
	if below, ok := strings.CutPrefix(imported, suite+"/"); ok {
		if within(r.suite, below) {
			return ""
		}
		return "it is not among what it needs of the suite"
	}
	if !strings.Contains(first, ".") || within(r.modules, imported) {
		return ""
	}
	return "it is not among its modules"
}

func TestThePolicyCatches(t *testing.T) {
	for _, c := range []struct{ pkg, imported, want string }{
		{"manifest", "os", ""},
		{"manifest", suite + "/shared/git", ""},
		{"manifest", suite + "/shared/gitx", "not among what it needs"},
		{"manifest", own + "/shard", "does not stand before it"},
		{"shard", own + "/manifest", ""},
		{"shard", beam, "not among its modules"},
		{"flow", beam, "not among its modules"},
		{"remote", "github.com/minio/minio-go/v7/pkg/credentials", ""},
		{"util", "os", "no rule"},
		{"flow", "C", "without cgo"},
		{".", suite + "/shared/tool", ""},
	} {
		if got := refuses(c.pkg, c.imported); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s imports %s: %q, want %q", c.pkg, c.imported, got, c.want)
		}
	}
	var before []string
	for _, r := range policy {
		for _, other := range r.may {
			if !slices.Contains(before, other) {
				t.Errorf("%s may import %s, which has no rule before it", r.pkg, other)
			}
		}
		before = append(before, r.pkg)
	}
}
