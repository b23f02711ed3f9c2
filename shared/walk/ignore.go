package walk

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"strings"
)

// patterns is one parsed ignore file; it never changes. Most patterns are a plain base name, "*.ext" or a plain path.
// They are kept in maps, so that an entry costs a few lookups however long the file is. The rest are tried from last to
// first. Source of the rules: gitignore(5) and git's dir.c.
type patterns struct {
	names map[string]last            // "name": the base name is equal
	exts  map[string]extension       // by what follows the last dot
	paths map[string]map[string]last // "dir/name": by folder, then by base name
	bases []glob                     // match the base name, in file order
	globs []glob                     // match the path, in file order
	neg   []bool                     // by position in the file: the pattern begins with '!'
	many  *many                      // the patterns of a large file; all others are then empty
}

// last is the position of the last pattern that matches a key, or -1.
type last struct {
	any int32 // of the patterns for entries of every kind
	dir int32 // of all patterns that match folders
}

// extension is the list of patterns that only match base names with one extension.
type extension struct {
	last         // "*.ext"
	globs []glob // "*.more.ext" and the like, in file order
}

// glob is a pattern with wildcards, or one that no map can represent.
type glob struct {
	at      int32  // position in the file
	prefix  string // what the text must begin with
	suffix  string // what the text must end with, for base names
	rest    string // the pattern after prefix, including suffix
	stars   bool   // rest consists of stars and plain text, and middle is that text
	middle  []string
	inner   string // plain text that every match contains, if stars is false
	dots    int    // a match has at least this many dots
	dirOnly bool
}

// errStopped is the error of parsing that the end of the walk stopped.
var errStopped = errors.New("not parsed before the walk ended")

// parseIgnore parses the text of an ignore file until stop reports true; nil never does. It returns nil if the file has
// no patterns.
func parseIgnore(text []byte, stop func() bool) (*patterns, error) {
	p := &patterns{}
	if len(text) > manyBytes {
		p.many = newMany(len(text))
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	for n := 1; len(text) > 0; n++ {
		if n%1024 == 0 && stop != nil && stop() {
			return nil, errStopped
		}
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if i := bytes.IndexByte(line, 0); i >= 0 {
			line = line[:i] // git's lines are C strings
		}
		if line = line[:withoutTrailingSpaces(line)]; p.many != nil {
			p.many.add(line)
		} else {
			p.add(line)
		}
	}
	switch {
	case p.many != nil:
		if !p.many.sort(stop) {
			return nil, errStopped
		}
	case len(p.neg) == 0:
		return nil, nil //nolint:nilnil // no patterns
	}
	return p, nil
}

// withoutTrailingSpaces returns the length of line without trailing spaces. An escaped space is not removed.
func withoutTrailingSpaces(line []byte) int {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
			if i == len(line) {
				return len(line)
			}
		}
		end = i + 1
	}
	return end
}

// split splits a line into its pattern and its signs. The pattern has no slash if it is one of base names; that of a path
// begins with a slash. It is empty if nothing matches.
func split(line []byte) (pattern []byte, negated, dirOnly bool) {
	pattern, negated = bytes.CutPrefix(line, []byte("!"))
	pattern, dirOnly = bytes.CutSuffix(pattern, []byte("/"))
	if !bytes.Contains(pattern, []byte("/")) {
		return pattern, negated, dirOnly
	}
	anchored := bytes.TrimPrefix(pattern, []byte("/"))
	base, deep := bytes.CutPrefix(anchored, []byte("**/"))
	switch {
	case len(anchored) == 0 || anchored[0] == '/':
		return nil, false, false // no path begins with a slash
	case deep && !bytes.Contains(base, []byte("/")):
		return base, negated, dirOnly // the same as a base name at any depth
	case len(anchored) == len(pattern):
		return slices.Concat([]byte("/"), pattern), negated, dirOnly
	}
	return pattern, negated, dirOnly
}

func (p *patterns) add(line []byte) {
	text, negated, dirOnly := split(line)
	if len(text) == 0 {
		return
	}
	pattern, at := string(text), int32(len(p.neg))
	p.neg = append(p.neg, negated)
	if pattern[0] != '/' {
		p.addBase(pattern, at, dirOnly)
		return
	}
	pattern = pattern[1:]
	if literal := literalLen(pattern); literal < len(pattern) {
		p.globs = append(p.globs, glob{at: at, prefix: pattern[:literal], rest: pattern[literal:], dirOnly: dirOnly})
		return
	}
	i := strings.LastIndexByte(pattern, '/')
	dir := pattern[:max(i, 0)]
	if p.paths == nil {
		p.paths = map[string]map[string]last{}
	}
	if p.paths[dir] == nil {
		p.paths[dir] = map[string]last{}
	}
	note(p.paths[dir], pattern[i+1:], at, dirOnly)
}

