package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// What a suggestion may find or leave out where not all of a tree was looked at, or where there is a .git.
const (
	noRepository = "it does not read .git"
	noSpecial    = "it lists no FIFOs, sockets or devices"
	readsWide    = "it reads UTF-16"
	readsNUL     = "it also searches files with a NUL after their first 8,000 bytes"
	noRules      = "it does not read .rgignore"
	readsRules   = "it reads .gitignore outside a repository"
)

// notes joins notes.
func notes(said ...string) string { return strings.Join(said, "; ") }

func grepOptions() *grammar {
	return &grammar{
		short: map[byte]string{
			'n': "", 'H': "", 's': "", 'r': "r", 'i': "i", 'F': "F", 'E': "E", 'G': "G", 'w': "w", 'l': "l", 'a': "",
			'A': "A:", 'B': "B:", 'C': "C:", 'e': "e:", 'm': "m:",
		},
		long: map[string]string{
			"line-number": "", "with-filename": "", "no-messages": "", "recursive": "r", "ignore-case": "i", "fixed-strings": "F",
			"extended-regexp": "E", "basic-regexp": "G", "word-regexp": "w", "files-with-matches": "l", "text": "",
			"color": "color:", "colour": "color:", "regexp": "e:", "include": "include:", "exclude-dir": "exclude:",
			"after-context": "A:", "before-context": "B:", "context": "C:", "max-count": "m:",
		},
	}
}

// simpleGlob and simpleName report whether a glob or a name means the same to all programs.
func simpleGlob(s string) bool { return made(s, "_.*-") }
func simpleName(s string) bool { return made(s, "_.-") }

// grep translates a call of grep.
func grep(args []string, at place, d dialect) *suggestion {
	o, ok := grepOptions().parse(args)
	if !ok || o.count("E")+o.count("F")+o.count("G") > 1 || o.coloured() {
		return nil
	}
	if o.has("E") {
		d = extended
	}
	what := search(o, d)
	if what == nil {
		return nil
	}
	paths := o.operands
	if o.has("r") {
		if len(paths) == 0 {
			paths = []string{"."}
		}
		if !at.all(paths, folder, regular) {
			return nil
		}
		what = append(what, "--hidden", "--no-ignore")
	} else if len(paths) == 0 || !at.all(paths, regular) || o.has("include") || o.has("exclude") {
		return nil
	}
	what = append(what, "--text")
	included, ok := includes(o, at, paths)
	if !ok || at.overlap(paths) {
		return nil
	}
	what = append(what, included...)
	excluded, ok := excludes(o.values("exclude"), paths)
	if !ok {
		return nil
	}
	note, ok := o.misread(at, paths)
	if !ok {
		return nil
	}
	return &suggestion{append(append(what, excluded...), paths...), note}
}

// excludes returns the options for the folders of --exclude-dir, and reports whether ct can leave them out.
func excludes(names, paths []string) (what []string, ok bool) {
	for _, name := range names {
		if name == ".git" {
			continue // ct leaves it out in any case
		}
		if !leavesOut(name, paths) {
			return nil, false
		}
		what = append(what, "--exclude", name+"/")
	}
	return what, true
}

// misread returns what to say about what grep and ct read, and reports whether they read the same without it.
func (o *options) misread(at place, paths []string) (note string, same bool) {
	without := o.values("exclude")
	v := at.look(paths, nil, 0, marks, without...)
	if v.marked {
		return "", false // grep reads UTF-16 as bytes, and takes the mark of UTF-8 for a character
	}
	var said []string
	if v.gitOther || !v.whole || v.gitFolder && !slices.Contains(without, ".git") {
		said = append(said, noRepository)
	}
	if !v.whole {
		said = append(said, readsWide)
	}
	return notes(said...), true
}

// includes returns the options for those of --include, and reports whether ct has them.
func includes(o *options, at place, paths []string) (what []string, ok bool) {
	for _, glob := range o.values("include") {
		if !simpleGlob(glob) || !at.all(paths, folder) {
			return nil, false
		}
		what = append(what, "-g", glob)
	}
	return what, true
}

// coloured reports whether the matches of an answer may be coloured.
func (o *options) coloured() bool {
	return o.has("color") && !slices.Equal(o.values("color"), []string{"never"})
}

// leavesOut reports whether --exclude name/ leaves out the folders called name and nothing else. A path that leads through
// such a folder would be left out by the one program and not the other.
func leavesOut(name string, paths []string) bool {
	if !simpleName(name) || name == "." || name == ".." {
		return false
	}
	for _, path := range paths {
		if filepath.IsAbs(path) || slices.Contains(strings.Split(filepath.ToSlash(filepath.Clean(path)), "/"), name) || strings.HasPrefix(filepath.Clean(path), "..") {
			return false
		}
	}
	return true
}

// search returns the arguments of ct that look for what grep and rg are given, with the operands that are not paths
// removed; nil if that is not possible.
func search(o *options, d dialect) []string {
	patterns := o.values("e")
	if len(patterns) == 0 {
		if len(o.operands) == 0 {
			return nil
		}
		patterns, o.operands = o.operands[:1], o.operands[1:]
	}
	form := "-n"
	switch {
	case o.has("l") && o.has("c"):
		return nil // rg 13 prints counts
	case o.has("l"):
		form = "-l"
	case o.has("c"):
		form = "-c"
	}
	what := []string{"search", form}
	if o.has("i") {
		what = append(what, "-i")
	} else {
		what = append(what, "-s")
	}
	texts, word := expressions(patterns, o.has("F"), o.has("w"), d)
	if texts == nil {
		return nil
	}
	if word {
		what = append(what, "-w")
	}
	what = append(what, texts...)
	for _, name := range []string{"A", "B", "C", "m"} {
		values := o.values(name)
		if len(values) == 0 {
			continue
		}
		if _, ok := number(values[0], 10000); !ok || len(values) > 1 || form != "-n" || name != "m" && (o.has("m") || name == "C" && (o.has("A") || o.has("B"))) {
			return nil
		}
		what = append(what, "-"+name, values[0])
	}
	return what
}

