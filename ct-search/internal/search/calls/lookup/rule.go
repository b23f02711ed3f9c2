// Package lookup finds where a program calls a function by a name that is a text: getattr, send, reflection, tokens that
// a macro pastes. The literal parts of the text say whether the name can be the one that is asked for.
//
// Nothing is parsed: a file is looked at only if it contains a text that every such place of its language has, and there
// only the expression that is the name is read, with what the file assigns to the variables in it.
package lookup

import (
	"strings"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/match/kernel"
)

// A Rule says how a language looks up names.
type Rule struct {
	syntax  *syntax
	pastes  bool                // words are joined that are no texts
	calls   map[string]argument // functions that take a name
	indexed []string            // what has functions as elements, by their names; () stands for its arguments
	// more finds what no function does, in files with one of marks, or in which literal text spells the name and that have
	// one of literal.
	more           func(*finder)
	marks, literal *match.Texts

	words  *match.Texts // those of calls and indexed
	handle []handler    // what is done with each
}

// A handler looks at an occurrence of its word.
type handler struct {
	word string
	do   func(f *finder, start, end int)
}

// A word is a name in a file.
type word struct {
	text string
	pair *kernel.Pair
}

func newWord(text string) *word { return &word{text, kernel.NewPair([]byte(text))} }

// An argument says which argument of a function is a name.
type argument struct {
	at     int    // -1 for any
	dotted string // the name is what follows the last of these
	bare   bool   // it may stand without brackets
}

var (
	inFirst  = argument{}
	inSecond = argument{at: 1}
	inAny    = argument{at: -1}
	inBare   = argument{bare: true}
)

