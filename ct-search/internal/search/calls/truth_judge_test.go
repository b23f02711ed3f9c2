package calls

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/matchers"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/match/plug"
	"github.com/ct-tools/ct/shared/tooltest"
)

// A judged call is what a compiler says of a call.
type judged struct {
	file  string   // that defines it; empty if that is outside of the tree
	lines []string // in which it does
	owner string   // the type that defines what is called
	above []string // the type of the receiver and all above it
}

// A judgement says of every call of a tree what a compiler binds it to.
type judgement map[string]map[truePlace]judged // by name and the place of the call

// judgeTree runs a program that prints a line for each call below folder: the name, file, line and column in bytes, file and line of
// the definition, the type that defines it, the type of the receiver with all above it.
func judgeTree(t testing.TB, folder string, command ...string) judgement {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], append(command[1:], folder)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v %.500s", command, err, stderr.String())
	}
	all := judgement{}
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		f := strings.Split(s.Text(), "\t")
		if len(f) != 8 {
			t.Fatalf("%d fields: %q", len(f), s.Text())
		}
		line, _ := strconv.Atoi(f[2])
		column, _ := strconv.Atoi(f[3])
		if all[f[0]] == nil {
			all[f[0]] = map[truePlace]judged{}
		}
		all[f[0]][truePlace{f[1], line, column}] = judged{f[4], strings.Split(f[5], ","), f[6], strings.Split(f[7], ",")}
	}
	return all
}

