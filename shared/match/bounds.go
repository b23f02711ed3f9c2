package match

// bounds remembers where the line last asked about begins and ends, so that
// the ends of a long line are not looked for again at every match on it.
type bounds struct{ start, end int }

// unknown are the bounds of no line.
var unknown = bounds{-1, -1}

// of gives the bounds of the line that at is on. b is the block, or its beginning
// up to the end of a line; between blocks l has to be made unknown.
func (l *bounds) of(b []byte, at int) (start, end int) {
	if at < l.start || at > l.end || l.end > len(b) {
		*l = bounds{LineStart(b, 0, at), LineEnd(b, at)}
	}
	return l.start, l.end
}

// A memo keeps what judge said of the line that it was last asked about, which
// is the same for all occurrences on that line.
type memo struct{ line, at int }

// noLine is the memo of no line.
var noLine = memo{-1, -1}

// judge gives what is remembered of the line that begins at first, or what
// verdict says of it.
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
