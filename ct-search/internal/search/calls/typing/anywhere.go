package typing

import (
	"bytes"
	"path"
	"slices"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// declaring are the words that declare a type in the languages whose files need not be named like their types, by the endings of these.
var declaring = lazy.Value[map[string][]string]{Make: func() map[string][]string {
	return map[string][]string{
		".cs":    {"class", "struct", "interface", "enum", "record", "delegate"},
		".kt":    {"class", "interface", "object", "typealias"},
		".kts":   {"class", "interface", "object", "typealias"},
		".swift": {"class", "struct", "enum", "protocol", "actor", "typealias"},
	}
}}

// naming returns the files that may declare a type of a name which a file sees: those that are named like it, and in languages where
// names of files say nothing those that a quick look finds; none of these if there are too many.
func (w *World) naming(f *File, name string) []string {
	all := w.stems[name]
	if len(declaring.Get()[path.Ext(f.Path)]) == 0 {
		return all
	}
	if w.types == nil {
		w.glance()
	}
	others := w.types[name]
	if len(others) > mostDeclaring {
		return all
	}
	all = slices.Clone(all)
	for _, id := range others {
		if !slices.Contains(all, w.loose[id]) {
			all = append(all, w.loose[id])
		}
	}
	return all
}

// mayDeclare reports whether a file that names of types lead to may declare one of a name, though none was found: one that could not be
// read, one of too many, or one that does not show it to the file.
func (w *World) mayDeclare(f *File, name string) bool {
	return len(declaring.Get()[path.Ext(f.Path)]) > 0 && (w.blind || len(w.types[name]) > 0)
}

// glance notes the files that may declare types, by the names of these.
func (w *World) glance() {
	w.types = map[string][]int32{}
	for i, name := range w.loose {
		text, ok := w.text(name)
		if !ok {
			w.blind = true
			continue
		}
		for _, word := range declaring.Get()[path.Ext(name)] {
			each(text, word, func(rest []byte) {
				rest = bytes.TrimLeft(rest, " \t\r\n")
				end := 0
				for end < len(rest) && cursor.IsWord(rest[end]) {
					end++
				}
				id, all := int32(i), w.types[string(rest[:end])] //nolint:gosec // of fewer files than that
				if end > 0 && upper(string(rest[:1])) && (len(all) == 0 || all[len(all)-1] != id) {
					w.types[string(rest[:end])] = append(all, id)
				}
			})
		}
	}
}

// each calls do with what follows each place where a word stands by itself.
func each(text []byte, word string, do func(rest []byte)) {
	for rest := text; ; {
		at := bytes.Index(rest, []byte(word))
		if at < 0 {
			return
		}
		whole := (at == 0 || !cursor.IsWord(rest[at-1])) && at+len(word) < len(rest) && !cursor.IsWord(rest[at+len(word)])
		rest = rest[at+len(word):]
		if whole {
			do(rest)
		}
	}
}

// parts returns the other parts of a type of C# that several files declare.
func (w *World) parts(t *Type) []*Type {
	if !t.partial {
		return nil
	}
	if t.others == nil {
		t.others = []*Type{}
		for _, name := range w.naming(t.File, last(t.Qual)) {
			if other := w.file(name); other != nil && other.types[t.Qual] != nil && other.types[t.Qual].partial && other.types[t.Qual] != t {
				t.others = append(t.others, other.types[t.Qual])
			}
		}
	}
	return t.others
}