// rules returns the rule of each language, by its name.
func rules() map[string]*Rule {
	jvm := map[string]argument{
		"getMethod": inFirst, "getDeclaredMethod": inFirst, "findMethod": inSecond, "findVirtual": inSecond, "findStatic": inSecond, "findSpecial": inSecond,
	}
	native := map[string]argument{"dlsym": inSecond, "dlvsym": inSecond, "GetProcAddress": inSecond, "invokeMethod": inSecond}
	script := &Rule{
		marks: match.NewTexts("](", "].call(", "].apply(", "]?.("), literal: match.NewTexts("['", `["`, "[`", "']", `"]`, "`]"), syntax: &syntax{join: "+", quotes: "'\"`", inTemplate: true, comment: "//"},
		calls: map[string]argument{"Reflect.get": inSecond}, more: (*finder).elements,
	}
	static := &syntax{join: "+", quotes: `"`, comment: "//"}
	c := &Rule{
		marks: match.NewTexts("##"), syntax: &syntax{quotes: `"`, adjacent: true, comment: "//"},
		calls: native, more: (*finder).pastes, pastes: true,
	}
	return map[string]*Rule{
		"py": {
			syntax: &syntax{join: "+", quotes: `'"`, prefixes: "rbuRBUfF", inF: true, adjacent: true, percent: true, comment: "#"},
			calls: map[string]argument{
				"getattr": inSecond, "methodcaller": inFirst, "attrgetter": {at: -1, dotted: "."}, "__getattribute__": {at: -1},
			},
			indexed: []string{"globals()", "locals()", "__dict__", "vars()"},
		},
		"ruby": {
			syntax: &syntax{join: "+", quotes: `'"`, symbols: true, inHash: true, adjacent: true, percent: true, comment: "#"},
			calls: map[string]argument{
				"send": inBare, "public_send": inBare, "__send__": inBare, "method": inFirst, "public_method": inFirst, "instance_method": inFirst,
				"define_method": inBare, "alias_method": {at: 1, bare: true},
			},
		},
		"js": script, "ts": script,
		"php": {
			syntax: &syntax{join: ".", quotes: `'"`, inDollar: true, comment: "//"},
			calls: map[string]argument{
				"call_user_func": {dotted: "::"}, "call_user_func_array": {dotted: "::"}, "forward_static_call": {dotted: "::"}, "array_map": {dotted: "::"},
				"array_filter": {at: 1, dotted: "::"}, "array_walk": {at: 1, dotted: "::"}, "array_reduce": {at: 1, dotted: "::"}, "usort": {at: 1, dotted: "::"},
				"uasort": {at: 1, dotted: "::"}, "uksort": {at: 1, dotted: "::"}, "preg_replace_callback": {at: 1, dotted: "::"}, "spl_autoload_register": {dotted: "::"},
				"set_error_handler": {dotted: "::"}, "set_exception_handler": {dotted: "::"}, "register_shutdown_function": {dotted: "::"}, "ob_start": {dotted: "::"},
				"ReflectionMethod": {at: -1, dotted: "::"}, "ReflectionFunction": inFirst, "getMethod": inFirst, "fromCallable": {dotted: "::"},
			},
			more: (*finder).variables, marks: match.NewTexts("$"),
		},
		"java":   {syntax: static, calls: jvm},
		"kotlin": {syntax: &syntax{join: "+", quotes: `"`, inDollar: true, comment: "//"}, calls: jvm},
		"cs": {
			syntax: &syntax{join: "+", quotes: `"`, prefixes: "$@", inF: true, comment: "//"},
			calls:  map[string]argument{"GetMethod": inFirst, "GetRuntimeMethod": inAny, "GetDeclaredMethod": inFirst, "InvokeMember": inFirst, "CreateDelegate": inAny},
		},
		"go": {syntax: &syntax{join: "+", quotes: "\"`", comment: "//"}, calls: map[string]argument{"MethodByName": inFirst}},
		"swift": {
			syntax: &syntax{join: "+", quotes: `"`, inBackslash: true, comment: "//"},
			calls:  map[string]argument{"Selector": inFirst, "NSSelectorFromString": inFirst},
		},
		"c": c, "cpp": c,
		"rust": {marks: match.NewTexts("[<"), pastes: true, syntax: &syntax{quotes: `"`, comment: "//"}, more: (*finder).joined},
		"lua":  {marks: match.NewTexts("]("), literal: match.NewTexts("['", `["`, "']", `"]`), syntax: &syntax{join: "..", quotes: `'"`, comment: "--"}, more: (*finder).elements},
		"sh":   {marks: match.NewTexts("$"), pastes: true, syntax: &syntax{quotes: `'"`, comment: "#"}, more: (*finder).words},
	}
}

// Rules has the rules of all languages that have one.
type Rules map[string]*Rule

// New returns the rules.
func New() Rules {
	all := rules()
	for _, r := range all {
		if r.handle != nil { // that of two languages
			continue
		}
		for name, a := range r.calls {
			r.handle = append(r.handle, handler{name, func(f *finder, start, end int) { f.call(a, start, end) }})
		}
		for _, name := range r.indexed {
			text, called := strings.CutSuffix(name, "()")
			r.handle = append(r.handle, handler{text, func(f *finder, start, end int) { f.index(called, start, end) }})
		}
		list := make([]string, len(r.handle))
		for i, h := range r.handle {
			list[i] = h.word
		}
		r.words = match.NewTexts(list...)
	}
	return all
}

// MayLookUp reports whether text may look up a name, whatever that is.
func (r *Rule) MayLookUp(text []byte) bool {
	return r.words.In(text) || r.marks != nil && r.marks.In(text)
}

// MaySpell reports whether text may look up a name, or spell one where it looks nothing up otherwise.
func (r *Rule) MaySpell(text []byte) bool {
	return r.MayLookUp(text) || r.literal != nil && r.literal.In(text)
}

// In reports whether text may look up the name.
func (r *Rule) In(text []byte, n *Name) bool {
	return r.words.In(text) || r.marks != nil && r.marks.In(text) || r.literal != nil && r.MayBeIn(text, n) && r.literal.In(text)
}
