package cfamily

// role is what a keyword of C or C++ means to the reader.
type role uint8

const (
	roleNone      role = iota // an identifier
	roleBuiltin               // a type
	roleQualifier             // const: belongs to the type before or after it
	roleModifier              // inline: says nothing of types
	roleStatic
	roleExtern
	roleTypedef
	roleTag // struct, class, union
	roleEnum
	roleUsing
	roleNamespace
	roleTemplate
	roleTypename
	roleFriend
	roleOperator
	roleConcept
	roleControl // a bracket follows, then a statement
	roleRestart // a statement follows
	roleReturn  // an expression follows
	roleCase
	roleValue      // this, true
	roleTypeof     // a bracket follows and both are a type
	rolePseudoCall // a bracket follows that is no call
	roleRequires
	roleAttribute // a bracket follows, and all that is an attribute
	roleAccess    // public
)

// roleInC returns the role of a word in C.
func roleInC(w []byte) role {
	if c := w[0]; len(w) > 16 || c < '_' || c > 'w' {
		return roleNone
	}
	switch string(w) {
	case "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "__int128", "bool":
		return roleBuiltin
	case "const", "volatile", "restrict", "_Atomic", "__restrict", "__const", "__volatile__", "__restrict__":
		return roleQualifier
	case "inline", "register", "__inline", "__inline__", "_Noreturn", "_Thread_local", "__extension__":
		return roleModifier
	case "static":
		return roleStatic
	case "extern":
		return roleExtern
	case "typedef":
		return roleTypedef
	case "struct", "union":
		return roleTag
	case "enum":
		return roleEnum
	case "if", "while", "for", "switch":
		return roleControl
	case "else", "do":
		return roleRestart
	case "return", "goto", "break", "continue":
		return roleReturn
	case "case", "default":
		return roleCase
	case "typeof", "__typeof__", "__typeof":
		return roleTypeof
	case "sizeof", "_Alignof", "_Generic", "_Static_assert", "__alignof__", "asm", "__asm__", "__asm", "defined":
		return rolePseudoCall
	case "__attribute__", "__declspec", "_Alignas", "__attribute":
		return roleAttribute
	}
	return roleNone
}

// roleInCPP returns the role of a word in C++.
func roleInCPP(w []byte) role { //nolint:gocyclo // one case for each role
	if c := w[0]; len(w) > 16 || c < '_' || c > 'x' {
		return roleNone
	}
	switch string(w) {
	case "class":
		return roleTag
	case "auto", "wchar_t", "char8_t", "char16_t", "char32_t":
		return roleBuiltin
	case "virtual", "explicit", "constexpr", "consteval", "constinit", "mutable", "thread_local", "override", "noexcept":
		if string(w) == "noexcept" {
			return rolePseudoCall
		}
		return roleModifier
	case "public", "private", "protected":
		return roleAccess
	case "template":
		return roleTemplate
	case "typename":
		return roleTypename
	case "namespace":
		return roleNamespace
	case "using":
		return roleUsing
	case "friend":
		return roleFriend
	case "operator":
		return roleOperator
	case "concept":
		return roleConcept
	case "requires":
		return roleRequires
	case "catch":
		return roleControl
	case "try":
		return roleRestart
	case "throw", "new", "delete", "co_return", "co_await", "co_yield", "and", "or", "not", "xor":
		return roleReturn
	case "this", "nullptr", "true", "false":
		return roleValue
	case "decltype":
		return roleTypeof
	case "static_assert", "alignof", "typeid", "static_cast", "dynamic_cast", "const_cast", "reinterpret_cast":
		return rolePseudoCall
	case "alignas":
		return roleAttribute
	}
	return roleInC(w)
}

// prefixed reports whether a word directly before a quote belongs to the string.
func prefixed(w []byte) bool {
	switch string(w) {
	case "L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R":
		return true
	}
	return false
}
