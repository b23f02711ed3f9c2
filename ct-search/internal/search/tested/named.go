package tested

import (
	"bytes"
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cases"
	"github.com/ct-tools/ct/shared/walk"
)

// A namer looks in the files of tests for the name of the symbol: in names of tests, and in uses without a call.
type namer struct {
	name        string   // the last name of the symbol
	symbol      []string // its words
	owners      [][]string
	definitions []*resolve.Definition
	class       bool // it is a type
	matcher     match.Matcher
}

// A naming is what a file of tests has of the name.
type naming struct {
	file *file
	ways []reach
	of   string // the file that it is named after, which defines the symbol; "" for none
}

// named looks for tests that use the symbol without a call, or have its name.
func (s *Search) named(ctx context.Context, found *Found) error {
	n, err := newNamer(s, found)
	if err != nil {
		return err
	}
	newVisit := func() walk.Visit[*naming] {
		scanner := scan.New(n.matcher.Clone(), scan.Request{Want: match.First, Text: s.Binary})
		return func(e *walk.Entry) walk.Outcome[*naming] { return n.visit(ctx, e, scanner) }
	}
	l, err := walk.Run(ctx, s.Files, newVisit, func(f *naming) bool {
		found.Looked++
		if f.of != "" {
			found.Beside = append(found.Beside, Beside{Path: f.file.path, Of: f.of, Tests: len(f.file.Cases)})
		}
		for i := range f.ways {
			s.reach(&f.ways[i])
		}
		return true
	})
	found.Ledger.AlsoCut(&l)
	return err
}

func newNamer(s *Search, found *Found) (*namer, error) {
	n := &namer{name: s.calls.Name, symbol: words(s.calls.Name)}
	if names := s.calls.Chain.Names; len(names) > 0 {
		n.owners = append(n.owners, words(names[len(names)-1]))
	}
	for _, d := range found.Definitions {
		if !d.Wanted {
			continue
		}
		n.definitions = append(n.definitions, d)
		n.class = n.class || d.Class
		owner := words(d.Owner[strings.LastIndexByte(d.Owner, '.')+1:])
		if len(owner) > 0 && !slices.ContainsFunc(n.owners, func(o []string) bool { return slices.Equal(o, owner) }) {
			n.owners = append(n.owners, owner)
		}
	}
	if len(n.owners) == 0 {
		n.owners = [][]string{nil}
	}
	expr := regexp.QuoteMeta(n.name)
	if len(n.symbol) > 0 {
		expr += "|" + strings.Join(n.symbol, "[_ -]?")
	}
	p, err := pattern.Compile(expr, pattern.Options{Mode: pattern.Regex, Case: pattern.Insensitive})
	if err != nil {
		return nil, err
	}
	n.matcher, err = match.New(p)
	return n, err
}

// visit looks in a file, if it may have tests.
func (n *namer) visit(ctx context.Context, e *walk.Entry, scanner *scan.Scanner) walk.Outcome[*naming] {
	name := e.Path()
	row := lang.Of(name, nil)
	role := rank.RoleOf(occurrence.Inside(e, name), true, nil)
	if row == nil || !cases.MayHold(row, name, role == rank.Test) {
		return walk.Outcome[*naming]{}
	}
	of := n.namesake(name, row)
	var o walk.Outcome[*naming]
	if of == "" {
		result, why, detail := grep.Read(ctx, e, scanner)
		if o.Skip, o.Detail = why, detail; result.Lines == 0 || why != ledger.None {
			return o
		}
	}
	var into bytes.Buffer
	text, err := grep.Text(ctx, e, &into, maxTests)
	if err != nil {
		o.Skip, o.Detail = ledger.Unreadable, grep.Cause(err)
		return o
	}
	f, seen := read(name, role, text)
	if f == nil {
		return o
	}
	o.Value, o.Keep, o.Size = n.look(f, seen, text, of), true, 1000*len(f.Cases)
	return o
}

// namesake returns the file that defines the symbol and that a file of tests is named after, "" for none.
func (n *namer) namesake(name string, row *lang.Language) string {
	for _, d := range n.definitions {
		if slices.Equal(bare(stem(name)), words(stem(d.Path))) && name != d.Path && lang.Related(row.Name, d.Language) {
			return d.Path
		}
	}
	return ""
}

// look returns what a file has of the name; of is the file that it is named after.
func (n *namer) look(f *file, seen *source.File, text []byte, of string) *naming {
	v := &naming{file: f, of: of}
	near := of != "" || n.near(f)
	for i := range f.Cases {
		c := &f.Cases[i]
		l := n.likeness(c)
		switch {
		case l == same && near:
			v.ways = append(v.ways, reach{file: f, test: c, by: Name, tier: resolve.Med, why: "it has the name, in a file for what defines it"})
		case l == same && n.related(f), l == begins && near:
			v.ways = append(v.ways, reach{file: f, test: c, by: Name, tier: resolve.Unresolved, why: "only its name says so"})
		}
	}
	n.uses(f, seen, text, v)
	return v
}

// likeness compares the name of a test, and of what is around it, with that of the symbol.
func (n *namer) likeness(c *cases.Case) likeness {
	best := unlike
	if c.Titled {
		for i, title := range c.Names {
			title = strings.TrimLeft(title, "#.")
			rest, ok := strings.CutPrefix(title, n.name)
			for _, owner := range n.owners {
				if after, is := strings.CutPrefix(strings.ToLower(title), strings.ToLower(strings.Join(owner, ""))+"."); is && len(owner) > 0 && strings.HasPrefix(after, strings.ToLower(n.name)) {
					rest, ok = after[len(n.name):], true
				}
			}
			switch {
			case !ok || rest != "" && pattern.IsIdentifier(rest[0]):
			case rest == "" || strings.HasPrefix(rest, "("):
				best = same
			case i == len(c.Names)-1:
				best = max(best, begins)
			}
		}
		return best
	}
	own := bare(c.Name())
	for _, owner := range n.owners {
		best = max(best, like(own, n.symbol, owner))
	}
	if n.class && len(c.Names) > 1 && slices.Equal(bare(c.Names[len(c.Names)-2]), n.symbol) {
		best = same
	}
	return best
}

