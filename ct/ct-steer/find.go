package main

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// conditions are what a call of find asks for.
type conditions struct {
	roots      []string
	names      []string // any of them
	fold       bool     // names ignore case
	kind, size string
	depth      int
	inside     bool     // not the roots themselves
	without    []string // folders
}

// find translates a call of find.
func find(args []string, at place) *suggestion {
	c := &conditions{}
	for len(args) > 0 && args[0] != "" && strings.IndexByte("-(!", args[0][0]) < 0 {
		c.roots, args = append(c.roots, args[0]), args[1:]
	}
	if len(c.roots) == 0 {
		c.roots = []string{"."}
	}
	if !c.read(args) || !at.all(c.roots, folder) || c.listsRoots() {
		return nil
	}
	excludes, ok := c.excludes()
	if !ok || at.overlap(c.roots) {
		return nil
	}
	v := at.look(c.roots, nil, c.depth, names, c.without...)
	said, same := c.unlisted(v)
	if !same {
		return nil
	}
	what := append([]string{"search"}, c.named()...)
	if c.kind == "" {
		c.kind = "f,d,l"
	}
	what = append(what, "--type", c.kind)
	if c.size != "" {
		what = append(what, "--size", c.size)
	}
	if c.depth > 0 {
		what = append(what, "--max-depth", strconv.Itoa(c.depth))
	}
	what = append(append(what, "--hidden", "--no-ignore"), excludes...)
	if !slices.Equal(c.roots, []string{"."}) {
		what = append(what, c.roots...)
	}
	return &suggestion{what, said}
}

// named returns the options for the names.
func (c *conditions) named() []string {
	if len(c.names) == 0 {
		return nil
	}
	mode, pattern := []string{"--mode", "literal"}, c.names[0]
	switch {
	case len(c.names) > 1:
		mode, pattern = []string{"--regex"}, ""
		for i, name := range c.names {
			if i > 0 {
				pattern += "|"
			}
			pattern += expression(name)
		}
	case strings.ContainsAny(pattern, "*?"):
		mode = []string{"--mode", "glob"}
	}
	return append(append([]string{"--name", pattern}, mode...), map[bool]string{false: "-s", true: "-i"}[c.fold])
}

// expression returns the regular expression of a glob.
func expression(glob string) string {
	return strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(glob))
}

// match reports whether one of the names matches s.
func (c *conditions) match(s string) bool {
	return slices.ContainsFunc(c.names, func(name string) bool {
		if c.fold {
			name, s = strings.ToLower(name), strings.ToLower(s)
		}
		ok, err := path.Match(name, s)
		return ok || err != nil
	})
}

// unlisted returns what to say about what ct never lists, and reports whether the same is listed without it: what is in
// .git, and FIFOs, sockets and devices.
func (c *conditions) unlisted(v *view) (note string, same bool) {
	var said []string
	everything := len(c.names) == 0
	named := c.match(".git")
	switch {
	case slices.Contains(c.names, ".git"), named && (v.git() || !v.whole):
		return "", false
	case v.whole && (!v.git() || c.depth == 1 && (c.kind == "f" || !everything) && !v.gitOther):
	case slices.Contains(c.without, ".git"):
		if everything && v.gitOther {
			return "", false
		}
		if everything && !v.whole {
			said = append(said, noRepository)
		}
	case everything:
		return "", false // it would list all of .git
	default:
		said = append(said, noRepository)
	}
	if c.kind == "" {
		if slices.ContainsFunc(v.special, func(name string) bool { return everything || c.match(name) }) {
			return "", false
		}
		if !v.whole {
			said = append(said, noSpecial)
		}
	}
	return notes(said...), true
}

// listsRoots reports whether find lists a root, which ct never does.
func (c *conditions) listsRoots() bool {
	if c.inside || c.kind != "" && c.kind != "d" {
		return false
	}
	if len(c.names) == 0 {
		return true
	}
	return slices.ContainsFunc(c.roots, func(root string) bool { return c.match(path.Base(filepath.ToSlash(root))) })
}

// excludes returns the options that leave out folders. With folders listed too, find lists the folder itself and ct does not.
func (c *conditions) excludes() (args []string, ok bool) {
	for _, name := range c.without {
		if c.kind != "f" || !leavesOut(name, c.roots) {
			return nil, false
		}
		if name != ".git" {
			args = append(args, "--exclude", name+"/")
		}
	}
	return args, true
}

