package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// outlined returns the qualified names of the public declarations that an outline lists, without repetition, in order.
func outlined(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	r := tooltest.Run{Dir: dir}.Do(t, program, append([]string{"--outline", "--public", "--depth=20", "--format=jsonl", "--limit=100000"}, args...)...)
	var names []string
	for line := range strings.Lines(r.Stdout) {
		var d struct{ Symbol string }
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		names = append(names, d.Symbol)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// differences names what only one of two sorted lists has.
func differences(t *testing.T, what string, got, want []string) {
	t.Helper()
	for _, name := range got {
		if !slices.Contains(want, name) {
			t.Errorf("%s: %s is not public", what, name)
		}
	}
	for _, name := range want {
		if !slices.Contains(got, name) {
			t.Errorf("%s: %s is missing", what, name)
		}
	}
	if len(want) == 0 {
		t.Errorf("%s: nothing to compare with", what)
	}
}

// TestPublicIsWhatGoDocShows compares packages of Go, whose files are all of one build, with package go/doc.
func TestPublicIsWhatGoDocShows(t *testing.T) {
	t.Parallel()
	root := tooltest.GoSource(t)
	for _, dir := range []string{"strings", "bytes", "bufio", "go/ast", "net/url", "text/template", "encoding/csv", "container/list", "errors", "net/mail"} {
		differences(t, dir, outlined(t, root, fmt.Sprintf("--where=path matches '^%s/[^/]*$'", dir), dir), goDoc(t, filepath.Join(root, dir)))
	}
}

// goDoc returns the exported names of the package in a folder.
func goDoc(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") || strings.Contains(string(text), "//go:build ignore") {
			continue
		}
		f, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	p, err := doc.NewFromFiles(set, parsed, "x")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	values := func(list []*doc.Value) {
		for _, v := range list {
			for _, name := range v.Names {
				if ast.IsExported(name) {
					names = append(names, name)
				}
			}
		}
	}
	functions := func(list []*doc.Func, before string) {
		for _, f := range list {
			names = append(names, before+f.Name)
		}
	}
	values(p.Consts)
	values(p.Vars)
	functions(p.Funcs, "")
	for _, typ := range p.Types {
		names = append(names, typ.Name)
		values(typ.Consts)
		values(typ.Vars)
		functions(typ.Funcs, "")
		functions(typ.Methods, typ.Name+".")
		for _, spec := range typ.Decl.Specs {
			if i, ok := spec.(*ast.TypeSpec).Type.(*ast.InterfaceType); ok {
				for _, m := range i.Methods.List {
					for _, name := range m.Names {
						if name.IsExported() {
							names = append(names, typ.Name+"."+name.Name)
						}
					}
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestPublicIsWhatPythonExports compares modules of Python's library that have a plain __all__ with what they define of it.
func TestPublicIsWhatPythonExports(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("skipped: no python3")
	}
	const script = `
import ast, json, os, sys
lib = os.path.dirname(os.__file__)
out = {}
for name in sorted(os.listdir(lib)):
    if not name.endswith(".py"): continue
    tree = ast.parse(open(os.path.join(lib, name), encoding="utf-8").read())
    exported, plain = None, True
    for n in ast.walk(tree):
        if isinstance(n, ast.Assign) and n in tree.body and any(isinstance(t, ast.Name) and t.id == "__all__" for t in n.targets):
            try: exported = set(ast.literal_eval(n.value))
            except ValueError: plain = False
        elif isinstance(n, ast.Name) and n.id == "__all__" and not isinstance(n.ctx, ast.Store):
            plain = False
        elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name) and n.target.id == "__all__":
            plain = False
    if exported is None or not plain: continue
    defined = {name for n in ast.walk(tree) if isinstance(n, ast.Global) for name in n.names}
    def collect(n):
        for c in ast.iter_child_nodes(n):
            if isinstance(c, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)): defined.add(c.name)
            else:
                if isinstance(c, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
                    for t in c.targets if isinstance(c, ast.Assign) else [c.target]:
                        defined.update(n.id for n in ast.walk(t) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
                collect(c)
    collect(tree)
    out[name] = sorted(defined & exported)
print(json.dumps([lib, out]))
`
	text, err := exec.CommandContext(t.Context(), python, "-c", script).Output()
	if err != nil {
		t.Skipf("skipped: python3: %v", err)
	}
	var lib string
	modules := map[string][]string{}
	if err := json.Unmarshal(text, &[]any{&lib, &modules}); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for name, want := range modules {
		if len(want) == 0 {
			continue
		}
		compared++
		got := slices.DeleteFunc(outlined(t, lib, name), func(n string) bool { return strings.Contains(n, ".") })
		differences(t, name, got, want)
	}
	if compared < 50 {
		t.Errorf("only %d modules with a plain __all__", compared)
	}
}

// TestPublicIsWhatJavapShows compares a class of Java with its public members as javap prints them.
func TestPublicIsWhatJavapShows(t *testing.T) {
	t.Parallel()
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("skipped: no javac")
	}
	dir := tooltest.Tree(t, map[string]string{"Shop.java": javaShop})
	if out, err := exec.CommandContext(t.Context(), javac, "-d", dir, filepath.Join(dir, "Shop.java")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	classes, err := filepath.Glob(filepath.Join(dir, "*.class"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), filepath.Join(filepath.Dir(javac), "javap"), append([]string{"-public"}, classes...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	method := regexp.MustCompile(`^  public .*?([\w$.]+)\(`)
	var want []string
	class := ""
	for line := range strings.Lines(string(out)) {
		if before, ok := strings.CutSuffix(strings.TrimSpace(line), "{"); ok {
			class = ""
			words := strings.Fields(before)
			at := slices.IndexFunc(words, func(w string) bool { return w == "class" || w == "interface" })
			if words[0] == "public" && !strings.Contains(words[at+1], "Hidden") {
				class = strings.ReplaceAll(strings.SplitN(words[at+1], "<", 2)[0], "$", ".")
				want = append(want, class)
			}
		}
		if m := method.FindStringSubmatch(line); m != nil && class != "" {
			name := m[1][max(strings.LastIndexByte(m[1], '.'), strings.LastIndexByte(m[1], '$'))+1:]
			if name != "values" && name != "valueOf" && !strings.Contains(javaGenerated, " "+class+"."+name+" ") { // made by the compiler
				want = append(want, class+"."+name)
			}
		}
	}
	slices.Sort(want)
	differences(t, "Shop.java", outlined(t, dir, "--entity=class,interface,enum,method", "Shop.java"), slices.Compact(want))
}

const javaShop = `
import java.util.List;
public class Shop<T extends Comparable<T>> {
    public static final int LIMIT = 3;
    private int hidden;
    public Shop(int n) { hidden = n; }
    Shop() {}
    protected void kept() {}
    void within() {}
    public <R> List<R> items(List<? extends R> all) { return List.copyOf(all); }
    @Override public String toString() { return ""; }
    private static class Hidden { public void unseen() {} }
    public interface Visitor { void visit(Shop<?> s); default int times() { return 1; } }
    public enum State { OPEN { public int rank() { return 2; } }, SHUT; public int rank() { return 1; } }
    public static abstract class Base { public abstract void run(); abstract void prepare(); }
    public record Price(int cents) { public int whole() { return cents / 100; } }
    public @interface Marked { String value(); }
}
class Other { public void aside() {} }
`

// javaGenerated are members that the compiler adds.
const javaGenerated = " Shop.Base.Base Shop.Price.Price Shop.Price.toString Shop.Price.hashCode Shop.Price.equals Shop.Price.cents "

// TestPublicIsWhatTypeScriptDeclares compares a module of TypeScript with the declarations that its compiler writes.
func TestPublicIsWhatTypeScriptDeclares(t *testing.T) {
	t.Parallel()
	compiler := filepath.Join(os.Getenv("CT_PARSERS"), "node_modules/typescript/bin/tsc")
	if _, err := os.Stat(compiler); err != nil {
		t.Skip("skipped: no TypeScript in CT_PARSERS")
	}
	dir := tooltest.Tree(t, map[string]string{"shop.ts": typeScriptShop})
	if out, err := exec.CommandContext(t.Context(), "node", compiler, "--declaration", "--emitDeclarationOnly", "--target", "es2022", "--module", "esnext", filepath.Join(dir, "shop.ts")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "shop.d.ts"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	listed := regexp.MustCompile(`export \{ (.*) \};`).FindStringSubmatch(string(text))
	declared := regexp.MustCompile(`(?m)^(export )?(?:default )?(?:declare )?(?:default )?(?:abstract )?(?:function|class|interface|enum|const|type|namespace) (\w+)`)
	for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
		if m[1] != "" || listed != nil && regexp.MustCompile(`\b`+m[2]+`\b`).MatchString(listed[1]) {
			want = append(want, m[2])
		}
	}
	got := slices.DeleteFunc(outlined(t, dir, "shop.ts"), func(n string) bool { return strings.Contains(n, ".") })
	slices.Sort(want)
	differences(t, "shop.ts", got, slices.Compact(want))
	for _, member := range []string{"Cart.add", "Cart.count", "Visitor.visit", "Names.short"} {
		if !slices.Contains(outlined(t, dir, "shop.ts"), member) {
			t.Errorf("%s is missing", member)
		}
	}
	for _, member := range []string{"Cart.secret", "Cart.#own", "Cart.kept", "Names.long", "helper.inner"} {
		if slices.Contains(outlined(t, dir, "shop.ts"), member) {
			t.Errorf("%s is not public", member)
		}
	}
}

const typeScriptShop = `
export interface Visitor { visit(c: Cart): void }
export class Cart implements Visitor {
  add(n: number): void {}
  get count(): number { return 1 }
  visit(c: Cart): void {}
  private secret(): void {}
  protected kept(): void {}
  #own(): void {}
}
function helper() { function inner() {} }
function shown(): Hidden { return { a: 1 } }
interface Hidden { a: number }
export const limit = 3
const quiet = 4
export enum State { Open, Shut }
export type Id = string
export namespace Names { export function short(): void {} function long(): void {} }
export abstract class Base {}
export { shown, quiet as loud }
export default function main(): void {}
export async function later(): Promise<void> {}
`

// TestPublicIsWhatRustdocShows compares a crate of several modules with the items that rustdoc lists.
func TestPublicIsWhatRustdocShows(t *testing.T) {
	t.Parallel()
	rustdoc, err := exec.LookPath("rustdoc")
	if err != nil {
		t.Skip("skipped: no rustdoc")
	}
	dir := tooltest.Tree(t, rustShop)
	if out, err := exec.CommandContext(t.Context(), rustdoc, "--edition=2021", "--crate-name=shop", "-o", filepath.Join(dir, "doc"), filepath.Join(dir, "src/lib.rs")).CombinedOutput(); err != nil {
		t.Skipf("skipped: rustdoc: %v: %s", err, out)
	}
	page, err := os.ReadFile(filepath.Join(dir, "doc/shop/all.html"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, m := range regexp.MustCompile(`<li><a href="[^"]*">([\w:]+)</a></li>`).FindAllStringSubmatch(string(page), -1) {
		want = append(want, m[1][strings.LastIndexByte(m[1], ':')+1:])
	}
	slices.Sort(want)
	got := outlined(t, dir, "--entity=function,struct,enum,trait,type,constant,macro", "src")
	for i, name := range got {
		got[i] = name[strings.LastIndexByte(name, '.')+1:] // rustdoc lists an item where it is handed on
	}
	differences(t, "src", got, slices.Compact(want))
	for _, member := range []string{"Cart.add", "Price.whole"} {
		if !slices.Contains(outlined(t, dir, "src"), member) {
			t.Errorf("%s is missing", member)
		}
	}
	for _, member := range []string{"Cart.check", "Ledger.post"} {
		if slices.Contains(outlined(t, dir, "src"), member) {
			t.Errorf("%s is not public", member)
		}
	}
}

var rustShop = map[string]string{
	"src/lib.rs": `
mod cart;
pub mod price;
mod all;
mod quiet;
pub(crate) mod within { pub fn unseen() {} }
mod inline { pub fn handed() {} pub fn kept() {} pub mod deep { pub struct Deeper; } }
pub use crate::cart::{helper, Cart};
pub use all::*;
pub use inline::handed;
pub use inline::deep;
pub const LIMIT: u32 = 3;
const SECRET: u32 = 4;
#[macro_export]
macro_rules! shout { () => {} }
macro_rules! whisper { () => {} }
fn private() { shout!(); whisper!(); let _ = SECRET; quiet::Ledger.post(); within::unseen(); inline::kept(); private() }
`,
	"src/cart.rs": `
pub struct Cart;
impl Cart { pub fn add(&self) {} fn check(&self) { self.check() } }
pub fn helper() {}
pub fn forgotten() {}
`,
	"src/price/mod.rs": `
mod parts;
pub use self::parts::Price;
pub type Cents = u64;
pub trait Whole { fn whole(&self) -> Cents; }
`,
	"src/price/parts.rs": "pub struct Price;\nimpl Price { pub fn whole(&self) -> u64 { 1 } }\npub enum Hidden { A }\n",
	"src/all.rs":         "mod more;\npub use more::State;\npub fn everywhere() {}\nfn nowhere() {}\n",
	"src/all/more.rs":    "pub enum State { Open, Shut }\npub struct Unused;\n",
	"src/quiet.rs":       "pub struct Ledger;\nimpl Ledger { pub fn post(&self) {} }\n",
}
