package script

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
)

// corpus returns the files below the folders that wanted takes, each text once.
func corpus(t testing.TB, wanted func(name string) bool, roots ...string) map[string][]byte {
	t.Helper()
	files, texts := map[string][]byte{}, map[string]bool{}
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !wanted(name) {
				return nil //nolint:nilerr // what cannot be read is not part of the corpus
			}
			if text, err := os.ReadFile(name); err == nil && !texts[string(text)] {
				texts[string(text)] = true
				files[name] = text
			}
			return nil
		})
	}
	return files
}

// sample returns about most of the files, evenly by their names; all of them when the full tables
// are asked for.
func sample(files map[string][]byte, most int) map[string][]byte {
	if os.Getenv("CT_ACCURACY") != "" || len(files) <= most {
		return files
	}
	some := map[string][]byte{}
	for i, name := range slices.Sorted(maps.Keys(files)) {
		if i%(len(files)/most) == 0 {
			some[name] = files[name]
		}
	}
	return some
}

func suffix(s string) func(string) bool {
	return func(name string) bool { return strings.HasSuffix(name, s) }
}

// parsed is what a parser says of one file.
type parsed struct {
	Name  string
	Words [][3]any // offset, kind, name of the enclosing definition
	Error string
}

// ask runs a parser over files and hands on what it says of each.
func ask(t *testing.T, files map[string][]byte, each func(parsed), program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Stdin = strings.NewReader(strings.Join(slices.Sorted(maps.Keys(files)), "\n"))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var one parsed
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		each(one)
	}
}

// tally counts in how many words a scan agrees with a parser.
type tally struct {
	language          string
	files, size       int
	failed            int // files that the parser did not take
	all, found, right map[string]int
	ours              map[string]int
	enclosed, words   int
	differ            map[string]int
	example           map[string]string
	partial           bool // the parser's words are not all there are
}

func newTally(language string) *tally {
	return &tally{language: language, all: map[string]int{}, found: map[string]int{}, right: map[string]int{}, ours: map[string]int{}, differ: map[string]int{}, example: map[string]string{}}
}

// add compares one file. A word that the parser says nothing of counts against the scan unless it
// is a string: parsers cut those otherwise.
func (y *tally) add(scanner source.Scanner, text []byte, one parsed) {
	if one.Error != "" {
		y.failed++
		return
	}
	y.files, y.size = y.files+1, y.size+len(text)
	f := source.Scan(scanner, text, source.Want{Words: true})
	seen := map[int]source.Occurrence{}
	for _, o := range f.Occurrences {
		seen[o.Place.Start] = o
	}
	known := map[int]bool{}
	for _, w := range one.Words {
		offset, _ := w[0].(float64)
		kind, _ := w[1].(string)
		in, _ := w[2].(string)
		at := int(offset)
		known[at] = true
		o, is := seen[at]
		got := "nothing"
		if is {
			got = o.Kind.String()
		}
		y.all[kind]++
		if got == kind {
			y.found[kind]++
		} else {
			y.disagree(fmt.Sprintf("%s for %s", got, kind), one.Name, text, at)
			continue
		}
		if kind == "comment_match" || kind == "string_match" {
			continue
		}
		y.words++
		enclosing := ""
		if o.Enclosing != source.None {
			enclosing = f.Declarations[o.Enclosing].Name.Of(text)
		}
		if enclosing == in {
			y.enclosed++
		} else {
			y.disagree("another enclosing definition", one.Name, text, at)
		}
	}
	for at, o := range seen {
		kind := o.Kind.String()
		y.ours[kind]++
		if !known[at] && o.Kind != source.String && (!y.partial || o.Kind == source.Definition || o.Kind == source.Callsite) {
			y.disagree(kind+" for nothing", one.Name, text, at)
		}
	}
}

func (y *tally) disagree(key, name string, text []byte, at int) {
	y.differ[key]++
	if _, is := y.example[key]; !is || y.differ[key]%7 == 0 {
		line := text[bytes.LastIndexByte(text[:at], '\n')+1:]
		line, _, _ = bytes.Cut(line, []byte("\n"))
		y.example[key] = fmt.Sprintf("%s:%d %.12q: %.90s", name, 1+bytes.Count(text[:at], []byte("\n")), text[at:min(at+12, len(text))], bytes.TrimSpace(line))
	}
}

// report prints the table and fails t if a category stays below what it has to reach, in
// percent.
func (y *tally) report(t *testing.T, least map[string]float64) {
	t.Helper()
	t.Logf("%s: %d files, %.1f MB, %d that the parser did not take", y.language, y.files, float64(y.size)/1e6, y.failed)
	for _, kind := range slices.Sorted(maps.Keys(y.all)) {
		found := percent(y.found[kind], y.all[kind])
		right := percent(y.found[kind], y.ours[kind])
		t.Logf("  %-16s %7d, found %6.2f %%, right %6.2f %%", kind, y.all[kind], found, right)
		if found < least[kind] || kind == "definition" && right < least[kind] {
			t.Errorf("%s: %s stays below %.1f %%", y.language, kind, least[kind])
		}
	}
	t.Logf("  %-16s %7d, %.2f %%", "enclosing", y.words, percent(y.enclosed, y.words))
	most := 3
	if os.Getenv("CT_ACCURACY") != "" {
		most = 10
	}
	keys := slices.SortedFunc(maps.Keys(y.differ), func(a, b string) int { return y.differ[b] - y.differ[a] })
	for _, k := range keys[:min(most, len(keys))] {
		t.Logf("  %6d %s: %s", y.differ[k], k, y.example[k])
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// TestLuaAgainstLuaparse compares with luaparse 0.3.1 of npm, in the folder that NODE_PATH names,
// over the Lua files of the system.
func TestLuaAgainstLuaparse(t *testing.T) {
	if exec.Command("node", "-e", "require('luaparse')").Run() != nil {
		t.Skip("skipped: no luaparse")
	}
	files := corpus(t, suffix(".lua"), "/usr/share/lua", "/usr/share")
	if len(files) < 100 {
		t.Skip("skipped: no Lua files")
	}
	y := newTally("Lua")
	ask(t, files, func(one parsed) { y.add(Lua, files[one.Name], one) }, "node", "testdata/truth/lua.js")
	y.report(t, map[string]float64{"definition": 98, "import": 98, "comment_match": 98, "string_match": 98, "callsite": 97})
}

// TestRubyAgainstRipper compares with Ripper, Ruby's own parser, over the Ruby files of the system.
func TestRubyAgainstRipper(t *testing.T) {
	if exec.Command("ruby", "-e", "require 'ripper'").Run() != nil {
		t.Skip("skipped: no ruby")
	}
	files := corpus(t, suffix(".rb"), "/usr/lib/ruby", "/usr/share/ruby", "/usr/share/rubygems-integration", "/var/lib/gems")
	if len(files) < 100 {
		t.Skip("skipped: no Ruby files")
	}
	files = sample(files, 300)
	y := newTally("Ruby")
	ask(t, files, func(one parsed) { y.add(Ruby, files[one.Name], one) }, "ruby", "testdata/truth/ruby.rb")
	y.report(t, map[string]float64{"definition": 98, "import": 98, "comment_match": 98, "callsite": 97})
}
