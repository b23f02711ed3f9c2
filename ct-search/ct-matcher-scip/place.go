package main

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// place is an occurrence of a symbol in a file.
type place struct {
	start, end int
	symbol     string
	defines    bool
}

// staleError says why a file does not agree with the index.
type staleError struct{ why string }

func (e *staleError) Error() string { return e.why }

// The reasons for which a file is stale.
var (
	errNewer    = &staleError{"files read without the index, because they are newer (make it again)"}
	errDiffers  = &staleError{"files read without the index, because they differ from it (make it again if they changed)"}
	errEncoding = &staleError{"files read without the index, because it counts their columns in an unknown way"}
)

// occurrences returns the places of a document that matter: those of symbols with the name, and those where the name
// stands. Every other place is only compared with the file. It is a staleError if one disagrees.
func (q *query) occurrences(document, text []byte, newer bool) ([]place, error) {
	encoding, err := q.comparable(document, text, newer)
	if err != nil {
		return nil, err
	}
	if encoding != scip.PositionEncoding_UnspecifiedPositionEncoding {
		return q.compare(document, newLines(text, encoding))
	}
	// The same places in every way to count columns that agrees with the file are right, whichever was meant.
	var agreed []place
	var failure error
	found := false
	for _, e := range []scip.PositionEncoding{
		scip.PositionEncoding_UTF16CodeUnitOffsetFromLineStart, scip.PositionEncoding_UTF8CodeUnitOffsetFromLineStart,
		scip.PositionEncoding_UTF32CodeUnitOffsetFromLineStart,
	} {
		places, err := q.compare(document, newLines(text, e))
		if _, stale := errors.AsType[*staleError](err); stale {
			failure = err
			continue
		}
		switch {
		case err != nil:
			return nil, err
		case found && !slices.Equal(agreed, places):
			return nil, errEncoding
		}
		agreed, found = places, true
		if isASCII(text) {
			break
		}
	}
	if !found {
		return nil, failure
	}
	return agreed, nil
}

// comparable returns how a document counts columns. It is an error if the document has another text than the file, or
// none and the file is newer.
func (q *query) comparable(document, text []byte, newer bool) (scip.PositionEncoding, error) {
	encoding, whole := scip.PositionEncoding_UnspecifiedPositionEncoding, false
	err := fields(document, func(field protowire.Number, kind protowire.Type, value []byte) error {
		switch {
		case field == documentText && kind == protowire.BytesType && len(value) > 0:
			if whole = true; !bytes.Equal(value, text) {
				return errDiffers
			}
		case field == documentEncoding && kind == protowire.VarintType:
			v, _ := protowire.ConsumeVarint(value)
			encoding = scip.PositionEncoding(int32(min(v, 1<<20)))
		}
		return nil
	})
	switch {
	case err != nil:
		return 0, err
	case !whole && newer:
		return 0, errNewer
	}
	if _, known := scip.PositionEncoding_name[int32(encoding)]; !known {
		return 0, errEncoding
	}
	return encoding, nil
}

