package rust

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// enclose notes what the bracket of f, which ended, held that may be called: inner is its last statement.
func (s *reader) enclose(f *frame, inner *statement) {
	e, begins, ok := s.Enclose(&f.Bracket)
	if !ok || inner.start < 0 {
		return
	}
	switch inner.prev {
	case tokenName:
		e.Name, e.Chain = inner.name.At, inner.name.At.Start
		if inner.chain >= 0 {
			e.Chain = min(inner.chain, e.Chain)
		}
		e.Alone = len(bytes.Trim(s.Src[inner.start:max(e.Chain, inner.start)], "*& \t\r\n")) == 0
	case tokenClose:
		e.Alone = begins == inner.start
	}
	s.Inside = e.Close()
}

// callInside makes what the last closed bracket held the name of a call, if a bracket at pos calls
// it, and returns the index of the call. What a field holds is no method of the value that has it.
func (s *reader) callInside() int {
	if s.Inside == nil || s.now.prev != tokenClose {
		return source.None
	}
	return s.CallInside(s.Rec, source.Call{Receiver: source.Value{Root: source.Opaque}}, s.Trim(0, s.Pos), false)
}
