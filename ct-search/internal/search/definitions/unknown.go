package definitions

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/publicity"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// unknown counts what may be looked for, and no scanner can know.
type unknown struct {
	Computed Places // imports of what only the running program knows
	Exported Places // exports of CommonJS that no declaration is, if only public ones are asked for
	Foreign  Places // files of a language without a scanner that may hold the name
	macros   []macro
}

// Places counts places and names the first.
type Places struct {
	N     int64
	First string
	Tree  int // the number of the tree of the first
}

func (p *Places) add(n int64, first string) {
	if p.N == 0 {
		p.First = first
	}
	p.N += n
}

// A macro is one that an include names.
type macro struct{ name, place string }

// maxMacros bounds the includes whose macros are looked for. Others stay unknown.
const maxMacros = 1000

// add counts what a file has of it.
func (u *unknown) add(s *Search, f *occurrence.File) {
	if f.Seen == nil || s.module == nil && s.expr == nil {
		return
	}
	for i := range f.Seen.Imports {
		im := &f.Seen.Imports[i]
		if !im.Computed || s.brings(f, im) || !s.mayBe(f.Language, im.Kind, im.Module) {
			continue
		}
		place := fmt.Sprintf("%s:%d", f.Path, 1+bytes.Count(f.Text[:im.Statement.Start], []byte("\n")))
		if im.Kind == source.Include && qualname.Is(im.Module) && len(u.macros) < maxMacros {
			u.macros = append(u.macros, macro{im.Module, place})
		} else {
			u.Computed.add(1, place)
		}
	}
}

func (u *unknown) isEmpty() bool {
	return u.Computed.N == 0 && u.Foreign.N == 0 && u.Exported.N == 0 && len(u.macros) == 0
}

// take adds what another file has.
func (u *unknown) take(other *unknown) {
	u.Computed.add(other.Computed.N, other.Computed.First)
	u.Exported.add(other.Exported.N, other.Exported.First)
	u.Foreign.add(other.Foreign.N, other.Foreign.First)
	for _, m := range other.macros {
		if len(u.macros) < maxMacros {
			u.macros = append(u.macros, m)
		} else {
			u.Computed.add(1, m.place)
		}
	}
}

// join adds what was unknown in other trees.
func (u *unknown) join(other *unknown) {
	for i, o := range other.all() {
		p := u.all()[i]
		if o.N > 0 && (p.N == 0 || o.Tree < p.Tree) {
			p.First, p.Tree = o.First, o.Tree
		}
		p.N += o.N
	}
}

func (u *unknown) all() []*Places { return []*Places{&u.Computed, &u.Exported, &u.Foreign} }

// addExports counts what a file exports that is not among its matches.
func (u *unknown) addExports(f *file, seen *occurrence.File) {
	n, at := publicity.Unlisted(seen, func(name string) bool {
		return slices.ContainsFunc(f.matches, func(m occurrence.Match) bool { return m.Definition != nil && m.Definition.Symbol == name })
	})
	u.Exported.add(int64(n), fmt.Sprintf("%s:%d", seen.Path, 1+bytes.Count(seen.Text[:at], []byte("\n"))))
}

// exports says what is exported that no declaration is, "" if nothing is.
func (u *unknown) exports() string {
	if u.Exported.N == 0 {
		return ""
	}
	return fmt.Sprintf("%s no declaration, and not listed (%s)", grep.Plural(u.Exported.N, "export of CommonJS is", "exports of CommonJS are"), u.Exported.First)
}

// imports says which imports are unknown, "" if none is.
func (u *unknown) imports() string {
	if u.Computed.N == 0 {
		return ""
	}
	return fmt.Sprintf("%s module (%s)", grep.Plural(u.Computed.N, "import computes its", "imports compute their"), u.Computed.First)
}

// files says which files were not understood, "" if none is; named is whether these have the name that is looked for.
func (u *unknown) files(named bool) string {
	if u.Foreign.N == 0 {
		return ""
	}
	which := grep.Plural(u.Foreign.N, "file is", "files are")
	if named {
		which = grep.Plural(u.Foreign.N, "file with the name is", "files with the name are")
	}
	return fmt.Sprintf("%s of a language without a scanner (%s)", which, u.Foreign.First)
}

