package lexical

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// A language says what calls and definitions of one language mean, beyond scopes;
// the zero value is a language without rules of its own.
type language struct {
	overloads    bool // functions share a name and differ in their parameters
	singles      bool // a method of a type and one of its objects may have one name
	script       bool // of JavaScript: static, a this of each function, names handed on by export
	signatures   bool // a function without a body is a signature of one that has one
	runs         bool // the body of a type is code that runs from top to bottom
	mixes        bool // modules are mixed into types, and any type may have more members than are seen
	endings      bool // a name with ! or ? at its end is another name
	crates       bool // paths begin at a crate, or with Self, self, super or crate
	folders      bool // namespaces are named like folders; that of a file is not known
	outside      bool // methods are declared outside of their types
	typeAbove    bool // the name of a function that is declared may stand below the line of its type
	byArguments  bool // a call finds functions of the namespaces of its arguments too
	nullable     bool // ? after a type is not that of a parameter that may be left out
	assembly     bool // strings may be of assembly
	methodValues bool // a method is a value after ::
	apart        bool // a variable and a function may have one name, which in a call is the function's
	extensions   bool // a function may say that it is called on its first argument

	labels *labels // how calls name parameters

	// fits reports whether the form of a call can mean a definition; maker is whether that is a type or a constructor.
	fits func(f *resolve.Form, t *resolve.Definition, maker bool) bool
}

// rows are the languages with rules of their own.
var rows = lazy.Value[map[string]*language]{Make: func() map[string]*language {
	return map[string]*language{
		"c":      {assembly: true},
		"cpp":    {assembly: true, overloads: true, outside: true, typeAbove: true, byArguments: true, fits: fitsCPP},
		"cs":     {overloads: true, nullable: true, extensions: true, fits: creates},
		"java":   {apart: true, overloads: true, methodValues: true, fits: creates},
		"js":     {singles: true, script: true},
		"kotlin": {apart: true, methodValues: true, labels: kotlinLabels},
		"php":    {apart: true, folders: true, fits: creates},
		"ruby":   {apart: true, singles: true, runs: true, mixes: true, endings: true},
		"sh":     {apart: true},
		"rust":   {crates: true, fits: fitsRust},
		"swift":  {labels: swiftLabels},
		"ts":     {singles: true, script: true, signatures: true},
	}
}}

// of returns the row of a language.
func of(name string) *language {
	if l := rows.Get()[name]; l != nil {
		return l
	}
	return &language{}
}

// means reports whether a call as it is written can mean a definition.
func means(site *resolve.Site, t *resolve.Definition) bool {
	fits := of(site.Language).fits
	return fits == nil || fits(&site.Callee.Form, t, t.Class || t.Definition != nil && t.Owner != "" && t.Owner[strings.LastIndexByte(t.Owner, '.')+1:] == t.Word)
}

// agrees is resolve.Agrees among those that the call can mean.
func agrees(x *resolve.Index, site *resolve.Site, why string) resolve.Resolution {
	typed := typing.Rules(site.Language) != nil // the type of a receiver that can be in the file would be seen
	return resolve.Agrees(x, site, func(t *resolve.Definition) bool { return means(site, t) }, !typed, why)
}

// creates reports whether what is called after new, and only that, is a type or a constructor.
func creates(f *resolve.Form, _ *resolve.Definition, maker bool) bool { return f.Creates == maker }

func fitsCPP(f *resolve.Form, t *resolve.Definition, maker bool) bool {
	if f.Creates && !maker || t.Loose {
		return false
	}
	return !t.Outside || len(f.Path) > 0 || slices.Contains(f.Inside, t.Owner)
}

func fitsRust(f *resolve.Form, t *resolve.Definition, _ bool) bool { return f.Macro == t.Macro }

// within reports whether what a definition stands in is called so: its type or namespace, or its file or folder.
func within(t *resolve.Definition, name string) bool {
	if t.Owner != "" {
		return t.Owner[strings.LastIndexByte(t.Owner, '.')+1:] == name
	}
	l := of(t.Language)
	if l.folders {
		return strings.EqualFold(path.Base(t.Folder), name)
	}
	stem := strings.TrimSuffix(path.Base(t.Path), path.Ext(t.Path))
	return l.crates && (stem == name || stem == "mod" && path.Base(t.Folder) == name)
}

// IsCalled reports whether a call of a word is one of the name that is searched.
func (x *Reader) IsCalled(o *source.Occurrence) bool {
	return (!x.rules.endings || x.IsName(o.Word)) && !x.declares(o)
}

// NamesApart reports whether a call of a name that a variable has may be that of a function of the name.
func (x *Reader) NamesApart() bool { return x.rules.apart }

// InAssembly reports whether a string is one of assembly, in the line in which its asm begins.
func (x *Reader) InAssembly(o *source.Occurrence) bool {
	if !x.rules.assembly {
		return false
	}
	line := x.Text[bytes.LastIndexByte(x.Text[:o.Word.Start], '\n')+1 : o.Word.Start]
	at := bytes.LastIndex(line, []byte("asm"))
	return at >= 0 && bytes.IndexByte(line[at:], '(') >= 0 && bytes.IndexByte(line[at:], ')') < 0
}

// IsMethodValue reports whether a name is that of a method after ::, which is a value.
func (x *Reader) IsMethodValue(o *source.Occurrence) bool {
	return x.rules.methodValues && bytes.HasSuffix(bytes.TrimRight(x.Text[:o.Word.Start], " \t"), []byte("::"))
}
