package brace

// rustRole is what a keyword of Rust means to the reader.
type rustRole uint8

const (
	rustIdentifier rustRole = iota
	rustItemWord            // leads an item
	rustPubWord
	rustHeadWord // if, while: a head and a block follow
	rustMatchWord
	rustForWord
	rustInWord
	rustLetWord
	rustLoopWord // loop, unsafe, else: a block follows
	rustExprWord // return, move: an operand follows
	rustSelfWord // self, true: a value
	rustMutWord  // mut, ref, dyn: says nothing here
	rustWhereWord
	rustAsWord
	rustBuiltin // a type
)

func rustRoleOf(w []byte) (rustRole, rustItem) { //nolint:gocyclo // one case for each keyword
	if c := w[0]; len(w) > 8 || c < 'S' || c > 'w' || c > 'S' && c < '_' {
		return rustIdentifier, rustNoItem
	}
	switch string(w) {
	case "fn":
		return rustItemWord, rustFn
	case "struct":
		return rustItemWord, rustStruct
	case "enum":
		return rustItemWord, rustEnum
	case "trait":
		return rustItemWord, rustTrait
	case "type":
		return rustItemWord, rustTypeItem
	case "const":
		return rustItemWord, rustConst
	case "static":
		return rustItemWord, rustStatic
	case "mod":
		return rustItemWord, rustMod
	case "impl":
		return rustItemWord, rustImpl
	case "use":
		return rustItemWord, rustUse
	case "extern":
		return rustItemWord, rustExtern
	case "union":
		return rustItemWord, rustUnion
	case "pub":
		return rustPubWord, rustNoItem
	case "if", "while":
		return rustHeadWord, rustNoItem
	case "match":
		return rustMatchWord, rustNoItem
	case "for":
		return rustForWord, rustNoItem
	case "in":
		return rustInWord, rustNoItem
	case "let":
		return rustLetWord, rustNoItem
	case "loop", "unsafe", "else", "async":
		return rustLoopWord, rustNoItem
	case "return", "break", "continue", "move", "yield":
		return rustExprWord, rustNoItem
	case "self", "Self", "super", "crate", "true", "false", "await", "_":
		return rustSelfWord, rustNoItem
	case "mut", "ref", "dyn":
		return rustMutWord, rustNoItem
	case "where":
		return rustWhereWord, rustNoItem
	case "as":
		return rustAsWord, rustNoItem
	case "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "bool", "char", "str", "f32", "f64":
		return rustBuiltin, rustNoItem
	}
	return rustIdentifier, rustNoItem
}