// mayBe reports whether the module that an expression computes may be one that is looked for: the expression does not
// begin with the start of another or with the folder of its file, and a module of the language can have the name.
func (s *Search) mayBe(language string, k source.ImportKind, text string) bool {
	start := fixed(text)
	switch {
	case isRelative(text), strings.HasPrefix(start, "."), strings.HasPrefix(start, "/"):
		return false
	case s.module == nil:
		return true
	}
	wanted := strings.Join(s.module.parts, "/")
	l := lang.Named(language)
	switch {
	case l.Headers == "" && isHeaderName(wanted),
		pathModules(l) && (path.Ext(wanted) != "" || strings.Contains(wanted, "-")),
		k == source.Include && l.Headers != "" && path.Ext(wanted) == "",
		!l.PartsImport && !s.module.is([]string{cmp.Or(base(text), path.Base(wanted))}):
		return false
	}
	start = strings.NewReplacer("::", "/", `\`, "/", ".", "/").Replace(start)
	wanted = strings.ReplaceAll(wanted, ".", "/")
	return strings.HasPrefix(wanted, start) || strings.HasPrefix(start, wanted+"/")
}

// isHeaderName reports whether only C and its relatives import a file of this name.
func isHeaderName(name string) bool {
	row := languages.Of(name, nil)
	return row != nil && row.Family == "c" && path.Ext(name) != ""
}

// isRelative reports whether an expression begins with the folder of its file, or with its own package.
func isRelative(text string) bool {
	for _, here := range []string{"__DIR__", "__dirname", "dirname(__FILE__", "path.join(__dirname", "path.resolve(__dirname", "import.meta", "new URL(", "__name__", "__package__"} {
		if strings.HasPrefix(text, here) {
			return true
		}
	}
	return strings.HasPrefix(text, "File.") && (strings.Contains(text, "__FILE__") || strings.Contains(text, "__dir__"))
}

// fixed returns the text that an expression certainly begins with, "" if that is unknown.
func fixed(text string) string {
	text = strings.TrimLeft(text, "frbuFRBU")
	if text == "" || strings.IndexByte("\"'`<", text[0]) < 0 {
		return ""
	}
	text = text[1:]
	if end := strings.IndexAny(text, "\"'`>{$%#\\"); end >= 0 {
		text = text[:end]
	}
	return text
}

// base returns the last name of the path that an expression certainly ends in, "" if that is unknown.
func base(text string) string {
	text = strings.TrimRight(text, "\"'`>")
	if start := strings.LastIndexAny(text, "\"'`}$%#\\"); start >= 0 {
		text = text[start:]
	}
	if _, last, ok := strings.Cut(text, "/"); ok && !strings.ContainsAny(last, " ()") {
		return path.Base(last)
	}
	return ""
}

// isHeader matches the value of a macro that is a header's whole name.
var isHeader = lazy.Regexp(`^(?:<[^>]*>|"[^"]*")$`)

// resolve looks in what is searched for the macros that includes name, and drops those of other headers.
func (u *unknown) resolve(ctx context.Context, s *Search) error {
	if len(u.macros) == 0 {
		return nil
	}
	var names []string
	for _, m := range u.macros {
		names = append(names, regexp.QuoteMeta(m.name))
	}
	define := `^\s*#\s*define\s+(` + strings.Join(names, "|") + `)\s+(.*)`
	p, err := pattern.Compile(define, pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive})
	if err != nil {
		return err
	}
	m, err := match.New(p)
	if err != nil {
		return err
	}
	value := regexp.MustCompile(define)
	defined := map[string]bool{} // whether one of its values may be the header
	l, err := walk.Run(ctx, s.Files, func() walk.Visit[[][][]byte] {
		scanner := scan.New(m.Clone(), scan.Request{Want: match.Lines, Keep: maxMacros})
		return func(e *walk.Entry) walk.Outcome[[][][]byte] {
			if l := lang.Of(e.Path(), nil); l == nil || l.Headers == "" {
				return walk.Outcome[[][][]byte]{}
			}
			var found [][][]byte
			result, why, detail := grep.Read(ctx, e, scanner)
			for i := range result.Hits {
				found = append(found, value.FindSubmatch(result.Hits[i].Text))
			}
			return walk.Outcome[[][][]byte]{Value: found, Keep: len(found) > 0, Size: 200 * len(found), Skip: why, Detail: detail}
		}
	}, func(found [][][]byte) bool {
		for _, f := range found {
			if len(f) > 0 {
				name, header := string(f[1]), string(bytes.TrimSpace(f[2]))
				may := s.mayBe("c", source.Include, header)
				if s.module != nil && isHeader.Get().MatchString(header) {
					may = s.module.is(partsOf(header))
				}
				defined[name] = defined[name] || may
			}
		}
		return true
	})
	for _, m := range u.macros {
		if may, ok := defined[m.name]; may || !ok || l.Cut() || l.Count(ledger.Unreadable) > 0 {
			u.Computed.add(1, m.place)
		}
	}
	return err
}

// isForeign reports whether a file may have what is looked for where no scanner reads it: without a name, every file of a language without
// a scanner may.
func (s *Search) isForeign(e *walk.Entry, f *occurrence.File, why ledger.Reason) bool {
	if f.Seen != nil {
		return f.Seen.Partial
	}
	may := f.Matches > 0 || s.matcher == nil && why == ledger.None
	return may && (languages.IsForeign(e.Path()) || languages.ByText(e.Path()))
}
