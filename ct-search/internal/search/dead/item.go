// Package dead says whether anything refers to a definition: for one symbol, by the places that package impact finds, and for all
// definitions of a tree at once, by the words of its files. Where something may refer to a definition without its name, or where code
// that was not searched can use it, that is a reason for doubt, and the answer says so.
package dead

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
)

// An item is what is known of a definition.
type item struct {
	name, path string
	language   string
	owner      string // qualified name of the type that it is a member of
	pkg        string // of Go: the name of the package of its file
	signature  string
	decorators []string
	bases      []string // of the type that it is a member of
	kind       source.Symbol
	visibility source.Visibility
	public     bool // other code can use it
	role       rank.Role
	nested     bool   // it stands in a function
	required   bool   // it is a method of an interface or trait, which types must have
	loose      bool   // it is for a trait, or a macro makes it
	attribute  string // of C and C++: one that may register it
	onObject   bool   // of JavaScript: it is set on an object
	inMacro    bool   // it stands in the body of a macro
	expression bool   // what is around it uses it where it stands
	test       bool   // a runner of tests calls it
	forTests   bool   // it is only built for tests
}

// entry says why something outside of the code uses a definition: the system, the language, or a runner of tests; "" if nothing does.
func (d *item) entry() string { //nolint:gocyclo // one case for each language
	switch {
	case d.owner == "" && d.name == "main" && (d.language != "go" || d.pkg == "main") || d.name == "main" && (d.language == "java" || d.language == "cs" || d.language == "kotlin"):
		return "programs begin with main"
	case d.expression:
		return "it stands in an expression, which uses it"
	case d.test:
		return "runners of tests call it"
	case d.name == "_":
		return "the blank name is never used"
	case d.language == "go" && d.owner == "" && d.name == "init":
		return "the language calls init"
	case d.language == "go" && strings.HasSuffix(d.path, "_test.go") && hasWord(d.name, "Test", "Benchmark", "Fuzz", "Example"):
		return "go test calls it"
	case d.language == "py" && strings.HasPrefix(d.name, "__") && strings.HasSuffix(d.name, "__"):
		return "the language calls names of this form"
	case d.language == "py" && d.role == rank.Test && (hasWord(strings.ToLower(d.name), "test") || slices.Contains(pythonHooks, d.name)):
		return "runners of tests call it"
	case d.language == "php" && strings.HasPrefix(d.name, "__"), d.language == "ruby" && d.name == "initialize", d.name == "constructor" && d.owner != "":
		return "the language calls it"
	case d.owner != "" && implicit.Get()[d.language][d.name], d.language == "cpp" && (strings.HasPrefix(d.name, "~") || hasWord(d.name, "operator") && !isWordByte((d.name + " ")[len("operator")])):
		return "the language calls it"
	case d.owner != "" && d.name == d.owner[strings.LastIndexByte(d.owner, '.')+1:]:
		return "it makes objects of its class"
	}
	return ""
}

// implicit are methods that languages and their libraries call by themselves.
var implicit = lazy.Value[map[string]map[string]bool]{Make: func() map[string]map[string]bool {
	return map[string]map[string]bool{
		"java":   words("toString equals hashCode finalize readObject writeObject readObjectNoData readResolve writeReplace"),
		"kotlin": words("toString equals hashCode readResolve"),
		"cs":     words("ToString Equals GetHashCode Finalize"),
		"js":     words("toString valueOf toJSON then"),
		"ts":     words("toString valueOf toJSON then"),
		"ruby":   words("to_s to_str inspect hash eql? coerce each method_missing respond_to_missing? inherited included extended prepended method_added const_missing"),
		"swift":  words("init deinit"),
	}
}}

// pythonHooks are names that runners of tests call beside tests.
var pythonHooks = []string{
	"setUp", "tearDown", "setUpClass", "tearDownClass", "setUpModule", "tearDownModule", "load_tests",
	"setup_module", "teardown_module", "setup_method", "teardown_method", "setup_class", "teardown_class",
}

// hasWord reports whether a name begins with one of some words.
func hasWord(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(name, w) })
}