// read reads the expression and reports whether all of it is understood.
func (c *conditions) read(args []string) bool {
	for len(args) > 0 {
		var ok bool
		if args[0] == "(" {
			args, ok = c.group(args[1:])
		} else {
			args, ok = c.primary(args)
		}
		if !ok {
			return false
		}
		if len(args) > 0 && (args[0] == "-a" || args[0] == "-and") {
			if args = args[1:]; len(args) == 0 {
				return false
			}
		}
		if len(args) > 0 && (args[0] == "-o" || args[0] == "-or") {
			// Without parentheses only names may be joined, or -o would bind less than what stands before it.
			if len(c.names) != 1 || c.kind != "" || c.size != "" || len(c.without) > 0 {
				return false
			}
			args, ok = c.alternatives(args)
			return ok && len(args) == 0
		}
	}
	return true
}

// group reads names joined by -o up to the closing parenthesis.
func (c *conditions) group(args []string) ([]string, bool) {
	if len(c.names) > 0 || len(args) < 3 {
		return nil, false
	}
	args, ok := c.name(args)
	if ok {
		args, ok = c.alternatives(args)
	}
	if !ok || len(args) == 0 || args[0] != ")" {
		return nil, false
	}
	return args[1:], true
}

// alternatives reads further names as long as -o joins them.
func (c *conditions) alternatives(args []string) ([]string, bool) {
	ok := true
	for ok && len(args) > 0 && (args[0] == "-o" || args[0] == "-or") {
		args, ok = c.name(args[1:])
	}
	return args, ok
}

// name reads -name or -iname.
func (c *conditions) name(args []string) ([]string, bool) {
	if len(args) < 2 || args[0] != "-name" && args[0] != "-iname" {
		return nil, false
	}
	fold := args[0] == "-iname"
	if len(c.names) > 0 && c.fold != fold || !simpleGlob(strings.ReplaceAll(args[1], "?", "")) {
		return nil, false
	}
	c.names, c.fold = append(c.names, args[1]), fold
	return args[2:], true
}

// primary reads one test.
func (c *conditions) primary(args []string) ([]string, bool) {
	switch args[0] {
	case "-print":
		return nil, len(args) == 1
	case "-empty":
		ok := c.size == "" && c.kind == "f"
		c.size = "0"
		return args[1:], ok
	case "!", "-not":
		return c.negation(args[1:])
	}
	if len(args) < 2 {
		return nil, false
	}
	value, rest, ok := args[1], args[2:], false
	switch args[0] {
	case "-name", "-iname":
		if len(c.names) > 0 {
			return nil, false
		}
		return c.name(args)
	case "-type":
		ok = c.kind == "" && (value == "f" || value == "d" || value == "l")
		c.kind = value
	case "-maxdepth":
		ok = c.depth == 0
		if n, good := number(value, 1000); good {
			c.depth = n
		} else {
			ok = false
		}
	case "-mindepth":
		ok = value == "1"
		c.inside = true
	case "-size":
		ok = c.size == "" && c.kind == "f"
		var good bool
		c.size, good = size(value)
		ok = ok && good
	}
	return rest, ok
}

// negation reads -path '*/NAME/*' after a negation.
func (c *conditions) negation(args []string) ([]string, bool) {
	if len(args) < 2 || args[0] != "-path" {
		return nil, false
	}
	name, begins := strings.CutPrefix(args[1], "*/")
	name, ends := strings.CutSuffix(name, "/*")
	c.without = append(c.without, name)
	return args[2:], begins && ends && simpleName(name)
}

// size returns the size for ct. Find rounds a file's size up to whole units before it compares, so less than N units is
// at most N-1 of them.
func size(value string) (string, bool) {
	if len(value) < 3 || strings.IndexByte("+-", value[0]) < 0 {
		return "", false
	}
	unit := map[byte]int{'c': 1, 'k': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}[value[len(value)-1]]
	n, ok := number(value[1:len(value)-1], 1<<20)
	if unit == 0 || !ok {
		return "", false
	}
	if value[0] == '+' {
		return "+" + strconv.Itoa(n*unit) + "c", true
	}
	if unit == 1 {
		return "-" + strconv.Itoa(n) + "c", true
	}
	return "-" + strconv.Itoa((n-1)*unit+1) + "c", true
}
