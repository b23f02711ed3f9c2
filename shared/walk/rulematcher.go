package walk

import (
	"bytes"
	"math"
	"path"
	"slices"

	"github.com/ct-tools/ct/shared/ledger"
)

// level is one ignore file among those that apply in a folder. Levels are shared by all folders below and never change.
type level struct {
	*patterns
	base int    // length of the part of a folder's path that the patterns do not see
	up   *level // consulted if no pattern of this level matches; nil = none

	outer uint8 // 1 + its index in plan.outer; 0 = none of those
}

// under adds p, found in the folder at path, as a level below up.
func under(up *level, p *patterns, path string) *level {
	if p == nil {
		return up
	}
	base := len(path)
	if base > 0 {
		base++ // the slash
	}
	return &level{patterns: p, base: base, up: up}
}

// rules are the ignore files that apply in a folder. Files named .ignore come first, from the deepest up; then git's
// own: the .gitignore files from the deepest up, .git/info/exclude, core.excludesFile.
type rules struct {
	own, git  *level
	unread    bool // one of them could not be read
	ownUnread bool // and that is one named .ignore
}

// lack records that the files in missing could not be read.
func (r *rules) lack(missing unread) {
	r.unread = r.unread || len(missing) > 0
	r.ownUnread = r.ownUnread || slices.ContainsFunc(missing, func(e ledger.Entry) bool { return path.Base(e.Path) == ".ignore" })
}

// ruleMatcher applies rules to the entries of one folder after another. One worker has it and reuses its buffers.
type ruleMatcher struct {
	views []view
	path  []byte // of the folder with its slash, then of the entry
	stem  int    // length of the folder's part of path
	globs []*glob
}

// view is a level reduced to what can match in one folder.
type view struct {
	*patterns
	base  int
	own   bool // of a file named .ignore
	outer uint8
	paths map[string]last // plain paths of this folder, by base name
	from  int             // ruleMatcher.globs[from:to] can match here
	to    int
}

// enter prepares j for the folder at path, whose rules are r.
func (j *ruleMatcher) enter(r rules, path string) {
	j.views, j.globs = j.views[:0], j.globs[:0]
	j.path = append(j.path[:0], path...)
	if path != "" {
		j.path = append(j.path, '/')
	}
	j.stem = len(j.path)
	for l := r.own; l != nil; l = l.up {
		j.see(l, true)
	}
	for l := r.git; l != nil; l = l.up {
		j.see(l, false)
	}
}

func (j *ruleMatcher) see(l *level, own bool) {
	dir := j.path[l.base:j.stem] // below the level's folder; ends in a slash unless empty
	v := view{patterns: l.patterns, base: l.base, own: own, outer: l.outer, from: len(j.globs)}
	if l.paths != nil {
		v.paths = l.paths[string(bytes.TrimSuffix(dir, []byte("/")))]
	}
	for i := range l.globs {
		g := &l.globs[i]
		if n := min(len(g.prefix), len(dir)); g.prefix[:n] == string(dir[:n]) {
			j.globs = append(j.globs, g)
		}
	}
	v.to = len(j.globs)
	j.views = append(j.views, v)
}

// decision is what rules say about an entry: neither, if no pattern matches it.
type decision struct {
	ignored bool
	shown   bool // by a file named .ignore, even if it is hidden
	outer   uint8
}

// rule returns what the rules say about the entry with that name.
func (j *ruleMatcher) rule(name []byte, isDir bool) decision {
	if len(j.views) == 0 {
		return decision{}
	}
	dot, dots := lastDot(name)
	joined := false
	for i := range j.views {
		v := &j.views[i]
		if v.many != nil {
			j.path = append(j.path[:j.stem], name...)
			joined = true
			if at := v.many.last(j.path[v.base:], name, isDir); at >= 0 {
				negated := v.many.text[at]&manyNegated != 0
				return decision{!negated, negated && v.own, v.outer}
			}
			continue
		}
		at, more := v.plain(name, dot, isDir)
		at = lastOf(v.bases, name, dots, isDir, lastOf(more, name, dots, isDir, at))
		for k := v.to - 1; k >= v.from && j.globs[k].at > at; k-- {
			if !joined {
				j.path = append(j.path[:j.stem], name...)
				joined = true
			}
			if j.globs[k].matches(j.path[v.base:], math.MaxInt, isDir) {
				at = j.globs[k].at
			}
		}
		if at >= 0 {
			return decision{!v.neg[at], v.neg[at] && v.own, v.outer}
		}
	}
	return decision{}
}

// lastDot returns the position of the last dot of name, or -1, and the number of dots.
func lastDot(name []byte) (at, dots int) {
	at = -1
	for i, c := range name {
		if c == '.' {
			at = i
			dots++
		}
	}
	return at, dots
}

// lastOf returns the position of the last of globs that matches the name, or at if that is later.
func lastOf(globs []glob, name []byte, dots int, isDir bool, at int32) int32 {
	for k := len(globs) - 1; k >= 0 && globs[k].at > at; k-- {
		if globs[k].matches(name, dots, isDir) {
			return globs[k].at
		}
	}
	return at
}

// plain returns the position of the last pattern without wildcards that matches the name, or -1, and the patterns with
// wildcards for its extension. dot is the position of the name's last dot, or -1.
func (v *view) plain(name []byte, dot int, isDir bool) (at int32, more []glob) {
	at = -1
	if v.names != nil {
		if l, ok := v.names[string(name)]; ok {
			at = l.of(isDir)
		}
	}
	if v.exts != nil && dot >= 0 {
		if e, ok := v.exts[string(name[dot+1:])]; ok {
			at = max(at, e.of(isDir))
			more = e.globs
		}
	}
	if v.paths != nil {
		if l, ok := v.paths[string(name)]; ok {
			at = max(at, l.of(isDir))
		}
	}
	return at, more
}
