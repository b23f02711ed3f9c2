package config

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/ct-tools/ct/shared/nearest"
)

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
	d := &decoder{Document: Document{Shown: s.shown}, config: c, source: s}
	return d.Decode(text, d.expression)
}

// decoder processes one file, expression by expression.
type decoder struct {
	Document
	config *Config
	source source
	table  []string // the table whose keys are being read
	skip   bool     // that table was refused already
}

func (d *decoder) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		path, at := d.Key(n.Key(), nil)
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
		d.Report(at, "[%s] may be set in the user's configuration only: %s", clip(name), pluginsWhy)
	case of && !array:
		if err := checkPluginName(plugin); err != nil {
			d.Report(at, "%w", err)
			return
		}
		d.config.plugin(plugin, d.origin(at))
	case find(name) >= 0:
		d.Report(at, "%s must be %s, not a table", name, keys[find(name)].expects())
	case !isTable(name):
		d.Report(at, "unknown table [%s]%s", clip(name), suggest(name, tables()))
	case array:
		d.Report(at, "[[%s]]: %s is one table, written [%s]", name, name, name)
	}
}

// keyValue processes one assignment inside the table with the given path.
func (d *decoder) keyValue(n *unstable.Node, table []string) {
	path, at := d.Key(n.Key(), table)
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
		d.Report(at, "%s is a table", clip(name))
		return
	case len(path) == 3 && path[0]+"." == pluginTable:
		d.pluginKey(path, n.Value(), at)
		return
	case i < 0 && isTable(name) && n.Value().Kind == unstable.InlineTable:
		d.inline(n.Value(), path)
		return
	case i < 0 && isTable(name):
		d.Report(at, "%s is a table", name)
		return
	case i < 0:
		d.Report(at, "unknown key %s%s", clip(name), suggest(name, keyNames()))
		return
	case d.source.project && !keys[i].Project:
		d.Report(at, "%s may be set in the user's configuration only: %s", name, keys[i].Why)
		return
	}
	value, err := d.value(keys[i], n.Value())
	if err != nil {
		d.Report(at, "%w", err)
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
		d.Report(at, "%w", err)
	}
}

// origin returns a position in the file in the form of a Value.
func (d *decoder) origin(at unstable.Range) string {
	line, _ := d.Position(at)
	return d.source.shown + ":" + strconv.Itoa(line)
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

func wrap(err error) []error {
	if err == nil {
		return nil
	}
	return []error{err}
}
