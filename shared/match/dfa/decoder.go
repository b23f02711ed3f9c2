package dfa

import (
	"regexp/syntax"
	"unicode/utf8"
)

// A decoder is an automaton that reads the bytes of a character and comes to
// the class of it. Its parts that do the same are one, so that it is small even
// where classes are of thousands of characters.
//
// What a byte leads to is the number of a node, where more bytes are needed;
// or ^class, where the character is complete; or 0, where it is not valid.
type decoder struct {
	root  [256]int16 // for the first byte; ^class of U+FFFD where that is not valid
	nodes []node     // the first is not used
	// Bytes that do the same everywhere, also to assertions, are one symbol.
	symbols [256]uint8
	samples []byte // a byte for each symbol
	invalid uint16 // the class of U+FFFD
}

// A node stands for what was read of a character: pending bytes.
type node struct {
	pending uint8
	next    [64]int16 // for each continuation byte, less 0x80
}

// newDecoder gives the decoder of the characters of a for p.
func newDecoder(a *alphabet, p *program) (*decoder, error) {
	d := &decoder{nodes: make([]node, 1), invalid: a.of(utf8.RuneError)}
	for b := range d.root {
		d.root[b] = ^int16(d.invalid)
		if b < utf8.RuneSelf {
			d.root[b] = ^int16(a.ascii[b])
		}
	}
	// If no character beyond ASCII is taken, all that could tell its bytes from
	// characters is an empty match between them. Where \B is not in it, an empty
	// match that can be there can be anywhere.
	if p.asserts&syntax.EmptyNoWordBoundary != 0 || p.takesBeyondASCII() {
		b := builder{decoder: d, alphabet: a, known: map[node]int16{}}
		if !b.build() {
			return nil, ErrLarge
		}
	}
	d.join(a)
	return d, nil
}

// next gives what the byte b leads to from node n.
func (d *decoder) next(n uint16, b byte) int16 {
	if b&0xc0 != 0x80 {
		return 0
	}
	return d.nodes[n].next[b&0x3f]
}

// A builder makes the nodes of a decoder.
type builder struct {
	*decoder
	alphabet *alphabet
	known    map[node]int16
}

// build fills in what bytes beyond ASCII lead to; false if that is too much.
// The bytes that are valid are those of table 3-7 of the Unicode Standard.
func (b *builder) build() bool {
	for lead := 0xc2; lead <= 0xf4; lead++ {
		switch {
		case lead < 0xe0:
			b.root[lead] = b.node(rune(lead&0x1f)<<6, 1, 1, 0, 63)
		case lead < 0xf0:
			lo, hi := 0, 63
			if lead == 0xe0 {
				lo = 0x20 // what is less has a shorter form
			}
			if lead == 0xed {
				hi = 0x1f // surrogates
			}
			b.root[lead] = b.node(rune(lead&0x0f)<<12, 2, 1, lo, hi)
		default:
			lo, hi := 0, 63
			if lead == 0xf0 {
				lo = 0x10 // what is less has a shorter form
			}
			if lead == 0xf4 {
				hi = 0x0f // beyond U+10FFFF
			}
			b.root[lead] = b.node(rune(lead&0x07)<<18, 3, 1, lo, hi)
		}
		if len(b.nodes) > maxNodes {
			return false
		}
	}
	return true
}

// node gives the node where pending bytes were read of the characters from
// first on, more bytes follow, and the next is from lo to hi.
func (b *builder) node(first rune, more, pending, lo, hi int) int16 {
	if len(b.nodes) > maxNodes {
		return 0
	}
	n := node{pending: uint8(pending)}
	width := rune(1) << (6 * (more - 1)) // of the characters behind each next byte
	for i := lo; i <= hi; {
		r := first + rune(i)*width
		var next int16
		if more == 1 {
			next = ^int16(b.alphabet.of(r))
		} else {
			next = b.node(r, more-1, pending+1, 0, 63)
		}
		// What lies wholly in the interval of r leads to the same.
		same := hi - i + 1
		if k := b.alphabet.interval(r) + 1; k < len(b.alphabet.first) {
			same = min(same, max(1, int((b.alphabet.first[k]-r)/width)))
		}
		for range same {
			n.next[i] = next
			i++
		}
	}
	number, known := b.known[n]
	if !known {
		number = int16(len(b.nodes))
		b.nodes = append(b.nodes, n)
		b.known[n] = number
	}
	return number
}

// join fills in symbols.
func (d *decoder) join(a *alphabet) {
	for b := range 256 {
		s := 0
		for s < len(d.samples) && !d.alike(a, d.samples[s], byte(b)) {
			s++
		}
		if s == len(d.samples) {
			d.samples = append(d.samples, byte(b))
		}
		d.symbols[b] = uint8(s)
	}
}

// alike reports whether the bytes b and c do the same everywhere.
func (d *decoder) alike(a *alphabet, b, c byte) bool {
	if d.root[b] != d.root[c] || contextOf(a, b) != contextOf(a, c) {
		return false
	}
	if b&0xc0 != 0x80 && c&0xc0 != 0x80 {
		return true
	}
	for n := 1; n < len(d.nodes); n++ {
		if d.next(uint16(n), b) != d.next(uint16(n), c) {
			return false
		}
	}
	return true
}

// contextOf gives the context that a byte is to assertions.
func contextOf(a *alphabet, b byte) context {
	if b >= utf8.RuneSelf {
		return other
	}
	return a.contexts[a.ascii[b]]
}
