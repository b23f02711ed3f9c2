package dfa

const (
	// patience is how many times in a row the states may be thrown away before
	// they were of use.
	patience = 3
	// useful is how many bytes have to be searched for each state made, or it
	// would have been faster to do without (RE2's figure).
	useful = 10
	// overhead is about what a state takes beside its row and its key: the
	// headers of two strings, a number and a map's share of empty places.
	overhead = 64
)

// A cache keeps account of the states of all automata of a Machine.
type cache struct {
	budget, patience int // the most bytes of states, and the most times in vain
	used             int // bytes taken by states
	states           int // made since they were last thrown away
	searched         int // bytes searched since then
	vain             int // times in a row that states were thrown away before they were of use
	givenUp          bool
	automata         []*automaton
}

// full reports whether there is no room for another state of a. Two always
// have room, or nothing could be done at all.
func (c *cache) full(a *automaton) bool {
	return c.used+4*a.stride+len(a.key)+overhead > c.budget && c.states >= 2
}

func (c *cache) charge(a *automaton, key string) {
	c.used += 4*a.stride + len(key) + overhead
	c.states++
}

// clear throws away the states of all automata; false if the Machine gives up
// instead.
func (c *cache) clear() bool {
	if c.searched >= useful*c.states {
		c.vain = 0
	} else if c.vain++; c.vain >= c.patience {
		c.givenUp = true
		return false
	}
	for _, a := range c.automata {
		a.reset()
	}
	c.used, c.states, c.searched = 0, 0, 0
	return true
}
