package match

// Bounds of the states of the automata of one Matcher, in bytes. All its
// expressions share allStates, but each has leastStates, with which it works or
// soon gives up, and none more than mostStates.
const (
	allStates   = 16 << 20
	mostStates  = 1 << 20
	leastStates = 64 << 10
)

// statesFor gives the budget of each of n automata of a Matcher.
func statesFor(n int) int {
	return max(leastStates, min(mostStates, allStates/max(n, 1)))
}

// Memory of more than these many elements is not kept for the next file.
const (
	keepLines = 1 << 14
	keepChars = 1 << 16
)
