package script

import (
	"bytes"
	"encoding/json"
	"maps"
	"os/exec"
	"testing"
)

// shellTree collects words of a syntax tree of shfmt.
type shellTree struct {
	words [][3]any
	names []string // of the functions around
}

func (s *shellTree) put(node any, kind string) {
	n, ok := node.(map[string]any)
	if !ok {
		return
	}
	pos, ok := n["Pos"].(map[string]any)
	if ok {
		s.words = append(s.words, [3]any{pos["Offset"], kind, s.names[len(s.names)-1]})
	}
}

func (s *shellTree) visit(node any) {
	switch n := node.(type) {
	case []any:
		for _, e := range n {
			s.visit(e)
		}
	case map[string]any:
		s.node(n)
	}
}

func (s *shellTree) node(n map[string]any) {
	switch n["Type"] {
	case "FuncDecl":
		s.put(n["Name"], "definition")
		name, _ := n["Name"].(map[string]any)
		value, _ := name["Value"].(string)
		s.names = append(s.names, value)
		s.visit(n["Body"])
		s.names = s.names[:len(s.names)-1]
		return
	case "CallExpr":
		if name, ok := literal(n["Args"]); ok && callable([]byte(name)) && name != "[" {
			s.put(n["Args"].([]any)[0], "callsite") //nolint:errcheck // literal saw it
		}
	case "DeclClause":
		s.put(n["Variant"], "callsite")
		s.declared(n)
	case "WordIter":
		s.put(n["Name"], "assignment")
	case "ParamExp":
		p, _ := n["Param"].(map[string]any)
		if value, _ := p["Value"].(string); value != "" && inWord(value[0]) && !digit(value[0]) {
			s.put(p, "reference")
		}
	}
	if list, ok := n["Assigns"].([]any); ok {
		for _, a := range list {
			if a, ok := a.(map[string]any); ok {
				s.put(a["Name"], "assignment")
			}
		}
	}
	if list, ok := n["Comments"].([]any); ok {
		for _, c := range list {
			s.put(c, "comment_match")
		}
	}
	for _, v := range n {
		s.visit(v)
	}
}

// declared reads the names that get a value of export and its like.
func (s *shellTree) declared(n map[string]any) {
	variant, _ := n["Variant"].(map[string]any)
	kind := "assignment"
	if variant["Value"] != "local" && len(s.names) == 1 {
		kind = "definition"
	}
	list, _ := n["Args"].([]any)
	for _, a := range list {
		if a, ok := a.(map[string]any); ok && a["Naked"] != true {
			s.put(a["Name"], kind)
		}
	}
}

// literal returns the first of a command's words if nothing is replaced in it.
func literal(args any) (string, bool) {
	list, _ := args.([]any)
	if len(list) == 0 {
		return "", false
	}
	word, _ := list[0].(map[string]any)
	parts, _ := word["Parts"].([]any)
	if len(parts) != 1 {
		return "", false
	}
	part, _ := parts[0].(map[string]any)
	value, ok := part["Value"].(string)
	return value, ok && part["Type"] == "Lit"
}

// isShell reports whether a text is a script of a shell, by its first line.
func isShell(text []byte) bool {
	first, _, _ := bytes.Cut(text[:min(100, len(text))], []byte("\n"))
	words := bytes.Fields(first)
	return bytes.HasPrefix(first, []byte("#!")) && bytes.HasSuffix(words[0], []byte("sh")) && bytes.IndexByte(text, 0) < 0
}

// TestBashAgainstShfmt compares with the parser of shfmt over the shell scripts of the system:
// functions, commands, assignments, variables and comments.
func TestBashAgainstShfmt(t *testing.T) {
	if _, err := exec.LookPath("shfmt"); err != nil {
		t.Skip("skipped: no shfmt")
	}
	files := corpus(t, func(string) bool { return true }, "/usr/bin", "/usr/sbin", "/etc", "/var/lib/dpkg/info")
	maps.Copy(files, corpus(t, suffix(".sh"), "/usr/lib", "/usr/share", "/usr/local/go/src"))
	maps.DeleteFunc(files, func(_ string, text []byte) bool { return !isShell(text) })
	y := newTally("Bash")
	y.partial = true
	for name, text := range sample(files, 120) {
		cmd := exec.Command("shfmt", "-ln", "bash", "-tojson")
		cmd.Stdin = bytes.NewReader(text)
		out, err := cmd.Output()
		one := parsed{Name: name}
		tree := &shellTree{names: []string{""}}
		var root any
		if err != nil || json.Unmarshal(out, &root) != nil {
			one.Error = "does not parse"
		}
		tree.visit(root)
		one.Words = tree.words
		y.add(Bash, text, one)
	}
	if y.files < 50 {
		t.Skip("skipped: no shell scripts")
	}
	y.report(t, map[string]float64{"definition": 98, "comment_match": 98, "callsite": 97})
}
