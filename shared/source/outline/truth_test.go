package outline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"
	yaml "go.yaml.in/yaml/v3"

	"github.com/ct-tools/ct/shared/source/sourcetest"
	"github.com/ct-tools/ct/shared/tooltest"
)

// A place is where a key stands by a parser that is held to be right: its path, and the line and
// column of its first byte, columns 0 if that is not known.
type place struct {
	line, column int
	path         string
}

// Every key of files that are there has the path that other parsers give it. CT_CORPORA names
// folders with more of them, and no limit holds for these.
func TestKeysAgree(t *testing.T) {
	sourcetest.Alone(t)
	for _, c := range []struct {
		name  string
		exts  []string
		scan  func(*nest)
		truth func([]byte) ([]place, error)
	}{
		{"JSON", []string{".json", ".ipynb", ".jsonl"}, scanJSON, jsonKeys},
		{"YAML", []string{".yaml", ".yml"}, scanYAML, yamlKeys},
		{"TOML", []string{".toml", "Cargo.lock", "poetry.lock", "uv.lock"}, scanTOML, tomlKeys},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := corpus(t, c.exts)
			if len(files) == 0 {
				t.Skip("skipped: no " + c.name + " files")
			}
			var sum tally
			for _, name := range files {
				src, err := os.ReadFile(name)
				if err != nil {
					continue
				}
				want, err := c.truth(src)
				if err != nil {
					sum.invalid++
					continue
				}
				sum.add(name, src, collect(src, c.scan), want)
			}
			share := 100 * float64(sum.agreed) / float64(max(sum.keys, 1))
			t.Logf("%s: %d files (%d more are not valid), %.1f MB, %d keys, %.4f %% agreed, %d files with a difference",
				c.name, sum.files, sum.invalid, float64(sum.bytes)/1e6, sum.keys, share, len(sum.different))
			for i, d := range sum.different {
				if i < 20 {
					t.Log(d)
				}
			}
			if share < 99.5 {
				t.Errorf("%.3f %% of the keys agree", share)
			}
		})
	}
}

// A position goes forward through a file.
type position struct {
	src                  []byte
	offset, line, column int
}

func (p *position) place(offset int, path string) place {
	for ; p.offset < offset; p.offset++ {
		switch b := p.src[p.offset]; {
		case b == '\n':
			p.line, p.column = p.line+1, 1
		case utf8.RuneStart(b):
			p.column++
		}
	}
	return place{p.line, p.column, path}
}

type tally struct {
	files, invalid, bytes, keys, agreed int
	different                           []string
}

func (s *tally) add(name string, src []byte, got *collector, want []place) {
	places := map[place]int{}
	at := position{src: src, line: 1, column: 1}
	for _, k := range got.keys {
		p := at.place(k.token.Start, k.path)
		places[p]++
		p.column = 0
		places[p]++
	}
	s.files++
	s.bytes += len(src)
	s.keys += max(len(want), len(got.keys))
	first := ""
	for _, p := range want {
		if places[p] > 0 {
			places[p]--
			s.agreed++
		} else if first == "" {
			first = fmt.Sprintf("%s: no %+v", name, p)
		}
	}
	if first == "" && len(want) < len(got.keys) {
		first = fmt.Sprintf("%s: %d keys, not %d", name, len(got.keys), len(want))
	}
	if first != "" {
		s.different = append(s.different, first)
	}
}

// corpus returns the files with one of some endings, of at most 4 MiB each.
func corpus(t testing.TB, exts []string) []string {
	roots := filepath.SplitList(os.Getenv("CT_CORPORA"))
	most := 1 << 30
	if len(roots) == 0 {
		most = 1500
		if tooltest.Brief() {
			most = 150
		}
		roots = []string{tooltest.GoSource(t), filepath.Join(build.Default.GOPATH, "pkg", "mod"), "/usr/share", "/usr/lib/node_modules"}
	}
	var files []string
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if len(files) == most {
				return filepath.SkipAll
			}
			of := func(ext string) bool { return strings.HasSuffix(name, ext) }
			if err == nil && d.Type().IsRegular() && slices.ContainsFunc(exts, of) {
				if info, err := d.Info(); err == nil && info.Size() <= 4<<20 {
					files = append(files, name)
				}
			}
			return nil // what cannot be read is left out
		})
	}
	return files
}

