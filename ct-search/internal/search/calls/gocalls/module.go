package gocalls

import (
	"path"
	"strconv"
	"strings"
)

// mostOthers bounds the modules that a go.mod or a go.work leads to.
const mostOthers = 1000

// read returns the module of a folder with the text of a go.mod: its path, and where the tree has others.
func (t *Tree) read(folder, text string) goModule {
	m := goModule{root: folder, path: modulePath(text)}
	m.replaced(folder, text)
	before := t.Lacking
	t.Lacking = false
	for at := folder; ; at = path.Dir(at) {
		if name := path.Join(at, "go.work"); t.view.IsFile(name) {
			t.workspace(&m, at, string(t.Text(name)))
			break
		}
		if at == path.Dir(at) {
			break
		}
	}
	m.lacking, t.Lacking = t.Lacking, before || t.Lacking
	return m
}

// workspace adds to a module those that the go.work of a folder uses, if the module is one of them.
func (t *Tree) workspace(m *goModule, folder, text string) {
	var used []goModule
	own := false
	for _, fields := range directives(text, "use") {
		if len(fields) != 1 || len(used) == mostOthers {
			continue
		}
		at := joined(folder, fields[0])
		own = own || at == m.root
		if at == m.root {
			continue
		}
		if text := t.Text(path.Join(at, "go.mod")); text != nil {
			used = append(used, goModule{root: at, path: modulePath(string(text))})
		}
	}
	if own {
		m.others = append(m.others, used...)
		m.replaced(folder, text)
	}
}

// replaced adds to a module the folders that replace others, as a file in a folder says.
func (m *goModule) replaced(folder, text string) {
	for _, fields := range directives(text, "replace") {
		to := fields[len(fields)-1]
		if n := len(fields); (n == 3 || n == 4) && fields[n-2] == "=>" && (strings.HasPrefix(to, ".") || path.IsAbs(to)) && isImportPath(fields[0]) && len(m.others) < 2*mostOthers {
			m.others = append(m.others, goModule{root: joined(folder, to), path: fields[0]})
		}
	}
}

// nearest returns the module with the longest path that an imported package is of: this one, if it is of no other.
func (m goModule) nearest(name string) goModule {
	best := m
	if name != m.path && !strings.HasPrefix(name, m.path+"/") {
		best.path = ""
	}
	for _, o := range m.others {
		if len(o.path) > len(best.path) && (name == o.path || strings.HasPrefix(name, o.path+"/")) {
			best = o
		}
	}
	if best.path == "" {
		return m
	}
	return best
}

func joined(folder, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(folder, name)
}

// modulePath returns the path that the text of a go.mod names, "" where it names none.
func modulePath(text string) string {
	for _, fields := range directives(text, "module") {
		if len(fields) == 1 && isImportPath(fields[0]) {
			return fields[0]
		}
	}
	return ""
}

// directives returns the words after a verb in the text of a go.mod or go.work, of each line or line of a block.
func directives(text, verb string) [][]string {
	var all [][]string
	within := false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(line)
		for i, word := range fields {
			if plain, err := strconv.Unquote(word); err == nil {
				fields[i] = plain
			}
		}
		switch {
		case len(fields) == 0:
		case within && fields[0] == ")":
			within = false
		case within:
			all = append(all, fields)
		case len(fields) > 1 && fields[0] == verb && fields[1] == "(":
			within = true
		case len(fields) > 1 && fields[0] == verb:
			all = append(all, fields[1:])
		}
	}
	return all
}
