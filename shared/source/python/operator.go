package python

// operator reads an operator or a separator.
func (s *scanner) operator(c byte) {
	if s.statement.kind >= importing {
		s.importOperator(c)
		return
	}
	switch c {
	case '.':
		s.dot()
	case ',':
		s.comma()
	case ':':
		s.colon()
	case '=':
		s.equals()
	case ';':
		s.semicolon()
	case '-':
		if s.peek(1) == '>' {
			s.arrow()
			return
		}
		s.arithmetic(c)
	case '!':
		s.exclamation()
	case '+', '*', '/', '%', '&', '|', '^', '@', '<', '>':
		s.arithmetic(c)
	default:
		s.at++
		s.before = operator
	}
}

// dot reads the dot of an attribute, an ellipsis, or one that begins a number.
func (s *scanner) dot() {
	switch next := s.peek(1); {
	case next == '.' && s.peek(2) == '.':
		s.chain = s.at
		s.at += 3
		s.tokenEnd = s.at
		s.before = atom
		return
	case classes[next] == '0' && s.before != name && s.before != closed:
		s.number()
		return
	}
	s.trail()
	if s.before != name && s.before != atom && s.before != closed {
		s.chain = -1
	}
	s.at++
	s.before = dot
}

func (s *scanner) comma() {
	top := &s.frames[len(s.frames)-1]
	if top.as {
		s.endAs()
	}
	s.endBodies()
	switch top.kind {
	case call, bases:
		s.endArgument(top)
	case parameters, typeParameters, lambda:
		top.mode = parameter
	}
	s.at++
	s.before = comma
}

func (s *scanner) colon() {
	top := &s.frames[len(s.frames)-1]
	if top.kind == field {
		s.endExpression(top)
		return
	}
	if s.peek(1) == '=' {
		s.walrus()
		return
	}
	s.at++
	s.before = operator
	switch top.kind {
	case lambda:
		s.beginBody(s.pop())
	case parameters, typeParameters:
		top.mode = annotation
		s.typed()
	default:
		s.endBodies()
		if len(s.frames) == 1 {
			s.statementColon()
		}
	}
}

// statementColon reads a colon outside of brackets: the end of a header, or the sign before an annotation.
func (s *scanner) statementColon() {
	base := &s.frames[0]
	switch {
	case s.statement.compound:
		s.endHeader()
	case base.mode == target:
		s.assign(0)
		base.mode = annotation
		s.typed()
	}
}

// equals reads an equals sign, or two.
func (s *scanner) equals() {
	if s.peek(1) == '=' {
		s.at += 2
		s.before = operator
		return
	}
	top := &s.frames[len(s.frames)-1]
	switch top.kind {
	case field:
		if s.endsExpression() {
			s.endExpression(top)
			return
		}
	case call, bases:
		s.keywordArgument(top)
	case parameters, lambda:
		top.mode = value
	case typeParameters:
		top.mode = annotation
	case group:
		if len(s.frames) > 1 {
			break
		}
		if top.mode == target {
			bound := s.r.Bound()
			s.assign(0)
			s.assigned(bound)
		} else {
			top.mode = value
		}
	}
	s.at++
	s.before = operator
}

// semicolon ends a statement on its line.
func (s *scanner) semicolon() {
	s.at++
	if s.brackets > 0 {
		s.before = operator
		return
	}
	s.endStatement()
	s.startStatement()
}

// arrow reads the sign before the type that a function returns.
func (s *scanner) arrow() {
	if s.statement.kind == header && len(s.frames) == 1 {
		s.frames[0].mode = annotation
	}
	s.at += 2
	s.before = operator
}

// exclamation reads != or the conversion in a field.
func (s *scanner) exclamation() {
	if top := &s.frames[len(s.frames)-1]; top.kind == field && s.peek(1) != '=' {
		s.endExpression(top)
		return
	}
	s.at++
	if s.peek(0) == '=' {
		s.at++
	}
	s.before = operator
}

// arithmetic reads an operator that may assign: +, //, @=.
func (s *scanner) arithmetic(c byte) {
	top := &s.frames[len(s.frames)-1]
	twice := s.peek(1) == c && (c == '*' || c == '/' || c == '<' || c == '>')
	if c == '*' && (top.kind == call || top.kind == bases) {
		s.star(top, twice)
	}
	s.at++
	if twice {
		s.at++
	}
	if s.peek(0) == '=' {
		s.at++
		if len(s.frames) == 1 && top.mode == target && (twice || c != '<' && c != '>') {
			s.assign(0)
			top.mode = value
		}
	}
	s.before = operator
}
