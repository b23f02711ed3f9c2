package ahead

// ConstructorFollows reports whether the word constructor follows soon, with nothing but modifiers
// and annotations before it.
func (s *Text) ConstructorFollows() bool {
	for at, end := s.Pos, min(s.Pos+120, len(s.Src)); at < end; at++ {
		switch c := s.Src[at]; {
		case c == 'c' && s.Has(at, "constructor"):
			return true
		case c == '{' || c == '}' || c == '=' || c == 'f' && s.Has(at, "fun ") || c == 'c' && s.Has(at, "class "):
			return false
		}
	}
	return false
}

// DeclarationFollows reports whether the word at pos is one that declarations begin with.
func (s *Text) DeclarationFollows(pos int) bool {
	switch s.letters(pos) {
	case "fun", "val", "var", "class", "object", "interface", "typealias", "constructor", "inline", "suspend", "open", "override", "abstract",
		"data", "const", "lateinit", "operator", "infix", "tailrec", "final", "sealed", "inner", "enum", "annotation", "companion", "value",
		"external", "expect", "actual", "public", "private", "protected", "internal", "set", "get", "init":
		return true
	}
	return false
}
