package walk

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unsafe"

	"github.com/bmatcuk/doublestar/v4"
)

// ValidGlob returns an error if pattern is not a valid glob for Options.Include, Exclude and Prune. The syntax is
// doublestar's: '*' and '?' do not match a slash, "**" as a whole component matches any number of folders, [a-z],
// [!a-z] and {one,two} are alternatives, a backslash escapes the next byte.
func ValidGlob(pattern string) error {
	switch {
	case pattern == "":
		return errors.New("empty glob: give one as '*.go', or leave it out")
	case !doublestar.ValidatePattern(pattern):
		return fmt.Errorf("malformed glob %q: a [ or { in it is not closed, or a \\ ends it; \\ before one makes it plain", pattern)
	}
	return nil
}

// FoldGlob returns a valid glob that matches what glob does whatever the case of letters, by Unicode simple folding.
func FoldGlob(glob string) string {
	var b strings.Builder
	class, first := false, false // inside [ ], and directly after its beginning
	runes := []rune(glob)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case r == '\\' && i+1 < len(runes):
			i++
			foldRune(&b, runes[i], class)
			first = false
		case !class && r == '[':
			class, first = true, true
			b.WriteRune(r)
		case class && first && (r == '!' || r == '^'):
			b.WriteRune(r)
		case class && r == ']' && !first:
			class = false
			b.WriteRune(r)
		case class && i+2 < len(runes) && runes[i+1] == '-' && runes[i+2] != ']' && runes[i+2] != '\\':
			foldRange(&b, r, runes[i+2])
			i, first = i+2, false
		case strings.ContainsRune("*?{},/", r) && !class:
			b.WriteRune(r)
		default:
			foldRune(&b, r, class)
			first = false
		}
	}
	return b.String()
}

// foldRune writes a character and its other cases, in a class or as one.
func foldRune(b *strings.Builder, r rune, class bool) {
	orbit := []rune{r}
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		orbit = append(orbit, other)
	}
	open := len(orbit) > 1 && !class
	if open {
		b.WriteByte('[')
	}
	for _, c := range orbit {
		if strings.ContainsRune(`\*?[]{}!^-,`, c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	if open {
		b.WriteByte(']')
	}
}

// foldRange writes a range of a class, and the other cases of its ASCII letters.
func foldRange(b *strings.Builder, lo, hi rune) {
	b.WriteString(string(lo) + "-" + string(hi))
	for _, move := range []struct{ from, to, by rune }{{'a', 'z', 'A' - 'a'}, {'A', 'Z', 'a' - 'A'}} {
		if l, h := max(lo, move.from), min(hi, move.to); l <= h {
			b.WriteString(string(l+move.by) + "-" + string(h+move.by))
		}
	}
}

// Covers reports whether valid globs exclude a folder, by its printed path, or one above it: as a walk that lists these does,
// which does not exclude the roots that it is given.
func Covers(exclude []string, folder string) bool {
	g := newGlobs(exclude, false)
	for end := 0; g != nil && end < len(folder); end++ {
		if next := strings.IndexByte(folder[end:], '/'); next < 0 {
			end = len(folder)
		} else {
			end += next
		}
		path := []byte(folder[:end])
		if g.match(path[strings.LastIndexByte(folder[:end], '/')+1:], true, func() []byte { return path }) {
			return true
		}
	}
	return false
}

// EscapeGlob returns a glob that matches a path and nothing else.
func EscapeGlob(path string) string {
	var b strings.Builder
	for i := range len(path) {
		if strings.IndexByte(`\*?[{`, path[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(path[i])
	}
	return b.String()
}

// globs matches a name or path if one glob of a list does. Plain names and "*.ext" are looked up in maps.
type globs struct {
	names    map[string]bool // plain base names; true: also matches files, not only folders
	exts     map[string]bool // what follows the last dot of a base name; true: as in names
	ends     []pathGlob      // "*.more.ext": the text after the star
	patterns []pathGlob
}

type pathGlob struct {
	pattern string
	base    bool // match the base name, not the printed path
	dirOnly bool
}

// newGlobs compiles patterns that passed ValidGlob. If including, one for a folder matches everything below it.
func newGlobs(patterns []string, including bool) *globs {
	if len(patterns) == 0 {
		return nil
	}
	g := &globs{names: map[string]bool{}, exts: map[string]bool{}}
	for _, p := range patterns {
		p = strings.TrimPrefix(p, "./")
		p, dirOnly := strings.CutSuffix(p, "/")
		if dirOnly && including {
			if !strings.Contains(p, "/") {
				p = "**/" + p
			}
			p, dirOnly = p+"/**/*", false
		}
		g.add(p, dirOnly)
	}
	return g
}

func (g *globs) add(p string, dirOnly bool) {
	ext, isExt := strings.CutPrefix(p, "*.")
	switch {
	case p == "":
	case strings.Contains(p, "/"):
		g.patterns = append(g.patterns, pathGlob{p, false, dirOnly})
	case !strings.ContainsAny(p, `*?[{\`):
		g.names[p] = g.names[p] || !dirOnly
	case isExt && !strings.ContainsAny(ext, `*?[{\.`):
		g.exts[ext] = g.exts[ext] || !dirOnly
	case isExt && !strings.ContainsAny(ext, `*?[{\`):
		g.ends = append(g.ends, pathGlob{p[1:], true, dirOnly})
	default:
		g.patterns = append(g.patterns, pathGlob{p, true, dirOnly})
	}
}

// match reports whether one of g matches the entry. path returns the printed path, and is called only if needed.
func (g *globs) match(name []byte, isDir bool, path func() []byte) bool {
	if g.plain(name, isDir) {
		return true
	}
	for i := range g.patterns {
		p := &g.patterns[i]
		if p.dirOnly && !isDir {
			continue
		}
		text, pattern := name, p.pattern
		if !p.base {
			text = path()
			if len(text) > 0 && text[0] != '/' {
				pattern = strings.TrimPrefix(pattern, "/")
			}
		}
		if doublestar.MatchUnvalidated(pattern, asString(text)) {
			return true
		}
	}
	return false
}

// plain is match for the globs of base names that need no matcher.
func (g *globs) plain(name []byte, isDir bool) bool {
	if files, ok := g.names[string(name)]; ok && (files || isDir) {
		return true
	}
	for i := len(name) - 1; i >= 0 && len(g.exts) > 0; i-- {
		if name[i] == '.' {
			if files, ok := g.exts[string(name[i+1:])]; ok && (files || isDir) {
				return true
			}
			break
		}
	}
	for i := range g.ends {
		if e := &g.ends[i]; (isDir || !e.dirOnly) && strings.HasSuffix(asString(name), e.pattern) {
			return true
		}
	}
	return false
}

// asString returns b as a string without copying it. The string is valid as long as b is not changed.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