// addBase adds a pattern that matches base names.
func (p *patterns) addBase(pattern string, at int32, dirOnly bool) {
	literal := literalLen(pattern)
	if literal == len(pattern) {
		if p.names == nil {
			p.names = map[string]last{}
		}
		note(p.names, pattern, at, dirOnly)
		return
	}
	if ext, ok := strings.CutPrefix(pattern, "*."); ok && literalLen(ext) == len(ext) && !strings.Contains(ext, ".") {
		e := p.extension(ext)
		e.note(at, dirOnly)
		p.exts[ext] = e
		return
	}
	g := glob{at: at, prefix: pattern[:literal], rest: pattern[literal:], dirOnly: dirOnly}
	if g.stars = !strings.ContainsAny(g.rest, `?[\`); g.stars {
		parts := strings.Split(g.rest, "*")
		g.suffix = parts[len(parts)-1]
		for _, part := range parts[:len(parts)-1] {
			if part != "" {
				g.middle = append(g.middle, part)
			}
		}
	} else if g.suffix = g.rest[strings.LastIndexAny(g.rest, `*?]\`)+1:]; strings.Contains(g.suffix, "[") {
		g.suffix = "" // a class begins there; otherwise nothing after the last wildcard is special
	}
	if !g.stars {
		g.inner = longestPlain(g.rest)
	}
	g.dots = plainDots(pattern)
	if dot := strings.LastIndexByte(g.suffix, '.'); dot >= 0 {
		e := p.extension(g.suffix[dot+1:])
		e.globs = append(e.globs, g)
		p.exts[g.suffix[dot+1:]] = e
		return
	}
	p.bases = append(p.bases, g)
}

// extension returns the patterns for ext so far.
func (p *patterns) extension(ext string) extension {
	if p.exts == nil {
		p.exts = map[string]extension{}
	}
	e, ok := p.exts[ext]
	if !ok {
		e.last = nothing
	}
	return e
}

// longestPlain returns the longest literal text in pattern.
func longestPlain(pattern string) string {
	longest := ""
	for plain := range plainTexts(pattern) {
		if len(plain) > len(longest) {
			longest = plain
		}
	}
	return longest
}

// plainDots counts the literal dots in pattern.
func plainDots(pattern string) (n int) {
	for plain := range plainTexts(pattern) {
		n += strings.Count(plain, ".")
	}
	return n
}

// plainTexts iterates over the texts between special characters of pattern, up to a class that can never match.
func plainTexts(pattern string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from := 0
		for i := 0; i < len(pattern); i++ {
			end := i
			switch pattern[i] {
			case '*', '?':
			case '\\':
				end++
			case '[':
				if end, _ = wildClass(pattern, i+1, 0); end < 0 {
					return // the texts before it are still required
				}
			default:
				continue
			}
			if from < i && !yield(pattern[from:i]) {
				return
			}
			i, from = end, end+1
		}
		if from < len(pattern) {
			yield(pattern[from:])
		}
	}
}

// wildcards are the characters of wildcards and escapes.
const wildcards = `*?[\`

// literalLen returns how many bytes of pattern precede its first wildcard or escape.
func literalLen(pattern string) int {
	if i := strings.IndexAny(pattern, wildcards); i >= 0 {
		return i
	}
	return len(pattern)
}

func note(m map[string]last, key string, at int32, dirOnly bool) {
	l, ok := m[key]
	if !ok {
		l = nothing
	}
	l.note(at, dirOnly)
	m[key] = l
}

var nothing = last{-1, -1}

func (l *last) note(at int32, dirOnly bool) {
	l.dir = at
	if !dirOnly {
		l.any = at
	}
}

func (l last) of(isDir bool) int32 {
	if isDir {
		return l.dir
	}
	return l.any
}

// matches reports whether g matches text, a base name or a path. dots is at least the number of dots in text.
func (g *glob) matches(text []byte, dots int, isDir bool) bool {
	if dots < g.dots || g.dirOnly && !isDir || len(text) < len(g.prefix)+len(g.suffix) ||
		string(text[:len(g.prefix)]) != g.prefix || string(text[len(text)-len(g.suffix):]) != g.suffix {
		return false
	}
	if !g.stars {
		return (g.inner == "" || bytes.Contains(text, []byte(g.inner))) && wildmatch(g.rest, text[len(g.prefix):])
	}
	// Taking each part at its first place leaves the most room for those after it.
	text = text[len(g.prefix) : len(text)-len(g.suffix)]
	for _, part := range g.middle {
		i := bytes.Index(text, []byte(part))
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return true
}