func isASCII(text []byte) bool {
	return !bytes.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// words are the words that stand in a file for one symbol.
type words struct {
	own    int      // where its own name last ended, 0 if it was not there yet
	others []string // that the file gives it
}

// add adds a word, and reports whether the symbol may have it: its own name; for a local symbol, which has none, always
// the same word; or another name, by which an import or export has it ("run as go", or "import go"), or an assignment
// ("exports.go = run").
func (w *words) add(name, word string, l *lines, start, end int) bool {
	switch {
	case word == name:
		w.own = end
		return true
	case slices.Contains(w.others, word):
		return true
	case l.renames(start, end):
	case name != "":
		line := bytes.TrimSpace(l.text[bytes.LastIndexByte(l.text[:start], '\n')+1 : start])
		between := strings.TrimSpace(string(l.text[min(w.own, start):start]))
		if w.own > 0 && !slices.Contains([]string{"as", ":", "="}, between) || w.own == 0 && !bytes.HasPrefix(line, []byte("import")) {
			return false
		}
	case len(w.others) > 0 && !bytes.HasSuffix(bytes.TrimRight(l.text[:start], " \t"), []byte(" as")): // an import of Python
		return false
	}
	w.others = append(w.others, word)
	return true
}

// compare compares every occurrence of a document with the file.
func (q *query) compare(document []byte, l *lines) ([]place, error) {
	c := &comparison{query: q, lines: l, seen: map[string]words{}}
	err := fields(document, func(field protowire.Number, kind protowire.Type, value []byte) error {
		if field != documentOccurrences || kind != protowire.BytesType {
			return nil
		}
		o := &scip.Occurrence{}
		if err := proto.Unmarshal(value, o); err != nil {
			return errTruncated
		}
		r, ok := o.SourceRange()
		if !ok || o.GetSymbol() == "" {
			return nil // only of syntax, or a diagnostic
		}
		start, end, ok := l.span(r)
		if !ok || start < end && !c.add(o, start, end) { // an empty range is that of a file
			return errDiffers
		}
		return nil
	})
	slices.SortStableFunc(c.found, func(a, b place) int { return a.start - b.start })
	return c.found, err
}

// comparison is the state of comparing a document with a file.
type comparison struct {
	query *query
	lines *lines
	seen  map[string]words // by key
	found []place
}

// add compares one occurrence, and reports whether the file agrees.
func (c *comparison) add(o *scip.Occurrence, start, end int) bool {
	text := string(c.lines.text[start:end])
	// Some indexers have one occurrence for "run as go".
	if name, other, is := strings.Cut(text, " as "); is && isName(name) && isName(other) {
		return c.word(o, start, name) && c.word(o, end-len(other), other)
	}
	word := strings.Trim(text, "\"'`() \t\r\n")
	return c.word(o, start+strings.Index(text, word), word)
}

// word compares a word for which an occurrence stands.
func (c *comparison) word(o *scip.Occurrence, start int, word string) bool {
	s, end := c.query.read(o.GetSymbol()), start+len(word)
	switch {
	case s.wrong || isName(word) && !isWord(c.lines.text, start, end):
		return false
	case isKeyword(word) && word != s.name:
		return true
	case !s.file && s.name != "" && !isName(word):
		return false
	case !s.file:
		key := cmp.Or(s.key, o.GetSymbol())
		w := c.seen[key]
		if !w.add(s.name, word, c.lines, start, end) {
			return false
		}
		c.seen[key] = w
	}
	if isName(word) && (s.named || word == c.query.name) {
		c.found = append(c.found, place{start, end, o.GetSymbol(), scip.SymbolRole_Definition.Matches(o)})
	}
	return true
}

// isKeyword reports whether a word stands for any symbol, by the rules of a language.
func isKeyword(word string) bool {
	return slices.Contains([]string{"constructor", "super", "this", "self", "Self", "cls", "crate", "default", "base", "init", "__init__", "exports", "module"}, word)
}

// renames reports whether a place gives a symbol another name: in the braces of an import or export, or as a member to
// which a value is assigned.
func (l *lines) renames(start, end int) bool {
	before, after := l.text[:start], bytes.TrimLeft(l.text[end:], " \t")
	if bytes.HasSuffix(before, []byte("new.")) || bytes.HasSuffix(before, []byte(".")) && len(after) > 1 && after[0] == '=' && after[1] != '=' && after[1] != '>' {
		return true
	}
	before = before[max(0, len(before)-maxClause):]
	open := bytes.LastIndexAny(before, "{};()")
	if open < 0 || before[open] != '{' {
		return false
	}
	words := strings.Fields(string(before[bytes.LastIndexAny(before[:open], "\n;}")+1 : open]))
	return len(words) > 0 && (words[0] == "import" || words[0] == "export" && (len(words) == 1 || words[1] == "type"))
}

// maxClause is how long the list of an import or export may be, in bytes.
const maxClause = 1 << 16

// lines converts the ranges of an index into offsets of a text.
type lines struct {
	text     []byte
	starts   []int
	encoding scip.PositionEncoding
}

func newLines(text []byte, encoding scip.PositionEncoding) *lines {
	l := &lines{text: text, starts: []int{0}, encoding: encoding}
	for i, b := range text {
		if b == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// span returns the offsets of a range on one line or several, and whether the text has it.
func (l *lines) span(r scip.Range) (start, end int, ok bool) {
	start, ok = l.offset(r.Start)
	if !ok {
		return 0, 0, false
	}
	end, ok = l.offset(r.End)
	return start, end, ok && start <= end
}

func (l *lines) offset(p scip.Position) (int, bool) {
	if p.Line < 0 || int(p.Line) >= len(l.starts) || p.Character < 0 {
		return 0, false
	}
	at, end := l.starts[p.Line], len(l.text)
	if next := int(p.Line) + 1; next < len(l.starts) {
		end = l.starts[next] - 1
	}
	if l.encoding == scip.PositionEncoding_UTF8CodeUnitOffsetFromLineStart {
		at += int(p.Character)
		return at, at <= end && (at == len(l.text) || utf8.RuneStart(l.text[at]))
	}
	for left := int(p.Character); left > 0; {
		if at >= end {
			return 0, false
		}
		r, n := utf8.DecodeRune(l.text[at:end])
		at += n
		if left--; r > 0xffff && l.encoding == scip.PositionEncoding_UTF16CodeUnitOffsetFromLineStart {
			left--
		}
		if left < 0 {
			return 0, false
		}
	}
	return at, true
}

// lineOf returns the number of the line that an offset is on, from 1.
func (l *lines) lineOf(at int) int {
	i, found := slices.BinarySearch(l.starts, at)
	if found {
		i++
	}
	return i
}

// isWord reports whether no part of a name is next to text[start:end].
func isWord(text []byte, start, end int) bool {
	before, _ := utf8.DecodeLastRune(text[:start])
	after, _ := utf8.DecodeRune(text[end:])
	return (start == 0 || !isNamed(before)) && (end == len(text) || !isNamed(after))
}

// wordsOf returns the places of a whole word in a text.
func wordsOf(text, word []byte) []place {
	var found []place
	for at := 0; ; {
		next := bytes.Index(text[at:], word)
		if next < 0 {
			return found
		}
		at += next
		if isWord(text, at, at+len(word)) {
			found = append(found, place{start: at, end: at + len(word)})
		}
		at += len(word)
	}
}
