package rust

// role is what a keyword of Rust means to the reader.
type role uint8

const (
	roleIdentifier role = iota
	roleItem            // leads an item
	rolePub
	roleHead // if, while: a head and a block follow
	roleMatch
	roleFor
	roleIn
	roleLet
	roleLoop // loop, unsafe, else: a block follows
	roleExpr // return, move: an operand follows
	roleSelf // self, true: a value
	roleMut  // mut, ref, dyn: says nothing here
	roleWhere
	roleAs
	roleBuiltin // a type
)

func roleOf(w []byte) (role, item) { //nolint:gocyclo // one case for each keyword
	if c := w[0]; len(w) > 8 || c < 'S' || c > 'w' || c > 'S' && c < '_' {
		return roleIdentifier, itemNone
	}
	switch string(w) {
	case "fn":
		return roleItem, itemFn
	case "struct":
		return roleItem, itemStruct
	case "enum":
		return roleItem, itemEnum
	case "trait":
		return roleItem, itemTrait
	case "type":
		return roleItem, itemType
	case "const":
		return roleItem, itemConst
	case "static":
		return roleItem, itemStatic
	case "mod":
		return roleItem, itemMod
	case "impl":
		return roleItem, itemImpl
	case "use":
		return roleItem, itemUse
	case "extern":
		return roleItem, itemExtern
	case "union":
		return roleItem, itemUnion
	case "pub":
		return rolePub, itemNone
	case "if", "while":
		return roleHead, itemNone
	case "match":
		return roleMatch, itemNone
	case "for":
		return roleFor, itemNone
	case "in":
		return roleIn, itemNone
	case "let":
		return roleLet, itemNone
	case "loop", "unsafe", "else", "async":
		return roleLoop, itemNone
	case "return", "break", "continue", "move", "yield":
		return roleExpr, itemNone
	case "self", "Self", "super", "crate", "true", "false", "await", "_":
		return roleSelf, itemNone
	case "mut", "ref", "dyn":
		return roleMut, itemNone
	case "where":
		return roleWhere, itemNone
	case "as":
		return roleAs, itemNone
	case "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool", "char", "str", "f32", "f64":
		return roleBuiltin, itemNone
	}
	return roleIdentifier, itemNone
}
