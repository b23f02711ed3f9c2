// Package lookup finds where a program calls a function by a name that is a text: getattr, send, reflection, tokens that
// a macro pastes. The literal parts of the text say whether the name can be the one that is asked for.
//
// Nothing is parsed: a file is looked at only if it contains a text that every such place of its language has, and there
// only the expression that is the name is read, with what the file assigns to the variables in it.
package lookup

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/match/kernel"
)

// A Rule says how a language looks up names.
type Rule struct {
	// marks are texts, one of which is in every file that looks up a name; without any, all files are read.
	marks []*kernel.Pair
	// literal are marks of a file in which literal text spells the name.
	literal []*kernel.Pair
	syntax  *syntax
	pastes  bool                // words are joined that are no texts
	calls   map[string]argument // functions that take a name
	indexed []string            // what has functions as elements, by their names; () stands for its arguments

	functions  []function  // calls
	containers []container // indexed
	// more finds what no function does.
	more func(*finder)
}

// A word is a name in a file.
type word struct {
	text string
	pair *kernel.Pair
}

func newWord(text string) *word { return &word{text, kernel.NewPair([]byte(text))} }

// A function takes a name.
type function struct {
	word
	argument argument
}

// A container has functions as elements; it may be the result of a call.
type container struct {
	word
	called bool
}

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
		marks: marks("](", "].call(", "].apply(", "]?.(", "Reflect"), literal: marks("['", `["`, "[`", "']", `"]`, "`]"), syntax: &syntax{join: "+", quotes: "'\"`", inTemplate: true, comment: "//"},
		calls: map[string]argument{"Reflect.get": inSecond}, more: (*finder).elements,
	}
	static := &syntax{join: "+", quotes: `"`, comment: "//"}
	c := &Rule{
		marks: marks("##", "dlsym", "dlvsym", "GetProcAddress", "invokeMethod"), syntax: &syntax{quotes: `"`, adjacent: true, comment: "//"},
		calls: native, more: (*finder).pastes, pastes: true,
	}
	return map[string]*Rule{
		"py": {
			marks:  marks("attr", "methodcaller", "globals()", "__dict__", "locals()", "vars("),
			syntax: &syntax{join: "+", quotes: `'"`, prefixes: "rbuRBUfF", inF: true, adjacent: true, percent: true, comment: "#"},
			calls: map[string]argument{
				"getattr": inSecond, "methodcaller": inFirst, "attrgetter": {at: -1, dotted: "."}, "__getattribute__": {at: -1},
			},
			indexed: []string{"globals()", "locals()", "__dict__", "vars()"},
		},
		"ruby": {
			marks:  marks("send", "method"),
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
			more: (*finder).variables,
		},
		"java":   {marks: marks("Method(", "findVirtual", "findStatic", "findSpecial"), syntax: static, calls: jvm},
		"kotlin": {marks: marks("Method(", "findVirtual", "findStatic", "findSpecial"), syntax: &syntax{join: "+", quotes: `"`, inDollar: true, comment: "//"}, calls: jvm},
		"cs": {
			marks: marks("Method(", "InvokeMember", "CreateDelegate"), syntax: &syntax{join: "+", quotes: `"`, prefixes: "$@", inF: true, comment: "//"},
			calls: map[string]argument{"GetMethod": inFirst, "GetRuntimeMethod": inAny, "GetDeclaredMethod": inFirst, "InvokeMember": inFirst, "CreateDelegate": inAny},
		},
		"go": {marks: marks("MethodByName"), syntax: &syntax{join: "+", quotes: "\"`", comment: "//"}, calls: map[string]argument{"MethodByName": inFirst}},
		"swift": {
			marks: marks("Selector"), syntax: &syntax{join: "+", quotes: `"`, inBackslash: true, comment: "//"},
			calls: map[string]argument{"Selector": inFirst, "NSSelectorFromString": inFirst},
		},
		"c": c, "cpp": c,
		"rust": {marks: marks("[<"), pastes: true, syntax: &syntax{quotes: `"`, comment: "//"}, more: (*finder).joined},
		"lua":  {marks: marks("]("), literal: marks("['", `["`, "']", `"]`), syntax: &syntax{join: "..", quotes: `'"`, comment: "--"}, more: (*finder).elements},
		"sh":   {marks: marks("$"), pastes: true, syntax: &syntax{quotes: `'"`, comment: "#"}, more: (*finder).words},
	}
}

func marks(texts ...string) []*kernel.Pair {
	all := make([]*kernel.Pair, len(texts))
	for i, t := range texts {
		all[i] = kernel.NewPair([]byte(t))
	}
	return all
}

// Rules has the rules of all languages that have one.
type Rules map[string]*Rule

// New returns the rules.
func New() Rules {
	all := rules()
	for _, r := range all {
		if r.functions != nil || r.containers != nil { // that of two languages
			continue
		}
		for name, a := range r.calls {
			r.functions = append(r.functions, function{*newWord(name), a})
		}
		for _, name := range r.indexed {
			text, called := strings.CutSuffix(name, "()")
			r.containers = append(r.containers, container{*newWord(text), called})
		}
	}
	return all
}

// In reports whether text may look up the name.
func (r *Rule) In(text []byte, n *Name) bool {
	in := func(m *kernel.Pair) bool { return m.Index(text, 0) >= 0 }
	return len(r.marks) == 0 || slices.ContainsFunc(r.marks, in) || len(r.literal) > 0 && r.MayBeIn(text, n) && slices.ContainsFunc(r.literal, in)
}
