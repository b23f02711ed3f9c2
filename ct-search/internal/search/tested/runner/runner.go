// Package runner says which command runs a test. It reads the files that say which program runs the tests of a folder,
// such as go.mod and package.json, and runs nothing. Where nothing says it, there is no command.
package runner

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/walk"
)

// A Test is one test, as far as a command to run it needs it.
type Test struct {
	Path     string // of its file, as printed
	Line     int64
	Language string
	Names    []string // of what is around it, and its own last
	Titled   bool     // Names are titles
	Open     bool     // its own ends where a part is computed
	Macro    string   // that defines it
	Bases    []string // of its class
	Modules  []string // that its file imports
	Head     string   // the beginning of its file
}

// own returns its own name.
func (t *Test) own() string { return t.Names[len(t.Names)-1] }

// A Command runs one test, or several for which Key is the same.
type Command struct {
	Key      string // commands with the same key can be joined
	Selector string // of the test
	dir      string // where it is to be run, "" for the caller's folder
	line     func(selectors []string) []string
}

// String returns the command line, to be run from the caller's folder.
func (c *Command) String() string { return c.of([]string{c.Selector}) }

// Joined returns the command line that runs the tests of several commands with the same key, in the order given.
func Joined(all []Command) string {
	var selectors []string
	known := map[string]bool{}
	for i := range all {
		if s := all[i].Selector; !known[s] {
			known[s] = true
			selectors = append(selectors, s)
		}
	}
	return all[0].of(selectors)
}

func (c *Command) of(selectors []string) string {
	text := render.Shell(c.line(selectors)...)
	if c.dir == "" || c.dir == "." {
		return text
	}
	return "(" + render.Shell("cd", c.dir) + " && " + text + ")"
}

// A Finder finds commands; it reads each file that says something once.
type Finder struct {
	view  walk.View
	texts map[string]*string // of files, nil if they cannot be read
}

// New returns a finder that reads the files of a view.
func New(view walk.View) *Finder { return &Finder{view: view, texts: map[string]*string{}} }

// Of returns the command that runs a test. If none is known, why says what is missing.
func (f *Finder) Of(t *Test) (c Command, why string) {
	switch t.Language {
	case "go":
		return f.golang(t)
	case "py":
		return f.python(t)
	case "js", "ts":
		return f.script(t)
	case "rust":
		return f.rust(t)
	case "java", "kotlin":
		return f.jvm(t)
	case "cs":
		return f.dotnet(t)
	case "ruby":
		return f.ruby(t)
	case "php":
		return f.php(t)
	case "swift":
		return f.swift(t)
	case "c", "cpp":
		return f.native(t)
	}
	return Command{}, "no runner is known for files of " + t.Language
}

// maxManifest bounds what is read of a file, in bytes.
const maxManifest = 1 << 20

// text returns the text of a file; false if it cannot be read.
func (f *Finder) text(name string) (string, bool) {
	known, ok := f.texts[name]
	if !ok {
		if in, err := f.view.Open(name); err == nil {
			data, err := io.ReadAll(io.LimitReader(in, maxManifest))
			_ = in.Close()
			if text := string(data); err == nil {
				known = &text
			}
		}
		f.texts[name] = known
	}
	if known == nil {
		return "", false
	}
	return *known, true
}

// mostUp bounds the folders that are looked in for a file, from that of a test upward.
const mostUp = 40

// up returns the nearest folder, from that of a file upward, that has one of some files, and which. Folders above the
// working folder are "..", "../.." and so on.
func (f *Finder) up(name string, some ...string) (dir, file string, ok bool) {
	dir = path.Dir(name)
	for range mostUp {
		for _, file := range some {
			if _, ok := f.text(path.Join(dir, file)); ok {
				return dir, file, true
			}
		}
		parent, ok := above(dir)
		if !ok {
			break
		}
		dir = parent
	}
	return "", "", false
}

// above returns the folder above one.
func above(dir string) (string, bool) {
	switch {
	case dir == "/":
		return "", false
	case dir == "." || dir == ".." || strings.HasSuffix(dir, "/.."):
		here, err := filepath.Abs(dir)
		return path.Join("..", dir), err == nil && filepath.Dir(here) != here
	}
	return path.Dir(dir), true
}

// from returns the path of a file from a folder, "" if it is not below it.
func from(dir, name string) string {
	rel, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(name))
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(os.PathSeparator)) {
		here, err := filepath.Abs(filepath.FromSlash(dir))
		file, wrong := filepath.Abs(filepath.FromSlash(name))
		if err != nil || wrong != nil {
			return ""
		}
		if rel, err = filepath.Rel(here, file); err != nil || strings.HasPrefix(rel, "..") {
			return ""
		}
	}
	return filepath.ToSlash(rel)
}

// isAbove reports whether a folder is the working folder or above it.
func isAbove(dir string) bool { return dir == "." || from(dir, ".") != "" }
