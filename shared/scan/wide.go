package scan

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// wide translates UTF-16 to UTF-8 while it is read. An unpaired surrogate and a single byte at the end become U+FFFD.
type wide struct {
	on    bool
	big   bool   // the more significant byte comes first
	raw   []byte // read, not yet translated; a part of store
	store []byte
}

// wideMark reports whether b begins with the byte order mark of UTF-16, and whether that is big-endian.
func wideMark(b []byte) (big, ok bool) {
	switch {
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}):
		return false, true
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		return true, true
	}
	return false, false
}

// begin turns translation on. b is what was read after the mark.
func (w *wide) begin(b []byte, big bool) {
	if len(w.store) < len(b) || w.store == nil {
		w.store = make([]byte, max(len(b), 16))
	}
	w.on, w.big = true, big
	w.raw = w.store[:copy(w.store, b)]
}

// fill writes to p until fewer than utf8.UTFMax bytes are free or the file ends, which the error reports.
func (w *wide) fill(p []byte, in *input) (n int, err error) {
	for len(p)-n >= utf8.UTFMax {
		if len(w.raw) < 4 && in.err == nil {
			w.raw = w.store[:copy(w.store, w.raw)]
			got, _ := in.read(w.store[len(w.raw):])
			w.raw = w.store[:len(w.raw)+got]
		}
		if len(w.raw) == 0 {
			return n, in.err
		}
		n += w.translate(p[n:], in.err != nil)
	}
	return n, nil
}

// translate moves w.raw to p as UTF-8. Unless last is set, it leaves what may be half a character.
func (w *wide) translate(p []byte, last bool) (n int) {
	for len(p)-n >= utf8.UTFMax && len(w.raw) > 0 {
		if !last && len(w.raw) < 4 {
			break
		}
		r, size := w.next()
		w.raw = w.raw[size:]
		if r < utf8.RuneSelf {
			p[n] = byte(r)
			n++
			continue
		}
		n += utf8.EncodeRune(p[n:], r)
	}
	return n
}

// next returns the character that w.raw begins with and its size there.
func (w *wide) next() (r rune, size int) {
	if len(w.raw) < 2 {
		return utf8.RuneError, 1
	}
	r = w.unit(0)
	if !utf16.IsSurrogate(r) {
		return r, 2
	}
	if len(w.raw) >= 4 {
		if pair := utf16.DecodeRune(r, w.unit(2)); pair != utf8.RuneError {
			return pair, 4
		}
	}
	return utf8.RuneError, 2
}

func (w *wide) unit(at int) rune {
	if w.big {
		return rune(w.raw[at])<<8 | rune(w.raw[at+1])
	}
	return rune(w.raw[at+1])<<8 | rune(w.raw[at])
}
