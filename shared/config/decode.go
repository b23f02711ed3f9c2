package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/ct-tools/ct/shared/nearest"
)

// maxProblems is the maximum number of problems reported for one file.
const maxProblems = 10

// read takes the values of one file into c and returns what is wrong with it.
func (c *Config) read(s source) []error {
	text, err := readFile(s)
	if !s.must && errors.Is(err, fs.ErrPermission) {
		c.Notes = append(c.Notes, fmt.Sprintf("%s is taken for absent (permission denied)", s.shown))
		return nil
	}
	if err != nil || text == nil {
		return wrap(err)
	}
	return c.decode(s, text)
}

// decode takes the values of the text of s into c and returns what is wrong with it.
func (c *Config) decode(s source, text []byte) []error {
	if at := invalidUTF8(text); at >= 0 {
		line, column := position(text, at)
		return wrap(fmt.Errorf("%s:%d:%d: not UTF-8 text", s.shown, line, column))
	}
	d := &decoder{config: c, source: s}
	d.parser.Reset(text)
	for d.parser.NextExpression() && len(d.problems) < maxProblems {
		d.expression(d.parser.Expression())
	}
	if len(d.problems) > 0 {
		return d.problems
	}
	// A key given twice and the position of a syntax error come from decoding the whole text. That takes time quadratic in
	// the number of keys, so it is done last, when all are known to be in the table.
	var whole map[string]any
	err := toml.Unmarshal(text, &whole)
	if err == nil {
		err = d.parser.Error()
	}
	if err != nil {
		return wrap(s.tomlError(err))
	}
	return nil
}

// decoder processes one file, expression by expression.
type decoder struct {
	config   *Config
	source   source
	parser   unstable.Parser
	table    []string // the table whose keys are being read
	skip     bool     // that table was refused already
	problems []error
}

func (d *decoder) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		path, at := d.key(n.Key(), nil)
		d.table = path
		before := len(d.problems)
		d.header(path, n.Kind == unstable.ArrayTable, at)
		d.skip = len(d.problems) > before
	case unstable.KeyValue:
		if !d.skip {
			d.keyValue(n, d.table)
		}
	}
}

// header checks the name of a table.
func (d *decoder) header(path []string, array bool, at unstable.Range) {
	name := dotted(path)
	plugin, of := pluginName(path)
	switch {
	case of && d.source.project:
		d.report(at, "[%s] may be set in the user's configuration only: %s", clip(name), pluginsWhy)
	case of && !array:
		if err := checkPluginName(plugin); err != nil {
			d.report(at, "%w", err)
			return
		}
		d.config.plugin(plugin, d.origin(at))
	case find(name) >= 0:
		d.report(at, "%s must be %s, not a table", name, keys[find(name)].expects())
	case !isTable(name):
		d.report(at, "unknown table [%s]%s", clip(name), suggest(name, tables()))
	case array:
		d.report(at, "[[%s]]: %s is one table, written [%s]", name, name, name)
	}
}

// keyValue processes one assignment inside the table with the given path.
func (d *decoder) keyValue(n *unstable.Node, table []string) {
	path, at := d.key(n.Key(), table)
	name := dotted(path)
	i := find(name)
	_, plugin := pluginName(path)
	switch {
	case plugin && n.Value().Kind == unstable.InlineTable:
		if d.header(path, false, at); len(d.problems) == 0 {
			d.inline(n.Value(), path)
		}
		return
	case plugin:
		d.report(at, "%s is a table", clip(name))
		return
	case len(path) == 3 && path[0]+"." == pluginTable:
		d.pluginKey(path, n.Value(), at)
		return
	case i < 0 && isTable(name) && n.Value().Kind == unstable.InlineTable:
		d.inline(n.Value(), path)
		return
	case i < 0 && isTable(name):
		d.report(at, "%s is a table", name)
		return
	case i < 0:
		d.report(at, "unknown key %s%s", clip(name), suggest(name, keyNames()))
		return
	case d.source.project && !keys[i].Project:
		d.report(at, "%s may be set in the user's configuration only: %s", name, keys[i].Why)
		return
	}
	value, err := d.value(keys[i], n.Value())
	if err != nil {
		d.report(at, "%w", err)
		return
	}
	take := d.config.take
	if d.source.project {
		take = d.config.takeProject
	}
	take(i, value, d.origin(at))
}

// inline processes the content of a table between braces.
func (d *decoder) inline(n *unstable.Node, path []string) {
	for it := n.Children(); it.Next() && len(d.problems) < maxProblems; {
		if it.Node().Kind == unstable.KeyValue {
			d.keyValue(it.Node(), path)
		}
	}
}

// pluginKey processes one assignment of a plugin's table.
func (d *decoder) pluginKey(path []string, n *unstable.Node, at unstable.Range) {
	if d.header(path[:2], false, at); len(d.problems) > 0 {
		return
	}
	var v any
	switch n.Kind {
	case unstable.String:
		v = string(n.Data)
	case unstable.Integer, unstable.Float:
		if value, err := (key{Name: dotted(path), Kind: seconds}).parse(string(n.Data)); err == nil {
			v = value.number
		}
	}
	if err := d.config.plugin(path[1], d.origin(at)).take(path[1], path[2], v); err != nil {
		d.report(at, "%w", err)
	}
}

