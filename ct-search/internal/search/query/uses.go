package query

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// A Use is what a use of a name says about the definition that it means.
type Use struct {
	By       Reach
	Name     string // of what is written before it, the module, the folder or the file
	Language string
	Member   bool        // after a dot or arrow
	Kind     source.Kind // Callsite, Annotation or Reference, which all others are
}

// A Reach is how a use leads to a definition.
type Reach uint8

const (
	anyhow   Reach = iota // only its kind says something
	byName                // T.name, T::name; in a type that has its members in scope, the type's name
	byImport              // the module that the file has the name from
	byFile                // the file defines it
	byFolder              // the files of its folder share their names
)

// sharing reports whether the files of a folder share their names in a language.
func sharing(language string) bool {
	switch language {
	case "go", "java", "kotlin":
		return true
	}
	return false
}

// including reports whether a file has the names of headers that it includes, and of functions elsewhere, in a language.
func including(language string) bool {
	switch language {
	case "c", "cpp":
		return true
	}
	return false
}

// dotted reports whether in a language what stands after a dot is a member of an object.
func dotted(language string) bool {
	switch language {
	case "rust", "cpp", "c", "java", "kotlin", "cs", "php", "swift":
		return true
	}
	return false
}

// mostUses bounds the different uses that are counted apart.
const mostUses = 4096

// Uses counts the uses of a name by what they say.
type Uses map[Use]int64

func (u Uses) add(key Use, n int64) {
	if _, known := u[key]; known || len(u) < mostUses {
		u[key] += n
	}
}

// uses returns what the uses in a file say.
func (c *classifier) uses() Uses {
	if c.Seen == nil || c.search.Name == "" || c.search.each != nil || c.search.Session != nil {
		return nil
	}
	all := Uses{}
	from, defines := c.source()
	for i := range c.Places {
		o := &c.Seen.Occurrences[i]
		names := o.Kind == source.Import || o.Kind == source.FromImport || o.Kind == source.Definition || o.Access == source.Declares
		if c.IsName(o.Word) && o.Kind.Code() && !names {
			all.add(c.use(i, from, defines), 1)
		}
	}
	if from != "" {
		all.add(Use{byImport, from, c.Language, false, source.Reference}, 1)
	}
	return all
}

// use returns what the use at place i says.
func (c *classifier) use(i int, from string, defines bool) Use {
	o := &c.Seen.Occurrences[i]
	u := Use{Kind: source.Reference, Language: c.Language}
	if o.Kind == source.Callsite || o.Kind == source.Annotation {
		u.Kind = o.Kind
	}
	text, start, _ := c.Places[i].Line()
	before, member := qualifier(text[:start])
	u.Member = member && text[start-1] != ':'
	around := c.typeAround(o.Enclosing)
	switch {
	case before == "self" || before == "this" || before == "cls" || before == "Self":
		u.By, u.Name = byName, around
	case before != "":
		u.By, u.Name = byName, before
	case member:
	case defines:
		u.By, u.Name = byFile, c.Path
	case from != "":
		u.By, u.Name = byImport, from
	case c.Seen.MembersInScope && around != "":
		u.By, u.Name = byName, around
	case sharing(c.Language):
		u.By, u.Name = byFolder, path.Dir(c.Path)
	}
	return u
}

// source returns the last name of the module that the file imports the name from, and whether it defines it outside of types.
func (c *classifier) source() (module string, defines bool) {
	for i := range c.Places {
		switch o := &c.Seen.Occurrences[i]; {
		case o.Kind == source.Definition && o.Of != source.None && c.IsName(o.Word):
			m := c.Match(i)
			defines = defines || !m.Inner
		case o.Kind == source.Assignment && o.Enclosing == source.None && c.IsName(o.Word):
			defines = defines || c.Declares(i)
		case o.Kind == source.FromImport && o.Of != source.None && c.IsName(o.Word):
			if im := &c.Seen.Imports[o.Of]; im.Name == c.search.Name || im.Name == "" {
				module = sourceOf(im.Module, c.Path)
			}
		}
	}
	return module, defines
}

// sourceOf returns the last name of an import's module: of a folder, a file without its ending, or a package. A module that
// is only dots is the folder that they lead to.
func sourceOf(module, file string) string {
	folder := path.Dir(file)
	if strings.Trim(module, "./") == "" {
		for range max(strings.Count(module, ".")-1, 0) {
			folder = path.Dir(folder)
		}
		return path.Base(folder)
	}
	module = module[strings.LastIndexAny(module, `/\:`)+1:]
	for _, ending := range []string{".js", ".ts", ".tsx", ".jsx", ".mjs", ".cjs"} {
		module = strings.TrimSuffix(module, ending)
	}
	return module[strings.LastIndexByte(module, '.')+1:]
}

// typeAround returns the name of the innermost type around a definition.
func (c *classifier) typeAround(of int) string {
	for ; of != source.None; of = c.Seen.Declarations[of].Parent {
		d := &c.Seen.Declarations[of]
		if d.Receiver != "" {
			return d.Receiver[strings.LastIndexAny(d.Receiver, ".:")+1:]
		}
		if d.Symbol >= source.Class && d.Symbol <= source.Extension {
			return d.Name.Of(c.Text)
		}
	}
	return ""
}