// names returns most of the names that are defined in the tree, in the order of a hash.
func (j judgement) names(most int) []string {
	var names []string
	for name, calls := range j {
		for _, c := range calls {
			if c.file != "" {
				names = append(names, name)
				break
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return strings.Compare(fmt.Sprintf("%08x%s", hash(a), a), fmt.Sprintf("%08x%s", hash(b), b))
	})
	return names[:min(len(names), most)]
}

// isRight reports whether a site is bound to what a compiler says; a call that makes an object may be bound to its type.
func isRight(site *resolve.Site, c judged) bool {
	t := site.Target
	if t != nil && c.lines[len(c.lines)-1] == "*" {
		return t.Word == site.Word
	}
	if t != nil && slices.ContainsFunc(c.lines, func(place string) bool {
		path, line, ok := strings.Cut(place, ":")
		return ok && path == t.Path && (t.Class || line == strconv.FormatInt(t.Line, 10))
	}) {
		return true
	}
	return t != nil && t.Path == c.file && (slices.Contains(c.lines, strconv.FormatInt(t.Line, 10)) || t.Class)
}

// A leaving counts what questions for one of several members of a name leave out.
type leaving struct {
	others, left int // calls of another type
	calls, lost  int // calls that are bound to the one that is asked for
	wrong, kept  []string
}

// scoreTree compares the calls of names below folder with a judgement.
func scoreTree(t testing.TB, folder string, j judgement, most int) (*score, *leaving) {
	t.Helper()
	s, l := &score{}, &leaving{}
	for _, name := range j.names(most) {
		seen := map[truePlace]bool{}
		for _, site := range search(t, name, folder).Sites {
			at := truePlace{site.Path, int(site.Line), site.Column}
			c, known := j[name][at]
			if !known || seen[at] {
				continue
			}
			seen[at] = true
			s.all[site.Tier]++
			switch {
			case isRight(site, c):
				s.right[site.Tier]++
			case site.Tier != resolve.Unresolved:
				s.wrong = append(s.wrong, fmt.Sprintf("%s: %s %s (%s) at %s:%d is %s:%s %s", site.Tier, answerAt(site), site.Callee.Written, site.Reason, site.Target.Path, site.Target.Line, c.file, c.lines[0], c.owner))
			case c.file != "":
				s.open = append(s.open, fmt.Sprintf("%s %s (%s) is %s of %v", answerAt(site), site.Callee.Written, site.Reason, c.owner, c.above[0]))
			}
		}
		for at, c := range j[name] {
			if c.file != "" {
				s.wanted++
				if seen[at] {
					s.found++
				} else {
					s.open = append(s.open, fmt.Sprintf("not found: %s:%d:%d %s is %s", at.file, at.line, at.column, name, c.lines[0]))
				}
			}
		}
		j.dotted(t, folder, name, l)
	}
	return s, l
}

// dotted asks for a name as a member of one of the types that define it.
func (j judgement) dotted(t testing.TB, folder, name string, l *leaving) {
	t.Helper()
	var owners []string
	above := map[string][]string{} // of each type
	for _, c := range j[name] {
		for i, one := range c.above {
			if above[one] == nil && i == 0 {
				above[one] = c.above
			}
		}
		if c.file != "" && c.owner != "" && !slices.Contains(owners, c.owner) {
			owners = append(owners, c.owner)
		}
	}
	if len(owners) < 2 {
		return
	}
	slices.SortFunc(owners, func(a, b string) int { return strings.Compare(fmt.Sprint(hash(a), a), fmt.Sprint(hash(b), b)) })
	asked := owners[0]
	short := asked[strings.LastIndexByte(asked, '.')+1:]
	if short == name { // a constructor
		return
	}
	found := searchChain(t, name, []string{short}, folder)
	in := map[truePlace]bool{}
	for _, site := range found.Sites {
		in[truePlace{site.Path, int(site.Line), site.Column}] = true
	}
	for at, c := range j[name] {
		switch {
		case c.owner == asked:
			if l.calls++; !in[at] {
				l.lost++
				l.wrong = append(l.wrong, fmt.Sprintf("%s.%s leaves out %s:%d", short, name, at.file, at.line))
			}
		case !slices.Contains(c.above, asked) && !slices.Contains(above[asked], c.above[0]) && c.above[0] != "" && !strings.HasSuffix(c.above[0], "."+short):
			if l.others++; !in[at] {
				l.left++
			} else {
				l.kept = append(l.kept, fmt.Sprintf("%s.%s keeps %s:%d %v", short, name, at.file, at.line, c.above[0]))
			}
		}
	}
}

func (l *leaving) add(o *leaving) {
	l.others += o.others
	l.left += o.left
	l.calls += o.calls
	l.lost += o.lost
}

// row prints what was left out.
func (l *leaving) row() string {
	return fmt.Sprintf("others %d, left out %d (%.1f %%); calls %d, lost %d", l.others, l.left, 100*float64(l.left)/float64(max(l.others, 1)), l.calls, l.lost)
}

// A court is a compiler with the trees that it judges: rules were made by some, and figures are those of others.
type court struct {
	language     string
	root         string // of the trees, if not in CT_CORPORA
	command      func(t *testing.T) []string
	chosen, kept []string
	least        int // percent of the calls that have to be bound
}

var courts = []court{
	{"java", "", javac, []string{"libcommons-lang3-java", "junit4"}, []string{"guava-libraries/guava", "netty/common", "netty/resolver"}, 80},
	{"typescript", "", typescript, []string{"rxjs-7.8.2/src", "reduxjs-toolkit-2.14.0"}, []string{"viem-2.57.20", "zod-3.25.76/src", "tanstack-table-core-8.21.3"}, 75},
	{"javascript", "", typescript, []string{"eslint-8.57.1/lib", "express-4.22.3"}, []string{"webpack-5.112.2/lib", "three-0.160.1/src", "babel-traverse-7.29.14"}, 85},
	{"c", "", libclangOfC, []string{"redis/src", "zlib-1.2.13.dfsg"}, []string{"jq-1.6/src", "lz4-1.9.4/lib", "libyaml-0.2.5/src", "cjson-1.7.15"}, 75},
	{"cpp", "", libclang, []string{"leveldb", "googletest/googletest", "re2"},
		[]string{"abseil/absl/strings", "spdlog", "fmtlib", "yaml-cpp-yaml-cpp-0.7.0", "tinyxml2-9.0.0"}, 45},
	{"python", "", pyright, []string{"click", "werkzeug", "poetry-core"}, []string{"flask", "jinja2", "httpx", "rich-13.3.1", "black", "sqlalchemy", "aiohttp"}, 85},
	{"php", "", phpTraced, []string{"symfony-console", "php-twig/src", "php-parser/lib"}, []string{"composer/src", "php-monolog", "symfony-http-foundation", "php-guzzlehttp-psr7"}, 70},
	{"csharp", "", mono, []string{"nunit-framework", "keepasslib"}, []string{"cecil", "sharpziplib", "newtonsoft", "ikvm-reflect"}, 70},
	{"kotlin", "", labelled("kotlin"), []string{"expo-modules-core-58.0.7"}, []string{"expo-updates-57.0.24", "react-native-screens-4.30.1"}, 50},
	{"swift", "", labelled("swift"), []string{"expo-modules-core-58.0.7"}, []string{"expo-updates-57.0.24", "capacitor-ios-8.5.2"}, 50},
	{"rust", "/usr/share/cargo/registry", rustc, []string{"regex-1.7.1", "aho-corasick-0.7.19", "clap-4.0.32", "syn-1.0.107"},
		[]string{"regex-syntax-0.6.27", "h2-0.3.13", "rayon-1.6.1", "http-0.2.7", "nom-7.1.1", "serde_json-1.0.87", "hashbrown-0.12.3"}, 50},
}

func libclang(t *testing.T) []string {
	t.Helper()
	if err := exec.CommandContext(t.Context(), "/usr/bin/python3", "-c", "import clang.cindex").Run(); err != nil {
		t.Skip("skipped: no python3-clang-14")
	}
	return []string{"/usr/bin/python3", "testdata/judge_cpp.py"}
}

func libclangOfC(t *testing.T) []string { return append(libclang(t), "-c") }

func pyright(t *testing.T) []string {
	t.Helper()
	modules := filepath.Join(os.Getenv("CT_PARSERS"), "node_modules")
	if _, err := os.Stat(filepath.Join(modules, "pyright")); err != nil {
		t.Skip("skipped: no pyright in CT_PARSERS")
	}
	t.Setenv("NODE_PATH", modules)
	return []string{"python3", "testdata/judge_py.py"}
}

func phpTraced(t *testing.T) []string {
	t.Helper()
	for _, name := range []string{"/usr/bin/phpunit", "/usr/share/php/PhpParser/autoload.php"} {
		if _, err := os.Stat(name); err != nil {
			t.Skip("skipped: no " + name)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "php", "-m").Output(); err != nil || !strings.Contains(string(out), "xdebug") {
		t.Skip("skipped: no php with xdebug")
	}
	return []string{"php", "testdata/judge.php"}
}

// labelled prints what a person says of some calls, where no compiler is at hand.
func labelled(language string) func(t *testing.T) []string {
	return func(*testing.T) []string { return []string{"sh", "testdata/judge_labels.sh", language} }
}

func mono(t *testing.T) []string {
	t.Helper()
	if _, err := os.Stat("/usr/lib/mono-cecil/Mono.Cecil.Mdb.dll"); err != nil {
		t.Skip("skipped: no Mono with libmono-cecil-private-cil")
	}
	return []string{"sh", "testdata/judge_cs.sh"}
}

func rustc(t *testing.T) []string {
	t.Helper()
	if _, err := os.Stat("/usr/bin/cargo"); err != nil {
		t.Skip("skipped: no /usr/bin/cargo")
	}
	return []string{"python3", "testdata/judge_rust.py"}
}

func javac(t *testing.T) []string {
	t.Helper()
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("skipped: no javac")
	}
	return []string{"java", "testdata/Judge.java"}
}

func typescript(t *testing.T) []string {
	t.Helper()
	modules := filepath.Join(os.Getenv("CT_PARSERS"), "node_modules")
	if _, err := os.Stat(filepath.Join(modules, "typescript")); err != nil {
		t.Skip("skipped: no CT_PARSERS")
	}
	t.Setenv("NODE_PATH", modules)
	return []string{"node", "testdata/judge.cjs"}
}

// TestCallsAreBoundAsCompilersBindThem prints the table of docs/calls.md; CT_ACCURACY prints what is wrong as well.
func TestCallsAreBoundAsCompilersBindThem(t *testing.T) {
	corpora := os.Getenv("CT_CORPORA")
	if corpora == "" {
		t.Skip("skipped: no CT_CORPORA")
	}
	for _, c := range courts {
		t.Run(c.language, func(t *testing.T) {
			command := c.command(t)
			for i, trees := range [][]string{c.chosen, c.kept} {
				sum, out := &score{}, &leaving{}
				for _, name := range trees {
					folder := filepath.Join(cmp.Or(c.root, filepath.Join(corpora, c.language)), name)
					s, l := scoreTree(t, folder, judgeTree(t, folder, command...), 60)
					t.Log(s.row(name), bound(s), l.row())
					sum.add(s)
					out.add(l)
					if os.Getenv("CT_ACCURACY") != "" {
						for _, all := range [][]string{s.wrong, s.open, l.wrong, l.kept} {
							n := min(len(all), 25)
							for i := range n {
								t.Log(all[i*len(all)/n])
							}
						}
					}
				}
				t.Log(sum.row([]string{"chosen by", "kept apart"}[i]), bound(sum), out.row())
				if right := sum.right[resolve.High] + sum.right[resolve.Med]; right*100 < sum.wanted*c.least || sum.right[resolve.High]*1000 < sum.all[resolve.High]*985 {
					t.Errorf("%d of %d are bound; of those that are high %d of %d are right", right, sum.wanted, sum.right[resolve.High], sum.all[resolve.High])
				}
				if out.lost > 0 {
					t.Errorf("%d calls are left out", out.lost)
				}
			}
		})
	}
}

// TestCallsAreBoundAsAnIndexSays prints the rows of docs/calls.md for trees with an index. CT_SCIP is a folder in which
// npm install @sourcegraph/scip-typescript was run.
func TestCallsAreBoundAsAnIndexSays(t *testing.T) {
	corpora, scip := os.Getenv("CT_CORPORA"), os.Getenv("CT_SCIP")
	if corpora == "" || scip == "" {
		t.Skip("skipped: no CT_CORPORA, or no CT_SCIP")
	}
	program := foreign.Program{Name: "scip", Path: filepath.Join(tooltest.Bin(t, "ct-search/ct-matcher-scip"), "ct-matcher-scip"), Timeouts: foreign.Timeouts{Call: time.Minute, Batch: time.Minute}}
	defer func() { withIndex = nil }()
	for _, c := range courts[1:3] {
		t.Run(c.language, func(t *testing.T) {
			command := c.command(t)
			for i, trees := range [][]string{c.chosen, c.kept} {
				sum, out := &score{}, &leaving{}
				for _, name := range trees {
					folder := indexed(t, scip, filepath.Join(corpora, c.language, name))
					withIndex = func(name string) matchers.Opener {
						return func(ctx context.Context) (*foreign.Session, error) {
							return plug.Open(ctx, foreign.Request{Program: program, Pattern: name, Folder: folder, Sockets: tooltest.ShortDir(t)})
						}
					}
					s, l := scoreTree(t, folder, judgeTree(t, folder, command...), 60)
					t.Log(s.row(name), bound(s), l.row())
					for _, wrong := range [][]string{s.wrong, l.wrong} {
						t.Log(strings.Join(wrong[:min(len(wrong), 25)], "\n"))
					}
					sum.add(s)
					out.add(l)
				}
				t.Log(sum.row([]string{"chosen by", "kept apart"}[i]), bound(sum), out.row())
				if sum.right[resolve.High]*1000 < sum.all[resolve.High]*985 || out.lost > 0 {
					t.Errorf("of those that are high %d of %d are right, and %d calls are left out", sum.right[resolve.High], sum.all[resolve.High], out.lost)
				}
			}
		})
	}
}

// indexed returns a copy of a tree with an index of it.
func indexed(t *testing.T, scip, tree string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err == nil {
		err = os.CopyFS(dir, os.DirFS(tree))
	}
	for name, text := range map[string]string{
		"package.json":  `{"name":"x","version":"1.0.0"}`,
		"tsconfig.json": `{"compilerOptions":{"allowJs":true,"checkJs":true,"noEmit":true,"skipLibCheck":true,"strict":true,"target":"es2022","module":"esnext","moduleResolution":"bundler","jsx":"preserve","types":[],"maxNodeModuleJsDepth":0}}`,
	} {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(scip, "node_modules", ".bin", "scip-typescript"), "index")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// bound is the share of calls that are bound to what they call.
func bound(s *score) string {
	return fmt.Sprintf("bound %.1f %%;", 100*float64(s.right[resolve.High]+s.right[resolve.Med])/float64(max(s.wanted, 1)))
}
