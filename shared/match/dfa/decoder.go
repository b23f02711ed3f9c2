package dfa

import (
	"regexp/syntax"
	"unicode/utf8"
)

// decoder is an automaton that reads the bytes of a character and determines its class. Equal parts
// of it are shared, so that it is small even if classes have thousands of characters.
//
// A byte leads to the number of a node for more bytes, to ^class if the character is complete, or to 0 if invalid.
type decoder struct {
	root  [256]int16 // for the first byte; ^class of U+FFFD if it is not valid
	nodes []node     // the first is not used
	// Bytes that have the same effect everywhere, also on assertions, share one symbol.
	symbols [256]uint8
	samples []byte // one byte for each symbol
	invalid uint16 // the class of U+FFFD
}

// node is the state after the first pending bytes of a character.
type node struct {
	pending uint8
	next    [64]int16 // for each continuation byte, minus 0x80
}

// newDecoder returns the decoder for the characters of a in p.
func newDecoder(a *alphabet, p *program) (*decoder, error) {
	d := &decoder{nodes: make([]node, 1), invalid: a.of(utf8.RuneError)}
	for b := range d.root {
		d.root[b] = ^int16(d.invalid)
		if b < utf8.RuneSelf {
			d.root[b] = ^int16(a.ascii[b])
		}
	}
	// If the expression takes no character beyond ASCII, only an empty match inside a character could distinguish its
	// bytes from characters. Without \B, an empty match that is possible inside a character is possible everywhere.
	if p.asserts&syntax.EmptyNoWordBoundary != 0 || p.takesBeyondASCII() {
		b := builder{decoder: d, alphabet: a, known: map[node]int16{}}
		if !b.build() {
			return nil, ErrLarge
		}
	}
	d.join(a)
	return d, nil
}

// next returns what the byte b leads to from node n.
func (d *decoder) next(n uint16, b byte) int16 {
	if b&0xc0 != 0x80 {
		return 0
	}
	return d.nodes[n].next[b&0x3f]
}

// builder builds the nodes of a decoder.
type builder struct {
	*decoder
	alphabet *alphabet
	known    map[node]int16
}

// build sets what bytes beyond ASCII lead to (Unicode Standard, table 3-7), or returns false for too many nodes.
func (b *builder) build() bool {
	for lead := 0xc2; lead <= 0xf4; lead++ {
		lo, hi := 0, 63 // of the second byte
		switch lead {
		case 0xe0: // lower values have a shorter form
			lo = 0x20
		case 0xed: // surrogates
			hi = 0x1f
		case 0xf0: // lower values have a shorter form
			lo = 0x10
		case 0xf4: // beyond U+10FFFF
			hi = 0x0f
		}
		switch {
		case lead < 0xe0:
			b.root[lead] = b.node(rune(lead&0x1f)<<6, 1, 1, lo, hi)
		case lead < 0xf0:
			b.root[lead] = b.node(rune(lead&0x0f)<<12, 2, 1, lo, hi)
		default:
			b.root[lead] = b.node(rune(lead&0x07)<<18, 3, 1, lo, hi)
		}
		if len(b.nodes) > maxNodes {
			return false
		}
	}
	return true
}

// node returns the node for the characters from first on after pending bytes, before more, the next from lo to hi.
func (b *builder) node(first rune, more, pending, lo, hi int) int16 {
	if len(b.nodes) > maxNodes {
		return 0
	}
	n := node{pending: uint8(pending)}
	width := rune(1) << (6 * (more - 1)) // number of characters for each next byte
	for i := lo; i <= hi; {
		r := first + rune(i)*width
		var next int16
		if more == 1 {
			next = ^int16(b.alphabet.of(r))
		} else {
			next = b.node(r, more-1, pending+1, 0, 63)
		}
		// Bytes whose characters are all in the interval of r lead to the same node.
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

// join computes symbols and samples.
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

// alike reports whether the bytes b and c have the same effect everywhere.
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

// contextOf returns the context of a byte for assertions.
func contextOf(a *alphabet, b byte) context {
	if b >= utf8.RuneSelf {
		return other
	}
	return a.contexts[a.ascii[b]]
}