// near reports whether a file of tests has what a definition defines at hand: it stands in its folder, in a language whose
// files of a folder are one, or imports it.
func (n *namer) near(f *file) bool {
	return slices.ContainsFunc(n.definitions, func(d *resolve.Definition) bool {
		return n.besides(f, d) || lang.Related(f.language, d.Language) && slices.ContainsFunc(f.modules, func(m string) bool { return leads(m, d.Path) })
	})
}

// related reports whether a file can use the symbol, as far as the languages of its definitions say.
func (n *namer) related(f *file) bool {
	return len(n.definitions) == 0 || slices.ContainsFunc(n.definitions, func(d *resolve.Definition) bool { return lang.Related(f.language, d.Language) })
}

// besides reports whether a definition is in scope in a file without an import.
func (n *namer) besides(f *file, d *resolve.Definition) bool {
	if !lang.Related(f.language, d.Language) {
		return false
	}
	switch f.language {
	case "go":
		return path.Dir(f.path) == path.Dir(d.Path)
	case "java", "kotlin":
		return packageFolder(f.path) == packageFolder(d.Path)
	}
	return f.path == d.Path
}

// packageFolder returns the folder of a file below the one that builds divide sources and tests by.
func packageFolder(name string) string {
	dir := path.Dir(name)
	for _, root := range []string{"/test/java/", "/main/java/", "/test/kotlin/", "/main/kotlin/"} {
		if _, after, ok := strings.Cut("/"+dir+"/", root); ok {
			return after
		}
	}
	return dir
}

// leads reports whether the name of a module may be that of the file that defines something, or of its package: the last
// names of both agree.
func leads(module, defined string) bool {
	parts := strings.FieldsFunc(module, func(r rune) bool { return strings.ContainsRune("./:\\", r) })
	if len(parts) == 0 {
		return false
	}
	last := parts[len(parts)-1]
	dir := path.Base(path.Dir(defined))
	switch of := stem(defined); {
	case strings.EqualFold(last, of):
		return len(parts) == 1 || strings.HasPrefix(module, ".") || slices.Contains(strings.Split(path.Dir(defined), "/"), parts[len(parts)-2]) || parts[len(parts)-2] == "crate" || parts[len(parts)-2] == "super"
	case last == dir:
		return true
	}
	return slices.Contains([]string{"h", "hpp", "js", "ts", "rb", "py", "hh", "jsx", "tsx", "mjs"}, last) && len(parts) > 1 && parts[len(parts)-2] == stem(defined)
}

// uses adds the tests that use the symbol without a call: where its name is bound to what defines it.
func (n *namer) uses(f *file, seen *source.File, text []byte, v *naming) {
	for i := range seen.Occurrences {
		o := &seen.Occurrences[i]
		if o.Kind != source.Reference && o.Kind != source.Annotation || o.Word.Of(text) != n.name {
			continue
		}
		why := n.bound(f, seen, text, o)
		if why == "" {
			continue
		}
		all, _ := f.Around(o.Word.Start)
		for _, c := range all {
			v.ways = append(v.ways, reach{file: f, test: c, by: Import, distance: 1, tier: resolve.Med, why: why})
		}
	}
}

// bound says what a use of the name means, "" if that is not seen to be the symbol.
func (n *namer) bound(f *file, seen *source.File, text []byte, o *source.Occurrence) string {
	name := n.name
	if o.Access == source.Member {
		if name = receiver(text, o.Word.Start); name == "" {
			return ""
		}
	}
	bindings := seen.Lookup(name, o.Enclosing, o.Word.Start)
	for _, b := range bindings {
		if b.Kind != source.Imported && b.Kind != source.Unknown && b.Kind != source.Defined {
			return ""
		}
	}
	for _, d := range n.definitions {
		owner := d.Owner[strings.LastIndexByte(d.Owner, '.')+1:]
		switch member := o.Access == source.Member; {
		case !lang.Related(f.language, d.Language), owner != "" && (!member || owner != name):
		case len(bindings) == 0:
			if (!member || owner != "") && n.besides(f, d) {
				return "it uses what is defined beside it"
			}
		default:
			if why := leadsTo(bindings, seen, d, f, member && owner == ""); why != "" {
				return why
			}
		}
	}
	return ""
}

// leadsTo says by which binding a name leads to a definition, or to its module; "" by none.
func leadsTo(bindings []*source.Binding, seen *source.File, d *resolve.Definition, f *file, module bool) string {
	for _, b := range bindings {
		if b.Import == source.None {
			if b.Kind == source.Defined && d.Path == f.path && !module {
				return "it uses what its file defines"
			}
			continue
		}
		im := &seen.Imports[b.Import]
		if leads(im.Module, d.Path) || im.Name != "" && leads(im.Module+"/"+im.Name, d.Path) {
			return "it uses what is imported from " + im.Module
		}
	}
	return ""
}

// receiver returns the name before the dot before an offset, "" if no plain name stands there.
func receiver(text []byte, at int) string {
	if at == 0 || text[at-1] != '.' {
		return ""
	}
	end := at - 1
	start := end
	for start > 0 && pattern.IsIdentifier(text[start-1]) {
		start--
	}
	if start > 0 && text[start-1] == '.' {
		return ""
	}
	return string(text[start:end])
}
