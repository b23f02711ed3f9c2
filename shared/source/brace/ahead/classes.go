package ahead

import "strings"

// A Class is what a byte begins.
type Class uint8

// The classes.
const (
	Sign Class = iota // an operator, anything else
	Blank
	Newline
	Begins // an identifier, or what goes on with one
	Digit  // a number, or what goes on with an identifier
	Quote
	Opener
	Closer
	Asked // what the language has a function for
)

// Classify says of each byte what it begins; letters, quotes and asked are those of the language.
func (r *Rules) Classify(letters, quotes, asked string) {
	for c := range 256 {
		class := Sign
		switch b := byte(c); {
		case strings.IndexByte(quotes, b) >= 0:
			class = Quote
		case strings.IndexByte(letters, b) >= 0 || b >= 0x80 || b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z':
			class = Begins
		case b == '\n':
			class = Newline
		case b <= ' ' || b == 0x7f:
			class = Blank
		case b >= '0' && b <= '9':
			class = Digit
		case b == '(' || b == '[' || b == '{':
			class = Opener
		case b == ')' || b == ']' || b == '}':
			class = Closer
		}
		if r.Letters[c], r.Class[c] = class, class; strings.IndexByte(asked, byte(c)) >= 0 {
			r.Class[c] = Asked
		}
	}
}
