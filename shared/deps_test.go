package shared_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// A rule says what the files of one package, tests left aside, may import
// beside the standard library.
type rule struct {
	pkg     string   // its folder
	may     []string // packages of this module; each has its rule before this one
	modules []string // packages of other modules, with all below them
}

// policy is the import policy of the module. A package has exactly one rule,
// and rules name only packages whose rules stand before theirs, so that
// imports point one way: backward along the flow of the data.
var policy = []rule{
	{pkg: "shared"},
	{pkg: "allowlist"},
	{pkg: "docs"},
	{pkg: "docs/explain"},

	{pkg: "shared/lazy"},
	{pkg: "shared/version"},
	{pkg: "shared/lang"},
	{pkg: "shared/ledger"},
	{pkg: "shared/cause", modules: []string{"golang.org/x/sys/windows"}},
	{pkg: "shared/regular"},
	{pkg: "shared/emit"},
	{pkg: "shared/budget"},
	{pkg: "shared/nearest"},
	{pkg: "shared/ref"},
	{pkg: "shared/terminal", modules: []string{"golang.org/x/sys/unix", "golang.org/x/sys/windows"}},
	{pkg: "shared/confine", may: []string{"shared/regular"}, modules: []string{"golang.org/x/sys/unix", "kernel.org/pub/linux/libs/security/libcap/psx"}},
	{pkg: "shared/render", may: []string{"shared/budget"}},
	{pkg: "shared/toon"},
	{pkg: "shared/position"},
	{pkg: "shared/sibling", may: []string{"shared/cause", "shared/nearest"}, modules: []string{"golang.org/x/sys"}},
	{pkg: "shared/child", may: []string{"shared/confine"}, modules: []string{"golang.org/x/sys"}},
	{pkg: "shared/git/pack", may: []string{"shared/regular"}},
	{pkg: "shared/git", may: []string{"shared/confine", "shared/sibling", "shared/child", "shared/git/pack", "shared/regular"}},
	{pkg: "shared/config", may: []string{"shared/cause", "shared/nearest", "shared/confine", "shared/regular"}, modules: []string{"github.com/pelletier/go-toml/v2", "golang.org/x/sys"}},

	{pkg: "shared/walk", may: []string{"shared/cause", "shared/ledger", "shared/nearest"}, modules: []string{"github.com/bmatcuk/doublestar/v4", "golang.org/x/sys"}},
	{pkg: "shared/git/change", may: []string{"shared/cause", "shared/git", "shared/ledger", "shared/regular", "shared/walk"}},
	{pkg: "shared/revision", may: []string{"shared/git", "shared/walk"}},
	{pkg: "shared/qualname"},
	{pkg: "shared/pattern", may: []string{"shared/nearest", "shared/qualname", "shared/ref"}, modules: []string{"github.com/dlclark/regexp2"}},
	{pkg: "shared/match/frequency"},
	{pkg: "shared/match/kernel", may: []string{"shared/match/frequency"}},
	{pkg: "shared/match/dfa"},
	{pkg: "shared/match/required", may: []string{"shared/match/frequency"}},
	{pkg: "shared/match/fuzzy", may: []string{"shared/match/frequency", "shared/match/required", "shared/pattern"}},
	{pkg: "shared/match", may: []string{"shared/match/frequency", "shared/match/kernel", "shared/match/dfa", "shared/match/required", "shared/match/fuzzy", "shared/pattern"}, modules: []string{"github.com/dlclark/regexp2"}},
	{pkg: "shared/scan", may: []string{"shared/match", "shared/match/kernel", "shared/ledger", "shared/walk"}},
	{pkg: "shared/match/plug/wire", modules: []string{"google.golang.org/grpc", "google.golang.org/protobuf"}},
	{pkg: "shared/match/plug/wire/generate", modules: []string{"github.com/bufbuild/protocompile", "google.golang.org/protobuf"}},
	{pkg: "shared/match/foreign", may: []string{"shared/nearest", "shared/confine", "shared/sibling", "shared/config"}},
	{pkg: "shared/match/plug", may: []string{"shared/match/plug/wire", "shared/match/foreign", "shared/sibling", "shared/child"}, modules: []string{"github.com/hashicorp/go-hclog", "github.com/hashicorp/go-plugin", "google.golang.org/grpc", "google.golang.org/protobuf"}},
	{pkg: "shared/rank", may: []string{"shared/lang"}},
	{pkg: "shared/rank/bm25", modules: []string{"github.com/blevesearch/go-porterstemmer"}},
	{pkg: "shared/verdict", may: []string{"shared/ledger", "shared/nearest"}, modules: []string{"github.com/expr-lang/expr"}},

	{pkg: "shared/source"},
	{pkg: sourceContract, may: []string{"shared/source"}},
	{pkg: "shared/source/cursor", may: []string{"shared/source"}},
	{pkg: "shared/source/python", may: []string{"shared/source", "shared/source/cursor"}},
	{pkg: "shared/source/golang", may: []string{"shared/pattern", "shared/source", "shared/source/cursor"}},
	{pkg: "shared/source/brace/ahead", may: []string{"shared/source", "shared/source/cursor"}},
	{pkg: "shared/source/brace/imports", may: []string{"shared/source", "shared/source/brace/ahead"}},
	{pkg: "shared/source/brace", may: []string{"shared/source", "shared/source/cursor", "shared/source/brace/ahead", "shared/source/brace/imports"}},
	{pkg: "shared/source/cfamily", may: []string{"shared/source", "shared/source/cursor"}},
	{pkg: "shared/source/rust", may: []string{"shared/source", "shared/source/cursor"}},
	{pkg: "shared/source/script", may: []string{"shared/source", "shared/source/cursor"}},
	{pkg: "shared/source/outline", may: []string{"shared/source"}},
	{pkg: "shared/source/embed", may: []string{"shared/source", "shared/source/brace", "shared/source/outline", "shared/source/python"}},
	{pkg: "shared/source/heritage", may: []string{"shared/source"}},
	{pkg: "shared/source/languages", may: []string{"shared/lang", "shared/source", "shared/source/embed", "shared/source/python", "shared/source/golang", "shared/source/brace", "shared/source/cfamily", "shared/source/rust", "shared/source/script", "shared/source/outline"}},
	{pkg: "shared/source/cases", may: []string{"shared/lang", "shared/source"}},
	{pkg: "shared/source/truth"}, // tests alone: what the scanners say, compared with other parsers

	{pkg: "shared/toolcall"},
	{pkg: "shared/opt", may: []string{"shared/nearest", "shared/ref", "shared/render", "shared/toolcall"}, modules: []string{"github.com/urfave/cli/v2"}},
	{pkg: "shared/checks", may: []string{"shared/budget", "shared/config", "shared/nearest", "shared/opt", "shared/position", "shared/qualname", "shared/render", "shared/sibling"}, modules: []string{"github.com/pelletier/go-toml/v2"}},
	{pkg: driver, may: stages},
	{pkg: "shared/grep", may: inTools},
	{pkg: "shared/align"},
	{pkg: "shared/committed", may: append([]string{"shared/align", "shared/git"}, inTools...)},
	{pkg: "shared/definition", may: append([]string{"shared/source", "shared/source/languages"}, withGrep...)},
	{pkg: contract, modules: []string{"golang.org/x/sys/unix"}},
	{pkg: "shared/tooltest/wine/git"},
	{pkg: "shared/tooltest/torture", modules: []string{"golang.org/x/sys/unix"}}, // tests alone

	{pkg: "ct", may: append([]string{"shared/checks", "shared/child", "shared/git"}, inTools...), modules: []string{"golang.org/x/sys/unix", "golang.org/x/sys/cpu"}},
	{pkg: "ct/ct-mcp", may: append([]string{"docs", "shared/child", "shared/git"}, inTools...), modules: []string{"github.com/modelcontextprotocol/go-sdk"}},
	{pkg: "ct/ct-steer", may: inTools, modules: []string{"mvdan.cc/sh/v3"}},
	// The stages of ct-search, then a package for each form.
	{pkg: "ct-search/internal/search/qlang", may: []string{"shared/nearest"}},
	{pkg: "ct-search/internal/search/cursor"},
	{pkg: "ct-search/internal/search/request", may: append([]string{"ct-search/internal/search/cursor", "shared/match/foreign"}, withGrep...)},
	{pkg: "ct-search/internal/search/changed", may: []string{"ct-search/internal/search/request", "shared/git", "shared/git/change", "shared/grep", "shared/ledger", "shared/match", "shared/opt", "shared/source", "shared/source/languages", "shared/tool", "shared/walk"}},
	{pkg: "ct-search/internal/search/page", may: append([]string{"ct-search/internal/search/cursor"}, withGrep...)},
	{pkg: "ct-search/internal/search/occurrence", may: append([]string{"shared/match/foreign", "shared/rank", "shared/source", "shared/source/languages"}, withGrep...), modules: []string{"github.com/expr-lang/expr"}},
	{pkg: "ct-search/internal/search/answer", may: append([]string{"ct-search/internal/search/occurrence", "shared/source"}, withGrep...)},
	{pkg: "ct-search/internal/search/similar", may: append([]string{"shared/rank", "shared/source", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/findings", may: append([]string{"ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/page", "ct-search/internal/search/occurrence", "ct-search/internal/search/answer", "ct-search/internal/search/similar"}, withGrep...)},
	{pkg: "ct-search/internal/search/matchers", may: append([]string{"ct-search/internal/search/request", "shared/match/foreign"}, withGrep...)},
	{pkg: "ct-search/internal/search/filter", may: append([]string{"ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/page", "ct-search/internal/search/occurrence", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/tree", may: append([]string{"ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/page", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/question", may: append([]string{"ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/occurrence", "ct-search/internal/search/answer", "ct-search/internal/search/findings", "shared/lang", "shared/rank", "shared/rank/bm25", "shared/source", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/publicity", may: []string{"ct-search/internal/search/occurrence", "shared/lang", "shared/source", "shared/source/languages", "shared/walk"}},
	{pkg: "ct-search/internal/search/calls/typing", may: []string{"shared/source", "shared/source/cursor", "shared/source/languages"}},
	{pkg: "ct-search/internal/search/calls/resolve", may: []string{"ct-search/internal/search/calls/typing", "ct-search/internal/search/occurrence", "shared/pattern", "shared/source", "shared/walk"}},
	{pkg: "ct-search/internal/search/calls/gocalls", may: []string{"ct-search/internal/search/calls/resolve", "shared/source", "shared/source/golang", "shared/walk"}},
	{pkg: "ct-search/internal/search/calls/pycalls", may: []string{"ct-search/internal/search/calls/resolve", "shared/budget", "shared/source", "shared/source/python"}},
	{pkg: "ct-search/internal/search/calls/workspace", may: []string{"ct-search/internal/search/calls/resolve"}, modules: []string{"github.com/pelletier/go-toml/v2"}},
	{pkg: "ct-search/internal/search/calls/lookup", may: []string{"shared/match", "shared/match/kernel"}},
	{pkg: "ct-search/internal/search/calls/lexical", may: []string{"ct-search/internal/search/calls/typing", "ct-search/internal/search/calls/workspace", "ct-search/internal/search/calls/resolve", "shared/budget", "shared/lang", "shared/source", "shared/source/languages"}},
	{pkg: "ct-search/internal/search/calls", may: append([]string{"ct-search/internal/search/publicity", "ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/occurrence", "ct-search/internal/search/answer", "ct-search/internal/search/similar", "ct-search/internal/search/findings", "ct-search/internal/search/matchers", "ct-search/internal/search/calls/typing", "ct-search/internal/search/calls/resolve", "ct-search/internal/search/calls/gocalls", "ct-search/internal/search/calls/pycalls", "ct-search/internal/search/calls/lexical", "ct-search/internal/search/calls/workspace", "ct-search/internal/search/calls/lookup", "shared/match/foreign", "shared/rank", "shared/source", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/query", may: append([]string{"ct-search/internal/search/calls", "ct-search/internal/search/calls/resolve", "ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/occurrence", "ct-search/internal/search/answer", "ct-search/internal/search/similar", "ct-search/internal/search/findings", "ct-search/internal/search/matchers", "ct-search/internal/search/question", "shared/match/foreign", "shared/rank", "shared/source", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/definitions/hierarchy/methodsets", may: []string{"ct-search/internal/search/calls/gocalls", "shared/source/golang"}},
	{pkg: "ct-search/internal/search/definitions/hierarchy", may: append([]string{"ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/occurrence", "ct-search/internal/search/answer", "ct-search/internal/search/similar", "ct-search/internal/search/findings", "ct-search/internal/search/calls/typing", "ct-search/internal/search/calls/resolve", "ct-search/internal/search/calls/gocalls", "ct-search/internal/search/calls/pycalls", "ct-search/internal/search/calls/workspace", "ct-search/internal/search/definitions/hierarchy/methodsets", "shared/rank", "shared/source", "shared/source/heritage", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/definitions", may: append([]string{"ct-search/internal/search/definitions/hierarchy", "ct-search/internal/search/publicity", "ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/occurrence", "ct-search/internal/search/answer", "ct-search/internal/search/similar", "ct-search/internal/search/findings", "ct-search/internal/search/qlang", "ct-search/internal/search/calls", "ct-search/internal/search/calls/resolve", "shared/match/required", "shared/rank", "shared/source", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/tested/runner", may: []string{"shared/render", "shared/walk"}},
	{pkg: "ct-search/internal/search/tested", may: append([]string{"ct-search/internal/search/cursor", "ct-search/internal/search/changed", "ct-search/internal/search/request", "ct-search/internal/search/occurrence", "ct-search/internal/search/answer", "ct-search/internal/search/similar", "ct-search/internal/search/findings", "ct-search/internal/search/calls", "ct-search/internal/search/calls/resolve", "ct-search/internal/search/tested/runner", "shared/rank", "shared/source", "shared/source/cases", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/impact", may: append([]string{"ct-search/internal/search/changed", "ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/occurrence", "ct-search/internal/search/answer", "ct-search/internal/search/similar", "ct-search/internal/search/findings", "ct-search/internal/search/calls", "ct-search/internal/search/calls/resolve", "ct-search/internal/search/calls/gocalls", "ct-search/internal/search/calls/pycalls", "shared/rank", "shared/source"}, withGrep...)},
	{pkg: "ct-search/internal/search/dead", may: append([]string{"ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/occurrence", "ct-search/internal/search/publicity", "ct-search/internal/search/answer", "ct-search/internal/search/findings", "ct-search/internal/search/calls", "ct-search/internal/search/calls/lookup", "ct-search/internal/search/calls/resolve", "ct-search/internal/search/impact", "ct-search/internal/search/definitions", "shared/lang", "shared/rank", "shared/source", "shared/source/cases", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search/searchfiles/backend", may: append([]string{"shared/child"}, inTools...)},
	{pkg: "ct-search/internal/search/searchfiles", may: append([]string{"ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/page", "ct-search/internal/search/searchfiles/backend"}, withGrep...)},
	{pkg: "ct-search/internal/search/position", may: append([]string{"ct-search/internal/search/request", "ct-search/internal/search/cursor", "ct-search/internal/search/occurrence", "ct-search/internal/search/answer", "ct-search/internal/search/findings", "ct-search/internal/search/calls", "ct-search/internal/search/calls/resolve", "ct-search/internal/search/definitions/hierarchy", "ct-search/internal/search/tested", "shared/position", "shared/source", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-search/internal/search", may: append([]string{"ct-search/internal/search/changed", "ct-search/internal/search/position", "shared/match/foreign", "ct-search/internal/search/qlang", "ct-search/internal/search/request", "ct-search/internal/search/occurrence", "ct-search/internal/search/findings", "ct-search/internal/search/filter", "ct-search/internal/search/tree", "ct-search/internal/search/query", "ct-search/internal/search/calls", "ct-search/internal/search/impact", "ct-search/internal/search/dead", "ct-search/internal/search/definitions", "ct-search/internal/search/question", "ct-search/internal/search/searchfiles", "ct-search/internal/search/tested", "ct-search/internal/search/matchers"}, withGrep...)},
	{pkg: "ct-search", may: append([]string{"ct-search/internal/search"}, inTools...)},
	{pkg: "ct-search/ct-matcher-astgrep", may: []string{"shared/lang", "shared/match/plug", "shared/child", "shared/version"}},
	{pkg: "ct-search/ct-matcher-scip", may: []string{"shared/cause", "shared/match/plug", "shared/version"}, modules: []string{"github.com/scip-code/scip/bindings/go/scip", "github.com/sourcegraph/beaut", "google.golang.org/protobuf"}},
	{pkg: "ct-search/ct-search-plugins", may: append([]string{"ct-search/internal/search", "shared/match/plug"}, inTools...)},
	{pkg: "ct-survey/survey", may: withGrep},
	{pkg: "ct-search/internal/parts", may: append([]string{"ct-search/internal/search", "ct-search/internal/search/calls", "ct-search/internal/search/definitions", "ct-search/internal/search/query", "ct-search/internal/search/question", "ct-survey/survey"}, withGrep...)},
	{pkg: "ct-survey", may: append([]string{"ct-survey/survey"}, inTools...)},
	{pkg: "ct-history", may: append([]string{"shared/align", "shared/committed", "shared/definition", "shared/git", "shared/position", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-show", may: append([]string{"shared/committed", "shared/definition", "shared/git", "shared/position", "shared/source", "shared/source/outline", "shared/source/languages"}, withGrep...)},
	{pkg: "ct-spec", may: append([]string{"shared/rank/bm25"}, withGrep...), modules: []string{"go.yaml.in/yaml/v3"}},
	{pkg: "ct-test", may: append([]string{"shared/child"}, inTools...), modules: []string{"github.com/expr-lang/expr"}},

	// A program for developers beside the product: it starts the built programs
	// and ripgrep, and needs only what escapes their output in the same way.
	{pkg: "bench", may: []string{"shared/budget"}},
	// Another, that packs what was built, and looks for the licences of what it is linked with.
	{pkg: "release", may: []string{"shared/version"}, modules: []string{"github.com/google/licensecheck", "go.yaml.in/yaml/v3"}},
	// A third, that runs go test, and one that runs it for another architecture.
	{pkg: "shared/tooltest/gotest"},
	{pkg: "shared/tooltest/emulate", modules: []string{"golang.org/x/sys/unix"}},
}

// anywhere is what every package may import: how a value of a package is made when it is first used.
const anywhere = "shared/lazy"

// stages are the packages that the driver and the tools put together.
var stages = []string{
	"shared/version", "shared/lang", "shared/ledger", "shared/cause", "shared/emit", "shared/budget", "shared/nearest", "shared/terminal", "shared/confine", "shared/render", "shared/toon", "shared/sibling", "shared/config",
	"shared/walk", "shared/git", "shared/revision", "shared/qualname", "shared/pattern", "shared/match", "shared/scan", "shared/verdict", "shared/toolcall", "shared/opt",
}

// inTools is what a program may import beside its own folder.
var inTools = append([]string{"shared/tool", "docs/explain", "allowlist"}, stages...)

// withGrep is what a program that searches a tree for text may import.
var withGrep = append([]string{"shared/grep"}, inTools...)

// testModules are what tests may import from elsewhere, beside what their
// package may.
var testModules = []string{"github.com/pelletier/go-toml/v2", "github.com/creack/pty", "github.com/rogpeppe/go-internal", "github.com/google/go-cmp", "github.com/google/jsonschema-go"}

// truths are modules of parsers that scanners are held against; only the tests
// below shared/source and those of workspaces may import them.
var truths = []string{"github.com/pelletier/go-toml/v2", "go.yaml.in/yaml/v3"}

// protocol are modules that the toy matchers in the tests of ct-search-plugins
// need to violate the protocol.
var protocol = []string{"github.com/hashicorp/go-hclog", "github.com/hashicorp/go-plugin", "google.golang.org/grpc"}

// homes are the only packages that may import what stands on the left,
// whatever the rules say; tests may too, except for C.
var homes = map[string][]string{
	"C":                              nil,                                                                                                                                                          // everything builds without cgo
	"os/exec":                        {"shared/sibling", "shared/child", "shared/match/plug", "bench", "release", "shared/tooltest/gotest", "shared/tooltest/emulate", "shared/tooltest/wine/git"}, // go-plugin's runner names a type of it
	"github.com/hashicorp/go-plugin": {"shared/match/plug"},
	"github.com/urfave/cli":          {"shared/opt"},

	"github.com/modelcontextprotocol/go-sdk": {"ct/ct-mcp"},
	"mvdan.cc/sh/v3":                         {"ct/ct-steer"},
	"github.com/scip-code/scip":              {"ct-search/ct-matcher-scip"},
	"github.com/expr-lang/expr":              {"shared/verdict", "ct-search/internal/search/occurrence", "ct-test"},
}

// writers print or exit: only the driver and package main may.
var writers = map[string][]string{
	"fmt": {"Print", "Printf", "Println"},
	"os":  {"Exit"},
	"log": {"Fatal", "Fatalf", "Fatalln"},
	"":    {"print", "println"},
}

const (
	driver   = "shared/tool"
	contract = "shared/tooltest" // only tests import it, so its files count as tests

	sourceContract = "shared/source/sourcetest" // likewise
)

func TestImportsPointBackward(t *testing.T) {
	root := os.DirFS("..")
	module, err := moduleOf(root)
	if err != nil {
		t.Fatal(err)
	}
	checked, found := violations(root, module)
	for _, v := range found {
		t.Error(v)
	}
	if checked < 20 {
		t.Errorf("only %d files were looked at", checked)
	}
}

func TestRulesNameOnlyWhatStandsBeforeThem(t *testing.T) {
	var before []string
	for _, r := range policy {
		if slices.Contains(before, r.pkg) {
			t.Errorf("%s has two rules", r.pkg)
		}
		for _, other := range r.may {
			if !slices.Contains(before, other) {
				t.Errorf("%s may import %s, which has no rule before it", r.pkg, other)
			}
		}
		before = append(before, r.pkg)
	}
}

// moduleOf returns the module's path.
func moduleOf(root fs.FS) (string, error) {
	text, err := fs.ReadFile(root, "go.mod")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if module, ok := strings.CutPrefix(line, "module "); ok {
			return strings.TrimSpace(module), nil
		}
	}
	return "", errors.New("go.mod names no module")
}

// nested reports whether a folder is a module of its own, which has a policy of its own.
func nested(root fs.FS, dir string) bool {
	_, err := fs.Stat(root, path.Join(dir, "go.mod"))
	return err == nil && dir != "."
}

// violations looks at every Go file of the module below root and returns how many there are
// and what is against the policy.
func violations(root fs.FS, module string) (files int, found []string) {
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"testdata", "bin", "dist"}, d.Name())):
			return fs.SkipDir
		case d.IsDir() && nested(root, name):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files++
		f := source{set: set, tree: tree, pkg: path.Dir(name), module: module}
		f.test = strings.HasSuffix(name, "_test.go") || f.pkg == contract || f.pkg == sourceContract
		found = append(found, f.violations()...)
		return nil
	})
	if err != nil {
		found = append(found, err.Error())
	}
	return files, found
}

// source is one parsed file of the package in folder pkg.
type source struct {
	set    *token.FileSet
	tree   *ast.File
	pkg    string
	test   bool
	module string
}

func (f source) violations() []string {
	i := slices.IndexFunc(policy, func(r rule) bool { return r.pkg == f.pkg })
	if i < 0 {
		return []string{fmt.Sprintf("%s: package %s has no rule in the import policy", f.at(f.tree), f.pkg)}
	}
	var found []string
	for _, spec := range f.tree.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return []string{f.at(spec) + ": " + err.Error()}
		}
		if why := f.refuses(policy[i], name); why != "" {
			found = append(found, fmt.Sprintf("%s: %s must not import %s: %s", f.at(spec), f.pkg, name, why))
		}
	}
	if f.test || f.pkg == driver || f.tree.Name.Name == "main" {
		return found
	}
	return append(found, f.writes()...)
}

// refuses returns why the file must not import a path, or "".
func (f source) refuses(r rule, name string) string {
	for what, pkgs := range homes {
		if below(name, what) && !slices.Contains(pkgs, f.pkg) && (!f.test || what == "C") {
			if pkgs == nil {
				return "nothing may"
			}
			return "only " + strings.Join(pkgs, " and ") + " may"
		}
	}
	isBelow := func(what string) bool { return below(name, what) }
	first, _, _ := strings.Cut(name, "/")
	switch own, ok := strings.CutPrefix(name, f.module+"/"); {
	case ok && (f.test || own == anywhere || slices.Contains(r.may, own)):
	case ok && toolOf(own) != "" && toolOf(own) != toolOf(f.pkg):
		return "it is another tool's"
	case ok:
		return "it does not stand before it in the flow"
	case !strings.Contains(first, "."):
	case slices.ContainsFunc(r.modules, isBelow), f.test && slices.ContainsFunc(testModules, isBelow):
	case f.test && (below(f.pkg, "shared/source") || f.pkg == "ct-search/internal/search/calls/workspace") && slices.ContainsFunc(truths, isBelow):
	case f.test && f.pkg == "ct-search/ct-search-plugins" && slices.ContainsFunc(protocol, isBelow):
	default:
		return "it is not among its modules"
	}
	return ""
}

// toolOf returns the top folder of a tool's package, or "" for a package that
// all tools share.
func toolOf(pkg string) string {
	top, _, _ := strings.Cut(pkg, "/")
	if top == "ct" || strings.HasPrefix(top, "ct-") {
		return top
	}
	return ""
}

// below reports whether name is what or a package below it; the version at the
// end of a module's path does not matter where what names none.
func below(name, what string) bool { return name == what || strings.HasPrefix(name, what+"/") }

// writes finds what prints or exits.
func (f source) writes() []string {
	local := map[string]string{} // the name a package has in the file
	for _, spec := range f.tree.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if spec.Name == nil {
			local[path.Base(name)] = name
		} else {
			local[spec.Name.Name] = name
		}
	}
	var found []string
	report := func(n ast.Node, what string) {
		found = append(found, fmt.Sprintf("%s: %s in %s: only %s and programs print and exit", f.at(n), what, f.pkg, driver))
	}
	if name := local["."]; name != "" && writers[name] != nil {
		report(f.tree, "dot import of "+name)
	}
	ast.Inspect(f.tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && local[x.Name] != "" && slices.Contains(writers[local[x.Name]], n.Sel.Name) {
				report(n, x.Name+"."+n.Sel.Name)
			}
		case *ast.CallExpr:
			if x, ok := n.Fun.(*ast.Ident); ok && slices.Contains(writers[""], x.Name) {
				report(n, x.Name)
			}
		}
		return true
	})
	return found
}

func (f source) at(n ast.Node) string { return f.set.Position(n.Pos()).String() }

func TestThePolicyCatches(t *testing.T) {
	const module = "example.com/m"
	for _, c := range []struct{ name, file, text, want string }{
		{"nothing wrong", "shared/scan/a.go", `package scan; import ("io"; _ "example.com/m/shared/match")`, ""},
		{"an import forward", "shared/walk/a.go", `package walk; import _ "example.com/m/shared/match"`, "does not stand before it"},
		{"an import of the driver", "shared/verdict/a.go", `package verdict; import _ "example.com/m/shared/tool"`, "does not stand before it"},
		{"the contract test outside tests", "ct/a.go", `package main; import _ "example.com/m/shared/tooltest"`, "does not stand before it"},
		{"the contract test in a test", "ct/a_test.go", `package main; import _ "example.com/m/shared/tooltest"`, ""},
		{"the contract test itself", "shared/tooltest/a.go", `package tooltest; import ("os/exec"; _ "example.com/m/shared/tool"; _ "github.com/google/go-cmp/cmp")`, ""},
		{"a package without a rule", "shared/util/a.go", `package util`, "no rule"},
		{"a test of a package without a rule", "shared/util/a_test.go", `package util`, "no rule"},
		{"a package without a rule in a tool", "ct-search/internal/x/a.go", `package x`, "no rule"},
		{"another tool's package", "ct/a.go", `package main; import _ "example.com/m/ct-search/internal/search"`, "another tool's"},
		{"a tool in a shared package", "shared/tool/a.go", `package tool; import _ "example.com/m/ct/mcp"`, "another tool's"},
		{"its own package", "ct-search/a.go", `package main; import _ "example.com/m/ct-search/internal/search"`, ""},
		{"the contract test of scanners outside tests", "shared/source/script/a.go", `package script; import _ "example.com/m/shared/source/sourcetest"`, "does not stand before it"},
		{"the contract test of scanners itself", "shared/source/sourcetest/a.go", `package sourcetest; import ("testing"; _ "example.com/m/shared/source")`, ""},
		{"a parser in a test of a scanner", "shared/source/outline/a_test.go", `package outline; import _ "go.yaml.in/yaml/v3"`, ""},
		{"a parser in a scanner", "shared/source/outline/a.go", `package outline; import _ "go.yaml.in/yaml/v3"`, "not among its modules"},
		{"a parser in another test", "shared/walk/a_test.go", `package walk; import _ "go.yaml.in/yaml/v3"`, "not among its modules"},
		{"an unknown module", "shared/walk/a.go", `package walk; import _ "github.com/x/y"`, "not among its modules"},
		{"a module of others", "shared/scan/a.go", `package scan; import _ "github.com/dlclark/regexp2"`, "not among its modules"},
		{"a module with a longer name", "shared/match/a.go", `package match; import _ "github.com/dlclark/regexp2x"`, "not among its modules"},
		{"a package of a module", "shared/pattern/a.go", `package pattern; import _ "github.com/dlclark/regexp2/syntax"`, ""},
		{"a module of tests", "shared/walk/a.go", `package walk; import _ "github.com/google/go-cmp/cmp"`, "not among its modules"},
		{"a module of tests in a test", "shared/walk/a_test.go", `package walk; import _ "github.com/google/go-cmp/cmp"`, ""},
		{"an unknown module in a test", "shared/walk/a_test.go", `package walk; import _ "github.com/stretchr/testify"`, "not among its modules"},
		{"os/exec", "shared/tool/a.go", `package tool; import _ "os/exec"`, "only shared/sibling and shared/child and shared/match/plug and bench and release and shared/tooltest/gotest and shared/tooltest/emulate and shared/tooltest/wine/git may"},
		{"os/exec in a program", "ct/a.go", `package main; import _ "os/exec"`, "only shared/sibling and shared/child and shared/match/plug and bench and release and shared/tooltest/gotest and shared/tooltest/emulate and shared/tooltest/wine/git may"},
		{"os/exec at home", "shared/sibling/a.go", `package sibling; import _ "os/exec"`, ""},
		{"os/exec in a test", "ct/a_test.go", `package main; import _ "os/exec"`, ""},
		{"go-plugin", "shared/match/a.go", `package match; import _ "github.com/hashicorp/go-plugin"`, "only shared/match/plug may"},
		{"the option parser", "shared/tool/a.go", `package tool; import _ "github.com/urfave/cli/v2"`, "only shared/opt may"},
		{"the option parser of another version", "shared/opt/a.go", `package opt; import _ "github.com/urfave/cli/v3"`, "not among its modules"},
		{"expressions", "ct-search/internal/search/a.go", `package search; import _ "github.com/expr-lang/expr/vm"`, "only shared/verdict and ct-search/internal/search/occurrence and ct-test may"},
		{"cgo", "shared/walk/a.go", `package walk; import "C"`, "nothing may"},
		{"cgo in a test", "shared/walk/a_test.go", `package walk; import "C"`, "nothing may"},
		{"cgo behind a build tag", "shared/walk/a_linux.go", "//go:build cgo\n\npackage walk\nimport \"C\"", "nothing may"},
		{"fmt.Println", "shared/walk/a.go", `package walk; import "fmt"; func f() { fmt.Println() }`, "fmt.Println in shared/walk"},
		{"fmt.Printf as a value", "shared/walk/a.go", `package walk; import "fmt"; var f = fmt.Printf`, "fmt.Printf in shared/walk"},
		{"fmt.Print under another name", "shared/walk/a.go", `package walk; import out "fmt"; func f() { out.Print() }`, "out.Print in shared/walk"},
		{"a dot import of fmt", "shared/walk/a.go", `package walk; import . "fmt"; func f() { Print() }`, "dot import of fmt"},
		{"fmt.Fprintln", "shared/walk/a.go", `package walk; import ("fmt"; "io"); func f(w io.Writer) { fmt.Fprintln(w) }`, ""},
		{"os.Exit", "ct-search/internal/search/a.go", `package search; import "os"; func f() { os.Exit(1) }`, "os.Exit in ct-search"},
		{"log.Fatalf", "shared/opt/a.go", `package opt; import "log"; func f() { log.Fatalf("") }`, "log.Fatalf in shared/opt"},
		{"println", "shared/opt/a.go", `package opt; func f() { println() }`, "println in shared/opt"},
		{"the driver exits", "shared/tool/a.go", `package tool; import "os"; func f() { os.Exit(1) }`, ""},
		{"a program exits", "ct/a.go", `package main; import "os"; func f() { os.Exit(1) }`, ""},
		{"a test prints", "shared/walk/a_test.go", `package walk; import "fmt"; func f() { fmt.Println() }`, ""},
		{"a method of the name", "shared/walk/a.go", `package walk; func f(os interface{ Exit(int) }) { os.Exit(1) }`, ""},
		{"a file that is no Go", "shared/walk/a.go", `package`, "expected 'IDENT'"},
		{"data of a test", "shared/walk/testdata/a.go", `package`, ""},
		{"data of a tool", ".cache/a.go", `package`, ""},
		{"a module of its own", "ct-search/own/a/a.go", `package a; import "C"`, ""},
	} {
		_, found := violations(fstest.MapFS{"go.mod": {}, "ct-search/own/go.mod": {}, c.file: {Data: []byte(c.text)}}, module)
		switch {
		case c.want == "" && len(found) > 0:
			t.Errorf("%s: %q", c.name, found)
		case c.want != "" && (len(found) != 1 || !strings.Contains(found[0], c.want)):
			t.Errorf("%s: %q, want one with %q", c.name, found, c.want)
		}
	}
}