// qualifier returns the name before the dot, arrow or colons that text ends with, and whether it ends with one.
func qualifier(text []byte) (name string, member bool) {
	end := len(text)
	switch {
	case strings.HasSuffix(string(text[max(0, end-2):]), "::"), strings.HasSuffix(string(text[max(0, end-2):]), "->"), strings.HasSuffix(string(text[max(0, end-2):]), "?."):
		end -= 2
	case end > 0 && text[end-1] == '.':
		end--
	default:
		return "", false
	}
	start := end
	for start > 0 && pattern.IsIdentifier(text[start-1]) {
		start--
	}
	return string(text[start:end]), true
}

// A candidate is a definition or assignment that uses may mean.
type candidate struct {
	*occurrence.Match
	kind                source.Symbol
	owner, folder, stem string // the definition around it, its folder and its file's name without the ending

	led, fit int64 // how many uses lead to it by more than the name, how many are of its kind
}

// candidate returns a match as a candidate, with the uses counted.
func (u Uses) candidate(m *occurrence.Match) candidate {
	c := candidate{Match: m, kind: source.Variable, folder: path.Dir(m.Path), stem: strings.TrimSuffix(path.Base(m.Path), path.Ext(m.Path))}
	if d := m.Definition; d != nil {
		c.kind = d.Kind
		if names := strings.Split(d.Qualname, "."); len(names) > 1 {
			c.owner = names[len(names)-2]
		}
	}
	for key, n := range u {
		if lang.Related(key.Language, m.Language) && c.suits(key) {
			c.fit += n
			if c.isLed(key) {
				c.led += n
			}
		}
	}
	return c
}

// suits reports whether a use may be of a definition of this kind.
func (c *candidate) suits(u Use) bool {
	switch {
	case u.Kind == source.Annotation:
		return c.kind >= source.Class && c.kind <= source.Type
	case u.Member && dotted(u.Language):
		return c.Inner || c.kind == source.Method
	case u.Kind == source.Callsite:
		return c.kind < source.Constant || u.By == byImport || u.By == byFile
	}
	return true
}

// isLed reports whether a use leads to the candidate.
func (c *candidate) isLed(u Use) bool {
	if c.Inner {
		return u.By == byName && c.owner != "" && strings.EqualFold(u.Name, c.owner)
	}
	switch u.By {
	case byName:
		return u.Name == c.stem || u.Name == path.Base(c.folder) || c.owner != "" && strings.EqualFold(u.Name, c.owner)
	case byImport:
		return u.Name == c.stem || u.Name == path.Base(c.folder)
	case byFile:
		return u.Name == c.Path
	case byFolder:
		return u.Name == c.folder
	}
	// What other files of C can see.
	return including(u.Language) && !u.Member && !c.Private && (lang.IsHeader(path.Ext(c.Path)) || c.kind == source.Function || c.kind == source.Variable)
}

// mayPrecede reports whether uses may put the candidate before the one that is first without them.
func (c *candidate) mayPrecede(first *candidate) bool {
	switch {
	case c.Role.Tier() != first.Role.Tier(), c.Local && !first.Local, first.Body && c.kind == source.Field:
		return false
	case c.Inner && !first.Inner:
		return c.fit >= clearly*first.fit
	}
	return c.Own || c.Kind == source.Assignment && c.Enclosing == occurrence.Outermost
}

// choose marks the definition that the uses mean, among the first ones and the first assignments, if they say so clearly.
func (r *Found) choose() {
	if len(r.Defined) == 0 || !r.Defined[0].Own {
		return
	}
	first := r.Uses.candidate(&r.Defined[0])
	best := first
	for _, all := range [][]occurrence.Match{r.Defined[1:], r.Assigned} {
		for i := range all {
			c := r.Uses.candidate(&all[i])
			if c.mayPrecede(&first) && (c.led > best.led || c.led == best.led && c.fit > best.fit) {
				best = c
			}
		}
	}
	leads := best.led >= leastLed && best.led >= clearly*first.led
	if !leads && (best.fit < leastFit || best.fit < clearlyFit*first.fit) || best.Match == first.Match {
		return
	}
	best.Meant = true
	at := slices.IndexFunc(r.Groups, func(g occurrence.Group) bool {
		return g.Kind == best.Kind && g.Path == best.Path && g.Line == best.Line
	})
	if at >= 0 {
		r.Groups[at].Meant = true
	} else {
		r.Groups = append(r.Groups, occurrence.Group{Match: *best.Match, Count: 1})
	}
	slices.SortStableFunc(r.Groups, compareGroups)
	r.Defined, r.Assigned = ranked(r.Defined, mostDefined), declaring(r.Assigned)
}

// What makes it clear which definition uses mean: at least so many lead to it, and so many times as many as to the one that
// would come first.
const (
	leastLed = 2
	leastFit = 4
	// The same of uses that are only of its kind.
	clearlyFit = 4
	clearly    = 2
)
