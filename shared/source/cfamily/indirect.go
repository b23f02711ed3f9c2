package cfamily

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// groups reports whether a round bracket at pos stands where an operand is due, as far as the token before it says.
func (s *reader) groups() bool {
	switch s.now.prev {
	case tokenNone, tokenSign, tokenParen, tokenType:
		return true
	case tokenKeyword:
		end := s.Trim(0, s.Pos)
		start := end
		for start > 0 && cursor.IsWord(s.Src[start-1]) {
			start--
		}
		switch string(s.Src[start:end]) {
		case "sizeof", "alignof", "_Alignof", "alignas", "noexcept", "decltype", "typeid":
			return false
		}
		return true
	}
	return false
}

// enclose notes what the bracket of f, which ended, held that may be called: inner is its last statement.
func (s *reader) enclose(f *frame, inner *statement) {
	e, begins, ok := s.Enclose(&f.Bracket)
	if !ok || inner.start < 0 {
		return
	}
	e.Doubt = f.outer.prev == tokenParen
	switch inner.prev {
	case tokenName:
		e.Name, e.Chain = inner.name.At, min(inner.chain, inner.name.At.Start)
		before := bytes.TrimSpace(s.Src[inner.start:max(e.Chain, inner.start)])
		e.Alone, e.Starred = len(bytes.Trim(before, "*& \t\r\n")) == 0, len(before) > 0
		e.Chooses = e.Chooses || bytes.HasSuffix(before, []byte(")")) // a type before what is converted
	case tokenParen:
		e.Alone = begins == inner.start
	}
	s.Inside = e.Close()
}

// callInside makes what the last closed bracket held the name of a call, if a bracket at pos calls
// it, and returns the index of the call.
func (s *reader) callInside() int {
	if s.Inside == nil || s.now.prev != tokenParen {
		return source.None
	}
	return s.CallInside(s.Rec, source.Call{}, s.Trim(0, s.Pos), true)
}

// constructed makes a name that what stands at pos, in its line, may construct an object of a call that may be none.
func (s *reader) constructed(w cursor.Word) {
	if s.plus && bytes.IndexByte(s.Src[w.At.End:s.Pos], '\n') < 0 {
		s.Rec.Indirect(w.Mark, source.Plain, source.Call{Callee: w.At, Span: w.At, Form: source.Maybe})
	}
}