// harmless are decorators, attributes and annotations that let nobody use what they stand before.
var harmless = []string{
	"staticmethod", "classmethod", "property", "dataclass", "cached_property", "lru_cache", "cache", "wraps",
	"contextmanager", "total_ordering", "final", "overload", "unique",
	"inline", "cold", "derive", "must_use", "allow", "warn", "deny", "expect", "cfg", "doc", "deprecated",
	"non_exhaustive", "repr", "track_caller",
	"SuppressWarnings", "Deprecated", "Nullable", "NonNull", "Nonnull", "NotNull", "VisibleForTesting", "SafeVarargs",
	"FunctionalInterface", "Obsolete", "MethodImpl", "Serializable",
}

// decorator returns the first decorator, attribute or annotation that may register the definition somewhere.
func (d *item) decorator() string {
	for _, text := range d.decorators {
		name := strings.TrimLeft(text, "@#![ ")
		if end := strings.IndexFunc(name, func(r rune) bool {
			return r != '_' && r != '.' && r != ':' && (r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z')
		}); end >= 0 {
			name = name[:end]
		}
		if !slices.Contains(harmless, name[strings.LastIndexAny(name, ".:")+1:]) {
			return text
		}
	}
	return ""
}

// doubts says why something may use a definition though nothing has its name; none is the result for a definition that only its name reaches.
func (d *item) doubts() []string {
	var why []string
	add := func(is bool, text string) {
		if is {
			why = append(why, text)
		}
	}
	add(d.entry() != "", d.entry())
	if text := d.decorator(); text != "" {
		add(true, "a decorator may register it: "+text)
	}
	add(d.attribute != "", attributeDoubt(d.attribute))
	add(d.onObject, "it is set on an object, whose users may call it")
	add(d.inMacro, "it is in a macro, which may be expanded elsewhere")
	add(d.kind == source.Field, "a field may be set by its place, or read when objects are written out")
	add(d.loose, "it is for a trait or made by a macro")
	add(d.required, "it is a method of an interface, which types must have")
	inType := d.owner != "" && d.kind == source.Method
	add(inType && d.language == "go" && isExported(d.name), "a method with an exported name may implement an interface of another package")
	add(inType && d.language != "go" && len(d.bases) > 0, "its type extends "+strings.Join(d.bases[:min(len(d.bases), 2)], ", ")+", which may call it")
	add(strings.Contains(" "+d.signature, " virtual ") || strings.Contains(d.signature+" ", " override "), "it is virtual")
	return why
}

// attributeDoubt says that an attribute of C may register a definition.
func attributeDoubt(text string) string { return "an attribute may register it: " + text }

// isExported reports whether a name of Go is exported.
func isExported(name string) bool {
	return name != "" && (name[0] >= 'A' && name[0] <= 'Z' || name[0] >= 0x80)
}

// computable reports whether a definition can be reached by a name that a program of its language computes.
func (d *item) computable() bool {
	switch d.language {
	case "go", "rust", "swift":
		return d.language != "go" || d.owner != "" && isExported(d.name)
	case "c", "cpp":
		return d.visibility != source.Private
	case "js", "ts":
		return d.owner != ""
	case "java", "kotlin", "cs":
		return d.kind == source.Method
	}
	return true
}

// A reach is the part of a tree whose code can use a definition.
type reach struct {
	folder string // that has it all; "" if code of any folder can use it
	file   bool   // only its file
	main   bool   // it is as good as private: nothing can import its package
}

// reach returns which code can use a definition, as far as its language says so.
func (d *item) reach() reach {
	switch {
	case d.nested:
		return reach{file: true}
	case d.language == "go":
		return d.reachInGo()
	case d.visibility != source.Private:
		return reach{}
	}
	switch d.language {
	case "c", "cpp":
		return reach{file: !lang.IsHeader(path.Ext(d.path))}
	case "java", "cs", "ts", "php", "swift", "kotlin":
		return reach{file: true}
	case "rust":
		return reach{folder: path.Dir(d.path)}
	}
	return reach{}
}

func (d *item) reachInGo() reach {
	switch before, inner := cutInternal(d.path); {
	case !d.public, d.pkg == "main":
		return reach{folder: path.Dir(d.path), main: d.pkg == "main"}
	case inner:
		return reach{folder: before, main: true}
	}
	return reach{}
}

// cutInternal returns the folder that has the folder internal around a file, and whether there is one.
func cutInternal(name string) (before string, ok bool) {
	parts := strings.Split(path.Dir(name), "/")
	at := slices.Index(parts, "internal")
	if at < 0 {
		return "", false
	}
	return path.Join(append([]string{"."}, parts[:at]...)...), true
}
