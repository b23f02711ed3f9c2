package change

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
)

// Of an entry in the file of an index (gitformat-index(5)), in bytes: the facts of the file, up to the ID.
const factsSize = 40

// The flags of an entry, and those of the longer entries of version 3 and 4.
const (
	fileExtended = 0x4000
	fileStage    = 0x3000
	fileLength   = 0x0fff
	fileSkip     = 0x4000
	fileIntent   = 0x2000
)

// readIndexFile reads the file of an index, whose IDs have size bytes, without copying it. ok is false if it is not as this
// program knows it, such as one that shares entries with another file; git itself can then be asked.
func readIndexFile(text string, size int) (entries []entry, ok bool) {
	const header = 12
	if len(text) < header+size || text[:4] != "DIRC" {
		return nil, false
	}
	version, n := number32(text[4:]), number32(text[8:])
	if version < 2 || version > 4 || int64(n)*(factsSize+int64(size)) > int64(len(text)) {
		return nil, false
	}
	entries = make([]entry, 0, n)
	end := len(text) - size
	at, last := header, ""
	for range n {
		e, next := indexEntry(text[:end], at, size, version, last)
		if next == 0 {
			return nil, false
		}
		at, last = next, e.path
		if k := len(entries); e.stages && k > 0 && entries[k-1].path == e.path {
			continue
		}
		entries = append(entries, e)
	}
	return entries, optionalOnly(text[at:end])
}

// indexEntry reads the entry at an offset, after one with the path last, and returns where the next one begins, 0 if it is
// not one.
func indexEntry(text string, at, size int, version uint32, last string) (e entry, next int) {
	fixed := factsSize + size + 2
	if len(text)-at < fixed {
		return e, 0
	}
	fact := func(i int) uint32 { return number32(text[at+4*i:]) }
	e.stat = stat{ctime: stamp{fact(0), fact(1)}, mtime: stamp{fact(2), fact(3)}, ino: fact(5), size: fact(9)}
	e.mode, e.raw = fact(6), text[at+factsSize:at+factsSize+size]
	flags := number16(text[at+factsSize+size:])
	e.stages = flags&fileStage != 0
	name := at + fixed
	if flags&fileExtended != 0 {
		if version < 3 || len(text)-name < 2 {
			return e, 0
		}
		more := number16(text[name:])
		name += 2
		if more&fileSkip != 0 {
			e.flags |= flagSkip
		}
		if more&fileIntent != 0 {
			e.flags |= flagIntent
		}
	}
	if version == 4 {
		return compressed(e, text, name, last)
	}
	length := strings.IndexByte(text[name:], 0)
	if length <= 0 || min(length, fileLength) != int(flags&fileLength) {
		return e, 0
	}
	e.path = text[name : name+length]
	used := name + length - at
	if next = at + used + 8 - used%8; next > len(text) {
		return e, 0
	}
	return e, next
}

// compressed reads the path of an entry of version 4: how much of the last path is dropped, and what follows instead.
func compressed(e entry, text string, at int, last string) (entry, int) {
	drop := 0
	for first := true; ; first = false {
		if at >= len(text) || drop > len(last) {
			return e, 0
		}
		b := text[at]
		at++
		if !first {
			drop++
		}
		if drop = drop<<7 | int(b&0x7f); b < 0x80 {
			break
		}
	}
	length := strings.IndexByte(text[min(at, len(text)):], 0)
	if length < 0 || drop > len(last) {
		return e, 0
	}
	e.path = last[:len(last)-drop] + text[at:at+length]
	if e.path == "" {
		return e, 0
	}
	return e, at + length + 1
}

// optionalOnly reports whether the extensions of an index are all ones that may be left aside: their names begin with a
// capital letter.
func optionalOnly(text string) bool {
	for len(text) > 0 {
		if len(text) < 8 || text[0] < 'A' || text[0] > 'Z' {
			return false
		}
		size := int64(number32(text[4:]))
		if size > int64(len(text)-8) {
			return false
		}
		text = text[8+size:]
	}
	return true
}

func number32(text string) uint32 { return binary.BigEndian.Uint32([]byte(text[:4])) }
func number16(text string) uint16 { return uint16(text[0])<<8 | uint16(text[1]) }

// inIndex returns the version that the index has.
func (e *entry) inIndex() version {
	if e.raw != "" {
		e.id, e.raw = hex.EncodeToString([]byte(e.raw)), ""
	}
	return e.version
}
