package definitions

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A module is the name of one, or of a member that is imported, taken apart.
type module struct {
	parts []string
	bare  string // the whole where it is one name
	wide  bool   // its parts are looked for in every language: m/..., a.b.*
}

// prepareModule splits a module's name and makes the matcher of its last part, in every import but `from . import`.
func (s *Search) prepareModule(text string) error {
	s.module = &module{}
	for _, all := range []string{"/...", ".*", "::*", `\*`} {
		if outer, ok := strings.CutSuffix(text, all); ok && s.Kind == Import && outer != "" {
			text, s.module.wide = outer, true
			break
		}
	}
	s.module.parts = partsOf(text)
	last := s.module.parts[len(s.module.parts)-1]
	if len(s.module.parts) == 1 {
		s.module.bare = last
	}
	s.name = last
	if s.Kind == Module {
		return nil
	}
	if s.target = newTarget(text, s.Files.View(), s.Here); s.target != nil {
		if n := len(s.target.rust); n > 0 {
			return s.look(s.target.rust[n-1])
		}
	}
	if languages.Of(last, nil) != nil { // shop.js is imported as shop too
		last = strings.TrimSuffix(last, path.Ext(last))
	}
	if outer := s.module.parts[:len(s.module.parts)-1]; len(outer) > 0 && strings.Contains(text, "/") {
		path := strings.Join(append(slices.Clone(outer), last), "/")
		if s.target != nil && s.target.golang != "" {
			path = s.target.golang
		}
		p, err := alone(path)
		if err == nil {
			s.path, err = match.New(p)
		}
		if err != nil {
			return err
		}
	}
	if strings.Count(s.module.bare, ".") > 1 { // a file, or a module with dots: tsconfig.base.json, pkg.sub.json
		return s.look(last, strings.TrimPrefix(path.Ext(s.module.bare), "."))
	}
	return s.look(last)
}

