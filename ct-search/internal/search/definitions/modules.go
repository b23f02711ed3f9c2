package definitions

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// maxHead is how much of a file is read to find its module, in bytes.
const maxHead = 64 << 10

// modules returns the module that a file is, by its name and its beginning.
func (v *visitor) modules(e *walk.Entry) walk.Outcome[*file] {
	s := v.search
	name := e.Path()
	language := languages.Of(name, nil)
	if language == nil || language.Lines != nil { // documents and data are no modules
		return walk.Outcome[*file]{}
	}
	parts := moduleParts(name)
	if !language.FolderModules && !s.wants(parts, name) {
		return walk.Outcome[*file]{}
	}
	head, err := grep.Text(v.ctx, e, &v.head, maxHead)
	switch {
	case v.ctx.Err() != nil:
		return walk.Outcome[*file]{Skip: ledger.Timeout}
	case err != nil:
		return walk.Outcome[*file]{Skip: ledger.Unreadable, Detail: grep.Cause(err)}
	case bytes.IndexByte(head, 0) >= 0:
		return walk.Outcome[*file]{Skip: ledger.Binary}
	}
	f := &file{}
	if language = languages.In(e, head); language == nil {
		return walk.Outcome[*file]{}
	}
	f.Path, f.Language, f.Role = name, language.Name, rank.RoleOf(name, true, head[:min(len(head), 1024)])
	f.Info, _ = e.Stat()
	clause, doc := headOf(language.Language, head)
	if f.folder = language.FolderModules; f.folder {
		if clause == "" {
			return walk.Outcome[*file]{Value: f}
		}
		parts = append(plainParts(path.Dir(name)), clause)
		if len(parts) > 1 && parts[len(parts)-2] == clause {
			parts = parts[:len(parts)-1]
		}
		if !s.wants(parts, "") {
			return walk.Outcome[*file]{}
		}
	}
	f.matches = []occurrence.Match{moduleMatch(f, head, clause, doc, parts)}
	if !f.folder && len(head) < maxHead {
		f.matches[0].Definition.Exports = exports(language, head)
	}
	if !s.Where.Holds(&f.matches[0]) {
		f.matches, f.dropped = nil, 1
	}
	return walk.Outcome[*file]{Value: f, Keep: true, Size: 1200}
}

// exports returns the first public names that a file defines outside of any other definition.
func exports(language *languages.Language, text []byte) []string {
	seen := source.Scan(language.Scan, text, source.Want{Declarations: true})
	var names []string
	for i := range seen.Declarations {
		d := &seen.Declarations[i]
		name := d.Name.Of(text)
		if d.Parent == source.None && d.Receiver == "" && d.Visibility == source.Public && !slices.Contains(names, name) {
			names = append(names, name)
		}
		if len(names) == occurrence.MostInList {
			break
		}
	}
	return names
}

// wants reports whether a module is one that is looked for, by its names or, if it is a file, by its path.
func (s *Search) wants(parts []string, name string) bool {
	switch {
	case s.expr != nil:
		return s.expr.MatchString(parts[len(parts)-1]) || s.expr.MatchString(strings.Join(parts, "."))
	case s.module == nil:
		return true
	}
	whole := append(slices.Clone(s.Here), parts...)
	return s.module.is(whole) || name != "" && s.module.is(append(slices.Clone(s.Here), strings.Split(name, "/")...))
}

// moduleParts returns the names of the module that a file is, by its path.
func moduleParts(name string) []string {
	parts := strings.Split(strings.TrimSuffix(name, path.Ext(name)), "/")
	if last := len(parts) - 1; last > 0 && (parts[last] == "__init__" || parts[last] == "mod" || parts[last] == "index") {
		parts = parts[:last]
	}
	return plainParts(strings.Join(parts, "/"))
}

// plainParts returns the names in a path.
func plainParts(name string) []string {
	return slices.DeleteFunc(strings.Split(name, "/"), func(p string) bool { return p == "." || p == ".." || p == "" })
}

// moduleMatch is the match that stands for a module.
func moduleMatch(f *file, head []byte, clause, doc string, parts []string) occurrence.Match {
	qualname := strings.Join(parts, ".")
	if f.folder {
		qualname = strings.Join(parts, "/")
	}
	line, text := int64(1), firstLine(head)
	signature := ""
	if f.folder {
		signature = "package " + clause
		if at := bytes.Index(head, []byte("\n"+signature)); at >= 0 {
			line, text = int64(bytes.Count(head[:at+1], []byte{'\n'}))+1, firstLine(head[at+1:])
		}
	}
	shown, _ := budget.Clip(text, 0, 0, occurrence.ClipText)
	symbol := parts[len(parts)-1]
	if clause != "" {
		symbol = clause
	}
	return occurrence.Match{
		Path: f.Path, Line: line, End: line, Column: 1, EndColumn: len(text) + 1, Kind: source.Definition, Own: true, Body: true, Whole: true,
		Text: shown, Word: symbol, Enclosing: occurrence.Outermost, Language: f.Language, Role: f.Role,
		Snippet:    occurrence.Snippet{First: line, Lines: []string{shown}},
		Definition: &occurrence.Definition{Symbol: symbol, Qualname: qualname, Kind: source.Module, Signature: signature, Doc: doc, First: line, Last: line},
	}
}

func firstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	return bytes.TrimSuffix(line, []byte{'\r'})
}

// packages joins the files of a folder to one package.
type packages map[string]bool

// once returns f without its match if its package was listed. The first file with documentation replaces the kept one.
func (p *packages) once(f *file, found *Found) *file {
	if !f.folder || len(f.matches) == 0 {
		return f
	}
	if *p == nil {
		*p = packages{}
	}
	m := &f.matches[0]
	if key := path.Dir(f.Path) + "\x00" + m.Definition.Symbol; !(*p)[key] {
		(*p)[key] = true
		return f
	}
	for i := range found.Groups {
		if g := &found.Groups[i]; g.Definition.Doc == "" && m.Definition.Doc != "" && g.Word == m.Word && path.Dir(g.Path) == path.Dir(f.Path) {
			g.Match = *m
		}
	}
	f.matches = nil
	return f
}
