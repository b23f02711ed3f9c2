package workspace

import (
	"bytes"
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A scriptPackage is what a package.json says.
type scriptPackage struct {
	folder  string
	name    string
	starts  []string // files that an import of its name may mean, the best first
	exports map[string][]string
	globs   []string // of its workspaces
}

// Script returns the paths that a module may be at that a file imports by a name, which is not a relative path.
func (s *Space) Script(from, module string) []string {
	key := question{s.folder(from), module}
	stems, ok := s.scripts[key]
	if !ok && module != "" {
		stems = s.paths(key.folder, module)
		if p, rest := s.scriptPackage(key.folder, module); p != nil {
			stems = append(stems, p.stems(rest)...)
		}
		full := filepath.IsAbs(filepath.FromSlash(from))
		for i := range stems {
			stems[i] = s.printed(stems[i], full)
		}
		s.scripts[key] = stems
	}
	return stems
}

// scriptPackage returns the package that an import in a folder names, nil if the tree has none of the name, and what
// follows its name.
func (s *Space) scriptPackage(folder, module string) (*scriptPackage, string) {
	name, rest, _ := strings.Cut(module, "/")
	if strings.HasPrefix(name, "@") {
		var more string
		more, rest, _ = strings.Cut(rest, "/")
		name += "/" + more
	}
	if name == "" {
		return nil, ""
	}
	own := false // the nearest package may import itself
	for _, at := range above(folder) {
		p := s.packageIn(at)
		if p != nil && !own {
			own = true
			if p.name == name {
				return p, rest
			}
		}
		if found := s.workspace(at, p)[name]; found != nil {
			return found, rest
		}
	}
	return nil, ""
}

// workspace returns the packages of the workspace that begins in a folder, by name.
func (s *Space) workspace(folder string, p *scriptPackage) map[string]*scriptPackage {
	all, ok := s.members[folder]
	if ok {
		return all
	}
	s.members[folder] = nil
	globs, because := s.pnpm(folder), path.Join(folder, "pnpm-workspace.yaml")
	if p != nil && len(p.globs) > 0 {
		globs, because = append(globs, p.globs...), path.Join(folder, "package.json")
	}
	if len(globs) == 0 {
		return nil
	}
	all = map[string]*scriptPackage{}
	s.expand(folder, because, globs, func(at string) {
		if member := s.packageIn(at); member != nil && member.name != "" && all[member.name] == nil {
			all[member.name] = member
		}
	})
	s.members[folder] = all
	return all
}

// pnpm returns the globs of a folder's pnpm-workspace.yaml.
func (s *Space) pnpm(folder string) []string {
	name := path.Join(folder, "pnpm-workspace.yaml")
	text, ok := s.text(name)
	if !ok {
		return nil
	}
	globs, ok := pnpmPackages(string(text))
	if !ok {
		s.note(name, "packages is not a plain list of globs")
	}
	return globs
}

// packageIn returns what the package.json of a folder says; nil if there is none that can be read.
func (s *Space) packageIn(folder string) *scriptPackage {
	if p, ok := s.packages[folder]; ok {
		return p
	}
	s.packages[folder] = nil
	name := path.Join(folder, "package.json")
	text, ok := s.text(name)
	if !ok {
		return nil
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &all); err != nil {
		s.note(name, "not JSON")
		return nil
	}
	p := &scriptPackage{folder: folder, name: word(all["name"]), exports: map[string][]string{}, globs: words(all["workspaces"])}
	var within struct{ Packages json.RawMessage }
	if json.Unmarshal(all["workspaces"], &within) == nil {
		p.globs = append(p.globs, words(within.Packages)...)
	}
	p.exported(all["exports"])
	for _, field := range []string{"source", "module", "main", "types", "typings"} {
		if name := word(all[field]); name != "" {
			p.starts = append(p.starts, name)
		}
	}
	s.packages[folder] = p
	return p
}

// exported keeps the plain cases of exports: a path, one for each condition, and these for paths below the package.
func (p *scriptPackage) exported(value json.RawMessage) {
	var all map[string]json.RawMessage
	if json.Unmarshal(value, &all) != nil {
		p.starts = words(value)
		return
	}
	for key, to := range all {
		if below, ok := strings.CutPrefix(key, "."); ok {
			p.exports[strings.TrimPrefix(below, "/")] = targets(to, mostSteps)
		}
	}
	p.starts = p.exports[""]
	if len(p.exports) == 0 {
		p.starts = targets(value, mostSteps)
	}
}

// conditions are those of exports that are followed, the ones that lead to sources first.
var conditions = []string{"source", "development", "import", "module", "node", "browser", "require", "default", "types"}

// targets returns the paths that a value of exports names, the best first.
func targets(value json.RawMessage, steps int) []string {
	var all map[string]json.RawMessage
	if steps == 0 || json.Unmarshal(value, &all) != nil {
		return words(value)
	}
	var out []string
	for _, c := range conditions {
		if to, ok := all[c]; ok {
			out = append(out, targets(to, steps-1)...)
		}
	}
	return out
}

// word returns a value that is a text, else "".
func word(value json.RawMessage) string {
	var text string
	_ = json.Unmarshal(value, &text) // another value is none
	return text
}

// words returns the texts of a list, or one that stands alone.
func words(value json.RawMessage) []string {
	if one := word(value); one != "" {
		return []string{one}
	}
	var list []json.RawMessage
	_ = json.Unmarshal(value, &list) // another value is none
	var all []string
	for _, one := range list {
		if text := word(one); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// stems returns the paths that a module of a package may be at: its name alone if rest is empty.
func (p *scriptPackage) stems(rest string) []string {
	to, hole := p.starts, ""
	if rest != "" {
		to, hole = chosen(p.exports, rest)
	}
	var sources, built, all []string
	for _, t := range to {
		at, ok := inside(p.folder, strings.ReplaceAll(t, "*", hole))
		if !ok {
			continue
		}
		all = append(all, at)
		name := strings.TrimPrefix(at, p.folder+"/")
		if first, more, ok := strings.Cut(name, "/"); first == "src" {
			sources = append(sources, at)
		} else if ok { // it may be built, in a folder of its own or beside its source
			sources = append(sources, path.Join(p.folder, "src", unbuilt(name)))
			built = append(built, path.Join(p.folder, "src", unbuilt(more)))
		}
	}
	if at, ok := inside(p.folder, rest); ok {
		all = append(all, path.Join(p.folder, "src", rest), at)
	}
	return slices.Concat(sources, built, all)
}

// isFormat reports whether a folder has built files of one format.
func isFormat(word string) bool {
	switch word {
	case "cjs", "esm", "es", "umd", "types", "node", "browser", "mjs", "commonjs":
		return true
	}
	return false
}

// unbuilt returns the path of the source that a built file is made of, without its ending.
func unbuilt(name string) string {
	for first, rest, ok := strings.Cut(name, "/"); ok && isFormat(first); first, rest, ok = strings.Cut(name, "/") {
		name = rest
	}
	if stem, ok := strings.CutSuffix(name, ".d"+path.Ext(name)); ok {
		return stem
	}
	return strings.TrimSuffix(name, path.Ext(name))
}

// chosen returns what the best pattern for a name leads to, and what its star stands for: the name itself, else the one
// with the most before its star.
func chosen(patterns map[string][]string, name string) (to []string, hole string) {
	if to, ok := patterns[name]; ok {
		return to, ""
	}
	best := ""
	for pattern, all := range patterns {
		before, after, ok := strings.Cut(pattern, "*")
		if !ok || len(name) < len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
			continue
		}
		if at := strings.IndexByte(best, '*'); at < len(before) || at == len(before) && best < pattern {
			best, to, hole = pattern, all, name[len(before):len(name)-len(after)]
		}
	}
	return to, hole
}