// jsonKeys reads by encoding/json.
func jsonKeys(src []byte) ([]place, error) {
	var places []place
	type level struct {
		object bool
		key    bool // comes next
		index  int
		path   string
	}
	var levels []level
	path := ""
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	at := position{src: src, line: 1, column: 1}
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return places, nil
		}
		if err != nil {
			return nil, err
		}
		last := len(levels) - 1
		if last >= 0 && levels[last].object && levels[last].key {
			if name, ok := token.(string); ok {
				end := int(dec.InputOffset())
				start := end - 2
				for start > 0 && (src[start] != '"' || odd(src[:start])) {
					start--
				}
				path = string(appendName([]byte(levels[last].path), clipped(name)))
				places = append(places, at.place(start, path))
				levels[last].key = false
				continue
			}
		}
		if d, ok := token.(json.Delim); ok && (d == '}' || d == ']') {
			levels = levels[:last]
			last--
		} else {
			if last >= 0 && !levels[last].object {
				path = levels[last].path + "[" + strconv.Itoa(levels[last].index) + "]"
			}
			if last < 0 {
				path = ""
			}
			if ok {
				levels = append(levels, level{object: d == '{', key: true, path: path})
				continue
			}
		}
		if last >= 0 {
			levels[last].index++
			levels[last].key = true
		}
	}
}

// odd reports whether an odd number of backslashes is at the end.
func odd(text []byte) bool { return (len(text)-len(bytes.TrimRight(text, `\`)))%2 == 1 }

// yamlKeys reads by yaml.v3.
func yamlKeys(src []byte) ([]place, error) {
	var places []place
	src = bytes.Replace(src, []byte("%YAML 1.2\n"), []byte("%YAML 1.1\n"), 1) // it refuses the other
	dec := yaml.NewDecoder(bytes.NewReader(src))
	for {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return places, nil
		}
		if err != nil {
			return nil, err
		}
		if err := yamlWalk(&doc, "", &places); err != nil {
			return nil, err
		}
	}
}

func yamlWalk(n *yaml.Node, path string, places *[]place) error {
	switch n.Kind {
	case yaml.DocumentNode:
		for _, c := range n.Content {
			if err := yamlWalk(c, path, places); err != nil {
				return err
			}
		}
	case yaml.SequenceNode:
		for i, c := range n.Content {
			if err := yamlWalk(c, path+"["+strconv.Itoa(i)+"]", places); err != nil {
				return err
			}
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			k := n.Content[i]
			name := k.Value
			switch k.Kind {
			case yaml.AliasNode:
				name = "*" + name
			case yaml.ScalarNode:
			default:
				return errors.New("a key that is no scalar")
			}
			p := place{k.Line, k.Column, string(appendName([]byte(path), clipped(name)))}
			if k.Anchor != "" || k.Style&yaml.TaggedStyle != 0 {
				p.column = 0
			}
			*places = append(*places, p)
			if err := yamlWalk(n.Content[i+1], p.path, places); err != nil {
				return err
			}
		}
	}
	return nil
}

// tomlKeys reads by go-toml's parser.
func tomlKeys(src []byte) ([]place, error) {
	t := tomlTruth{counts: map[string]int{}}
	t.parser.Reset(src)
	for t.parser.NextExpression() {
		e := t.parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			names, start := t.names(e)
			t.table = ""
			for i, name := range names {
				t.table = string(appendName([]byte(t.table), name))
				n, ok := t.counts[t.table]
				if i == len(names)-1 && e.Kind == unstable.ArrayTable {
					if !ok {
						n = -1
					}
					n, ok = n+1, true
					t.counts[t.table] = n
				}
				if ok {
					t.table += "[" + strconv.Itoa(n) + "]"
				}
			}
			t.places = append(t.places, place{line: start, path: t.table})
		case unstable.KeyValue:
			t.pair(e, t.table)
		}
	}
	slices.SortFunc(t.places, func(a, b place) int { return cmp.Compare(a.line, b.line) })
	return t.places, t.parser.Error()
}

type tomlTruth struct {
	parser unstable.Parser
	counts map[string]int // by the path with indexes
	table  string
	places []place
}

// names returns the names of a key and the line of the first.
func (t *tomlTruth) names(e *unstable.Node) (names []string, line int) {
	for it := e.Key(); it.Next(); {
		if line == 0 {
			line = t.parser.Shape(it.Node().Raw).Start.Line
		}
		names = append(names, clipped(string(it.Node().Data)))
	}
	return names, line
}

func (t *tomlTruth) pair(e *unstable.Node, path string) {
	names, line := t.names(e)
	for _, name := range names {
		path = string(appendName([]byte(path), name))
	}
	t.places = append(t.places, place{line: line, path: path})
	t.value(e.Value(), path)
}

func (t *tomlTruth) value(v *unstable.Node, path string) {
	switch v.Kind {
	case unstable.Array:
		i := 0
		for it := v.Children(); it.Next(); i++ {
			t.value(it.Node(), path+"["+strconv.Itoa(i)+"]")
		}
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			t.pair(it.Node(), path)
		}
	}
}
