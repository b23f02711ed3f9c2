package ahead

// LooksLikeTypes reports whether < at pos opens type arguments: a balanced list of types, and after
// it what cannot follow a comparison; argument says that this one would be in an argument. It looks
// at most over 8 KB and 16 brackets deep.
func (s *Text) LooksLikeTypes(pos int, argument bool) bool {
	depth := 0
	if s.At(pos+1) == '<' {
		return false
	}
	for end := min(pos+8<<10, len(s.Src)); pos < end; pos++ {
		switch c := s.Src[pos]; c {
		case '<', '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '>':
			if s.Src[pos-1] == '=' || s.Src[pos-1] == '-' {
				continue
			}
			if depth--; depth == 0 {
				return s.followsTypes(pos+1, argument)
			}
		case ';':
			if s.TypeAfter == 0 || depth == 1 {
				return false
			}
		case '/':
			pos = max(s.CommentEnd(pos, end)-1, pos)
		default:
			if !s.inTypes(pos) {
				return false
			}
		}
		if depth <= 0 || depth > 16 {
			return false
		}
	}
	return false
}

// inTypes reports whether the byte at pos can be among type arguments.
func (s *Text) inTypes(pos int) bool {
	switch c := s.Src[pos]; c {
	case '?', ':':
		return !s.TypeFirst || s.typeQuestion(pos)
	case '&', '|':
		return s.Src[pos-1] != c
	case '=':
		return !s.Has(pos+1, "=")
	case '"', '\'', '`', ',', '.', '*', '@', '-', ' ', '\n', '\t', '\r', '/':
		return true
	default:
		return s.InWord(c)
	}
}

// typeQuestion reports whether the ? or : at pos can be within type arguments: a wildcard or the
// mark of a nullable type, :: between names.
func (s *Text) typeQuestion(pos int) bool {
	if s.Src[pos] == ':' {
		return s.Src[pos-1] == ':' || s.At(pos+1) == ':'
	}
	if s.Src[pos-1] > ' ' {
		return true
	}
	return oneOf("<,)", s.Src[max(s.Trim(0, pos)-1, 0)])
}

// followsTypes reports whether what is at pos can follow type arguments and not a comparison.
func (s *Text) followsTypes(pos int, argument bool) bool {
	at := s.SkipBlank(pos)
	if at >= len(s.Src) {
		return true
	}
	switch c := s.Src[at]; c {
	case '(', ')', ']', ',', ';', ':', '.', '`', '}', '?', '{':
		return true
	case '=':
		return at+1 < len(s.Src) && s.Src[at+1] != '=' && at > pos
	case '>', '<', '+', '-', '/', '"', '\'':
		return false
	default:
		if s.TypeFirst {
			return !argument && s.IsLetter(c) || c == '[' || c == '&' || c == '*'
		}
		return !s.SameLine(pos)
	}
}

// AssertsType reports whether < at Pos, where an operand is due, begins the type that <T>x asserts
// and not the parameters of a generic lambda, <T>(x: T) => x.
func (s *Text) AssertsType() bool {
	depth := 0
	for pos, end := s.Pos, min(s.Pos+256, len(s.Src)); pos < end; pos++ {
		switch s.Src[pos] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 && s.Src[pos-1] != '=' && s.Next(pos+1) != '(' {
				return true
			}
		case '(', ';', '{':
			return false
		}
	}
	return false
}

// GenericArrow reports whether type parameters begin at pos, after <, and not the name of an
// element: <T,> or <T extends U>.
func (s *Text) GenericArrow(pos int) bool {
	end := min(s.NameEnd(pos), pos+128)
	at := s.SkipBlank(end)
	return s.Has(at, ",") || at > end && s.Has(at, "extends") && !s.IsLetter(s.Next(at+7)) || at > end && s.Has(at, "extends ")
}

// ArrowFollows reports whether the arrow of a lambda is next after pos.
func (s *Text) ArrowFollows(pos int) bool {
	at := s.SkipBlank(pos)
	return s.At(at) == s.Arrow[0] && s.At(at+1) == '>'
}

// EndsExplicit reports whether the word before pos is the member and not part of its interface's name.
func (s *Text) EndsExplicit(pos int) bool {
	at := s.SkipBlank(pos)
	if s.At(at) != '<' {
		return s.At(at) != '.'
	}
	depth := 0
	for end := min(at+256, len(s.Src)); at < end; at++ {
		switch s.Src[at] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return s.Next(at+1) != '.'
			}
		}
	}
	return true
}

// NamesMember reports whether the name before pos is that of a member of { a: T }.
func (s *Text) NamesMember(pos int) bool { return oneOf(":?(,;<", s.Next(pos)) }

// Labels reports whether the name before pos labels a member of a tuple: a: T or a?: T.
func (s *Text) Labels(pos int) bool {
	at := s.SkipBlank(pos)
	return s.Has(at, ":") || s.Has(at, "?") && s.Next(at+1) == ':'
}

// Mapped reports whether the bracket at Pos begins an index: [k: T] or [K in T].
func (s *Text) Mapped() bool {
	at := s.SkipBlank(s.Pos + 1)
	at = s.SkipBlank(min(s.NameEnd(at), at+128))
	return s.Has(at, ":") || s.Has(at, "in ")
}
