package match

// Limits for the states of the automata of one Matcher, in bytes. All its expressions share
// allStates, but each has at least leastStates, with which it works or soon gives up, and at most
// mostStates.
const (
	allStates   = 16 << 20
	mostStates  = 1 << 20
	leastStates = 64 << 10
)

// statesFor returns the limit for each of the n automata of a Matcher.
func statesFor(n int) int {
	return max(leastStates, min(mostStates, allStates/max(n, 1)))
}

// Slices with more elements than this are not kept for the next file.
const (
	keepLines = 1 << 14
	keepChars = 1 << 16
)