// partsOf returns the names of a module, of the outermost first: those of a.b, a::b, a\b, a/b and ../a/b.js.
func partsOf(text string) []string {
	text = strings.Trim(text, `"'<>`)
	separators := `.:\`
	switch {
	case strings.Contains(text, "/"):
		separators = "/"
	case languages.Of(text, nil) != nil && path.Ext(text) != "" && len(text) > len(path.Ext(text)):
		return []string{text}
	}
	text = strings.TrimPrefix(text, "node:")
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
	parts = slices.DeleteFunc(parts, func(p string) bool { return strings.Trim(p, ".") == "" })
	if len(parts) == 0 {
		return []string{text}
	}
	return parts
}

// is reports whether the parts of a module end with the wanted ones; the last may lack its extension.
func (m *module) is(parts []string) bool {
	if len(parts) == 0 {
		return false
	}
	if qualname.EndWith(parts, m.parts) || strings.Contains(m.bare, ".") && qualname.EndWith(parts, strings.Split(m.bare, ".")) {
		return true
	}
	last := parts[len(parts)-1]
	stem := strings.TrimSuffix(last, path.Ext(last))
	wanted := m.parts[len(m.parts)-1]
	if stem != wanted && last != strings.TrimSuffix(wanted, path.Ext(wanted)) {
		return false
	}
	return qualname.EndWith(parts[:len(parts)-1], m.parts[:len(m.parts)-1])
}

// hasPart reports whether the parts of a module that a file names are those of a part of it.
func (m *module) hasPart(parts []string, language *lang.Language) bool {
	wanted := m.parts
	if m.bare != "" && pathModules(language) {
		wanted = strings.Split(m.bare, ".")
	}
	for at := range max(len(parts)-len(wanted), 0) {
		if slices.Equal(parts[at:at+len(wanted)], wanted) {
			return true
		}
		if !m.wide {
			break
		}
	}
	return false
}

// mayBeAround reports whether a file lies in a folder of the module's name, so that it may import it without naming it.
func (m *module) mayBeAround(e *walk.Entry, here []string) bool {
	last := m.parts[len(m.parts)-1]
	if !pathModules(lang.Of(string(e.Name()), nil)) {
		return false
	}
	folders := strings.Split(path.Dir(e.Path()), "/")
	return slices.Contains(folders, last) || slices.Contains(here, last)
}

// imports chooses the imports of the module, or of a member of that name; a statement with several members is one.
func (s *Search) imports(f *occurrence.File) []source.Occurrence {
	var all []source.Occurrence
	for i := range f.Seen.Imports {
		im := &f.Seen.Imports[i]
		if !s.brings(f, im) {
			continue
		}
		if n := len(all); n > 0 {
			if last := &f.Seen.Imports[all[n-1].Of]; last.Statement == im.Statement && last.Module == im.Module {
				if im.Name != "" && (s.module == nil || last.Name != s.module.bare) {
					last.Name, last.Alias = joinedNames(last.Name, im.Name), ""
				}
				continue
			}
		}
		o := source.Occurrence{Place: placeOf(f.Text, im), Kind: source.FromImport, Enclosing: enclosing(f.Seen, im.Statement.Start), Of: i}
		if im.Name == "" {
			o.Kind = source.Import
		}
		o.Word = o.Place
		all = append(all, o)
	}
	slices.SortStableFunc(all, func(a, b source.Occurrence) int { return a.Place.Start - b.Place.Start })
	return all
}

// maxNames bounds the members that are shown of one import, in bytes.
const maxNames = 160

func joinedNames(names, name string) string {
	if len(names)+len(name) > maxNames {
		if strings.HasSuffix(names, "…") {
			return names
		}
		return names + ", …"
	}
	return strings.TrimPrefix(names+", "+name, ", ")
}

// brings reports whether an import is one of what is looked for.
func (s *Search) brings(f *occurrence.File, im *source.ImportOf) bool {
	switch {
	case im.Computed && im.Name == "":
		return false
	case s.expr != nil:
		return s.expr.MatchString(im.Module) || im.Name != "" && s.expr.MatchString(im.Name)
	case s.module == nil:
		return true
	}
	from, language := s.resolved(f, im), lang.Named(f.Language)
	if is, _ := s.target.imported(f, im, from, language); is {
		return true
	}
	whole, parts := language != nil && language.PartsImport, from
	if strings.HasPrefix(im.Module, ".") {
		whole = whole && language.PathModules
		parts = from[min(s.outside(f.Path, language), len(from)):]
	}
	return s.module.is(from) || (whole || s.module.wide) && s.module.hasPart(parts, language) ||
		im.Name != "" && im.Name != "*" && s.module.is(append(slices.Clone(from), im.Name))
}

// other returns the name of the module, or member, of an import where it only ends in what is looked for, "" where it
// is that. A relative import is of the very module where the folders have all of several names that are looked for.
func (s *Search) other(f *occurrence.File, im *source.ImportOf) string {
	from, wanted := s.resolved(f, im), len(s.module.parts)
	if _, certain := s.target.imported(f, im, from, lang.Named(f.Language)); certain {
		return ""
	}
	if im.Name != "" && !s.module.is(from) && !s.module.hasPart(from, lang.Named(f.Language)) {
		from = append(slices.Clone(from), strings.Split(im.Name, ",")[0])
	}
	separator := "."
	for _, s := range []string{"/", "::", `\`} {
		if strings.Contains(im.Module, s) {
			separator = s
		}
	}
	relative := strings.HasPrefix(im.Module, ".")
	switch {
	case relative && pathModules(lang.Named(f.Language)):
		if wanted > 1 {
			return ""
		}
		from = from[max(len(from)-2, 0):]
	case relative:
		from = strings.Split(path.Join(path.Dir(f.Path), im.Module), "/")
	}
	if len(from) == wanted && !(relative && pathModules(lang.Named(f.Language))) {
		return ""
	}
	return strings.Join(from, separator)
}

// resolved returns the parts of the module that an import names; a relative one is seen from the folder of its file.
func (s *Search) resolved(f *occurrence.File, im *source.ImportOf) []string {
	switch {
	case pathModules(lang.Named(f.Language)) && strings.HasPrefix(im.Module, "."):
	case strings.HasPrefix(im.Module, "./"), strings.HasPrefix(im.Module, "../"):
		return append(slices.Clone(s.Here), partsOf(path.Join(path.Dir(f.Path), im.Module))...)
	case pathModules(lang.Named(f.Language)):
		return strings.Split(im.Module, ".")
	default:
		return partsOf(im.Module)
	}
	folders := append(slices.Clone(s.Here), strings.Split(f.Path, "/")...)
	rest := strings.TrimLeft(im.Module, ".")
	up := len(im.Module) - len(rest)
	folders = folders[:max(len(folders)-up, 0)]
	if rest == "" {
		return folders
	}
	return append(slices.Clone(folders), strings.Split(rest, ".")...)
}

// outside returns how many folders of Here and of a file's path are around the outermost package with the file.
func (s *Search) outside(file string, language *lang.Language) int {
	dir := path.Dir(file)
	if n, ok := s.packages.Load(dir); ok {
		return n.(int) //nolint:errcheck,forcetypeassert // outside alone stores them
	}
	view := s.Files.View()
	n := len(s.Here) + len(strings.Split(file, "/")) - 1
	for full, err := filepath.Abs(filepath.FromSlash(dir)); err == nil && n > 0; full = filepath.Dir(full) {
		if _, err := view.Type(filepath.Join(full, language.Module), true); err != nil {
			break
		}
		n--
	}
	s.packages.Store(dir, n)
	return n
}

// placeOf returns where an import names its module, in its first line, else where it begins.
func placeOf(text []byte, im *source.ImportOf) source.Span {
	statement := text[im.Statement.Start:im.Statement.End]
	for _, name := range []string{im.Module, im.Name} {
		if at := bytes.Index(statement, []byte(name)); name != "" && at >= 0 {
			return source.Span{Start: im.Statement.Start + at, End: im.Statement.Start + at + len(name)}
		}
	}
	if line := bytes.IndexByte(statement, '\n'); line >= 0 {
		statement = statement[:line]
	}
	return source.Span{Start: im.Statement.Start, End: im.Statement.Start + len(statement)}
}

// enclosing returns the innermost definition around a byte, None without one.
func enclosing(f *source.File, at int) int {
	inner := source.None
	for i := range f.Declarations {
		if d := &f.Declarations[i]; d.Symbol.Encloses() && d.Span.Start <= at && at < d.Span.End {
			inner = i // parents stand before their children
		}
	}
	return inner
}

// pathModules reports whether a file's module is its path with dots, so that an
// import may begin with as many dots as it goes up.
func pathModules(language *lang.Language) bool { return language != nil && language.PathModules }