// origin returns a position in the file in the form of a Value.
func (d *decoder) origin(at unstable.Range) string {
	line, _ := d.position(at)
	return d.source.shown + ":" + strconv.Itoa(line)
}

// key returns the path of a key inside table and the position of the key.
func (d *decoder) key(it unstable.Iterator, table []string) ([]string, unstable.Range) {
	path := slices.Clone(table)
	var at unstable.Range
	for first := true; it.Next(); first = false {
		if first {
			at = it.Node().Raw
		}
		path = append(path, string(it.Node().Data))
	}
	return path, at
}

// value decodes and checks the value of k.
func (d *decoder) value(k key, n *unstable.Node) (datum, error) {
	switch n.Kind {
	case unstable.String:
		return k.check(string(n.Data))
	case unstable.Bool:
		return k.check(string(n.Data) == "true")
	case unstable.Array:
		return k.check(elements(n))
	case unstable.InlineTable:
		return k.check(map[string]any{})
	case unstable.Integer, unstable.Float:
		var one struct{ V any }
		if len(n.Data) > maxNumber || toml.Unmarshal(append([]byte("V = "), n.Data...), &one) != nil {
			return datum{}, fmt.Errorf("%s must be %s, not %s", k.Name, k.expects(), clip(string(n.Data)))
		}
		return k.check(one.V)
	}
	return k.check(nil) // dates and times
}

// elements returns the strings of an array, with nil for elements that are not strings.
func elements(n *unstable.Node) []any {
	list := []any{}
	for it := n.Children(); it.Next(); {
		if it.Node().Kind == unstable.Comment {
			continue
		}
		if it.Node().Kind == unstable.String {
			list = append(list, string(it.Node().Data))
		} else {
			list = append(list, nil)
		}
	}
	return list
}

// maxNumber is the maximum length of a number in bytes.
const maxNumber = 64

func (d *decoder) report(at unstable.Range, format string, args ...any) {
	line, column := d.position(at)
	d.problems = append(d.problems, fmt.Errorf("%s:%d:%d: "+format, append([]any{d.source.shown, line, column}, args...)...))
}

func (d *decoder) position(at unstable.Range) (line, column int) {
	return position(d.parser.Data(), int(at.Offset))
}

// tomlError returns a decoder's error with the file and the position.
func (s source) tomlError(err error) error {
	if de, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := de.Position()
		return fmt.Errorf("%s:%d:%d: %s", s.shown, line, column, oneLine(strings.TrimPrefix(de.Error(), "toml: ")))
	}
	return fmt.Errorf("%s: %s", s.shown, oneLine(err.Error()))
}

// tables returns the names of all tables that have a key.
func tables() []string {
	var list []string
	for _, k := range keys {
		for i, c := range k.Name {
			if c == '.' && !slices.Contains(list, k.Name[:i]) {
				list = append(list, k.Name[:i])
			}
		}
	}
	return list
}

func isTable(name string) bool {
	return slices.ContainsFunc(keys[:], func(k key) bool { return strings.HasPrefix(k.Name, name+".") })
}

func keyNames() []string {
	list := make([]string, len(keys))
	for i, k := range keys {
		list[i] = k.Name
	}
	return list
}

// mostListed is the maximum number of keys listed in a message.
const mostListed = 6

// suggest names the candidate that was probably meant: the most similar one, or the one whose last word is the most
// similar, because tables are omitted more often than misspelt. If none is similar, it says where all are listed.
func suggest(name string, candidates []string) string {
	name = clip(name)
	if near := nearest.Of(name, candidates, 1); len(near) > 0 {
		return "; did you mean " + near[0] + "?"
	}
	words := make([]string, len(candidates))
	for i, c := range candidates {
		words[i] = lastWord(c)
	}
	if near := nearest.Of(lastWord(name), words, 1); len(near) > 0 {
		return "; did you mean " + candidates[slices.Index(words, near[0])] + "?"
	}
	if len(candidates) <= mostListed {
		return "; there are " + strings.Join(candidates, ", ")
	}
	return "; ct config --no-config names all"
}

func lastWord(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// dotted joins a path as it would be written, with quotes around what is not a bare key.
func dotted(path []string) string {
	var b strings.Builder
	for i, part := range path {
		if i > 0 {
			b.WriteByte('.')
		}
		if part == "" || strings.ContainsFunc(part, notBare) {
			part = strconv.Quote(part)
		}
		b.WriteString(part)
	}
	return b.String()
}

func notBare(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// clip shortens a name to fit on a line.
func clip(name string) string {
	const most = 80
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}

// oneLine turns a message into one line of limited length without control bytes.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
	return clip(s)
}

// position returns the 1-based line and column, in bytes, of an offset.
func position(text []byte, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

func wrap(err error) []error {
	if err == nil {
		return nil
	}
	return []error{err}
}
