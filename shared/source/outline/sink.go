package outline

import "github.com/ct-tools/ct/shared/source"

// A key is one that begins a unit.
type key struct {
	at    int         // where the unit begins
	token source.Span // the key as written
	name  source.Span // without its quotes
	text  []byte      // of name, clipped; valid during the call
	style style
	doc   source.Span // what a comment right above it says
}

// A sink takes what a parser of structured data finds, in ascending order. Units that end are
// closed before what follows their end is reported.
type sink interface {
	key(k key)                         // a unit begins
	element(at, index int)             // the unit of an element of a sequence begins
	close(end int)                     // the innermost unit ends
	content(from, to int)              // something stands here that is neither a separator nor a comment
	text(s source.Span, k source.Kind) // a string or a comment
	word(s source.Span, k source.Kind) // a name other than a key
	done(pos int) bool                 // nothing that follows is asked for
}

// A recorder is the sink that reports to a source.Recorder.
type recorder struct {
	r     *source.Recorder
	src   []byte
	named []bool // of each open unit: it is a key's
}

func (t *recorder) key(k key) {
	mark := t.r.Word(k.name, source.Definition, source.Plain)
	t.r.Open(source.Declaration{
		Name: k.name, Symbol: source.Key, Span: source.Span{Start: k.at}, Signature: k.token, Parent: source.None, Doc: k.doc,
	}, mark)
	t.named = append(t.named, true)
}

func (t *recorder) element(int, int) { t.named = append(t.named, false) }

func (t *recorder) close(end int) {
	last := len(t.named) - 1
	if t.named[last] {
		t.r.Close(end)
	}
	t.named = t.named[:last]
}

func (t *recorder) content(int, int) {}

func (t *recorder) text(s source.Span, k source.Kind) { t.r.Text(s, k) }

func (t *recorder) word(s source.Span, k source.Kind) { t.r.Word(s, k, source.Plain) }

func (t *recorder) done(pos int) bool { return t.r.Done(pos) }
