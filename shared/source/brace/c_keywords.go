package brace

// cRole is what a keyword of C or C++ means to the reader.
type cRole uint8

const (
	cNoRole    cRole = iota // an identifier
	cBuiltin                // a type
	cQualifier              // const: belongs to the type before or behind it
	cModifier               // inline: says nothing of types
	cStatically
	cExternally
	cTypedefs
	cTags // struct, class, union
	cEnums
	cUsings
	cNamespaces
	cTemplates
	cTypenames
	cFriends
	cOperators
	cConcepts
	cControls // a bracket follows, then a statement
	cRestarts // a statement follows
	cReturns  // an expression follows
	cCases
	cValues  // this, true
	cTypeofs // a bracket follows and both are a type
	cAsks    // a bracket follows that is no call
	cRequiring
	cAttributes // a bracket follows, and all that is an attribute
	cAccesses   // public
)

// cRoleOf gives the role of a word in C.
func cRoleOf(w []byte) cRole {
	if c := w[0]; len(w) > 16 || c < '_' || c > 'w' {
		return cNoRole
	}
	switch string(w) {
	case "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "__int128", "bool":
		return cBuiltin
	case "const", "volatile", "restrict", "_Atomic", "__restrict", "__const", "__volatile__", "__restrict__":
		return cQualifier
	case "inline", "register", "__inline", "__inline__", "_Noreturn", "_Thread_local", "__extension__":
		return cModifier
	case "static":
		return cStatically
	case "extern":
		return cExternally
	case "typedef":
		return cTypedefs
	case "struct", "union":
		return cTags
	case "enum":
		return cEnums
	case "if", "while", "for", "switch":
		return cControls
	case "else", "do":
		return cRestarts
	case "return", "goto", "break", "continue":
		return cReturns
	case "case", "default":
		return cCases
	case "typeof", "__typeof__", "__typeof":
		return cTypeofs
	case "sizeof", "_Alignof", "_Generic", "_Static_assert", "__alignof__", "asm", "__asm__", "__asm", "defined":
		return cAsks
	case "__attribute__", "__declspec", "_Alignas", "__attribute":
		return cAttributes
	}
	return cNoRole
}

// cppRoleOf gives the role of a word in C++.
func cppRoleOf(w []byte) cRole { //nolint:gocyclo // one case for each role
	if c := w[0]; len(w) > 16 || c < '_' || c > 'x' {
		return cNoRole
	}
	switch string(w) {
	case "class":
		return cTags
	case "auto", "wchar_t", "char8_t", "char16_t", "char32_t":
		return cBuiltin
	case "virtual", "explicit", "constexpr", "consteval", "constinit", "mutable", "thread_local", "override", "noexcept":
		if string(w) == "noexcept" {
			return cAsks
		}
		return cModifier
	case "public", "private", "protected":
		return cAccesses
	case "template":
		return cTemplates
	case "typename":
		return cTypenames
	case "namespace":
		return cNamespaces
	case "using":
		return cUsings
	case "friend":
		return cFriends
	case "operator":
		return cOperators
	case "concept":
		return cConcepts
	case "requires":
		return cRequiring
	case "catch":
		return cControls
	case "try":
		return cRestarts
	case "throw", "new", "delete", "co_return", "co_await", "co_yield", "and", "or", "not", "xor":
		return cReturns
	case "this", "nullptr", "true", "false":
		return cValues
	case "decltype":
		return cTypeofs
	case "static_assert", "alignof", "typeid", "static_cast", "dynamic_cast", "const_cast", "reinterpret_cast":
		return cAsks
	case "alignas":
		return cAttributes
	}
	return cRoleOf(w)
}

// prefixed tells whether a word directly before a quote belongs to the string.
func prefixed(w []byte) bool {
	switch string(w) {
	case "L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R":
		return true
	}
	return false
}
