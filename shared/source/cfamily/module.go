package cfamily

import (
	"bytes"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// moduleDirective matches the lines of C++20's modules ([cpp.import], [cpp.module]). Its groups are the keyword and the
// name, with its brackets or quotes if it is that of a header.
var moduleDirective = lazy.Regexp(`\A(?:export[ \t]+)?(import|module)\b[ \t]*(<[^>\n]*>|"[^"\n]*"|(?:[A-Za-z_][\w.]*)?(?:[ \t]*:[ \t]*[A-Za-z_][\w.]*)?)[ \t]*(?:\[\[[^\n]*\]\][ \t]*)?;`)

// maxDirective bounds the length of such a line, in bytes.
const maxDirective = 512

// moduleLine reads a line that imports or declares a module, and reports whether it is one.
func (s *reader) moduleLine(start int, word string) bool {
	if word != "import" && word != "export" && word != "module" || s.directive || s.scope() != inFile ||
		len(bytes.TrimLeft(s.Src[bytes.LastIndexByte(s.Src[:start], '\n')+1:start], " \t")) > 0 {
		return false
	}
	at := moduleDirective.Get().FindSubmatchIndex(s.Src[start:min(start+maxDirective, len(s.Src))])
	if at == nil {
		return false
	}
	name := source.Span{Start: start + at[4], End: start + at[5]}
	s.Pos = start + at[1]
	s.now.reset()
	if s.Src[start+at[2]] == 'm' || name.Len() == 0 {
		return true
	}
	im := source.ImportOf{Statement: source.Span{Start: start, End: s.Pos}, Name: "*"}
	if c := s.Src[name.Start]; c == '<' || c == '"' {
		name.Start, name.End = name.Start+1, name.End-1
		im.Kind = source.Include
	}
	im.Module = name.Of(s.Src)
	of := s.Rec.Import(im, source.Import, s.Rec.Word(name, source.Import, source.Plain))
	if s.Rec.Bindings() {
		s.Rec.BindImport("*", name, of)
	}
	return true
}
