package python

// wordEnd returns the end of the word that begins at a place, the place itself
// without one.
func wordEnd(src []byte, at int) int {
	for at < len(src) && ofWord(src[at]) {
		at++
	}
	return at
}

// piece returns the class and the end of what begins at a place, for a look
// ahead: a string with its prefix (q), a word or a number (A), a comment, a
// backslash with what it takes from its meaning, or one byte.
func piece(src []byte, at int) (class byte, end int) {
	class = classes[src[at]]
	switch class {
	case 'A', '0', 'q':
		end = wordEnd(src, at)
		if end == len(src) || classes[src[end]] != 'q' || end > at && !isPrefix(src[at:end]) {
			return 'A', end
		}
		q, in := quotedAt(src, at, end)
		end, _ = stringEnd(src, in, q)
		return 'q', end
	case '#':
		for end = at; end < len(src) && classes[src[end]] != 'n'; {
			end++
		}
		return class, end
	case '\\':
		return class, escaped(src, at)
	}
	return class, at + 1
}
