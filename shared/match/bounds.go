package match

// bounds caches the bounds of a line, so that the ends of a long one are not searched for again at every match.
type bounds struct{ start, end int }

// unknown is the empty cache.
var unknown = bounds{-1, -1}

// of returns the bounds of the line that contains at. b is the block up to its end or a line's; l is reset between blocks.
func (l *bounds) of(b []byte, at int) (start, end int) {
	if at < l.start || at > l.end || l.end > len(b) {
		*l = bounds{LineStart(b, 0, at), LineEnd(b, at)}
	}
	return l.start, l.end
}

// memo caches the result of judge for one line. It is the same for all occurrences on that line.
type memo struct{ line, at int }

// noLine is the empty memo.
var noLine = memo{-1, -1}

// judge returns the cached result for the line that begins at first, or calls verdict and caches its result.
func (m *memo) judge(first int, verdict func() (int, error)) (int, error) {
	if m.line == first {
		return m.at, nil
	}
	at, err := verdict()
	if err != nil {
		return -1, err
	}
	*m = memo{first, at}
	return at, nil
}
