package rust

import "github.com/ct-tools/ct/shared/source/cursor"

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

var roles = cursor.Words[role]{Tables: func() []map[role]string {
	return []map[role]string{{
		rolePub: "pub", roleHead: "if while", roleMatch: "match", roleFor: "for", roleIn: "in", roleLet: "let",
		roleLoop: "loop unsafe else async", roleExpr: "return break continue move yield",
		roleSelf: "self Self super crate true false await _", roleMut: "mut ref dyn", roleWhere: "where", roleAs: "as",
		roleBuiltin: "u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char str f32 f64",
	}}
}}

var items = cursor.Words[item]{Tables: func() []map[item]string {
	return []map[item]string{{
		itemFn: "fn", itemStruct: "struct", itemEnum: "enum", itemTrait: "trait", itemType: "type", itemConst: "const", itemStatic: "static",
		itemMod: "mod", itemImpl: "impl", itemUse: "use", itemExtern: "extern", itemUnion: "union",
	}}
}}

// roleOf returns what a word means, and which item it leads.
func roleOf(w []byte) (role, item) {
	if c := w[0]; len(w) > 8 || c < 'S' || c > 'w' || c > 'S' && c < '_' {
		return roleIdentifier, itemNone
	}
	if item := items.Of(w); item != nil {
		return roleItem, *item
	}
	if role := roles.Of(w); role != nil {
		return *role, itemNone
	}
	return roleIdentifier, itemNone
}