// expressions returns the arguments of ct for patterns, nil if there are none, and whether it is to look for whole words.
func expressions(patterns []string, fixed, word bool, d dialect) (args []string, words bool) {
	texts, literal := make([]string, len(patterns)), true
	for i, pattern := range patterns {
		if m := boundedWord().FindStringSubmatch(pattern); m != nil && len(patterns) == 1 && !fixed {
			pattern, word = m[1], true
		}
		text, plain, ok := pattern, true, pattern != ""
		if !fixed {
			text, plain, ok = translate(pattern, d)
		}
		if !ok || word && (!plain || !plainWord(text)) {
			return nil, false
		}
		texts[i], literal = text, literal && plain
	}
	if literal {
		args = append(args, "-F")
	}
	for i, text := range texts {
		if !literal {
			if _, plain, _ := translate(patterns[i], d); plain {
				text = regexp.QuoteMeta(text)
			}
		}
		args = append(args, "-e", text)
	}
	return args, word
}

func rgOptions() *grammar {
	return &grammar{
		short: map[byte]string{
			'n': "", 'N': "", 'H': "", 'I': "", 'i': "i", 's': "s", 'F': "F", 'w': "w", 'l': "l", 'c': "c", 'u': "u", '.': "hidden",
			'A': "A:", 'B': "B:", 'C': "C:", 'e': "e:", 't': "t:", 'm': "m:",
		},
		long: map[string]string{
			"line-number": "", "no-line-number": "", "with-filename": "", "no-filename": "", "no-heading": "", "ignore-case": "i",
			"case-sensitive": "s", "fixed-strings": "F", "word-regexp": "w", "files-with-matches": "l", "count": "c", "hidden": "hidden",
			"no-ignore": "no-ignore", "unrestricted": "u", "color": "color:", "regexp": "e:", "type": "t:", "files": "files",
			"after-context": "A:", "before-context": "B:", "context": "C:", "max-count": "m:", "no-config": "no-config",
		},
	}
}

// rgType returns the pattern of a type of ripgrep, "" unless it is one pattern in all versions of the last years.
func rgType(name string) string { return map[string]string{"go": "*.go", "rust": "*.rs"}[name] }

// ripgrep translates a call of rg.
func ripgrep(args []string, at place) *suggestion {
	o, ok := rgOptions().parse(args)
	if !ok || o.has("i") && o.has("s") || o.count("u") > 2 || o.coloured() {
		return nil
	}
	var what []string
	if o.has("files") {
		if o.count("files")+o.count("hidden")+o.count("no-config")+o.count("no-ignore")+o.count("t")+o.count("u") != len(o.given) {
			return nil
		}
		what = []string{"search", "--type", "f"}
	} else if what = search(o, rust); what == nil {
		return nil
	}
	paths := o.operands
	if !at.all(paths, folder, regular) {
		return nil
	}
	if len(paths) == 0 && at == "" || at.overlap(paths) || os.Getenv("RIPGREP_CONFIG_PATH") != "" && !o.has("no-config") {
		return nil
	}
	if o.all() {
		what = append(what, "--hidden")
	}
	if !o.ignores() {
		what = append(what, "--no-ignore")
	}
	typed, ok := types(o, at, paths)
	if !ok {
		return nil
	}
	note, ok := o.unlike(at, paths)
	if !ok {
		return nil
	}
	return &suggestion{append(append(what, typed...), paths...), note}
}

// all reports whether rg is to read hidden files too, and ignores whether it leaves out files that are ignored.
func (o *options) all() bool     { return o.has("hidden") || o.count("u") > 1 }
func (o *options) ignores() bool { return !o.has("no-ignore") && !o.has("u") }

// unlike returns what to say about what rg and ct search, and reports whether they search the same without it.
func (o *options) unlike(at place, paths []string) (note string, same bool) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	want := nuls
	if o.has("files") {
		want = names
	}
	var inside []bool
	if o.ignores() {
		if inside, same = at.ignoresAlike(paths); !same {
			return "", false
		}
	}
	v := at.look(paths, inside, 0, want)
	hidden := o.all() && (v.git() || !v.whole) // there is a .git, or there may be one
	if v.lateNUL || o.ignores() && (v.rules || v.oddGit) || o.has("files") && hidden {
		return "", false
	}
	return notes(o.unknown(v, inside, hidden)...), true
}

// unknown returns what to say about what was not looked at, and if hidden about a .git.
func (o *options) unknown(v *view, inside []bool, hidden bool) (said []string) {
	if hidden {
		said = append(said, noRepository)
	}
	if v.whole {
		return said
	}
	if o.ignores() {
		said = append(said, noRules)
	}
	if slices.Contains(inside, false) {
		said = append(said, readsRules)
	}
	if !o.has("files") {
		said = append(said, readsNUL)
	}
	return said
}

// types returns the options for those of --type, and reports whether ct searches the same of the paths.
func types(o *options, at place, paths []string) (what []string, ok bool) {
	for _, name := range o.values("t") {
		glob := rgType(name)
		if glob == "" || slices.ContainsFunc(paths, func(p string) bool { return at.kind(p) != folder }) {
			return nil, false
		}
		what = append(what, "-g", glob)
	}
	for _, p := range paths {
		if at.kind(p) == regular && !at.text([]string{p}) {
			return nil, false // rg says of such a file that it matches, ct skips it
		}
	}
	return what, true
}
