package cfamily

import "github.com/ct-tools/ct/shared/source/cursor"

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

func rolesInC() map[role]string {
	return map[role]string{
		roleBuiltin:   "void char short int long float double signed unsigned _Bool __int128 bool",
		roleQualifier: "const volatile restrict _Atomic __restrict __const __volatile__ __restrict__",
		roleModifier:  "inline register __inline __inline__ _Noreturn _Thread_local __extension__",
		roleStatic:    "static", roleExtern: "extern", roleTypedef: "typedef", roleTag: "struct union", roleEnum: "enum",
		roleControl: "if while for switch", roleRestart: "else do", roleReturn: "return goto break continue", roleCase: "case default",
		roleTypeof:     "typeof __typeof__ __typeof",
		rolePseudoCall: "sizeof _Alignof _Generic _Static_assert __alignof__ asm __asm__ __asm defined",
		roleAttribute:  "__attribute__ __declspec _Alignas __attribute",
	}
}

// rolesInCPP are those of the words that are no keywords in C.
func rolesInCPP() map[role]string {
	return map[role]string{
		roleTag: "class", roleAccess: "public private protected", roleTemplate: "template", roleTypename: "typename",
		roleNamespace: "namespace", roleUsing: "using", roleFriend: "friend", roleOperator: "operator", roleConcept: "concept",
		roleRequires: "requires", roleControl: "catch", roleRestart: "try", roleTypeof: "decltype", roleAttribute: "alignas",
		roleBuiltin:    "auto wchar_t char8_t char16_t char32_t",
		roleModifier:   "virtual explicit constexpr consteval constinit mutable thread_local override",
		roleReturn:     "throw new delete co_return co_await co_yield and or not xor",
		roleValue:      "this nullptr true false",
		rolePseudoCall: "noexcept static_assert alignof typeid static_cast dynamic_cast const_cast reinterpret_cast",
	}
}

var (
	cWords   = cursor.Words[role]{Tables: func() []map[role]string { return []map[role]string{rolesInC()} }}
	cppWords = cursor.Words[role]{Tables: func() []map[role]string { return []map[role]string{rolesInCPP(), rolesInC()} }}
)

// roleOf returns what a word means in the language that is read.
func (s *reader) roleOf(w []byte) role {
	if c := w[0]; len(w) > 16 || c < '_' || c > 'x' {
		return roleNone
	}
	words := &cWords
	if s.plus {
		words = &cppWords
	}
	if role := words.Of(w); role != nil {
		return *role
	}
	return roleNone
}

// prefixed reports whether a word directly before a quote belongs to the string.
func prefixed(w []byte) bool {
	switch string(w) {
	case "L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R":
		return true
	}
	return false
}
